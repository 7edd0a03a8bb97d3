//! `=~` and `!~`: narrowing of their left side.

use puppet_eval::operators::matching;
use puppet_hir::model::ExprId;
use puppet_types::{Type, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::enum_values::select;
use puppet_types::inferred::set_theoretic::{intersect, subtract, with_pattern, without_pattern};

impl InferenceBuilder<'_> {
    /// Notes what is known of `left` where it matches `right`, or does not; false if that cannot be.
    pub(crate) fn narrow_match(&mut self, left: ExprId, right: ExprId, does_match: bool) -> bool {
        let pattern = self.result(right).value().cloned();
        if does_match {
            self.note_groups(pattern.as_ref());
        }
        let Some(pattern) = pattern else {
            return true;
        };
        let (left, pattern) = self.type_test_operands(left, pattern);
        let context = self.names;
        self.narrow_place(left, |known| match &pattern {
            Value::Type(ty) if does_match => intersect(context, known, ty),
            Value::Type(ty) => subtract(context, known, ty),
            // Only strings can be matched at all.
            Value::Regexp(_) | Value::String(_) => {
                let text = intersect(context, known, &Type::STRING)?;
                let text = match &pattern {
                    Value::Regexp(regexp) if does_match => with_pattern(context, &text, regexp),
                    Value::Regexp(regexp) => without_pattern(context, &text, regexp)?,
                    _ => text,
                };
                select(context, &text, does_match, |value| {
                    matching::evaluate(context, value, &pattern).map(|it| it.matched)
                })
            }
            _ => Some(known.clone()),
        })
    }
}
