//! References to classes with `::` in front of their names.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::classes::relative_classname_inclusion::absolute;
use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A reference to a class names it with `::` in front.
    pub RELATIVE_CLASSNAME_REFERENCE = {
        code: "L112", name: "relative-classname-reference",
        level: Off, fix: Safe, puppet_lint: ["relative_classname_reference"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for class in tokens
        .positions(LintTokenKind::Type)
        .filter(|it| tokens.value(*it) == "Class")
    {
        let bracket = tokens.code_after(class);
        let Some(bracket) =
            bracket.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::LeftBracket))
        else {
            continue;
        };
        for (index, token) in manifest.tokens_from(bracket) {
            match token.kind {
                LintTokenKind::RightBracket => break,
                LintTokenKind::Name | LintTokenKind::SingleQuoted => {
                    out.extend(absolute(manifest, &RELATIVE_CLASSNAME_REFERENCE, index))
                }
                _ => {}
            }
        }
    }
}
