//! Tests whose truth is known, for what follows from it in later branches: they tell nothing of a type by themselves.
//!
//! `if $a and f($b) > 0 { … } elsif $a and f($b) <= 0 { … } else { … }` leaves `$a` false at its end.

use puppet_hir::model::{ComparisonOperator, Expr, ExprId, MatchOperator};
use puppet_types::Value;
use smol_str::{SmolStr, format_smolstr};

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::implications::MAX_BRANCHES;
use crate::infer::flow::path_conditions::source_of;
use puppet_types::inferred::Inferred;

impl InferenceBuilder<'_> {
    /// Notes the truth of a test, for what follows from it together with others.
    pub(super) fn note_truth(&mut self, test: ExprId, truth: bool) {
        if let Some((key, truth)) = self.key_of_test(test, truth) {
            let known = Inferred::Value(Value::Boolean(truth));
            self.scopes.refine_path(key, known);
        }
    }

    /// The same, only where another condition depends on the truth of this test.
    pub(super) fn note_truth_of_known(&mut self, test: ExprId, truth: bool) {
        if self.scopes.has_implications()
            && let Some((key, _)) = self.key_of_test(test, truth)
            && self.scopes.mentions(&key) > 0
        {
            self.note_truth(test, truth);
        }
    }

    /// Notes, in the branch of an option, that something equals it and none of the options before: what no type tells.
    pub(crate) fn note_options(&mut self, branch_point: ExprId, branch: ExprId) {
        let body = self.body;
        let (test, options): (ExprId, Vec<(&[ExprId], bool)>) = match body.expr(branch_point) {
            Expr::Selector { left, selectors } => {
                let options = selectors.iter();
                let options = options.map(|it| {
                    let values = std::slice::from_ref(&it.matching);
                    (values, it.value == branch)
                });
                (*left, options.collect())
            }
            Expr::Case { test, options } => {
                let options = options.iter();
                let options = options.map(|it| (&*it.values, it.then == Some(branch)));
                (*test, options.collect())
            }
            _ => return,
        };
        if options.len() > MAX_BRANCHES {
            return;
        }
        for (values, is_taken) in options {
            if let [value] = *values
                && matches!(body.expr(value), Expr::LiteralString(_))
                && let Some(key) = self.key_of_sides("==", test, value)
            {
                let known = Inferred::Value(Value::Boolean(is_taken));
                self.scopes.refine_path(key, known);
            }
            if is_taken {
                return;
            }
        }
    }

    /// The key of a test among the scopes, and its truth: opposite tests have the same key.
    fn key_of_test(&self, test: ExprId, truth: bool) -> Option<(SmolStr, bool)> {
        let body = self.body;
        let test = body.without_parentheses(test);
        let (operator, left, right, truth) = match body.expr(test) {
            Expr::Not(operand) => return self.key_of_test(*operand, !truth),
            Expr::Comparison {
                operator,
                left,
                right,
            } => {
                let (operator, is_same) = match operator {
                    ComparisonOperator::Equal => ("==", true),
                    ComparisonOperator::NotEqual => ("==", false),
                    ComparisonOperator::Less => ("<", true),
                    ComparisonOperator::GreaterOrEqual => ("<", false),
                    ComparisonOperator::Greater => (">", true),
                    ComparisonOperator::LessOrEqual => (">", false),
                };
                (operator, *left, *right, truth == is_same)
            }
            Expr::Match {
                operator,
                left,
                right,
            } => {
                let is_same = *operator == MatchOperator::Match;
                ("=~", *left, *right, truth == is_same)
            }
            Expr::In { left, right } => ("in", *left, *right, truth),
            _ => return None,
        };
        Some((self.key_of_sides(operator, left, right)?, truth))
    }

    fn key_of_sides(&self, operator: &str, left: ExprId, right: ExprId) -> Option<SmolStr> {
        let body = self.body;
        let names = [left, right].into_iter();
        let names = names.flat_map(|side| body.preorder(side).entered());
        let names = names.filter_map(|(id, _)| body.variable_name(id));
        let (left, right) = (source_of(body, left)?, source_of(body, right)?);
        let mut key = format_smolstr!("{left}{operator}{right}");
        let names: Vec<&SmolStr> = names.collect();
        let (first, others) = names.split_first()?;
        for name in others {
            key = format_smolstr!("{key} {}", self.scopes.path(name, ""));
        }
        Some(self.scopes.path(first, &format!("?{key}")))
    }
}
