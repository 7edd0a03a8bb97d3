//! Operations that fail whatever the values of their operands are, because of their types.
//!
//! Whether an operator accepts its operands depends on little more than their kinds. So it is tried on examples: a few
//! values for each kind that an operand can be of. If it fails on all of them, it always fails.

use std::sync::{Arc, LazyLock};

use puppet_eval::label::{a_an, a_an_uc};
use puppet_eval::{ErrorCause, Failure, Issue, Operation};
use puppet_scalars::{Binary, Regexp, SemVer, SemVerRange, Timespan, Timestamp, Uri};
use puppet_types::{BuiltinContext, StringConstraint, Type, TypeContext, Value};

use puppet_semantic::display_name::type_label;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::union_members;

/// How many values are tried for one operand.
const MAX_EXAMPLES: usize = 24;

/// The failure of an operation that fails on all examples of its operands.
pub(crate) fn certain_failure(
    context: &dyn TypeContext,
    left: &Inferred,
    right: &Inferred,
    mut operation: impl FnMut(&Value, &Value) -> Operation<Value>,
) -> Option<Failure> {
    if left.is_unknown() && right.is_unknown() {
        return None;
    }
    let (lefts, rights) = (examples(context, left)?, examples(context, right)?);
    let mut first: Option<Failure> = None;
    for left in &lefts {
        for right in &rights {
            match operation(left, right) {
                Err(ErrorCause::Failure(failure)) => {
                    let known = first.get_or_insert_with(|| (*failure).clone());
                    // Which of several operands is to blame must not depend on the example.
                    if known.blame != failure.blame {
                        known.blame = puppet_eval::ErrorLocation::Whole;
                    }
                }
                Ok(_) | Err(ErrorCause::Unknown(_)) => return None,
            }
        }
    }
    first
}

/// Examples of everything that has operators.
static ALL: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let types = [
        Type::STRING,
        Type::array(),
        Type::hash(),
        Type::Numeric,
        Type::Undef,
        Type::Boolean(Some(true)),
        Type::Default,
        Type::REGEXP,
        Type::semver(),
        Type::SemVerRange,
        Type::TIMESPAN,
        Type::TIMESTAMP,
        Type::Binary,
        Type::Sensitive(None),
        Type::Type(None),
    ];
    let mut examples = Vec::new();
    for ty in types {
        let _ = add_examples(&BuiltinContext, &ty, &mut examples);
    }
    examples.extend(Uri::parse("http://localhost").map(Value::from));
    examples
});

/// Values for all kinds of what is known; `None` if there are too many, or kinds of which there is no example.
fn examples(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<Value>> {
    let ty = match known {
        Inferred::Value(value) => return Some(vec![value.clone()]),
        Inferred::Type(Type::Unknown | Type::Any) => return Some(ALL.clone()),
        Inferred::Type(ty) => ty,
    };
    let mut examples = Vec::new();
    for member in union_members(context, ty) {
        add_examples(context, &member, &mut examples)?;
        if examples.len() > MAX_EXAMPLES {
            return None;
        }
    }
    // What is usually there says more in a message.
    examples.sort_by_key(|example| *example == Value::Undef);
    Some(examples)
}

fn add_examples(context: &dyn TypeContext, ty: &Type, examples: &mut Vec<Value>) -> Option<()> {
    let string = |text: &str| Value::string(text);
    match ty {
        Type::Undef => examples.push(Value::Undef),
        Type::Default => examples.push(Value::Default),
        Type::Boolean(Some(value)) => examples.push(Value::Boolean(*value)),
        Type::Integer(_) => examples.push(Value::Integer(1)),
        Type::Float(_) => examples.push(Value::Float(1.0)),
        Type::Numeric => examples.extend([Value::Integer(1), Value::Float(1.0)]),
        Type::Enum(values) if !values.values.is_empty() && !values.case_insensitive => {
            let values = values.values.iter().take(MAX_EXAMPLES + 1);
            examples.extend(values.cloned().map(Value::String));
        }
        Type::String(Some(constraint)) if let StringConstraint::Value(text) = &**constraint => {
            examples.push(Value::String(text.clone()));
        }
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => {
            examples.extend([string("1"), string("a")]);
        }
        Type::Array(_) | Type::Tuple(_) => examples.push(Value::array(Vec::new())),
        Type::Hash(_) | Type::Struct(_) => examples.push(Value::hash([])),
        Type::Collection(_) => examples.extend([Value::array(Vec::new()), Value::hash([])]),
        Type::ScalarData => examples.extend([
            Value::Integer(1),
            Value::Float(1.0),
            string("1"),
            string("a"),
            Value::Boolean(true),
        ]),
        Type::Regexp(_) => examples.push(Regexp::new("a").ok()?.into()),
        Type::SemVer(_) => examples.push(SemVer::parse("1.0.0").ok()?.into()),
        Type::SemVerRange => examples.push(SemVerRange::parse("1.x").ok()?.into()),
        Type::Timespan(_) => examples.push(Timespan::from_nanos(1).into()),
        Type::Timestamp(_) => examples.push(Timestamp::from_nanos(1).into()),
        Type::Binary => examples.push(Binary::from_bytes(*b"a").into()),
        Type::Sensitive(_) => examples.push(Value::Sensitive(Arc::new(Value::Undef))),
        Type::Type(_) => examples.push(Value::Type(Type::Any)),
        Type::Alias(_) => {
            let resolved = puppet_types::Relate::new(context).resolve_alias(ty);
            if matches!(resolved, Type::Alias(_)) {
                return None;
            }
            add_examples(context, &resolved, examples)?;
        }
        _ => return None,
    }
    Some(())
}

/// The message of a failure that was found with an example, when the operand is not always that value.
pub(super) fn message(failure: &Failure, blamed: Option<&Inferred>) -> String {
    match (failure.issue, blamed) {
        // Of values that are all known, the first is a good example.
        (Issue::NumericCoercion, Some(Inferred::Type(ty))) if !is_listed(ty) => format!(
            "Implicit conversion of {} to a number: an error since Puppet 8 (strict)",
            a_an(&type_label(without_optional(ty)))
        ),
        (Issue::NotNumeric, Some(Inferred::Type(ty))) if !is_listed(ty) => {
            format!(
                "{} cannot be converted to Numeric",
                a_an_uc(&type_label(ty))
            )
        }
        (Issue::BadSliceKeyType | Issue::BadStringSliceKeyType, Some(Inferred::Type(ty))) => {
            format!(
                "{} cannot be used where Integer is expected",
                a_an_uc(&type_label(ty))
            )
        }
        _ => failure.message.clone(),
    }
}

/// The type of what is converted: undef fails with words of its own.
fn without_optional(ty: &Type) -> &Type {
    match ty {
        Type::Optional(Some(inner)) => inner,
        ty => ty,
    }
}

/// Whether a type is a choice of texts that are written down.
fn is_listed(ty: &Type) -> bool {
    let is_value = |ty: &Type| matches!(ty, Type::String(Some(constraint)) if matches!(**constraint, StringConstraint::Value(_)));
    match ty {
        Type::Variant(variant) => variant.types.iter().all(is_value),
        ty => is_value(ty),
    }
}
