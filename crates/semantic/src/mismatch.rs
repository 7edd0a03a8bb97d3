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
    // Of `Optional` without a type, Puppet finds nothing to describe: classes and defined types take any value for it.
    if matches!(expected, Type::Unknown | Type::Optional(None)) || known.is_unknown() {
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
    if lines.is_empty() {
        // Puppet has no words for the size of an `Array[Any, 2]`, although it refuses the value.
        let given = puppet_types::type_to_string(context, &known.ty(context));
        let expected = puppet_types::type_to_string(context, expected);
        return Some(format!(
            "{subject} expects a value of type {expected}, got {given}"
        ));
    }
    Some(lines.join("; "))
}

/// The rule for a text of [`mismatch`]: keys of a Struct have one of their own.
pub(crate) fn rule_of_mismatch(text: &str, usual: &'static Rule) -> &'static Rule {
    let is_key = text.contains("unrecognized key '") || text.contains("expects a value for key '");
    if is_key { &rules::STRUCT_KEY } else { usual }
}
