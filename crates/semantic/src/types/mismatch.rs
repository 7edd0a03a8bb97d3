//! Definite type mismatches of values, with their messages.

use puppet_diagnostics::Subject;
use puppet_types::{Description, Relate, Type, TypeContext};

use crate::display_name::type_label;
use puppet_types::inferred::Inferred;

/// Why a value certainly does not fit a type.
pub struct Mismatch {
    /// In Puppet's words: maybe none.
    pub text: String,
    /// The keys that are wrong in a hash, if that is what it is about.
    pub keys: Option<Subject>,
}

impl From<Mismatch> for String {
    fn from(mismatch: Mismatch) -> Self {
        mismatch.text
    }
}

/// Why what is known of a value cannot be accepted where a type is expected, in Puppet's words with `subject` in front
/// (`parameter 'port' expects an Integer value, got String`); `None` if it may be accepted.
pub fn mismatch(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Inferred,
) -> Option<Mismatch> {
    let mut mismatch = described(context, subject, expected, known)?;
    if mismatch.text.is_empty() {
        let given = type_label(&known.ty(context));
        mismatch.text = format!("{subject} expects a value of type {expected}, got {given}");
    }
    Some(mismatch)
}

/// Whether what is known of a value certainly cannot be accepted where a type is expected.
pub fn is_mismatch(context: &dyn TypeContext, expected: &Type, known: &Inferred) -> bool {
    if *expected == Type::Unknown || known.is_unknown() {
        return false;
    }
    let relate = Relate::new(context);
    let is_wrong = match known {
        Inferred::Value(value) => !relate.is_instance(expected, value),
        Inferred::Type(ty) => relate.disjoint(expected, ty),
    };
    // A doubt about any part means that the answer may be another one.
    is_wrong && relate.doubt().is_none()
}

/// As [`mismatch`] for what is given to a class, a defined type or a template: it is refused only where Puppet finds
/// words for what is wrong, and it has none for the size of an `Array[Any, 2]`
/// (`TypeMismatchDescriber#validate_parameters`). A Deferred stands for what its function returns, which is not known.
pub fn refusal(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Inferred,
) -> Option<Mismatch> {
    let found = described(context, subject, expected, known);
    found.filter(|it| !it.text.is_empty() && known.ty(context) != Type::deferred())
}

/// What Puppet says of a value that is certainly no instance of a type: maybe nothing.
fn described(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    known: &Inferred,
) -> Option<Mismatch> {
    if !is_mismatch(context, expected, known) {
        return None;
    }
    let actual = known.ty(context);
    let description = puppet_types::description_of_mismatch(context, subject, expected, &actual);
    // Several things may be wrong with one value; Puppet puts them on lines of their own.
    let lines = description.text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    Some(Mismatch {
        text: lines.join("; "),
        keys: keys(description),
    })
}

fn keys(description: Description) -> Option<Subject> {
    let Description {
        missing_keys: missing,
        unknown_keys: unknown,
        ..
    } = description;
    let is_about_keys = !missing.is_empty() || !unknown.is_empty();
    is_about_keys.then_some(Subject::Keys { missing, unknown })
}
