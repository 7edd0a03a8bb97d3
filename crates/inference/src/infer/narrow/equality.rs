//! `==` and `!=`: narrowing by comparisons with known values.

use puppet_eval::operators::equality;
use puppet_hir::model::ExprId;
use puppet_types::{IntegerRange, Type, TypeContext, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::enum_values::select_equal;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{
    exclude_integer, intersect, restrict_integers, restrict_size, restrict_text, subtract,
};

impl InferenceBuilder<'_> {
    /// `left == right`, by what is known of the right side.
    pub(super) fn narrow_equal(&mut self, left: ExprId, right: ExprId, is_equal: bool) -> bool {
        let Some(value) = self.result(right).value().cloned() else {
            return !is_equal || self.narrow_to_kinds_of(left, right);
        };
        let context = self.names;
        if let (Value::Type(ty), Some(subject)) = (&value, self.subject_of_type(left)) {
            // Its type may be more exact than that, but not less. Who asks for the type of a type means its values.
            return !is_equal || matches!(ty, Type::Type(_)) || self.narrow_type(subject, ty, true);
        }
        self.narrow_place(left, |known| {
            if is_equal {
                equal_to(context, known, &value)
            } else {
                exclude_value(context, known, &value)
            }
        })
    }
}

/// What is known of something that equals a value by `==`: strings without regard to case, numbers by their size.
pub(crate) fn equal_to(
    context: &dyn TypeContext,
    known: &Inferred,
    value: &Value,
) -> Option<Inferred> {
    if let Inferred::Value(known_value) = known {
        return equality::equals(known_value, value).then(|| known.clone());
    }
    match value {
        Value::Undef => intersect(context, known, &Type::Undef),
        Value::Boolean(flag) => intersect(context, known, &Type::Boolean(Some(*flag))),
        Value::String(_) => {
            let text = intersect(context, known, &Type::STRING)?;
            let text = select_equal(context, &text, true, value)?;
            Some(restrict_text(context, &text, value.as_str()?))
        }
        Value::Integer(number) => {
            let known = intersect(context, known, &numbers_and_times())?;
            restrict_integers(context, &known, &IntegerRange::exactly(*number))
        }
        Value::Float(_) => intersect(context, known, &numbers_and_times()),
        Value::Array(items) => {
            let array = intersect(context, known, &Type::array())?;
            of_size(context, &array, items.len())
        }
        Value::Hash(entries) => {
            let hash = intersect(context, known, &Type::hash())?;
            of_size(context, &hash, entries.len())
        }
        _ => Some(known.clone()),
    }
}

fn numbers_and_times() -> Type {
    Type::variant_of([Type::Numeric, Type::TIMESPAN, Type::TIMESTAMP])
}

/// What is known of something that does not equal a value.
pub(crate) fn exclude_value(
    context: &dyn TypeContext,
    known: &Inferred,
    value: &Value,
) -> Option<Inferred> {
    if let Inferred::Value(known_value) = known {
        return (!equality::equals(known_value, value)).then(|| known.clone());
    }
    match value {
        Value::Undef => subtract(context, known, &Type::Undef),
        Value::Boolean(flag) => subtract(context, known, &Type::Boolean(Some(*flag))),
        Value::Integer(number) => exclude_integer(context, known, *number),
        Value::String(text) if text.is_empty() => {
            let rest = select_equal(context, known, false, value)?;
            not_empty(context, &rest, |ty| matches!(ty, Type::String(_)))
        }
        Value::String(_) => select_equal(context, known, false, value),
        Value::Array(items) if items.is_empty() => not_empty(context, known, |ty| {
            matches!(ty, Type::Array(_) | Type::Tuple(_))
        }),
        Value::Hash(entries) if entries.is_empty() => {
            not_empty(context, known, |ty| matches!(ty, Type::Hash(_)))
        }
        _ => Some(known.clone()),
    }
}

/// What is known of a collection with so many elements.
fn of_size(context: &dyn TypeContext, known: &Inferred, size: usize) -> Option<Inferred> {
    restrict_size(context, known, &IntegerRange::with_len(size), |_| true)
}

/// What is known of something that is empty only where its type is not measured.
fn not_empty(
    context: &dyn TypeContext,
    known: &Inferred,
    is_measured: impl Fn(&Type) -> bool,
) -> Option<Inferred> {
    restrict_size(context, known, &IntegerRange::at_least(1), is_measured)
}
