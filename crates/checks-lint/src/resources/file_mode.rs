//! Modes of files without four digits.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The mode of a file has not four digits.
    pub FILE_MODE = {
        code: "L203", name: "file-mode",
        level: Off, fix: Safe, puppet_lint: ["file_mode"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    let files = manifest.resources.iter();
    for file in files.filter(|it| matches!(tokens.value(it.type_name), "file" | "concat")) {
        let modes = file
            .attributes
            .iter()
            .filter(|it| tokens.value(**it) == "mode");
        for mode in modes {
            let value = tokens
                .code_after(*mode)
                .and_then(|arrow| tokens.code_after(arrow));
            let kinds = [
                LintTokenKind::SingleQuoted,
                LintTokenKind::DoubleQuoted,
                LintTokenKind::Number,
                LintTokenKind::Name,
            ];
            let Some(value) = value.filter(|it| manifest.is_any(Some(*it), &kinds)) else {
                continue;
            };
            let text = tokens.value(value);
            if is_mode(text) {
                continue;
            }
            let message = format!("The mode '{text}' is neither four digits nor symbolic");
            let mut found = manifest.report(&FILE_MODE, value, message);
            found = found.with_help("Write four digits in quotes, such as '0644'");
            if text.len() == 3 && is_octal(text) {
                let edit = manifest.replace(value, format!("'0{text}'"));
                found = found.with_fix(manifest.fix(format!("Write '0{text}'"), vec![edit]));
            }
            out.push(found);
        }
    }
}

fn is_octal(text: &str) -> bool {
    text.bytes().all(|digit| matches!(digit, b'0'..=b'7'))
}

/// Whether a text is four octal digits, or a symbolic mode such as `u=rwX,go-w`.
fn is_mode(text: &str) -> bool {
    (text.len() == 4 && is_octal(text)) || text.split(',').all(is_symbolic)
}

fn is_symbolic(part: &str) -> bool {
    let changes = part.trim_start_matches(['u', 'g', 'o', 'a']);
    let is_change = |c| "-+=rstwxXugo".contains(c);
    changes.starts_with(['-', '+', '=']) && changes.chars().all(is_change)
}
