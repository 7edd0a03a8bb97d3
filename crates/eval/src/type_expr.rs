//! Type expressions of a program, as the reader of literal types takes them.

use std::sync::Arc;

use puppet_hir::{Body, Expr, ExprId};
use puppet_types::{Float64, TypeExpr};

/// How deep expressions may nest.
const MAX_DEPTH: usize = 60;

/// The expression without positions; what cannot be part of a literal type is [`TypeExpr::Other`], with its text in the
/// source if `text` knows it.
pub fn type_expr(body: &Body, id: ExprId, text: &dyn Fn(ExprId) -> Option<Arc<str>>) -> TypeExpr {
    convert(body, id, text, 0)
}

fn convert(
    body: &Body,
    id: ExprId,
    source: &dyn Fn(ExprId) -> Option<Arc<str>>,
    depth: usize,
) -> TypeExpr {
    if depth > MAX_DEPTH {
        return TypeExpr::Other("…".into());
    }
    let inner = |id: &ExprId| convert(body, *id, source, depth + 1);
    match body.expr(id) {
        Expr::LiteralUndef => TypeExpr::Undef,
        Expr::LiteralDefault => TypeExpr::Default,
        Expr::LiteralBoolean(value) => TypeExpr::Boolean(*value),
        Expr::LiteralInteger { value, .. } => match value.get() {
            Some(value) => TypeExpr::Integer(value.into()),
            None => match value.to_string().parse() {
                Ok(value) => TypeExpr::Integer(value),
                Err(_) => TypeExpr::Other(value.to_string().into()),
            },
        },
        Expr::LiteralFloat(value) => TypeExpr::Float(Float64(value.get())),
        Expr::LiteralString(text) => TypeExpr::String(text.clone()),
        Expr::QualifiedName(text) => TypeExpr::Bare(text.clone()),
        Expr::LiteralRegularExpression(source) => TypeExpr::Regexp(source.clone()),
        Expr::QualifiedReference(name) => TypeExpr::Name(name.clone()),
        Expr::LiteralList(items) => TypeExpr::List(items.iter().map(inner).collect()),
        Expr::LiteralHash(entries) => TypeExpr::Hash(
            entries
                .iter()
                .map(|entry| (inner(&entry.key), inner(&entry.value)))
                .collect(),
        ),
        Expr::UnaryMinus(operand) => TypeExpr::Negate(Box::new(inner(operand))),
        Expr::Access { left, keys } => {
            let left = inner(left);
            let keys: Vec<TypeExpr> = keys.iter().map(inner).collect();
            let words = || {
                let words: Vec<String> = keys.iter().map(TypeExpr::to_string).collect();
                format!("{left}[{}]", words.join(", ")).into()
            };
            let text: Arc<str> = source(id).unwrap_or_else(words);
            TypeExpr::Access {
                left: Box::new(left),
                keys,
                text,
            }
        }
        Expr::Parenthesized(operand) => inner(operand),
        other => TypeExpr::Other(
            source(id).unwrap_or_else(|| other.class_name().unwrap_or("expression").into()),
        ),
    }
}
