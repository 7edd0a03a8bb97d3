//! Keys of hashes that are computed, and stand there twice. Puppet's validation sees only keys that are literals.

use puppet_db::{Db, File};
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, Expr, ExprId, KeyedEntry, Step};
use puppet_hir::validate::{IssueCode, LiteralValue, PuppetVersion};
use rustc_hash::FxHashSet;

use puppet_inference::body_context::Context;
use puppet_inference::infer::source_of;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::target_versions::{is_for_modern, targets};

declare_rule! {
    /// A hash has the same key twice.
    pub DUPLICATE_KEY = { code: "C405", name: "duplicate-key", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `literals.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::DuplicateKey];

/// What to do about a key that a hash has twice.
pub const HELP: &str = "The earlier value is overwritten: rename or remove one of the keys";

/// Hashes with a key that is written twice.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::LiteralHash(entries) = it.expr {
            check_hash(context.body, entries, out);
        }
    }
}

fn check_hash(body: &Body, entries: &[KeyedEntry], out: &mut Vec<BodyDiagnostic>) {
    let mut seen = FxHashSet::default();
    let computed = entries.iter().filter(|entry| is_computed(body, entry.key));
    for entry in computed {
        let Some(source) = source_of(body, entry.key) else {
            continue;
        };
        if !seen.insert(source.clone()) {
            let message = format!("The key '{source}' is declared more than once");
            let at = Anchor::Part(entry.part);
            let diagnostic = BodyDiagnostic::new(&DUPLICATE_KEY, at, message).with_help(HELP);
            out.push(diagnostic.with_severity(Severity::Warning));
        }
    }
}

/// Whether a key is no literal, but gives the same value whenever it is evaluated.
fn is_computed(body: &Body, key: ExprId) -> bool {
    let is_call = |step: Step| {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        matches!(
            body.expr(id),
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. }
        )
    };
    LiteralValue::from_expr(body, key, PuppetVersion::V8).is_none()
        && !body.preorder(key).any(is_call)
}

/// How serious it is that an entry has the key of another one: Puppet 8 refuses what Puppet 7 warns of. Puppet 7 takes
/// types as keys that are not literals, and so do the first versions of Puppet 8.
pub fn severity(db: &dyn Db, file: File, key: Option<(&Body, ExprId)>) -> Severity {
    let is_literal = key.is_none_or(|(body, key)| {
        let types = |step: Step| {
            let (Step::Enter(id) | Step::Leave(id)) = step;
            matches!(
                body.expr(id),
                Expr::QualifiedReference(_) | Expr::Access { .. }
            )
        };
        !body.preorder(key).any(types)
    });
    let targets = targets(db, file);
    match is_literal && (targets.is_empty() || is_for_modern(&targets)) {
        true => Severity::Error,
        false => Severity::Warning,
    }
}
