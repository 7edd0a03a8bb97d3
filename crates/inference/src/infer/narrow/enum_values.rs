//! The strings of `Enum`s one by one: those for which a test can have a result.

use puppet_eval::operators::equality;
use puppet_types::{Type, TypeContext, Value};
use smol_str::SmolStr;

use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{join_types, union_members, values_one_by_one};

/// Of the strings of `Enum`s, those for which a test has this result. Other types stay as they are.
pub(crate) fn select(
    context: &dyn TypeContext,
    known: &Inferred,
    expected: bool,
    test: impl Fn(&Value) -> puppet_eval::Operation<bool>,
) -> Option<Inferred> {
    select_strings(context, known, expected, false, test)
}

/// The same for `==`, which ignores case, as the values of some `Enum`s do.
pub(super) fn select_equal(
    context: &dyn TypeContext,
    known: &Inferred,
    expected: bool,
    value: &Value,
) -> Option<Inferred> {
    let is_equal = |it: &Value| Ok(equality::equals(it, value));
    select_strings(context, known, expected, true, is_equal)
}

fn select_strings(
    context: &dyn TypeContext,
    known: &Inferred,
    expected: bool,
    ignores_case: bool,
    test: impl Fn(&Value) -> puppet_eval::Operation<bool>,
) -> Option<Inferred> {
    // What cannot be decided stays.
    let is_kept = |value: &Value| test(value).map_or(true, |result| result == expected);
    let whole = match known {
        Inferred::Value(value) => return is_kept(value).then(|| known.clone()),
        Inferred::Type(whole) => whole,
    };
    let mut has_changed = false;
    let mut parts = Vec::new();
    for member in union_members(context, whole) {
        let (Some(values), Type::Enum(choice)) =
            (values_one_by_one(&member, ignores_case), &member)
        else {
            parts.push(member);
            continue;
        };
        let kept: Vec<SmolStr> = values
            .iter()
            .filter(|value| is_kept(&Value::String((*value).clone())))
            .cloned()
            .collect();
        has_changed |= kept.len() < values.len();
        if !kept.is_empty() {
            parts.push(Type::enum_of(kept, choice.case_insensitive));
        }
    }
    match (has_changed, parts.is_empty()) {
        (false, _) => Some(known.clone()),
        (true, true) => None,
        (true, false) => Some(join_types(parts)),
    }
}
