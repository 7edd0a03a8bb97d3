//! Operators that are not defined for the values that they always get.

use puppet_diagnostics::declare_rule;
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{
    ArithmeticOperator, AssignmentOperator, Body, ComparisonOperator, Expr, ExprId, MatchOperator,
};
use puppet_types::{IntegerRange, Relate, StructType, Type, Value};

use puppet_inference::body_context::Context;
use puppet_inference::infer::refused_operands::refused_operands;
use puppet_inference::infer::{Call, Failure, titles_of};
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::Refused;
use puppet_types::inferred::set_theoretic::union_members;

declare_rule! {
    /// An operator is not defined for values of these types.
    pub OPERATOR_TYPE_MISMATCH = {
        code: "T206", name: "operator-type-mismatch",
        level: Error, fix: Unsafe,
        help: "Convert the operand, such as with `Integer($x)`, or use another operator",
    }
}

/// Operands that may be what the operator refuses.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Assignment {
            operator: AssignmentOperator::Assign,
            left,
            right,
        } = it.expr
        {
            out.extend(check_assignment(context, *left, *right));
            continue;
        }
        let Some(operator) = symbol(it.expr) else {
            continue;
        };
        if context.is_in_query(it.id) {
            continue;
        }
        if let Expr::Access { left, keys } = it.expr
            && let Some(Value::Type(ty)) = context.inference.result(*left).value()
            && let Some(titles) = titles_of(ty)
        {
            let expectation = Expectation::new(Some(&titles), "a reference".to_owned());
            let expectation = expectation.wanted("a title");
            let may_fail = |key: &ExprId| {
                possible::diagnostic(context, &OPERATOR_TYPE_MISMATCH, *key, &expectation)
            };
            out.extend(keys.iter().filter_map(may_fail));
            continue;
        }
        let expectation = Expectation::new(None, format!("operator '{operator}'"));
        let known = |id| context.inference.result(id);
        for mut operand in refused_operands(&context.names, it.expr, known) {
            // What may be undef before `[]` has a rule of its own.
            if matches!(it.expr, Expr::Access { left, .. } if *left == operand.expr) {
                operand.members.retain(|member| *member != Type::Undef);
            }
            let (rule, at) = (&OPERATOR_TYPE_MISMATCH, operand.expr);
            let refused = Refused::members(operand.members);
            let found = possible::members_diagnostic(context, rule, at, refused, &expectation);
            out.extend(found);
        }
    }
}

/// `[]` after a fact that nothing defines.
pub(crate) fn access_to_unknown_fact(fact: ExprId, name: &str) -> BodyDiagnostic {
    let message = "Operator '[]' is not applicable to an Undef Value.";
    let help = format!("Fact '{name}' is unknown: nothing defines it, and no other code reads it");
    BodyDiagnostic::new(&OPERATOR_TYPE_MISMATCH, Anchor::Expr(fact), message)
        .with_issue("OPERATOR_NOT_APPLICABLE")
        .with_help(help)
}

/// `[$a, $b] = $values`
fn check_assignment(context: &Context<'_>, left: ExprId, right: ExprId) -> Option<BodyDiagnostic> {
    let Expr::LiteralList(targets) = context.body.expr(left) else {
        return None;
    };
    if targets.len() < 2 {
        return None;
    }
    let size = IntegerRange::with_len(targets.len());
    let array = Type::array_of(Type::Any, size);
    let expected = Type::variant_of([array, Type::hash(), Type::Type(None)]);
    let subject = format!("an assignment to {} variables", targets.len());
    let expectation = Expectation::new(Some(&expected), subject.clone());
    let rule = &OPERATOR_TYPE_MISMATCH;
    possible::diagnostic(context, rule, right, &expectation).or_else(|| {
        let refused = Refused::partial(without_keys(context, right, targets));
        let expectation = Expectation::new(None, subject).wanted("a value for each of them");
        possible::members_diagnostic(context, rule, right, refused, &expectation)
    })
}

/// `split($text, ':')`, where nothing is known of how the text is written.
fn is_split_text(context: &Context<'_>, id: ExprId) -> bool {
    let is_text = |id: &ExprId| {
        matches!(
            context.inference.result(*id),
            Inferred::Type(Type::String(_))
        )
    };
    Call::from_expr(context.body, context.body.without_parentheses(id)).is_some_and(|call| {
        call.name == Some("split") && call.arguments.first().is_some_and(is_text)
    })
}

/// The hashes that need not have a key for each of these variables, and the arrays that need not have so many elements.
fn without_keys(context: &Context<'_>, right: ExprId, targets: &[ExprId]) -> Vec<Type> {
    let Inferred::Type(known) = context.inference.result(right) else {
        return Vec::new();
    };
    let has_key = |structure: &StructType, target: &ExprId| {
        let Some(name) = context.body.variable_name(*target) else {
            return true;
        };
        match structure.get(name) {
            Some(element) => !element.is_optional(),
            // That is an error.
            None => matches!(known, Type::Struct(_)),
        }
    };
    let lacks_keys = |ty: &Type| match Relate::new(&context.names).resolve_alias(ty) {
        Type::Hash(hash) => hash.key != Type::Any,
        Type::Array(_) => is_split_text(context, right),
        Type::Struct(structure) => !targets.iter().all(|it| has_key(&structure, it)),
        _ => false,
    };
    let members = union_members(&context.names, known);
    members.into_iter().filter(lacks_keys).collect()
}

/// An operator that refuses some operands, as it is written.
fn symbol(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Arithmetic { operator, .. } => match operator {
            ArithmeticOperator::Add => "+",
            ArithmeticOperator::Subtract => "-",
            ArithmeticOperator::Multiply => "*",
            ArithmeticOperator::Divide => "/",
            ArithmeticOperator::Modulo => "%",
            ArithmeticOperator::ShiftLeft => "<<",
            ArithmeticOperator::ShiftRight => ">>",
        },
        Expr::Comparison { operator, .. } => match operator {
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessOrEqual => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterOrEqual => ">=",
            ComparisonOperator::Equal | ComparisonOperator::NotEqual => return None,
        },
        Expr::Match { operator, .. } => match operator {
            MatchOperator::Match => "=~",
            MatchOperator::NoMatch => "!~",
        },
        Expr::UnaryMinus(_) => "-",
        Expr::Access { .. } => "[]",
        _ => return None,
    })
}

/// How strings are joined: `+` adds numbers.
pub(crate) fn help(context: &Context<'_>, failure: &Failure) -> Option<&'static str> {
    let is_string = |id: &ExprId| {
        let ty = context.inference.result(*id).ty(&context.names);
        matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
    };
    match context.body.expr(failure.expr) {
        Expr::Arithmetic {
            operator: ArithmeticOperator::Add,
            left,
            right,
        } if failure.issue == Issue::NotNumeric && (is_string(left) || is_string(right)) => {
            Some(r#"Use interpolation to join strings: "${a}${b}""#)
        }
        _ => None,
    }
}

/// The part of an operation that is to blame.
pub(crate) fn blamed(body: &Body, failure: &Failure) -> ExprId {
    let whole = failure.expr;
    match (body.expr(whole), failure.blame) {
        (
            Expr::Arithmetic { left, right, .. }
            | Expr::Comparison { left, right, .. }
            | Expr::Match { left, right, .. }
            | Expr::In { left, right },
            blame,
        ) => match blame {
            ErrorLocation::Left => *left,
            ErrorLocation::Right => *right,
            ErrorLocation::Whole | ErrorLocation::Key(_) => whole,
        },
        (Expr::Access { left, .. }, ErrorLocation::Left) => *left,
        (Expr::Access { keys, .. }, ErrorLocation::Key(index)) => {
            keys.get(index).copied().unwrap_or(whole)
        }
        _ => whole,
    }
}
