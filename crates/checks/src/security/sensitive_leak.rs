//! Sensitive values that get to where others can read them, or that turn into a useless text.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::{Expr, ExprId, Operation};
use puppet_types::{Type, Value};

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix, EditAnchor};
use puppet_semantic::index::item_tree::canonical;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The value of a Sensitive is exposed as plain text.
    pub SENSITIVE_LEAK = { code: "X901", name: "sensitive-leak", level: Warning, fix: Unsafe }
}

/// Functions that write their arguments to logs.
const LOGS: [&str; 9] = [
    "alert", "crit", "debug", "emerg", "err", "fail", "info", "notice", "warning",
];

/// Attributes that all who see the report or the list of processes can read, by resource type.
const PUBLIC: [(&str, &str); 4] = [
    ("exec", "command"),
    ("exec", "onlyif"),
    ("exec", "unless"),
    ("notify", "message"),
];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Text(inner) => out.extend(interpolated(context, *inner)),
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let call = Call::from_expr(context.body, it.id);
                let is_log = |call: &Call<'_>| call.name.is_some_and(|name| LOGS.contains(&name));
                if let Some(call) = call.filter(is_log) {
                    let place = format!("the function '{}'", call.name.unwrap_or_default());
                    let arguments = call.arguments.iter();
                    out.extend(arguments.filter_map(|it| unwrapped(context, *it, &place)));
                }
            }
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    continue;
                };
                let name = canonical(name);
                for body in bodies {
                    out.extend(body.title.and_then(|it| unwrapped(context, it, "a title")));
                    for operation in &body.operations {
                        let Operation::Attribute(attribute) = operation else {
                            continue;
                        };
                        if PUBLIC.contains(&(&*name, &*attribute.name)) {
                            let place = format!("the attribute '{}' of {name}", attribute.name);
                            out.extend(unwrapped(context, attribute.value, &place));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_sensitive(known: &Inferred) -> bool {
    matches!(
        known,
        Inferred::Type(Type::Sensitive(_)) | Inferred::Value(Value::Sensitive(_))
    )
}

/// `"${secret}"`
fn interpolated(context: &Context<'_>, inner: ExprId) -> Option<BodyDiagnostic> {
    let known = context.inference.result(inner);
    if !is_sensitive(known) {
        return None;
    }
    let diagnostic = BodyDiagnostic::new(
        &SENSITIVE_LEAK,
        Anchor::Expr(inner),
        "Sensitive value in a string: the string will contain 'Sensitive [value redacted]'",
    );
    Some(diagnostic.with_help(
        "Unwrap the value, and make the whole string Sensitive: `Sensitive(\"… ${x.unwrap} …\")`",
    ))
}

/// An `unwrap` of a Sensitive anywhere in an expression that is written to `place`.
fn unwrapped(context: &Context<'_>, expr: ExprId, place: &str) -> Option<BodyDiagnostic> {
    let mut steps = context.body.preorder(expr);
    let mut found = None;
    while let Some(step) = steps.next() {
        let puppet_hir::model::Step::Enter(id) = step else {
            continue;
        };
        let Some(call) = Call::from_expr(context.body, id) else {
            continue;
        };
        match call.name {
            // What is wrapped again stays secret; lambdas and other calls may do anything with it.
            Some("unwrap") if call.lambda.is_none() => {
                let receiver = call.arguments.first();
                let is_secret =
                    receiver.is_some_and(|it| is_sensitive(context.inference.result(*it)));
                found = found.or(is_secret.then_some(id));
            }
            _ => steps.skip_children(),
        }
    }
    let message = format!("Unwrapped Sensitive value is readable in {place}");
    found.map(|id| {
        let diagnostic = BodyDiagnostic::new(&SENSITIVE_LEAK, Anchor::Expr(id), message);
        if place.starts_with("the attribute") {
            let fix = BodyFix::new("Wrap the value in `Sensitive()`", Safety::Unsafe)
                .with_edit((Anchor::Expr(expr), EditAnchor::Before), "Sensitive(")
                .with_edit((Anchor::Expr(expr), EditAnchor::After), ")");
            diagnostic.with_fix(fix)
        } else {
            diagnostic
        }
    })
}
