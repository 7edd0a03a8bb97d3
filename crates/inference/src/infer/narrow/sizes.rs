//! Conditions about sizes: `length($x) > 0`, `$x.size == 2`, `!$x.empty`.

use puppet_hir::Call;
use puppet_hir::model::{ComparisonOperator, ExprId};
use puppet_types::{IntegerRange, Range, Type, Value};

use crate::infer::builder::InferenceBuilder;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{restrict_integers, restrict_size, subtract};

impl InferenceBuilder<'_> {
    /// `length($x) > 1`, or the same from the right.
    pub(crate) fn narrow_size(
        &mut self,
        operator: ComparisonOperator,
        left: ExprId,
        right: ExprId,
        truth: bool,
    ) -> bool {
        let measured = |walk: &Self, id: ExprId| {
            let call = Call::from_expr(walk.body, walk.body.without_parentheses(id))?;
            match (call.name, &call.arguments[..]) {
                (Some("length" | "size"), [subject]) => Some(*subject),
                _ => None,
            }
        };
        let number = |walk: &Self, id: ExprId| match walk.known(id).value() {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        };
        let (subject, operator, number) = match (measured(self, left), measured(self, right)) {
            (Some(subject), None) => (subject, operator, number(self, right)),
            (None, Some(subject)) => (subject, swapped(operator), number(self, left)),
            _ => return true,
        };
        let least = number.and_then(|number| least(operator, number, truth));
        match least {
            Some(least) => self.narrow_length(subject, least),
            None => true,
        }
    }

    /// `$x > 1`, or the same from the right.
    pub(crate) fn narrow_number(
        &mut self,
        operator: ComparisonOperator,
        left: ExprId,
        right: ExprId,
        truth: bool,
    ) -> bool {
        let (place, operator, number) = match (self.known(left), self.known(right)) {
            (Inferred::Type(_), Inferred::Value(Value::Integer(number))) => {
                (left, operator, *number)
            }
            (Inferred::Value(Value::Integer(number)), Inferred::Type(_)) => {
                (right, swapped(operator), *number)
            }
            _ => return true,
        };
        let Some(range) = range(operator, number, truth) else {
            return true;
        };
        let context = self.names;
        self.narrow_place(place, |known| restrict_integers(context, known, &range))
    }

    /// Something has a length, which is at least this.
    pub(crate) fn narrow_length(&mut self, subject: ExprId, least: i64) -> bool {
        let context = self.names;
        self.narrow_place(subject, |known| {
            let known = subtract(context, known, &Type::Undef)?;
            Some(restrict_size(context, &known, least, |_| true))
        })
    }
}

/// The operator when its sides are swapped.
fn swapped(operator: ComparisonOperator) -> ComparisonOperator {
    match operator {
        ComparisonOperator::Less => ComparisonOperator::Greater,
        ComparisonOperator::Greater => ComparisonOperator::Less,
        ComparisonOperator::LessOrEqual => ComparisonOperator::GreaterOrEqual,
        ComparisonOperator::GreaterOrEqual => ComparisonOperator::LessOrEqual,
        same @ (ComparisonOperator::Equal | ComparisonOperator::NotEqual) => same,
    }
}

/// The integers that compare like this.
fn range(operator: ComparisonOperator, number: i64, truth: bool) -> Option<IntegerRange> {
    let (from, to) = match (operator, truth) {
        (ComparisonOperator::Greater, true) | (ComparisonOperator::LessOrEqual, false) => {
            (Some(number.checked_add(1)?), None)
        }
        (ComparisonOperator::GreaterOrEqual, true) | (ComparisonOperator::Less, false) => {
            (Some(number), None)
        }
        (ComparisonOperator::Less, true) | (ComparisonOperator::GreaterOrEqual, false) => {
            (None, Some(number.checked_sub(1)?))
        }
        (ComparisonOperator::LessOrEqual, true) | (ComparisonOperator::Greater, false) => {
            (None, Some(number))
        }
        (ComparisonOperator::Equal | ComparisonOperator::NotEqual, _) => return None,
    };
    Range::new(from, to)
}

/// How large a size is at least that compares like this.
fn least(operator: ComparisonOperator, number: i64, truth: bool) -> Option<i64> {
    match (operator, truth) {
        (ComparisonOperator::Greater, true) | (ComparisonOperator::LessOrEqual, false) => {
            number.checked_add(1)
        }
        (ComparisonOperator::GreaterOrEqual | ComparisonOperator::Equal, true)
        | (ComparisonOperator::Less | ComparisonOperator::NotEqual, false) => Some(number),
        (ComparisonOperator::NotEqual, true) | (ComparisonOperator::Equal, false)
            if number == 0 =>
        {
            Some(1)
        }
        _ => None,
    }
}
