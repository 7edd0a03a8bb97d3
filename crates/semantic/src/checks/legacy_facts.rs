//! Facts from before facts were structured. Puppet 8 and OpenVox do not send them unless they are asked to.

use std::sync::LazyLock;

use puppet_diagnostics::{Safety, rules};
use puppet_hir::model::{Expr, ExprId};
use puppet_library::Library;
use rustc_hash::FxHashMap;

use super::bodies::Context;
use crate::finding::{Anchor, Finding, FindingFix, Spot};
use crate::plugins::custom_facts;
use crate::targets::targets;

/// What replaces a legacy fact: the path of the structured one, with dots.
static LEGACY: LazyLock<FxHashMap<&'static str, Option<&'static str>>> = LazyLock::new(|| {
    let mut facts = FxHashMap::default();
    for fact in Library.facts() {
        for name in &fact.legacy_names {
            facts.insert(name.as_str(), Some(fact.name.as_str()));
        }
    }
    for fact in Library.facts() {
        if fact.legacy && fact.pattern.is_none() {
            facts.entry(fact.name.as_str()).or_insert(None);
        }
    }
    facts
});

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let targets = targets(context.db, context.item.file);
    let is_modern = |target: &crate::targets::Requirement| {
        [8, 9]
            .into_iter()
            .any(|major| target.includes_series(major))
    };
    if !targets.iter().any(is_modern) {
        return;
    }
    let absent = context.inference.absent();
    for it in context.reachable() {
        match it.expr {
            Expr::Variable(_) => {
                let name = context.body.variable_name(it.id);
                // Only what no variable of the code hides; `$::x` never is.
                let fact = name.filter(|_| absent.contains(&it.id));
                if let Some(fact) = fact.map(|name| name.strip_prefix("::").unwrap_or(name)) {
                    out.extend(judge(context, it.id, fact));
                }
            }
            Expr::Access { left, keys } => {
                let is_facts = context
                    .body
                    .variable_name(*left)
                    .is_some_and(|name| name == "facts" || name == "::facts");
                if let ([key, ..], true) = (&keys[..], is_facts)
                    && let Expr::LiteralString(fact) = context.body.expr(*key)
                {
                    out.extend(judge(context, it.id, fact));
                }
            }
            _ => {}
        }
    }
}

fn judge(context: &Context<'_>, expr: ExprId, fact: &str) -> Option<Finding> {
    let replacement = *LEGACY.get(fact)?;
    let facts = custom_facts(context.db, context.environment());
    // A module may bring a fact of that name itself.
    if facts.names.contains(fact) {
        return None;
    }
    let message =
        format!("'{fact}' is a legacy fact: Puppet 8 does not have it unless it is asked to");
    let finding = Finding::new(&rules::LEGACY_FACT, Anchor::Expr(expr), message);
    Some(match replacement {
        Some(path) => {
            let keys: String = path.split('.').map(|key| format!("['{key}']")).collect();
            let text = format!("$facts{keys}");
            finding.with_help(format!("use {text}")).with_fix(
                FindingFix::new(format!("use {text}"), Safety::Unsafe).with_edit(
                    Anchor::Expr(expr),
                    spot(context, expr),
                    text,
                ),
            )
        }
        None => finding,
    })
}

/// In a string, `$x` and `${x}` are both variables.
fn spot(context: &Context<'_>, expr: ExprId) -> Spot {
    let is_interpolated = context.body.exprs().any(|(_, outer)| match outer {
        Expr::ConcatenatedString(pieces) => pieces.contains(&expr),
        Expr::Text(inner) => *inner == expr,
        // `${x['a']}`: the variable has lost its `$`, the access is what stands in the string.
        _ => false,
    });
    match is_interpolated {
        true => Spot::Interpolation,
        false => Spot::Instead,
    }
}
