//! `"$facts['os']"`: Puppet interpolates the variable alone, and the index stays in the string as text.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Relate, Type, Value};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The index of a variable in a string is outside of the braces, so it stays there as text.
    pub INDEX_OUTSIDE_BRACES = { code: "T226", name: "index-outside-braces", level: Warning, fix: Safe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::ConcatenatedString(segments) = it.expr {
            let pairs = segments.windows(2);
            out.extend(pairs.filter_map(|pair| check_pair(context, pair[0], pair[1])));
        }
    }
}

/// What is interpolated, and the text after it.
fn check_pair(
    context: &Context<'_>,
    interpolation: ExprId,
    text: ExprId,
) -> Option<BodyDiagnostic> {
    let Expr::Text(variable) = context.body.expr(interpolation) else {
        return None;
    };
    let Expr::LiteralString(text_value) = context.body.expr(text) else {
        return None;
    };
    let name = context.body.variable_name(*variable)?;
    let (index, rest) = split_index(text_value)?;
    if !is_collection(context, *variable, index.contains(['\'', '"'])) {
        return None;
    }
    let message = format!(
        "Index is outside of the braces: the string gets all of `${name}`, then the text `{index}`"
    );
    let diagnostic =
        BodyDiagnostic::new(&INDEX_OUTSIDE_BRACES, Anchor::Expr(interpolation), message)
            .with_help(format!("Write `${{{name}{index}}}`"));
    // What is written in another way than it is shown cannot be repeated.
    if text_value.contains(['"', '\\', '$']) || text_value.contains(char::is_control) {
        return Some(diagnostic);
    }
    let fix = BodyFix::new("Put the index inside of the braces", Safety::Safe)
        .with_edit(Anchor::Expr(interpolation), format!("${{{name}{index}}}"))
        .with_edit(Anchor::Expr(text), rest);
    Some(diagnostic.with_fix(fix))
}

/// Whether a variable has an index: it does if it is a collection, and if it may be one and the key is in quotes.
fn is_collection(context: &Context<'_>, variable: ExprId, is_quoted: bool) -> bool {
    match context.inference.result(variable) {
        Inferred::Value(value) => matches!(value, Value::Array(_) | Value::Hash(_)),
        Inferred::Type(Type::Unknown | Type::Any) => is_quoted,
        Inferred::Type(ty) => {
            let relate = Relate::new(&context.names);
            relate.assignable(&Type::COLLECTION, ty)
                || is_quoted && !relate.disjoint(&Type::hash(), ty)
        }
    }
}

/// The indexes at the start of a text, `['os']['name']`, and the rest.
fn split_index(text: &str) -> Option<(&str, &str)> {
    let mut rest = text;
    while let Some(inside) = rest.strip_prefix('[')
        && let Some((key, after)) = inside.split_once(']')
        && is_key(key)
    {
        rest = after;
    }
    let (index, rest) = text.split_at(text.len() - rest.len());
    (!index.is_empty()).then_some((index, rest))
}

/// A key in quotes, a word, or a number.
fn is_key(key: &str) -> bool {
    let quoted = |quote: char| key.strip_prefix(quote)?.strip_suffix(quote);
    let word = quoted('\'').or_else(|| quoted('"')).unwrap_or(key);
    !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || "_-:.".contains(c))
}
