//! Conditions about sizes: `length($x) > 0`, `$x.size == 2`, `!$x.empty`.

use puppet_hir::Call;
use puppet_hir::model::{ComparisonOperator, Expr, ExprId};
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
        let number = |walk: &Self, id: ExprId| match walk.result(id).value() {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        };
        let (subject, operator, number) = match (self.measured(left), self.measured(right)) {
            (Some(subject), None) => (subject, operator, number(self, right)),
            (None, Some(subject)) => (subject, swapped(operator), number(self, left)),
            _ => return true,
        };
        let sizes = number.and_then(|number| sizes(operator, number, truth));
        match sizes {
            Some(sizes) => self.narrow_length(subject, &sizes),
            None => true,
        }
    }

    /// `$x` in `length($x)`.
    fn measured(&self, id: ExprId) -> Option<ExprId> {
        let call = Call::from_expr(self.body, self.body.without_parentheses(id))?;
        match (call.name, &call.arguments[..]) {
            (Some("length" | "size"), [subject]) => Some(*subject),
            _ => None,
        }
    }

    /// `case length($x) { 1: … }`: what is known of the size tells something of what is measured.
    pub(crate) fn narrow_by_size(&mut self, test: ExprId, size: &Inferred) {
        if let (Some(subject), Type::Integer(sizes)) = (self.measured(test), size.ty(self.names)) {
            self.narrow_length(subject, &sizes);
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
        let (place, operator, number) = match (self.result(left), self.result(right)) {
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

    /// Something has a length, which is one of these.
    pub(crate) fn narrow_length(&mut self, subject: ExprId, sizes: &IntegerRange) -> bool {
        let context = self.names;
        // A hash has as many keys and values as entries.
        if let Some(call) = Call::from_expr(self.body, self.body.without_parentheses(subject))
            && let (Some("keys" | "values"), [hash], None) =
                (call.name, &call.arguments[..], call.lambda)
        {
            return self.narrow_length(*hash, sizes);
        }
        // What a text stands for that is not empty is not undef.
        if let Expr::ConcatenatedString(segments) = self.body.expr(subject)
            && let [only] = **segments
            && let Expr::Text(inner) = self.body.expr(only)
            && sizes.min_size() > 0
        {
            return self.narrow_type(*inner, &Type::Undef, false);
        }
        self.narrow_filtered(subject, sizes)
            && self.narrow_place(subject, |known| {
                let known = subtract(context, known, &Type::Undef)?;
                restrict_size(context, &known, sizes, |_| true)
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

/// The sizes that compare like this.
fn sizes(operator: ComparisonOperator, number: i64, truth: bool) -> Option<IntegerRange> {
    match (operator, truth) {
        (ComparisonOperator::Equal, true) | (ComparisonOperator::NotEqual, false) => {
            Some(IntegerRange::exactly(number))
        }
        (ComparisonOperator::NotEqual, true) | (ComparisonOperator::Equal, false)
            if number == 0 =>
        {
            Some(IntegerRange::at_least(1))
        }
        _ => range(operator, number, truth),
    }
}
