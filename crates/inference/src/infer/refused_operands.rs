//! Operands that an operator refuses for some of the types that they may have, and not for all.

use puppet_eval::Operation;
use puppet_eval::operators::{access, arithmetic, comparison, matching};
use puppet_hir::model::{ArithmeticOperator, ComparisonOperator, Expr, ExprId};
use puppet_types::{IntegerRange, Type, TypeContext, Value, resolve_alias};

use crate::infer::certain_operations::OperatorError;
use crate::infer::definite_failure::certain_failure;
use crate::infer::possible_values::{open_texts, refused_members};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::paired::paired;
use puppet_types::inferred::set_theoretic::union_members;

/// An operand, and the members of its type with which the operation fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedOperand {
    /// The operand.
    pub expr: ExprId,
    /// Those members.
    pub members: Vec<Type>,
}

/// The operands of an expression that it refuses for some members of their types.
pub fn refused_operands<'a>(
    context: &dyn TypeContext,
    expr: &Expr,
    known: impl Fn(ExprId) -> &'a Inferred,
) -> Vec<RefusedOperand> {
    let Some((operator, [left, right])) = operator_of(expr) else {
        return Vec::new();
    };
    let operation = |left: &Value, right: &Value| operator.evaluate(context, left, right);
    let swapped = |right: &Value, left: &Value| operator.evaluate(context, left, right);
    let fails = |ty: &Type, other: ExprId, operation: &dyn Fn(&Value, &Value) -> _| {
        let operand = Inferred::Type(ty.clone());
        certain_failure(context, &operand, known(other), operation).is_some()
    };
    let mut of_left = refused_members(context, known(left), |ty| fails(ty, right, &operation));
    let mut of_right = match right == left {
        true => Vec::new(),
        false => refused_members(context, known(right), |ty| fails(ty, left, &swapped)),
    };
    if of_right.is_empty() && is_addition(expr) {
        of_right = unpaired(context, known(left), known(right));
    }
    if of_right.is_empty() && is_division(expr) {
        of_right = zeros(context, known(right));
    }
    if let Operator::Access = operator {
        let (texts, keys) = indexed_by_text(context, known(left), known(right));
        if of_left.is_empty() {
            of_left = texts;
        }
        if of_right.is_empty() {
            of_right = keys;
        }
    } else if of_left.is_empty() && of_right.is_empty() && right != left {
        of_right = refused_together(context, [known(left), known(right)], &operation);
    }
    let second =
        second_key(expr).filter(|_| !matches!(known(left), Inferred::Value(Value::Type(_))));
    let of_second = second.map(|key| {
        let slice = |whole: &Value, key: &Value| {
            access::access(
                context,
                whole,
                &[Value::Integer(0), key.clone()],
                &mut OperatorError,
            )
        };
        let fails = |ty: &Type| {
            let key = Inferred::Type(ty.clone());
            certain_failure(context, known(left), &key, slice).is_some()
        };
        (key, refused_members(context, known(key), fails))
    });
    let operands = [(left, of_left), (right, of_right)]
        .into_iter()
        .chain(of_second);
    operands
        .filter(|(_, members)| !members.is_empty())
        .map(|(expr, members)| RefusedOperand { expr, members })
        .collect()
}

fn is_addition(expr: &Expr) -> bool {
    let add = ArithmeticOperator::Add;
    matches!(expr, Expr::Arithmetic { operator, .. } if *operator == add)
}

fn is_division(expr: &Expr) -> bool {
    use ArithmeticOperator::{Divide, Modulo};
    matches!(
        expr,
        Expr::Arithmetic {
            operator: Divide | Modulo,
            ..
        }
    )
}

/// Zero, if something may be it that does not reach beyond: a size, or one of several numbers.
fn zeros(context: &dyn TypeContext, divisor: &Inferred) -> Vec<Type> {
    let Inferred::Type(ty) = divisor else {
        return Vec::new();
    };
    let ends_at_zero = |ty: &Type| match resolve_alias(context, ty) {
        Type::Integer(range) => range.lower_bound() == Some(&0) || range.upper_bound() == Some(&0),
        _ => false,
    };
    let mut members = union_members(context, ty).into_iter();
    let zero = Type::Integer(IntegerRange::exactly(0));
    members
        .any(|it| ends_at_zero(&it))
        .then_some(zero)
        .into_iter()
        .collect()
}

/// So many pairs of members are tried.
const MAX_PAIRS: usize = 64;

/// The members on the right with which an operation fails for some member on the left.
fn refused_together(
    context: &dyn TypeContext,
    [left, right]: [&Inferred; 2],
    operation: &dyn Fn(&Value, &Value) -> Operation<Value>,
) -> Vec<Type> {
    let [lefts, rights] = [left, right].map(|it| match it {
        Inferred::Type(ty) => union_members(context, ty),
        Inferred::Value(_) => Vec::new(),
    });
    let is_few = lefts.len() > 1 && rights.len() > 1 && lefts.len() * rights.len() <= MAX_PAIRS;
    let is_open = |ty: &Type| matches!(ty, Type::Any | Type::Unknown);
    if !is_few || lefts.iter().chain(&rights).any(is_open) {
        return Vec::new();
    }
    let lefts: Vec<Inferred> = lefts.into_iter().map(Inferred::Type).collect();
    let fails = |right: &Type| {
        let right = Inferred::Type(right.clone());
        let mut lefts = lefts.iter();
        lefts.any(|left| certain_failure(context, left, &right, operation).is_some())
    };
    rights.into_iter().filter(fails).collect()
}

/// The texts among what is accessed with a text, which takes the place of an index only where it is written as one; or
/// else that text, if nothing else is accessed.
fn indexed_by_text(
    context: &dyn TypeContext,
    whole: &Inferred,
    key: &Inferred,
) -> (Vec<Type>, Vec<Type>) {
    let is_pattern = |ty: &Type| matches!(resolve_alias(context, ty), Type::Pattern(_));
    let mut keys = open_texts(context, key, "a");
    keys.retain(|it| !is_pattern(it));
    let members = match whole {
        Inferred::Type(ty) if !keys.is_empty() => union_members(context, ty),
        _ => Vec::new(),
    };
    let is_text = |ty: &Type| {
        let ty = resolve_alias(context, ty);
        matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
    };
    let texts: Vec<Type> = members.iter().filter(|it| is_text(it)).cloned().collect();
    match texts.len() {
        0 => (Vec::new(), Vec::new()),
        count if count == members.len() => (Vec::new(), keys),
        _ => (texts, Vec::new()),
    }
}

/// `$i` in `$list[0, $i]`.
fn second_key(expr: &Expr) -> Option<ExprId> {
    match expr {
        Expr::Access { keys, .. } => keys.get(1).copied(),
        _ => None,
    }
}

/// The arrays among what is added that are no hashes, where something may be a hash.
fn unpaired(context: &dyn TypeContext, whole: &Inferred, added: &Inferred) -> Vec<Type> {
    let Inferred::Type(ty) = added else {
        return Vec::new();
    };
    let is_hash = |ty: &Type| matches!(resolve_alias(context, ty), Type::Hash(_) | Type::Struct(_));
    let mut members = union_members(context, &whole.ty(context)).into_iter();
    if !members.any(|it| is_hash(&it)) {
        return Vec::new();
    }
    let members = union_members(context, ty).into_iter();
    let may_fail = |it: &Type| paired(context, it).is_some_and(|it| it.may_fail);
    members.filter(may_fail).collect()
}

/// The members of what is known of a value with which an operation fails, whatever they are; none if it fails with all.
#[must_use]
pub fn refused_by(
    context: &dyn TypeContext,
    known: &Inferred,
    operation: impl Fn(&Value) -> Operation<Value>,
) -> Vec<Type> {
    refused_members(context, known, |ty| {
        let known = Inferred::Type(ty.clone());
        certain_failure(context, &known, &Inferred::UNDEF, |value, _| {
            operation(value)
        })
        .is_some()
    })
}

/// An operator that does not accept everything.
enum Operator {
    Arithmetic(ArithmeticOperator),
    Minus,
    Comparison(ComparisonOperator),
    Match,
    Access,
}

/// The operator of an expression with its operands; the only operand twice.
fn operator_of(expr: &Expr) -> Option<(Operator, [ExprId; 2])> {
    Some(match expr {
        Expr::Arithmetic {
            operator,
            left,
            right,
        } => (Operator::Arithmetic(*operator), [*left, *right]),
        Expr::UnaryMinus(operand) => (Operator::Minus, [*operand; 2]),
        Expr::Comparison {
            operator,
            left,
            right,
        } => (Operator::Comparison(*operator), [*left, *right]),
        Expr::Match { left, right, .. } => (Operator::Match, [*left, *right]),
        // What has no operator at all refuses the first key.
        Expr::Access { left, keys } => (Operator::Access, [*left, *keys.first()?]),
        _ => return None,
    })
}

impl Operator {
    fn evaluate(&self, context: &dyn TypeContext, left: &Value, right: &Value) -> Operation<Value> {
        let mut numbers = OperatorError;
        match self {
            Self::Arithmetic(operator) => {
                arithmetic::calculate(context, *operator, left, right, &mut numbers)
            }
            Self::Minus => arithmetic::negate(context, left, &mut numbers),
            Self::Comparison(operator) => {
                comparison::evaluate(context, *operator, left, right).map(Value::Boolean)
            }
            Self::Match => {
                matching::evaluate(context, left, right).map(|it| Value::Boolean(it.matched))
            }
            Self::Access => {
                access::access(context, left, std::slice::from_ref(right), &mut numbers)
            }
        }
    }
}
