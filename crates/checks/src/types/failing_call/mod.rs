//! Functions and conversions that fail on the values that they always get: `Integer('abc')`, `sprintf('%d', 'x')`.

pub(crate) mod create_resources;
pub(crate) mod parameter_order;

use puppet_diagnostics::{Certainty, declare_rule};
use puppet_eval::ErrorCause;
use puppet_hir::model::{Expr, PartId};
use puppet_syntax::Entry;
use puppet_text::{TextRange, TextSize};
use puppet_types::{Type, Value};
use rustc_hash::FxHashSet;

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Call, Failure};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A function or conversion always fails with these values.
    pub FAILING_CALL = {
        code: "T223", name: "failing-call", level: Error,
        help: "Pass a value that the function can use: no node gets a catalog",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let reported = reported(out);
    for failure in context.inference.failures() {
        if context.body.expr(failure.expr).is_call() && !is_reported(context, failure, &reported) {
            let mut lines = failure.message.lines().map(str::trim);
            let message: Vec<&str> = lines.by_ref().filter(|line| !line.is_empty()).collect();
            let anchor = in_type_text(context, failure).unwrap_or(Anchor::Expr(failure.expr));
            let diagnostic = BodyDiagnostic::new(&FAILING_CALL, anchor, message.join("; "));
            out.push(diagnostic.with_issue(failure.issue.code()));
        }
    }
}

/// The place within a text that is no type: `Type('Integer[')`, `assert_type('Integer[', 1)`.
fn in_type_text(context: &Context<'_>, failure: &Failure) -> Option<Anchor> {
    let call = Call::from_expr(context.body, failure.expr)?;
    let text = match call.instantiated() {
        Some((ty, [text])) => {
            let ty = context.inference.result(ty).value();
            matches!(ty, Some(Value::Type(Type::Type(_)))).then_some(*text)?
        }
        Some(_) => return None,
        None => *call
            .arguments
            .first()
            .filter(|_| call.name == Some("assert_type"))?,
    };
    let Expr::LiteralString(written) = context.body.expr(text) else {
        return None;
    };
    let read = puppet_eval::type_of_text(&context.names, written);
    if !matches!(read, Err(ErrorCause::Failure(_))) {
        return None;
    }
    Some(Anchor::Within(
        text,
        blamed_range(written, &failure.message)?,
    ))
}

/// What of a text that is no type is to blame: where its parser stops, or the part that the message names.
fn blamed_range(text: &str, message: &str) -> Option<TextRange> {
    let parse = puppet_syntax::parse(text, Entry::Manifest);
    let root = parse.syntax();
    if let Some(stop) = parse.stop() {
        let at = stop.offset.unwrap_or(root.text_range().end());
        let token = puppet_syntax::tokens_at(&root, at).right_biased();
        let token = token.filter(|_| stop.offset.is_some());
        let last = || root.last_token().map(|token| token.text_range());
        return token.map(|token| token.text_range()).or_else(last);
    }
    let named = message
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    let start = named.and_then(|(part, _)| Some((text.find(part)?, part.len())));
    let (start, len) = start.unwrap_or((0, text.len()));
    let size = |n: usize| TextSize::try_from(n).ok();
    Some(TextRange::at(size(start)?, size(len)?))
}

/// Where arguments were found to be wrong by their types alone.
fn reported(diagnostics: &[BodyDiagnostic]) -> FxHashSet<Anchor> {
    let rules = [&rules::ARGUMENT_TYPE_MISMATCH, &rules::NO_MATCHING_OVERLOAD];
    let reported = diagnostics.iter().filter(|it| {
        let is_certain = it.certainty == Certainty::Certain;
        is_certain && rules.iter().any(|rule| rule.code == it.rule.code)
    });
    reported.map(|it| it.place.anchor).collect()
}

/// Whether the call was found to be wrong already.
fn is_reported(context: &Context<'_>, failure: &Failure, reported: &FxHashSet<Anchor>) -> bool {
    let Some(call) = Call::from_expr(context.body, failure.expr) else {
        return false;
    };
    let exprs = [failure.expr].into_iter().chain(call.lambda);
    let mut exprs = exprs.chain(call.arguments.iter().copied());
    exprs.any(|it| reported.contains(&Anchor::Expr(it)))
        || parameters(context, &call).any(|it| reported.contains(&Anchor::Part(it)))
}

/// The parameters of a call's lambda.
fn parameters(context: &Context<'_>, call: &Call<'_>) -> impl Iterator<Item = PartId> {
    let parameters = match call.lambda.map(|lambda| context.body.expr(lambda)) {
        Some(Expr::Lambda { parameters, .. }) => &parameters[..],
        _ => &[],
    };
    parameters.iter().map(|parameter| parameter.part)
}
