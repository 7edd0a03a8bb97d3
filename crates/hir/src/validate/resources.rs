//! Resources, their defaults and overrides, and collectors.

use crate::model::{
    AttributeOperator, ComparisonOperator, Expr, ExprId, Operation, Query, ResourceBody,
    ResourceForm,
};

use super::{BodyScope, Checker, IssueAnchor, IssueCode};
use crate::label::{a_an, a_an_uc};

impl<'a> Checker<'a> {
    /// A resource expression.
    pub(super) fn resource(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        form: ResourceForm,
        type_name: ExprId,
    ) {
        if self.only_in_apply(scope, id) || form == ResourceForm::Regular {
            return;
        }
        if matches!(scope.body.expr(type_name), Expr::QualifiedName(name) if name == "class") {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::ClassNotVirtualizable,
                |_| "Classes are not virtualizable".to_owned(),
            );
        }
    }

    /// Defaults for a resource type.
    pub(super) fn resource_defaults(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        form: ResourceForm,
    ) {
        if !self.only_in_apply(scope, id) {
            self.not_virtual(scope, id, form);
        }
    }

    /// An override of resources.
    pub(super) fn resource_override(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        form: ResourceForm,
    ) {
        if !self.only_in_apply(scope, id) {
            self.not_virtual(scope, id, form);
        }
    }

    fn not_virtual(&mut self, scope: &BodyScope<'a>, id: ExprId, form: ResourceForm) {
        if form != ResourceForm::Regular {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::NotVirtualizeable,
                |_| "Resource Defaults are not virtualizable".to_owned(),
            );
        }
    }

    /// One resource: `* =>` at most once.
    pub(super) fn resource_body(&mut self, scope: &BodyScope<'a>, body: &ResourceBody) {
        let unfolded = body
            .operations
            .iter()
            .filter(|it| matches!(it, Operation::Attributes { .. }));
        for surplus in unfolded.skip(1) {
            self.report(
                scope,
                IssueAnchor::Part(surplus.part()),
                IssueCode::MultipleAttributesUnfold,
                |_| {
                    "Unfolding of attributes from Hash can only be used once per resource body"
                        .to_owned()
                },
            );
        }
    }

    /// An attribute: `+>` adds to resources that exist already.
    pub(super) fn operation(&mut self, scope: &BodyScope<'a>, owner: &Expr, operation: &Operation) {
        if let Operation::Attribute(attribute) = operation
            && attribute.operator == AttributeOperator::Append
            && !matches!(owner, Expr::Collect { .. } | Expr::ResourceOverride { .. })
        {
            self.report(
                scope,
                IssueAnchor::Part(attribute.part),
                IssueCode::IllegalAttributeAppend,
                |_| {
                    let parent = match owner {
                        Expr::ResourceDefaults { .. } => "Resource Defaults Expression",
                        _ => "Resource Instance Definition",
                    };
                    format!(
                        "Illegal +> operation on attribute {}. This operator can not be used in {}",
                        attribute.name,
                        a_an(parent)
                    )
                },
            );
        }
        self.value(scope, operation.value());
    }

    /// A collector.
    pub(super) fn collect(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        type_expr: ExprId,
        query: &Query,
    ) {
        if !self.collector_in_plan(scope, id, query)
            && !matches!(
                scope.body.expr(type_expr),
                Expr::QualifiedReference(_) | Expr::Missing
            )
        {
            self.illegal_expression(scope, type_expr, "type name", scope.body.expr(id));
        }
    }

    /// A query: `==` and `!=` with `and`, `or` and parentheses.
    pub(super) fn query(&mut self, scope: &BodyScope<'a>, query: &Query) {
        let mut open: Vec<ExprId> = query.expr.into_iter().collect();
        while let Some(id) = open.pop() {
            match scope.body.expr(id) {
                Expr::And { left, right } | Expr::Or { left, right } => {
                    open.extend([*right, *left])
                }
                Expr::Parenthesized(inner) => open.push(*inner),
                Expr::Comparison {
                    operator: ComparisonOperator::Equal | ComparisonOperator::NotEqual,
                    ..
                }
                | Expr::Variable(_)
                | Expr::QualifiedName(_)
                | Expr::LiteralInteger { .. }
                | Expr::LiteralFloat(_)
                | Expr::LiteralString(_)
                | Expr::RenderString(_)
                | Expr::LiteralBoolean(_)
                | Expr::Missing => {}
                _ => self.report(
                    scope,
                    IssueAnchor::Expr(id),
                    IssueCode::IllegalQueryExpression,
                    |labels| {
                        format!(
                            "Illegal query expression. {} cannot be used in a query",
                            a_an_uc(&labels.expr(id))
                        )
                    },
                ),
            }
        }
    }
}
