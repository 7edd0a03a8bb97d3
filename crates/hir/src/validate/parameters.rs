//! Parameters of definitions, lambdas and templates.

use std::collections::HashSet;

use crate::model::{BodyOwner, Expr, ExprId, Parameter};

use super::{BodyScope, Checker, IssueAnchor, IssueCode, LiteralValue, PuppetVersion, names};
use crate::label::{a_an, definition_label};

/// Variables that classes and defined types have anyway.
const BUILT_IN: &[&str] = &["name", "title"];

impl<'a> Checker<'a> {
    /// A parameter by itself.
    pub(super) fn parameter(&mut self, scope: &BodyScope<'a>, parameter: &Parameter) {
        let (anchor, name) = (IssueAnchor::Part(parameter.part), &parameter.name);
        if name.is_empty() {
            return;
        }
        if names::is_numeric_parameter_name(name) {
            self.report(scope, anchor, IssueCode::IllegalNumericParameter, |_| {
                format!("The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)")
            });
        }
        if !names::is_parameter_name(name) {
            self.report(scope, anchor, IssueCode::IllegalParamName, |_| {
                format!(r"Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\w*$/")
            });
        }
        if let Some(value) = parameter.value {
            self.no_assignment(scope, value);
        }
    }

    /// No two parameters have the same name.
    pub(super) fn unique_parameters(&mut self, scope: &BodyScope<'a>, parameters: &[Parameter]) {
        let mut seen = HashSet::new();
        for parameter in parameters
            .iter()
            .filter(|parameter| !seen.insert(&parameter.name))
        {
            self.report(
                scope,
                IssueAnchor::Part(parameter.part),
                IssueCode::DuplicateParameter,
                |_| {
                    format!(
                        "The parameter '{}' is declared more than once in the parameter list",
                        parameter.name
                    )
                },
            );
        }
    }

    /// Classes, defined types and templates get their arguments by name: there is no rest.
    pub(super) fn no_captures_rest(
        &mut self,
        scope: &BodyScope<'a>,
        parameters: &[Parameter],
        owner: &str,
    ) {
        for parameter in parameters
            .iter()
            .filter(|parameter| parameter.captures_rest)
        {
            self.report(
                scope,
                IssueAnchor::Part(parameter.part),
                IssueCode::CapturesRestNotSupported,
                |_| {
                    format!(
                        "Parameter ${} has 'captures rest' - not supported in {}",
                        parameter.name,
                        a_an(owner)
                    )
                },
            );
        }
    }

    /// A parameter that takes the rest of the arguments is the last.
    pub(super) fn captures_rest_is_last(
        &mut self,
        scope: &BodyScope<'a>,
        parameters: &[Parameter],
    ) {
        let Some((_, before)) = parameters.split_last() else {
            return;
        };
        for parameter in before.iter().filter(|parameter| parameter.captures_rest) {
            self.report(
                scope,
                IssueAnchor::Part(parameter.part),
                IssueCode::CapturesRestNotLast,
                |_| {
                    format!(
                        "Parameter ${} is not last, and has 'captures rest'",
                        parameter.name
                    )
                },
            );
        }
    }

    /// Parameters of classes and defined types do not hide what these have anyway.
    pub(super) fn no_reserved_parameters(&mut self, scope: &BodyScope<'a>) {
        for parameter in scope.body.parameters() {
            if BUILT_IN.contains(&parameter.name.as_str()) {
                self.report(
                    scope,
                    IssueAnchor::Part(parameter.part),
                    IssueCode::ReservedParameter,
                    |_| {
                        let owner = definition_label(scope.body.definition());
                        format!(
                            "The parameter ${} redefines a built in parameter in the {owner}",
                            parameter.name
                        )
                    },
                );
            }
        }
    }

    /// The types of a class's parameters do not depend on values (from Puppet 8 on).
    pub(super) fn literal_parameter_types(&mut self, scope: &BodyScope<'a>) {
        if !matches!(scope.body.definition(), BodyOwner::Class { .. }) {
            return;
        }
        for parameter in scope.body.parameters() {
            let Some(type_expr) = parameter.type_expr else {
                continue;
            };
            if !LiteralValue::is_literal(scope.body, type_expr, PuppetVersion::V8) {
                self.report(
                    scope,
                    IssueAnchor::Part(parameter.part),
                    IssueCode::IllegalNonliteralParameterType,
                    |_| {
                        format!(
                            "The parameter '${}' must be a literal type, not a Puppet::Pops::Model::{}",
                            parameter.name,
                            scope.body.expr(type_expr).class_name().unwrap_or("Expression")
                        )
                    },
                );
            }
        }
    }

    /// The parameters of a lambda.
    pub(super) fn lambda(
        &mut self,
        scope: &BodyScope<'a>,
        parameters: &[Parameter],
        return_type: Option<ExprId>,
    ) {
        self.captures_rest_is_last(scope, parameters);
        if let Some(return_type) = return_type {
            self.type_reference(scope, return_type, "Lambda");
        }
    }

    /// The parameters of a template: those of the lambda around it.
    pub(super) fn template(&mut self, scope: &BodyScope<'a>) {
        if let Some(Expr::Lambda { parameters, .. }) = scope.parent() {
            self.no_captures_rest(scope, parameters, "Epp Template");
            self.unique_parameters(scope, parameters);
        }
    }
}
