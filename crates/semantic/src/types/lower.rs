//! Expressions of the model as literal types.

use puppet_hir::model::{Body, Expr, ExprId};
use puppet_types::Float64;
use puppet_types::expr::TypeExpr;

/// How deep types may nest; what is deeper is no type.
const MAX_DEPTH: u32 = 100;

/// An expression as the reader of literal types sees it: what is no literal becomes [`TypeExpr::Other`].
#[must_use]
pub fn lower(body: &Body, expr: ExprId) -> TypeExpr {
    lower_within(body, expr, MAX_DEPTH)
}

fn lower_within(body: &Body, expr: ExprId, depth: u32) -> TypeExpr {
    let other = || TypeExpr::Other("an expression that is no type".into());
    let Some(depth) = depth.checked_sub(1) else {
        return other();
    };
    let lower = |expr: &ExprId| lower_within(body, *expr, depth);
    match body.expr(expr) {
        Expr::LiteralUndef => TypeExpr::Undef,
        Expr::LiteralDefault => TypeExpr::Default,
        Expr::LiteralBoolean(value) => TypeExpr::Boolean(*value),
        Expr::LiteralInteger { value, .. } => value
            .get()
            .map_or_else(other, |value| TypeExpr::Integer(value.into())),
        Expr::LiteralFloat(value) => TypeExpr::Float(Float64(value.get())),
        Expr::LiteralString(text) => TypeExpr::String(text.clone()),
        Expr::QualifiedName(name) => TypeExpr::Bare(name.clone()),
        Expr::LiteralRegularExpression(source) => TypeExpr::Regexp(source.clone()),
        Expr::QualifiedReference(name) => TypeExpr::Name(name.clone()),
        Expr::LiteralList(items) => TypeExpr::List(items.iter().map(lower).collect()),
        Expr::LiteralHash(entries) => TypeExpr::Hash(
            entries
                .iter()
                .map(|entry| (lower(&entry.key), lower(&entry.value)))
                .collect(),
        ),
        Expr::UnaryMinus(operand) => TypeExpr::Negate(Box::new(lower(operand))),
        Expr::Heredoc { text, .. } => lower(text),
        Expr::Access { left, keys } => {
            let (left, keys) = (lower(left), keys.iter().map(lower).collect::<Vec<_>>());
            let text = format!(
                "{left}[{}]",
                keys.iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            TypeExpr::Access {
                left: Box::new(left),
                keys,
                text: text.into(),
            }
        }
        _ => other(),
    }
}
