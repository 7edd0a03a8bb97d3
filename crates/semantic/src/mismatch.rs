//! Whether a value certainly does not fit a type, and the text that says so.

use puppet_diagnostics::{Rule, rules};
use puppet_types::{Relate, Type, TypeContext};

use crate::infer::Known;

/// Why what is known of a value cannot be accepted where a type is expected, in Puppet's words with `subject` in front
/// (`parameter 'port' expects an Integer value, got String`); `None` if it may be accepted.
pub(crate) fn mismatch(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Known,
) -> Option<String> {
    let text = description(context, subject, expected, known)?;
    if text.is_empty() {
        let given = puppet_types::type_to_string(context, &known.ty(context));
        let expected = puppet_types::type_to_string(context, expected);
        return Some(format!(
            "{subject} expects a value of type {expected}, got {given}"
        ));
    }
    Some(text)
}

/// The same for what is given to a class, a defined type or a template: it is refused only where Puppet finds words for
/// what is wrong, and it has none for the size of an `Array[Any, 2]`
/// (`TypeMismatchDescriber#validate_parameters`).
pub(crate) fn refusal(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Known,
) -> Option<String> {
    description(context, subject, expected, known).filter(|text| !text.is_empty())
}

/// What Puppet says of a value that is certainly no instance of a type: maybe nothing.
fn description(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Known,
) -> Option<String> {
    if *expected == Type::Unknown || known.is_unknown() {
        return None;
    }
    let relate = Relate::new(context);
    let is_wrong = match known {
        Known::Value(value) => !relate.is_instance(expected, value),
        Known::Type(ty) => relate.disjoint(expected, ty),
    };
    // A doubt about any part means that the answer may be another one.
    if !is_wrong || relate.doubt().is_some() {
        return None;
    }
    let text = puppet_types::describe_mismatch(context, subject, expected, &known.ty(context));
    // Several things may be wrong with one value; Puppet puts them on lines of their own.
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    Some(lines.join("; "))
}

/// The rule for a text of [`mismatch`]: keys of a Struct have one of their own.
pub(crate) fn rule_of_mismatch(text: &str, usual: &'static Rule) -> &'static Rule {
    let is_key = text.contains("unrecognized key '") || text.contains("expects a value for key '");
    if is_key { &rules::STRUCT_KEY } else { usual }
}
