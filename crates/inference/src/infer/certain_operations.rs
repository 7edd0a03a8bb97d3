//! Operators whose operands are known: their results, and the failures that are certain.

use puppet_eval::number::Number;
use puppet_eval::operators::{Coercions, Lenient};
use puppet_eval::{ErrorCause, ErrorLocation, Issue, Operation};
use puppet_hir::model::ExprId;
use puppet_types::{Type, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::definite_failure::{certain_failure, message};
use crate::infer::inference::Failure;
use puppet_types::inferred::Inferred;

/// The values of two operands, if both are known.
pub(super) fn both<'w>(
    walk: &'w InferenceBuilder<'_>,
    left: ExprId,
    right: ExprId,
) -> Option<(&'w Value, &'w Value)> {
    walk.result(left).value().zip(walk.result(right).value())
}

/// The result of an operation on two values; if they are not known, only whether it always fails.
pub(super) fn evaluated(
    walk: &InferenceBuilder<'_>,
    left: ExprId,
    right: ExprId,
    operation: impl Fn(&Value, &Value) -> Operation<Value>,
) -> Option<Operation<Value>> {
    match both(walk, left, right) {
        Some((left, right)) => Some(operation(left, right)),
        None => {
            let examples = [walk.result(left), walk.result(right)];
            certain(walk, [left, right], examples, operation)
        }
    }
}

/// Whether an operation always fails, by what is known of its operands for this operation.
pub(super) fn certain(
    walk: &InferenceBuilder<'_>,
    operands: [ExprId; 2],
    known: [&Inferred; 2],
    operation: impl Fn(&Value, &Value) -> Operation<Value>,
) -> Option<Operation<Value>> {
    let [left, right] = known;
    let mut failure = certain_failure(walk.names, left, right, operation)?;
    let [left, right] = operands.map(|operand| walk.result(operand));
    let blamed = match failure.blame {
        ErrorLocation::Left => Some(left),
        ErrorLocation::Right => Some(right),
        ErrorLocation::Whole if operands[0] == operands[1] => Some(left),
        ErrorLocation::Whole | ErrorLocation::Key(_) => None,
    };
    failure.message = message(&failure, blamed);
    Some(Err(ErrorCause::Failure(Box::new(failure))))
}

/// The same for an operation on numbers, which may fail only where no string is taken as one.
pub(super) fn certain_of_numbers(
    walk: &InferenceBuilder<'_>,
    operands: [ExprId; 2],
    known: [&Inferred; 2],
    operation: impl Fn(&Value, &Value, &mut dyn Coercions) -> Operation<Value>,
) -> Option<Operation<Value>> {
    let lenient = |left: &Value, right: &Value| operation(left, right, &mut Lenient);
    let strict = |left: &Value, right: &Value| operation(left, right, &mut OperatorError);
    certain(walk, operands, known, lenient).or_else(|| certain(walk, operands, known, strict))
}

/// The result of an operation that gives a Boolean.
pub(super) fn finish_condition(
    walk: &mut InferenceBuilder<'_>,
    expr: ExprId,
    result: Option<Operation<Value>>,
) -> Inferred {
    let otherwise = match result {
        None => walk.type_of_condition(expr),
        Some(_) => Type::BOOLEAN,
    };
    finish(walk, expr, result, None, otherwise)
}

/// The result of an operation that was evaluated, or its failure, which is recorded.
pub(super) fn finish(
    walk: &mut InferenceBuilder<'_>,
    expr: ExprId,
    result: Option<Operation<Value>>,
    coerced: Option<(ErrorLocation, String, Number)>,
    otherwise: Type,
) -> Inferred {
    if let (Some(Ok(_)), Some((blame, text, number))) = (&result, coerced) {
        let message = format!(
            "The string '{text}' was automatically coerced to the numerical value {number}"
        );
        walk.fail(Failure {
            expr,
            blame,
            issue: Issue::NumericCoercion,
            message,
        });
    }
    match result {
        Some(Ok(value)) => value.into(),
        Some(Err(ErrorCause::Failure(failure))) => {
            let puppet_eval::Failure {
                issue,
                message,
                blame,
            } = *failure;
            walk.fail(Failure {
                expr,
                blame,
                issue,
                message,
            });
            Inferred::UNKNOWN
        }
        Some(Err(ErrorCause::Unknown(_))) | None => Inferred::Type(otherwise),
    }
}

/// Remembers the first string that was taken as a number: Puppet 8 makes an error of it.
pub(super) struct First<'a>(pub(super) &'a mut Option<(ErrorLocation, String, Number)>);

impl Coercions for First<'_> {
    fn coerced(&mut self, blame: ErrorLocation, text: &str, number: Number) -> Operation<()> {
        self.0
            .get_or_insert_with(|| (blame, text.to_owned(), number));
        Ok(())
    }
}

/// Refuses to take any string as a number, as Puppet 8 does.
pub(crate) struct OperatorError;

impl Coercions for OperatorError {
    fn coerced(&mut self, blame: ErrorLocation, _: &str, _: Number) -> Operation<()> {
        let message = "A string is not taken as a number".to_owned();
        Err(ErrorCause::issue_at(blame, Issue::NumericCoercion, message))
    }
}
