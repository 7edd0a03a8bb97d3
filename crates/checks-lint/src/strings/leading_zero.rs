//! Numbers that start with a zero.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A number without quotes starts with a zero.
    pub LEADING_ZERO = {
        code: "L306", name: "leading-zero",
        level: Off, fix: Unsafe, puppet_lint: ["leading_zero"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for number in manifest.tokens.positions(LintTokenKind::Number) {
        let text = manifest.tokens.value(number);
        let is_digit = |c: u8| c.is_ascii_digit();
        if text.starts_with('0') && text.as_bytes().get(1).copied().is_some_and(is_digit) {
            let message = format!("The number {text} starts with a zero: it is octal");
            let edit = manifest.replace(number, format!("'{text}'"));
            let fix = manifest.unsafe_fix("Quote the number", vec![edit]);
            let found = manifest.report(&LEADING_ZERO, number, message);
            out.push(
                found
                    .with_help("Quote it if a string is meant")
                    .with_fix(fix),
            );
        }
    }
}
