//! `if`, `unless`, `case` and selectors.

use puppet_hir::model::{CaseOption, SelectorEntry};
use puppet_hir::{Expr, ExprId};
use puppet_types::Value;

use super::{EvalResult, Evaluator};
use crate::issue::Issue;
use crate::operators::matching;
use crate::to_string;

impl Evaluator<'_> {
    /// What was matched within is forgotten after it.
    fn guarded<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> EvalResult<T>) -> EvalResult<T> {
        let depth = self.scope.depth();
        let result = evaluate(self);
        self.scope.truncate(depth);
        result
    }

    /// `if` (`when` is true) or `unless`.
    pub(super) fn if_expression(
        &mut self,
        test: ExprId,
        when: bool,
        then: Option<ExprId>,
        otherwise: Option<ExprId>,
    ) -> EvalResult<Value> {
        self.guarded(|this| {
            let Ok(test) = this.truth(test)? else {
                return this.attempt_each([then, otherwise]);
            };
            let holds = test == when;
            this.evaluate_optional(if holds { then } else { otherwise })
        })
    }

    pub(super) fn case(
        &mut self,
        id: ExprId,
        test: ExprId,
        options: &[CaseOption],
    ) -> EvalResult<Value> {
        self.guarded(|this| {
            let Ok(test) = this.operand(test)? else {
                return this.attempt_each(options.iter().map(|option| option.then));
            };
            let mut default = None;
            for option in options {
                for &value in &option.values {
                    match this.matches(id, &test, value)? {
                        OptionMatch::Yes => return this.evaluate_optional(option.then),
                        OptionMatch::Default => default = option.then,
                        OptionMatch::No => {}
                    }
                }
            }
            this.evaluate_optional(default)
        })
    }

    pub(super) fn selector(
        &mut self,
        id: ExprId,
        left: ExprId,
        selectors: &[SelectorEntry],
    ) -> EvalResult<Value> {
        self.guarded(|this| {
            let Ok(test) = this.operand(left)? else {
                return this.attempt_each(selectors.iter().map(|it| Some(it.value)));
            };
            let mut default = None;
            for selector in selectors {
                match this.matches(id, &test, selector.matching)? {
                    OptionMatch::Yes => return this.evaluate(selector.value),
                    OptionMatch::Default => default = Some(selector.value),
                    OptionMatch::No => {}
                }
            }
            match default {
                Some(default) => this.evaluate(default),
                None => {
                    let value = to_string::ruby(&*this.definitions, &test);
                    let message =
                        format!("No matching entry for selector parameter with value '{value}'");
                    Err(this.error(left, Issue::UnmatchedSelector, message))
                }
            }
        })
    }

    fn matches(&mut self, id: ExprId, test: &Value, option: ExprId) -> EvalResult<OptionMatch> {
        let body = self.body.clone();
        let option = body.without_parentheses(option);
        if let Expr::LiteralDefault = body.expr(option) {
            return Ok(OptionMatch::Default);
        }
        let value = self.evaluate(option)?;
        let candidates = match (body.expr(option), &value) {
            (Expr::Unfold(_), Value::Array(items)) => items,
            _ => std::slice::from_ref(&value),
        };
        for candidate in candidates {
            self.budget.spend(1)?;
            let result = matching::matches_option(&*self.definitions, test, candidate);
            if self.remember(id, result)? {
                return Ok(OptionMatch::Yes);
            }
        }
        Ok(OptionMatch::No)
    }
}

/// Whether an option is the one.
enum OptionMatch {
    Yes,
    No,
    /// It is `default`, which comes last.
    Default,
}
