//! Commands that run on every run.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, Operation, ResourceBody};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::canonical;

declare_rule! {
    /// An exec runs on every Puppet run: it has no `creates`, `onlyif`, `unless` or `refreshonly`.
    pub EXEC_NOT_IDEMPOTENT = {
        code: "R310", name: "exec-not-idempotent",
        levels: [Off, Hint, Warning], fix: Unsafe, puppet_lint: ["exec_idempotency"],
    }
}

/// Attributes that keep an exec from running each time.
const GUARDS: [&str; 6] = [
    "creates",
    "noop",
    "onlyif",
    "refreshonly",
    "schedule",
    "unless",
];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Resource {
            type_name, bodies, ..
        } = it.expr
            && let Expr::QualifiedName(name) = context.body.expr(*type_name)
            && canonical(name) == "exec"
        {
            out.extend(bodies.iter().filter_map(|body| unguarded(bodies, body)));
        }
    }
}

fn unguarded(bodies: &[ResourceBody], body: &ResourceBody) -> Option<BodyDiagnostic> {
    let guards = |body: &ResourceBody| {
        body.operations.iter().any(|operation| match operation {
            Operation::Attribute(attribute) => GUARDS.contains(&&*attribute.name),
            Operation::Attributes { .. } => true,
        })
    };
    // A `default:` body may have it for all.
    let title = body.title?;
    if guards(body) || (bodies.len() > 1 && bodies.iter().any(guards)) {
        return None;
    }
    Some(
        BodyDiagnostic::new(
            &EXEC_NOT_IDEMPOTENT,
            Anchor::Expr(title),
            "Exec runs on every Puppet run",
        )
        .with_help("Add `creates`, `onlyif`, `unless` or `refreshonly => true`"),
    )
}
