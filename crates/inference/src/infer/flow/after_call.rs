//! The flow after a call: `fail` and `return` end their branch, and `assert_type` narrows its argument.

use puppet_hir::Call;
use puppet_hir::model::ExprId;
use puppet_types::{Type, Value};

use crate::infer::builder::InferenceBuilder;

impl InferenceBuilder<'_> {
    /// Notes what holds after a call: nothing after a call that does not return (`fail`, in plans `fail_plan`), the
    /// type after `assert_type`.
    pub(crate) fn note_call(&mut self, id: ExprId) {
        let Some(call) = Call::from_expr(self.body, id) else {
            return;
        };
        match (call.name, call.arguments.as_slice()) {
            (Some("fail" | "fail_plan"), _) => self.end_branch(),
            (Some("return" | "next" | "break"), _) => {
                self.ends += 1;
                self.end_branch();
            }
            (Some("assert_type"), [ty, subject]) if self.never_returns(call.lambda) => {
                if let Some(Value::Type(ty)) = self.result(*ty).value().cloned() {
                    let _ = self.narrow_type(*subject, &ty, true);
                }
            }
            (Some("lest"), [value]) if call.lambda.is_some() && self.never_returns(call.lambda) => {
                let _ = self.narrow_type(*value, &Type::Undef, false);
            }
            (Some("pick"), _) => self.note_picked(id),
            _ => {}
        }
    }

    /// Whether a lambda that is there always fails.
    fn never_returns(&self, lambda: Option<ExprId>) -> bool {
        lambda.is_none_or(|lambda| self.failing.contains(&lambda))
    }
}
