//! Plans: code for a catalog belongs in an `apply`.

use crate::model::{BodyOwner, ExprId, Query, QueryKind};

use super::{BodyScope, Checker, IssueAnchor, IssueCode};
use crate::label::a_an_uc;

impl<'a> Checker<'a> {
    /// Whether the body's definition is one that plans cannot have.
    pub(super) fn is_only_for_catalogs(&self, scope: &BodyScope<'a>) -> bool {
        match scope.body.definition() {
            BodyOwner::Class { .. } | BodyOwner::DefinedType { .. } => true,
            BodyOwner::Node { .. } => !scope.in_apply(),
            _ => false,
        }
    }

    /// Reports an expression that a plan has outside of `apply`; true if it did.
    pub(super) fn only_in_apply(&mut self, scope: &BodyScope<'a>, id: ExprId) -> bool {
        let wrong = self.options.tasks && !scope.in_apply();
        if wrong {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::ExpressionNotSupportedWhenScripting,
                |labels| {
                    let what = a_an_uc(&labels.expr(id));
                    format!("{what} is only available when compiling a catalog")
                },
            );
        }
        wrong
    }

    /// A collector in a plan; true if it was reported.
    pub(super) fn collector_in_plan(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        query: &Query,
    ) -> bool {
        if self.only_in_apply(scope, id) {
            return true;
        }
        let wrong = self.options.tasks && query.kind == QueryKind::Exported;
        if wrong {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::ExpressionNotSupportedWhenCompiling,
                |labels| not_when_compiling(&labels.expr(id)),
            );
        }
        wrong
    }

    /// An `apply` does not stand in another.
    pub(super) fn apply(&mut self, scope: &BodyScope<'a>, id: ExprId) {
        if self.options.tasks && scope.in_apply() {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::ExpressionNotSupportedWhenCompiling,
                |labels| not_when_compiling(&labels.expr(id)),
            );
        }
    }
}

fn not_when_compiling(label: &str) -> String {
    format!(
        "{} is not available when compiling a catalog",
        a_an_uc(label)
    )
}
