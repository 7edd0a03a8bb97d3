//! The values that a use gets: first what it always gets, then what it gets after some branches before.

use puppet_hir::model::{Body, Expr, ExprId};

use crate::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

/// A value that a use gets.
#[derive(Debug, Clone, Copy)]
pub struct ValueOrigin<'a> {
    /// What is known of it.
    pub known: &'a Inferred,
    /// Where it is used.
    at: ExprId,
    /// What a person would change: the use, or where the value comes from.
    pub origin: ExprId,
}

/// What an expression gives: what it always gives comes first. If one of these values is wrong, the use fails whenever
/// the value's origin is evaluated; one diagnostic for the first of them is enough.
pub fn value_origins<'a>(
    context: &Context<'a>,
    at: ExprId,
) -> impl Iterator<Item = ValueOrigin<'a>> {
    let inference = context.inference;
    let always = ValueOrigin {
        known: inference.result(at),
        at,
        origin: inference.origin(at),
    };
    let choices = inference.choices(at).iter().map(move |choice| ValueOrigin {
        known: &choice.known,
        at,
        origin: choice.origin,
    });
    std::iter::once(always).chain(choices)
}

impl ValueOrigin<'_> {
    /// Where a diagnostic about the value belongs.
    pub fn anchor(&self) -> Anchor {
        Anchor::Expr(self.origin)
    }

    /// Adds the place of the use, if the diagnostic is not there.
    pub fn explain(&self, context: &Context<'_>, diagnostic: BodyDiagnostic) -> BodyDiagnostic {
        if self.origin == self.at {
            return diagnostic;
        }
        diagnostic.with_related((context.item, Anchor::Expr(self.at)), "Value is used here")
    }
}

/// How the text of a string starts that is put together, of an expression or of the variable that certainly has it.
pub fn leading_text(context: &Context<'_>, expr: ExprId) -> String {
    let body = context.body;
    let expr = body.without_parentheses(expr);
    let expr = match context.inference.choices(expr) {
        [only] if only.is_partly_written() => only.origin,
        _ => expr,
    };
    let Expr::ConcatenatedString(segments) = body.expr(expr) else {
        return String::new();
    };
    let known = segments.iter().map_while(|segment| {
        let text = context.inference.result(*segment).value()?;
        text.as_str()
    });
    known.collect()
}

/// Whether an expression is a part of another one.
pub fn is_within(body: &Body, expr: ExprId, whole: ExprId) -> bool {
    let mut parts = body.preorder(whole).entered();
    parts.any(|(id, _)| id == expr)
}
