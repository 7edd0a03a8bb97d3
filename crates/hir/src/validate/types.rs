//! Definitions of types, and references to types.

use crate::model::{Expr, ExprId};

use super::{
    BodyScope, Checker, IssueAnchor, IssueCode, definitions::unacceptable_name, names,
    reserved_word::FUTURE_RESERVED_WORD,
};
use crate::label::{a_an, definition_label};

/// What stands left of `=` in a type mapping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mapped {
    /// Something that cannot be mapped.
    Other,
    /// `Runtime[ruby, 'Name']`
    Single,
    /// `Runtime[ruby, [/pattern/, 'replacement']]`
    Pattern,
}

impl<'a> Checker<'a> {
    /// `type Name = Type`
    pub(super) fn type_alias(
        &mut self,
        scope: &BodyScope<'a>,
        name: &str,
        type_expr: Option<ExprId>,
    ) {
        self.check_nesting(scope);
        if !names::is_type_name(name) {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::IllegalDefinitionName,
                |_| unacceptable_name(name, scope.body.definition()),
            );
        }
        self.no_reserved_type_name(scope, name);
        if let Some(type_expr) = type_expr {
            self.type_reference(scope, type_expr, definition_label(scope.body.definition()));
        }
    }

    /// `type Name inherits Parent { … }`: Puppet parses it, but knows nothing to do with it.
    pub(super) fn type_definition(&mut self, scope: &BodyScope<'a>, name: &str) {
        self.check_nesting(scope);
        self.no_reserved_type_name(scope, name);
        self.unsupported_definition(scope);
    }

    /// `type Runtime[ruby, 'Name'] = Type`
    pub(super) fn type_mapping(
        &mut self,
        scope: &BodyScope<'a>,
        left: Option<ExprId>,
        right: Option<ExprId>,
    ) {
        self.check_nesting(scope);
        let mapped = left.map_or(Mapped::Other, |left| self.mapped(scope, left));
        if mapped == Mapped::Other {
            self.unsupported_definition(scope);
            return;
        }
        let Some(right) = right else { return };
        let is_pattern = is_pattern_with_replacement(scope, right);
        let fits = match mapped {
            Mapped::Pattern => {
                is_pattern || !is_reference(scope, right) && is_missing(scope, right)
            }
            _ => !is_pattern && (is_reference(scope, right) || is_missing(scope, right)),
        };
        if !fits {
            let wanted = if mapped == Mapped::Pattern {
                "Tuple[Regexp,String]"
            } else {
                "Type"
            };
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::IllegalTypeMapping,
                |_| format!("Illegal type mapping. Expected a {wanted} on the left side, got A Type Mapping"),
            );
        }
    }

    fn unsupported_definition(&mut self, scope: &BodyScope<'a>) {
        self.report(
            scope,
            IssueAnchor::Definition,
            IssueCode::UnsupportedExpression,
            |_| {
                let what = a_an(definition_label(scope.body.definition()));
                format!("Expressions of type {what} are not supported in this version of Puppet")
            },
        );
    }

    fn mapped(&self, scope: &BodyScope<'a>, left: ExprId) -> Mapped {
        let Expr::Access { left, keys } = scope.body.expr(left) else {
            return Mapped::Other;
        };
        if !matches!(scope.body.expr(*left), Expr::QualifiedReference(name) if name == "Runtime") {
            return Mapped::Other;
        }
        match **keys {
            [_, key] if is_pattern_with_replacement(scope, key) => Mapped::Pattern,
            _ => Mapped::Single,
        }
    }

    /// The type of a function's value, or the right side of an alias: a name of a type, possibly with parameters.
    pub(super) fn type_reference(&mut self, scope: &BodyScope<'a>, id: ExprId, container: &str) {
        match reference_of(scope, id) {
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case(FUTURE_RESERVED_WORD) => {
                self.future_reserved_word(scope, IssueAnchor::Expr(id), FUTURE_RESERVED_WORD);
            }
            Expr::QualifiedReference(_) | Expr::Missing => {}
            _ => self.illegal_expression_in(scope, id, "a type reference", container),
        }
    }
}

/// The expression, or what is in front of its `[…]`.
fn reference_of<'a>(scope: &BodyScope<'a>, id: ExprId) -> &'a Expr {
    match scope.body.expr(id) {
        Expr::Access { left, .. } => scope.body.expr(*left),
        other => other,
    }
}

fn is_reference(scope: &BodyScope<'_>, id: ExprId) -> bool {
    matches!(reference_of(scope, id), Expr::QualifiedReference(_))
}

fn is_missing(scope: &BodyScope<'_>, id: ExprId) -> bool {
    matches!(scope.body.expr(id), Expr::Missing)
}

fn is_pattern_with_replacement(scope: &BodyScope<'_>, id: ExprId) -> bool {
    let Expr::LiteralList(values) = scope.body.expr(id) else {
        return false;
    };
    let [pattern, replacement] = **values else {
        return false;
    };
    matches!(scope.body.expr(pattern), Expr::LiteralRegularExpression(_))
        && matches!(scope.body.expr(replacement), Expr::LiteralString(_))
}
