//! Commas after the last element.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The last element of a list over several lines has no comma after it.
    pub TRAILING_COMMA = {
        code: "L609", name: "trailing-comma",
        level: Off, fix: Safe, puppet_lint: ["trailing_comma"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for resource in &manifest.resources {
        out.extend(last_element(
            manifest,
            resource.tokens.end - 1,
            LintTokenKind::Colon,
        ));
    }
    for (index, token) in manifest.tokens_from(0) {
        let before = tokens.code_before(index);
        let opens_list = match token.kind {
            LintTokenKind::LeftBracket => {
                !manifest.is_any(before, &[LintTokenKind::Reference, LintTokenKind::Type])
            }
            LintTokenKind::LeftBrace if tokens.has_kind(before, LintTokenKind::Reference) => {
                sets_defaults(manifest, before)
            }
            LintTokenKind::LeftBrace => manifest.is_any(
                before,
                &[
                    LintTokenKind::Equals,
                    LintTokenKind::EqualTo,
                    LintTokenKind::Arrow,
                    LintTokenKind::LeftParen,
                ],
            ),
            _ => false,
        };
        if let (true, Some(end)) = (opens_list, tokens.partner(index)) {
            out.extend(last_element(manifest, end, token.kind));
        }
    }
}

/// Whether a name in upper case before a brace is the type whose defaults are set.
fn sets_defaults(manifest: &Manifest<'_>, reference: Option<usize>) -> bool {
    let before = reference.and_then(|it| manifest.tokens.code_before(it));
    let others = [
        LintTokenKind::RightShift,
        LintTokenKind::Matches,
        LintTokenKind::MatchesNot,
    ];
    before.is_some() && !manifest.is_any(before, &others)
}

/// A diagnostic if a line break follows the last element of a list immediately.
fn last_element(
    manifest: &Manifest<'_>,
    end: usize,
    opening: LintTokenKind,
) -> Option<Diagnostic<FilePlace>> {
    let tokens = &manifest.tokens;
    let mut last = tokens.code_before(end)?;
    if manifest.is_any(
        Some(last),
        &[LintTokenKind::Heredoc, LintTokenKind::HeredocEnd],
    ) {
        last = (0..last)
            .rev()
            .find(|it| tokens.has_kind(Some(*it), LintTokenKind::HeredocTag))?;
    }
    let has_comma = manifest.is_any(Some(last), &[opening, LintTokenKind::Comma]);
    let is_broken = tokens.has_kind(Some(last + 1), LintTokenKind::Newline);
    if has_comma || !is_broken || tokens.has_kind(Some(end), LintTokenKind::Semicolon) {
        return None;
    }
    let after = TextRange::empty(manifest.range(last).end());
    let fix = manifest.fix("Add the comma", vec![manifest.edit(after, ",")]);
    let found = manifest.report_at(
        &TRAILING_COMMA,
        after,
        "The last element has no comma after it",
    );
    Some(
        found
            .with_help("Add a comma: a new element changes one line only then")
            .with_fix(fix),
    )
}
