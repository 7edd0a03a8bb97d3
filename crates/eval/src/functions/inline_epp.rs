//! `inline_epp`.

use puppet_types::Value;

use super::function::{EvalCall, Function, builtin};
use crate::evaluator::EvalResult;

pub(super) const FUNCTIONS: &[Function] = &[builtin("inline_epp", inline_epp)];

fn inline_epp(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let source = call.text(0).to_owned();
    let parameters = match call.argument(1) {
        Value::Hash(entries) => Some(entries.clone()),
        _ => None,
    };
    call.evaluator.inline_template(&source, parameters)
}
