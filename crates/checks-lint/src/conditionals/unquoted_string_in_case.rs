//! Strings without quotes as options of case statements.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// An option of a case statement is a string without quotes.
    pub UNQUOTED_STRING_IN_CASE = {
        code: "L502", name: "unquoted-string-in-case",
        level: Off, fix: Safe, puppet_lint: ["unquoted_string_in_case"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for colon in tokens.positions(LintTokenKind::Colon) {
        if !tokens.has_kind(tokens.code_after(colon), LintTokenKind::LeftBrace) {
            continue;
        }
        let mut end = colon;
        while let Some(option) = tokens.code_before(end)
            && let Some(before) = tokens.code_before(option)
        {
            let is_last = !tokens.has_kind(Some(before), LintTokenKind::Comma);
            if is_last
                && !manifest.is_any(
                    Some(before),
                    &[LintTokenKind::LeftBrace, LintTokenKind::RightBrace],
                )
            {
                break;
            }
            out.extend(unquoted(manifest, &UNQUOTED_STRING_IN_CASE, option));
            if is_last {
                break;
            }
            end = before;
        }
    }
}

/// A diagnostic for an option that is a name.
pub(crate) fn unquoted(
    manifest: &Manifest<'_>,
    rule: &'static Rule,
    option: usize,
) -> Option<Diagnostic<FilePlace>> {
    let name = manifest.tokens.value(option);
    let edits = || vec![manifest.replace(option, format!("'{name}'"))];
    let fix = match manifest.tokens.kind(option)? {
        LintTokenKind::Name => manifest.fix("Quote it", edits()),
        // A data type matches its instances, and a string does not.
        LintTokenKind::Reference if !name.contains("::") => {
            manifest.unsafe_fix("Quote it", edits())
        }
        _ => return None,
    };
    let found = manifest.report(rule, option, format!("The option '{name}' has no quotes"));
    Some(found.with_help("Write it in single quotes").with_fix(fix))
}
