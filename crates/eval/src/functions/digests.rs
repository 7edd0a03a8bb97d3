//! Digests of strings.

use puppet_types::Value;

use super::function::{EvalCall, Function, legacy};
use crate::evaluator::{EvalResult, Unwind};
use crate::operators::matching::ruby_class;

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("md5", 1, digest::<md5::Md5>),
    legacy("sha1", 1, digest::<sha1::Sha1>),
    legacy("sha256", 1, digest::<sha2::Sha256>),
];

fn digest<D: md5::Digest>(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::String(text) => {
            let bytes = D::digest(text.as_bytes());
            Ok(Value::from(
                bytes
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect::<String>(),
            ))
        }
        other => Err(Unwind::Raised(format!(
            "no implicit conversion of {} into String",
            ruby_class(other)
        ))),
    }
}
