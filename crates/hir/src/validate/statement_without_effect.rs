//! Statements without effect: their value is forgotten, and nothing else happens.

use crate::model::{Body, Expr, ExprId};

use crate::label::{a_an_uc, definition_label};
use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode};

/// For each expression of a body from the first id on, whether its evaluation has no effect.
///
/// Puppet cannot know what functions do: calls have an effect. An interpolated string has none by decree, although what it
/// interpolates may have one. Operands have smaller ids than what they are operands of, so one pass is enough.
pub(crate) fn expressions_without_effect(body: &Body, first: usize) -> Vec<bool> {
    let mut known = vec![false; body.id_bound().saturating_sub(first)];
    let index = |id: &ExprId| id.index().wrapping_sub(first);
    for (id, expr) in body.exprs() {
        let of = |id: &ExprId| known.get(index(id)).copied().unwrap_or(false);
        let of_option = |id: &Option<ExprId>| id.as_ref().is_none_or(of);
        let idempotent = match expr {
            Expr::Parenthesized(inner) => of(inner),
            Expr::Block(statements) | Expr::ApplyBlock(statements) => statements.iter().all(of),
            Expr::If {
                test,
                then,
                otherwise,
            }
            | Expr::Unless {
                test,
                then,
                otherwise,
            } => of(test) && of_option(then) && of_option(otherwise),
            Expr::Case { test, options } => {
                of(test)
                    && options
                        .iter()
                        .all(|option| option.values.iter().all(of) && of_option(&option.then))
            }
            other => is_plain_value(other),
        };
        if let Some(place) = known.get_mut(index(&id)) {
            *place = idempotent;
        }
    }
    known
}

/// Whether an expression has no effect, whatever its operands are.
fn is_plain_value(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Nop
            | Expr::LiteralUndef
            | Expr::LiteralDefault
            | Expr::LiteralBoolean(_)
            | Expr::LiteralInteger { .. }
            | Expr::LiteralFloat(_)
            | Expr::LiteralString(_)
            | Expr::LiteralRegularExpression(_)
            | Expr::QualifiedName(_)
            | Expr::QualifiedReference(_)
            | Expr::ReservedWord { .. }
            | Expr::Variable(_)
            | Expr::ConcatenatedString(_)
            | Expr::Text(_)
            | Expr::Heredoc { .. }
            | Expr::LiteralList(_)
            | Expr::LiteralHash(_)
            | Expr::Not(_)
            | Expr::UnaryMinus(_)
            | Expr::Unfold(_)
            | Expr::Arithmetic { .. }
            | Expr::Comparison { .. }
            | Expr::In { .. }
            | Expr::And { .. }
            | Expr::Or { .. }
            | Expr::Access { .. }
            | Expr::NamedAccess { .. }
            | Expr::Selector { .. }
    )
}

impl<'a> Checker<'a> {
    /// A block: no statement but the last may be without effect; Puppet names only the first that is.
    pub(super) fn block(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        statements: &[ExprId],
        is_plain: bool,
    ) {
        if is_plain && !self.options.tasks && self.is_resource_without_title(scope, statements) {
            let name = statements.first().map(|id| scope.body.expr(*id));
            let name = if let Some(Expr::QualifiedName(name)) = name {
                name.as_str()
            } else {
                "this"
            };
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::ResourceWithoutTitle,
                |_| {
                    format!("This expression is invalid. Did you try declaring a '{name}' resource without a title?")
                },
            );
            return;
        }
        let Some((_, before)) = statements.split_last() else {
            return;
        };
        if let Some(first) = before.iter().find(|id| scope.is_idempotent(Some(**id))) {
            self.report(
                scope,
                IssueAnchor::Expr(*first),
                IssueCode::IdemExpressionNotLast,
                |labels| {
                    format!(
                        "This {} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)",
                        labels.expr(*first)
                    )
                },
            );
        }
    }

    /// The body of a class, defined type or node: its last statement may not be without effect either.
    pub(super) fn no_idempotent_end(&mut self, scope: &BodyScope<'a>) {
        let Some(root) = scope.body.root() else {
            return;
        };
        let last = match scope.body.expr(root) {
            Expr::Block(statements) => statements.last().copied(),
            _ => Some(root),
        };
        let Some(last) = last.filter(|last| scope.is_idempotent(Some(*last))) else {
            return;
        };
        if let Expr::Block(statements) = scope.body.expr(last)
            && !self.options.tasks
            && self.is_resource_without_title(scope, statements)
        {
            return;
        }
        self.report(
            scope,
            IssueAnchor::Expr(last),
            IssueCode::IdemNotAllowedLast,
            |labels| {
                let (what, owner) = (labels.expr(last), definition_label(scope.body.definition()));
                format!(
                    "This {what} has no effect. {} can not end with a value-producing expression without other effect",
                    a_an_uc(owner)
                )
            },
        );
    }

    /// Whether a block is what `file { mode => '0644' }` is parsed as.
    fn is_resource_without_title(&self, scope: &BodyScope<'a>, statements: &[ExprId]) -> bool {
        let [name, hash] = statements else {
            return false;
        };
        matches!(scope.body.expr(*name), Expr::QualifiedName(_))
            && matches!(scope.body.expr(*hash), Expr::LiteralHash(_))
    }
}
