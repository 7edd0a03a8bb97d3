//! Strings as conditions: every string is true.

use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};

use crate::names::unknown_variable::OWN;
use crate::types::optional_never_undef::is_optional;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A string such as 'false' is used as a condition: every string is true.
    pub STRING_AS_BOOLEAN = {
        code: "T218", name: "string-as-boolean",
        level: Warning, fix: Unsafe, puppet_lint: ["quoted_booleans"],
    }
}

/// A condition that is a string.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    condition: ExprId,
    known: &Inferred,
) -> Option<BodyDiagnostic> {
    if !is_string(known) || is_constant(context, condition, known) {
        return None;
    }
    let value = known.value().and_then(Value::as_str);
    let message = "Condition is always true: every string is true in Puppet, also ''";
    let mut diagnostic = BodyDiagnostic::new(&STRING_AS_BOOLEAN, Anchor::Expr(condition), message);
    if is_tested_beside(context, condition) {
        diagnostic = diagnostic.with_severity(Severity::Hint);
    }
    let inner = context
        .body
        .expr(context.body.without_parentheses(condition));
    Some(match (value, inner) {
        (Some(value @ ("true" | "false")), Expr::LiteralString(_)) => {
            diagnostic.with_fix(BodyFix::replace(
                format!("Replace with the Boolean `{value}`"),
                Safety::Unsafe,
                Anchor::Expr(condition),
                value,
            ))
        }
        (Some(word), Expr::QualifiedName(_)) => {
            diagnostic.with_help(format!("Did you mean the variable `${word}`?"))
        }
        (Some(value), Expr::LiteralString(_)) if is_operand(context, condition) => diagnostic
            .with_help(format!(
                "Compare each value: `$x in ['a', '{value}']` instead of `$x == 'a' or '{value}'`"
            )),
        _ => diagnostic.with_help("Compare it: `$x == 'true'`, or `$x != ''`"),
    })
}

/// Whether a condition is an entry that is known to be there, or a variable of which a string is all that it can be: `$title`, or one that is set to a text that
/// does not look like a Boolean. Such tests are for other values that it may have one day, as are those of parameters that
/// are `Optional` although their defaults are no undef.
fn is_constant(context: &Context<'_>, condition: ExprId, known: &Inferred) -> bool {
    let inner = context.body.without_parentheses(condition);
    // Data may have undef at a key that is there.
    if context.inference.is_present(inner) {
        return true;
    }
    let Some(name) = context.body.variable_name(inner) else {
        return false;
    };
    let text = known.value().and_then(Value::as_str);
    let mut parameters = context.body.parameters().iter();
    let declared = parameters.find(|it| it.name == *name);
    OWN.contains(&name.as_str())
        || declared
            .and_then(|it| it.type_expr)
            .is_some_and(|ty| is_optional(context.body, ty))
        || text.is_some_and(|text| !matches!(text, "" | "false" | "no" | "true"))
}

/// Whether another operand of `and` tests the same variable: `$x and $x != ''` is right, if longer than it need be.
fn is_tested_beside(context: &Context<'_>, condition: ExprId) -> bool {
    let body = context.body;
    let inner = body.without_parentheses(condition);
    let Some(name) = body.variable_name(inner) else {
        return false;
    };
    let has = |root: ExprId, is_it: &dyn Fn(ExprId) -> bool| {
        body.preorder(root).entered().any(|(id, _)| is_it(id))
    };
    let is_here = |id: ExprId| id == inner;
    let reads = |id: ExprId| body.variable_name(id).is_some_and(|it| it == name);
    body.exprs().any(|(_, expr)| match expr {
        Expr::And { left, right } => {
            has(*left, &is_here) && has(*right, &reads)
                || has(*right, &is_here) && has(*left, &reads)
        }
        _ => false,
    })
}

/// Whether an expression is an operand of `and` or `or`.
fn is_operand(context: &Context<'_>, operand: ExprId) -> bool {
    context.body.exprs().any(|(_, expr)| {
        matches!(expr, Expr::And { left, right } | Expr::Or { left, right } if [*left, *right].contains(&operand))
    })
}

fn is_string(known: &Inferred) -> bool {
    match known {
        Inferred::Value(value) => matches!(value, Value::String(_)),
        Inferred::Type(ty) => matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_)),
    }
}
