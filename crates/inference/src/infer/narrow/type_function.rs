//! Tests of `type($x)`: narrowing of `$x`.

use puppet_hir::Call;
use puppet_hir::model::{ComparisonOperator, ExprId};
use puppet_types::{Type, Value, generalize};

use crate::infer::builder::InferenceBuilder;

impl InferenceBuilder<'_> {
    /// `$x` of `type($x)`.
    pub(crate) fn subject_of_type(&self, expr: ExprId) -> Option<ExprId> {
        let call = Call::from_expr(self.body, self.body.without_parentheses(expr))?;
        match call.arguments[..] {
            [subject, ..] if call.name == Some("type") => Some(subject),
            _ => None,
        }
    }

    /// `type($x) =~ Type[T]` is `$x =~ T`.
    pub(crate) fn type_test_operands(&self, left: ExprId, pattern: Value) -> (ExprId, Value) {
        match (self.subject_of_type(left), type_of_types(&pattern)) {
            (Some(subject), Some(ty)) => (subject, Value::Type(ty.clone())),
            _ => (left, pattern),
        }
    }

    /// `type($x) <= T`, `T > type($x)`.
    pub(crate) fn narrow_subtype(
        &mut self,
        operator: ComparisonOperator,
        left: ExprId,
        right: ExprId,
        truth: bool,
    ) -> bool {
        let (subject, ty) = match operator {
            ComparisonOperator::Less | ComparisonOperator::LessOrEqual => (left, right),
            ComparisonOperator::Greater | ComparisonOperator::GreaterOrEqual => (right, left),
            ComparisonOperator::Equal | ComparisonOperator::NotEqual => return true,
        };
        let Some(subject) = self.subject_of_type(subject) else {
            return true;
        };
        let Some(Value::Type(ty)) = self.result(ty).value().cloned() else {
            return true;
        };
        let context = self.names;
        let accepts_equal = matches!(
            operator,
            ComparisonOperator::LessOrEqual | ComparisonOperator::GreaterOrEqual
        );
        // The type of a value need not be as exact as the value.
        let is_general = || generalize(context, &ty) == ty;
        match truth {
            true => self.narrow_type(subject, &ty, true),
            false if accepts_equal && is_general() => self.narrow_type(subject, &ty, false),
            false => true,
        }
    }
}

/// `T` of `Type[T]`.
pub(crate) fn type_of_types(value: &Value) -> Option<&Type> {
    match value {
        Value::Type(Type::Type(Some(ty))) => Some(ty),
        _ => None,
    }
}
