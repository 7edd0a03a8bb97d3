//! Facts from before facts were structured. Puppet 8 and OpenVox do not send them unless they are asked to.

pub(crate) mod in_data;

use std::cell::OnceCell;

use puppet_db::{Db, Environment, File, FileKind};
use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_library::{FactStub, Library};
use rustc_hash::FxHashSet;

use crate::templates::erb_calls::all_used_templates;
use crate::templates::erb_unknown_variable::names_in_scope;
use puppet_inference::body_context::Context;
use puppet_inference::templates::call_sites;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix, EditAnchor};
use puppet_semantic::resolve::assets::template_name;
use puppet_semantic::ruby::plugins::custom_facts;
use puppet_semantic::target_versions::{is_for_modern, targets};

declare_rule! {
    /// Uses a legacy fact, which Puppet 8 does not provide by default.
    pub LEGACY_FACT = { code: "V801", name: "legacy-fact", level: Warning, fix: Unsafe, puppet_lint: ["legacy_facts"] }
}

/// Facts that the code reads.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    with_severity(context, check_reads, out);
}

/// Facts that the templates of the body read.
pub fn check_templates(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    with_severity(context, check_used_templates, out);
}

fn with_severity(
    context: &Context<'_>,
    check: fn(&Context<'_>, &mut Vec<BodyDiagnostic>),
    out: &mut Vec<BodyDiagnostic>,
) {
    if let Some(severity) = severity(context.db, context.item.file) {
        let start = out.len();
        check(context, out);
        for diagnostic in out.iter_mut().skip(start) {
            diagnostic.severity = severity;
        }
    }
}

fn check_reads(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let interpolated = OnceCell::new();
    let read = |expr, fact: &str| legacy_fact_diagnostic(context, expr, fact, &interpolated);
    let absent: FxHashSet<ExprId> = context.inference.absent().iter().copied().collect();
    for it in context.reachable() {
        match it.expr {
            Expr::Variable(_) => {
                let name = context.body.variable_name(it.id);
                // Only what no variable of the code hides; `$::x` never is.
                let fact =
                    name.filter(|name| absent.contains(&it.id) && !may_be_given(context, name));
                if let Some(fact) = fact.map(|name| name.strip_prefix("::").unwrap_or(name)) {
                    out.extend(read(it.id, fact));
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
                    out.extend(read(it.id, fact));
                }
            }
            _ => {}
        }
    }
}

/// Whether the callers of a template without declared parameters may give it a variable.
fn may_be_given(context: &Context<'_>, variable: &str) -> bool {
    let (db, file) = (context.db, context.item.file);
    file.kind(db) == FileKind::Epp
        && template_name(db, file).is_some_and(|name| {
            call_sites::may_be_given(db, context.environment(), &name, variable)
        })
}

/// How serious it is that a file reads one of these facts: not at all where it is for versions that send them all. Where
/// nothing says what it is for, Puppet 8 is meant, but it may be an older one.
pub fn severity(db: &dyn Db, file: File) -> Option<Severity> {
    let targets = targets(db, file);
    match targets.is_empty() {
        true => Some(Severity::Hint),
        false => is_for_modern(&targets).then_some(LEGACY_FACT.levels.standard?),
    }
}

/// Facts as variables of templates in Embedded Ruby: `@osfamily`. Once for each fact: the manifest has one place only.
fn check_used_templates(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut names = None;
    for template in all_used_templates(context) {
        let Some(names) = names.get_or_insert_with(|| names_in_scope(context)) else {
            return;
        };
        let mut done = FxHashSet::default();
        for variable in &template.reads.variables {
            let name = &*variable.name;
            // What may be a variable of the code is none of the node's.
            if names.contains(name) || !done.insert(name) {
                continue;
            }
            if let Some(replacement) = replacement(context, name) {
                let diagnostic = BodyDiagnostic::new(
                    &LEGACY_FACT,
                    Anchor::Expr(template.argument),
                    message(name),
                );
                let diagnostic =
                    template.with_place(diagnostic, variable.range, "Variable is read here");
                out.push(match replacement {
                    Some(stub) if stub.legacy_values.contains_key(name) => diagnostic,
                    Some(stub) => {
                        diagnostic.with_help(format!("Use @facts{} there", keys(&stub.name)))
                    }
                    None => diagnostic,
                });
            }
        }
    }
}

/// `Some` if it is a legacy fact, with the structured one that replaces it.
fn replacement(context: &Context<'_>, fact: &str) -> Option<Option<&'static FactStub>> {
    replacement_in(context.db, context.environment(), fact)
}

/// The same as an environment sees it.
pub fn replacement_in(
    db: &dyn Db,
    environment: Environment,
    fact: &str,
) -> Option<Option<&'static FactStub>> {
    let replacement = *Library.legacy_facts().get(fact)?;
    let facts = custom_facts(db, environment);
    // A module may bring a fact of that name itself.
    (!facts.names.contains(fact)).then_some(replacement)
}

pub fn message(fact: &str) -> String {
    format!("Legacy fact '{fact}' is not available in Puppet 8 by default (include_legacy_facts)")
}

/// `os.family`: `['os']['family']`
fn keys(path: &str) -> String {
    path.split('.').map(|key| format!("['{key}']")).collect()
}

/// Expressions that stand in strings, once it is asked for them.
type Interpolated = OnceCell<FxHashSet<ExprId>>;

fn legacy_fact_diagnostic(
    context: &Context<'_>,
    expr: ExprId,
    fact: &str,
    interpolated: &Interpolated,
) -> Option<BodyDiagnostic> {
    let replacement = replacement(context, fact)?;
    let diagnostic = BodyDiagnostic::new(&LEGACY_FACT, Anchor::Expr(expr), message(fact));
    let Some(stub) = replacement else {
        return Some(diagnostic);
    };
    // In a string, `$x` and `${x}` are both variables.
    let interpolated = interpolated.get_or_init(|| interpolated_in(context));
    let is_interpolated = interpolated.contains(&expr);
    let (help, text) = match stub.legacy_values.get(fact) {
        Some(value) => (value.clone(), format!("({value})")),
        None => {
            let path = format!("$facts{}", keys(&stub.name));
            (path.clone(), path)
        }
    };
    let diagnostic = diagnostic.with_help(format!("Use {help}"));
    let spot = match is_interpolated {
        true if text != help => return Some(diagnostic),
        true => EditAnchor::Interpolation,
        false => EditAnchor::Instead,
    };
    let fix = BodyFix::new(format!("Replace with `{help}`"), Safety::Unsafe)
        .with_edit((Anchor::Expr(expr), spot), text);
    Some(diagnostic.with_fix(fix))
}

fn interpolated_in(context: &Context<'_>) -> FxHashSet<ExprId> {
    let mut interpolated = FxHashSet::default();
    for (_, outer) in context.body.exprs() {
        match outer {
            Expr::ConcatenatedString(parts) => interpolated.extend(parts.iter().copied()),
            Expr::Text(inner) => drop(interpolated.insert(*inner)),
            // `${x['a']}`: the variable has lost its `$`, the access is what stands in the string.
            _ => {}
        }
    }
    interpolated
}
