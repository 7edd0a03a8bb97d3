//! Versions that are compared with operators.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A version is compared like a number or in the order of letters.
    pub VERSION_COMPARISON = {
        code: "L308", name: "version-comparison",
        level: Off, fix: Unsafe, puppet_lint: ["version_comparison"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for variable in tokens.positions(LintTokenKind::Variable) {
        let name = tokens.value(variable);
        if !name.ends_with("version") && !name.ends_with("release") {
            continue;
        }
        let Some(operator) = tokens.code_after(variable) else {
            continue;
        };
        let value = tokens.code_after(operator);
        let is_compared = match tokens.kind(operator) {
            Some(LintTokenKind::Comparison) => true,
            Some(LintTokenKind::EqualTo | LintTokenKind::NotEqualTo) => {
                tokens.has_kind(value, LintTokenKind::Number)
            }
            _ => false,
        };
        if !is_compared {
            continue;
        }
        let message = format!(
            "The version '${name}' is compared with '{}'",
            tokens.value(operator)
        );
        let mut found = manifest.report(&VERSION_COMPARISON, variable, message);
        found = found.with_help("Compare versions with 'versioncmp'");
        let kinds = [
            LintTokenKind::Number,
            LintTokenKind::SingleQuoted,
            LintTokenKind::DoubleQuoted,
        ];
        if let Some(value) = value.filter(|it| manifest.is_any(Some(*it), &kinds)) {
            let call = format!("versioncmp(${name}, '{}')", tokens.value(value));
            let edits = vec![
                manifest.replace(variable, call),
                manifest.replace(value, "0"),
            ];
            found = found.with_fix(manifest.unsafe_fix("Use `versioncmp`", edits));
        }
        out.push(found);
    }
}
