//! Return types of well-known functions of the module `stdlib`.
//!
//! Most are functions of the older API, which declares no types. Source: the documentation of the module, versions 4 to 9.

use puppet_hir::model::ExprId;
use puppet_library::Library;
use puppet_types::{
    IntegerRange, Range, Relate, Type, TypeContext, Value, read_text, resolve_alias,
};

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::builtin_returns::without_undef;
use puppet_hir::Call;
use puppet_semantic::types::mismatch::mismatch;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::elements::elements;
use puppet_types::inferred::known_parts::{joined_arrays, merged_hashes};
use puppet_types::inferred::result_types::result_of;
use puppet_types::inferred::set_theoretic::restrict_size;

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
    match name {
        "pick" => Some(pick(walk, call)),
        "merge" if call.lambda.is_none() => merge(walk, call),
        "concat" => concat(walk, call),
        "pick_default" => pick_default(walk, call),
        _ => {
            let arguments = call.arguments.iter().map(|it| walk.known(*it));
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
    }
}

/// The first argument that is neither undef nor an empty string.
fn pick(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Inferred {
    let names = walk.names;
    let mut candidates = Vec::new();
    for argument in &call.arguments {
        let known = walk.known(*argument);
        if let Inferred::Value(value) = known {
            if *value == Value::Undef || value.as_str() == Some("") {
                continue;
            }
            candidates.push(known.clone());
            break;
        }
        candidates.push(without_undef(names, known));
        if is_always_given(names, known) {
            break;
        }
    }
    let is_text = |ty: &Type| matches!(ty, Type::String(_));
    restrict_size(names, &Inferred::union(names, &candidates), 1, is_text)
}

/// The same, or the last argument.
fn pick_default(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let last = walk.known(*call.arguments.last()?);
    let picked = pick(walk, call);
    let is_given = |it: &ExprId| is_always_given(walk.names, walk.known(*it));
    Some(match call.arguments.iter().any(is_given) {
        true => picked,
        false => Inferred::union(walk.names, [&picked, last]),
    })
}

/// Whether something is neither undef nor an empty string.
fn is_always_given(context: &dyn TypeContext, known: &Inferred) -> bool {
    if known.is_unknown() {
        return false;
    }
    let relate = Relate::new(context);
    let empty = Type::variant_of([Type::Undef, Type::string_value("")]);
    relate.disjoint(&empty, &known.ty(context)) && relate.doubt().is_none()
}

/// Hashes, later ones over earlier ones; arguments that are undef or empty strings are left out.
fn merge(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let names = walk.names;
    let all: Vec<&Inferred> = call.arguments.iter().map(|it| walk.known(*it)).collect();
    let values: Option<Vec<&Value>> = all.iter().map(|known| known.value()).collect();
    if let Some(values) = values {
        let mut merged = puppet_types::HashValue::default();
        for value in values {
            if let Value::Hash(entries) = value {
                merged.extend(
                    entries
                        .iter()
                        .map(|(key, value)| (key.clone(), value.clone())),
                );
            }
        }
        return Some(Inferred::Value(merged.into()));
    }
    if let Some(merged) = merged_hashes(names, all.iter().copied()) {
        return Some(Inferred::Type(merged));
    }
    let parts: Option<Vec<_>> = all.iter().map(|known| elements(names, known)).collect();
    let parts = parts.filter(|parts| parts.iter().all(|part| part.has_keys == Some(true)));
    let (key, value) = match &parts {
        Some(parts) => {
            let parts = || {
                parts
                    .iter()
                    .filter(|part| part.size.upper_bound() != Some(&0))
            };
            (
                Inferred::union(names, parts().map(|part| &part.key)),
                Inferred::union(names, parts().map(|part| &part.value)),
            )
        }
        None => (Inferred::UNKNOWN, Inferred::UNKNOWN),
    };
    Some(Inferred::Type(Type::hash_of(
        declared(names, &key),
        declared(names, &value),
        Range::UNBOUNDED,
    )))
}

/// The first array with the elements of all other arrays, and the arguments that are no arrays.
fn concat(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let names = walk.names;
    let arrays = call.arguments.iter().map(|it| walk.known(*it));
    if let Some(joined) = joined_arrays(names, arrays) {
        return Some(Inferred::Type(joined));
    }
    let mut all = Vec::new();
    for argument in &call.arguments {
        let known = walk.known(*argument);
        if known.is_unknown() {
            all.push(Inferred::UNKNOWN);
            continue;
        }
        match resolve_alias(names, &known.ty(names)) {
            Type::Array(_) | Type::Tuple(_) => {
                let elements = elements(names, known)?;
                if elements.size.upper_bound() != Some(&0) {
                    all.push(elements.value);
                }
            }
            Type::Variant(_) | Type::Optional(_) | Type::NotUndef(_) | Type::Collection(_) => {
                all.push(Inferred::UNKNOWN);
            }
            _ => all.push(known.clone()),
        }
    }
    Some(array_of(names, &Inferred::union(names, &all)))
}

fn array_of(context: &dyn TypeContext, element: &Inferred) -> Inferred {
    let size: IntegerRange = Range::UNBOUNDED;
    Inferred::Type(Type::array_of(declared(context, element), size))
}

fn declared(context: &dyn TypeContext, known: &Inferred) -> Type {
    match known.is_unknown() {
        true => Type::Any,
        false => known.ty(context),
    }
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
    let Some(Value::Type(expected)) = walk.known(expected).value() else {
        return None;
    };
    let function = walk.known(function).value()?.as_str()?;
    let known = walk.known(value);
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
