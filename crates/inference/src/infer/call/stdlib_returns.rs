//! Return types of well-known functions of the module `stdlib`.
//!
//! Most are functions of the older API, which declares no types. Source: the documentation of the module, versions 4 to 9.

use puppet_hir::model::ExprId;
use puppet_library::Library;
use puppet_types::{Type, Value, read_text};

use crate::infer::builder::InferenceBuilder;
use puppet_hir::Call;
use puppet_semantic::types::mismatch::mismatch;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::function_results::result_of;

/// Functions of old times that `validate_legacy` asks, with the type of what they accept.
const VALIDATIONS: &[(&str, &str)] = &[
    ("validate_array", "Array"),
    ("validate_bool", "Boolean"),
    ("validate_hash", "Hash"),
    ("validate_string", "Optional[String]"),
];

/// The result of a call of a function of `stdlib`; `None` where nothing more is known than what it declares.
pub(super) fn stdlib_return(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
) -> Option<Inferred> {
    if name == "validate_legacy" {
        return validate_legacy(walk, id, call);
    }
    let names = walk.names;
    let arguments = call.arguments.iter().map(|it| walk.result(*it));
    if call.lambda.is_none()
        && let Some(known) = result_of(names, name, &arguments.collect::<Vec<_>>())
    {
        return Some(known);
    }
    let stub = Library.module_function("stdlib", name)?;
    let text = stub.signatures.first()?.return_type.as_deref()?;
    read_text(names, text)
        .ok()
        .filter(|ty| *ty != Type::Any)
        .map(Inferred::Type)
}

/// It fails when neither the type nor the function of old times accepts the value.
fn validate_legacy(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
) -> Option<Inferred> {
    let names = walk.names;
    let [expected, function, value, ..] = call.arguments[..] else {
        return None;
    };
    let Some(Value::Type(expected)) = walk.result(expected).value() else {
        return None;
    };
    let function = walk.result(function).value()?.as_str()?;
    let known = walk.result(value);
    let wrong = mismatch(
        names,
        &format!("validate_legacy({function})"),
        expected,
        known,
    )?;
    let (_, accepted) = VALIDATIONS.iter().find(|(name, _)| *name == function)?;
    let accepted = read_text(names, accepted).ok()?;
    mismatch(names, "", &accepted, known)?;
    Some(walk.fail_call(id, wrong.text))
}
