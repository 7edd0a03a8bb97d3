//! Facts from before facts were structured.

use std::sync::LazyLock;

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};
use puppet_library::Library;
use puppet_scalars::regexp::Regexp;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A fact is read by the name that it had before facts were structured.
    pub LEGACY_FACTS = {
        code: "L405", name: "legacy-facts",
        level: Off, fix: Unsafe, puppet_lint: ["legacy_facts"], since: "0.2.0",
    }
}

/// The old names that have the name of a device in them.
static PATTERNS: LazyLock<Vec<Regexp>> = LazyLock::new(|| {
    let facts = Library.facts().iter().filter(|fact| fact.legacy);
    let patterns = facts.filter_map(|fact| fact.pattern.as_deref());
    patterns
        .filter_map(|pattern| Regexp::new(pattern).ok())
        .collect()
});

/// The path with dots of the fact that replaces an old one.
fn replacement(name: &str) -> Option<&'static str> {
    let fact = Library.legacy_facts().get(name).copied().flatten()?;
    Some(&fact.name)
}

/// Whether a fact has a name of old times.
pub(crate) fn is_legacy(name: &str) -> bool {
    let is_match = |pattern: &Regexp| pattern.is_match(name).unwrap_or(false);
    Library.legacy_facts().contains_key(name) || PATTERNS.iter().any(is_match)
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for variable in manifest.tokens.positions_where(LintTokenKind::is_variable) {
        let Some((name, last)) = fact(manifest, variable) else {
            continue;
        };
        if !is_legacy(name) {
            continue;
        }
        let message = format!("The fact '{name}' is a legacy fact");
        let found = manifest.report(&LEGACY_FACTS, variable, message);
        out.push(match replacement(name) {
            Some(path) => {
                let edit = manifest.replace_variable((variable, last), &hash(path));
                let fix = manifest.unsafe_fix("Read the structured fact", vec![edit]);
                found
                    .with_help(format!("Use ${}", hash(path)))
                    .with_fix(fix)
            }
            None => found.with_help("Read a structured fact of $facts"),
        });
    }
}

/// `facts['os']['family']` for `os.family`.
fn hash(path: &str) -> String {
    let keys = path.split('.').map(|key| format!("['{key}']"));
    format!("facts{}", keys.collect::<String>())
}

/// The fact that a variable reads, with the last token of the variable: `$::name`, `$facts['name']`.
fn fact<'a>(manifest: &Manifest<'a>, variable: usize) -> Option<(&'a str, usize)> {
    let tokens = &manifest.tokens;
    let value = tokens.value(variable);
    if let Some(key) = value
        .strip_prefix("facts[")
        .or_else(|| value.strip_prefix("::facts["))
    {
        let key = key.strip_suffix(']')?;
        return Some((key.trim_matches('\''), variable));
    }
    if value == "facts" {
        let bracket = tokens.code_after(variable)?;
        let key = tokens.code_after(bracket)?;
        let kinds = [
            LintTokenKind::SingleQuoted,
            LintTokenKind::DoubleQuoted,
            LintTokenKind::Name,
        ];
        let is_index = tokens.has_kind(Some(bracket), LintTokenKind::LeftBracket)
            && manifest.is_any(Some(key), &kinds);
        return is_index.then_some((tokens.value(key), tokens.partner(bracket)?));
    }
    Some((value.strip_prefix("::")?, variable))
}
