//! Case expressions and selectors: one default is enough.

use crate::model::{CaseOption, Expr, ExprId, SelectorEntry};

use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode};

impl<'a> Checker<'a> {
    /// A case expression; every default after the first is reported.
    pub(super) fn case(&mut self, scope: &BodyScope<'a>, test: ExprId, options: &[CaseOption]) {
        self.value(scope, test);
        let values = options
            .iter()
            .flat_map(|option| option.values.iter().copied());
        for surplus in defaults(scope, values).skip(1) {
            self.duplicate_default(scope, surplus, "'case' statement");
        }
    }

    /// A selector; Puppet reports the second default only.
    pub(super) fn selector(
        &mut self,
        scope: &BodyScope<'a>,
        left: ExprId,
        selectors: &[SelectorEntry],
    ) {
        self.value(scope, left);
        let values = selectors.iter().map(|entry| entry.matching);
        if let Some(surplus) = defaults(scope, values).nth(1) {
            self.duplicate_default(scope, surplus, "Selector Expression");
        }
    }

    fn duplicate_default(&mut self, scope: &BodyScope<'a>, id: ExprId, owner: &str) {
        self.report(
            scope,
            IssueAnchor::Expr(id),
            IssueCode::DuplicateDefault,
            |_| format!("This {owner} already has a 'default' entry - this is a duplicate"),
        );
    }
}

fn defaults<'s>(
    scope: &BodyScope<'s>,
    values: impl Iterator<Item = ExprId>,
) -> impl Iterator<Item = ExprId> {
    let body = scope.body;
    values.filter(move |value| matches!(body.expr(*value), Expr::LiteralDefault))
}
