//! The indent of each line.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};
use std::collections::BTreeSet;

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A line is not indented by two spaces for each bracket that is open.
    pub STRICT_INDENT = {
        code: "L608", name: "strict-indent",
        level: Off, fix: Safe, puppet_lint: ["strict_indent"], since: "0.2.0",
    }
}

/// What is known of the line that was read last.
#[derive(Debug, Default)]
struct Indent {
    /// How many levels are open.
    levels: isize,
    /// The line of the `:` after whose title the attributes of a resource stand deeper.
    colon_line: Option<u32>,
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    let mut indent = Indent::default();
    for newline in tokens.positions(LintTokenKind::Newline) {
        let Some(kind) = tokens.kind(newline + 1) else {
            return;
        };
        let more =
            leave_line(manifest, &mut indent, newline) + enter_line(manifest, &mut indent, newline);
        let Ok(levels) = usize::try_from(indent.levels) else {
            return;
        };
        let expected = 2 * usize::try_from(levels as isize + more).unwrap_or_default();
        let actual = actual_indent(manifest, newline + 1);
        // Comments may stand anywhere.
        if actual.is_none_or(|actual| actual == expected)
            || matches!(kind, LintTokenKind::Comment | LintTokenKind::Newline)
        {
            continue;
        }
        let message = format!(
            "The line is indented by {} characters and not by {expected}",
            actual.unwrap_or_default()
        );
        let found = manifest.report(&STRICT_INDENT, newline + 1, message);
        let found = found.with_help("Indent by two spaces for each bracket that is open");
        let text = " ".repeat(expected);
        let edit = match kind {
            LintTokenKind::Heredoc | LintTokenKind::HeredocStart => None,
            LintTokenKind::Indent => Some(manifest.replace(newline + 1, text)),
            _ => Some(manifest.edit(TextRange::empty(manifest.range(newline + 1).start()), text)),
        };
        out.push(match edit {
            Some(edit) => found.with_fix(manifest.fix("Correct the indent", vec![edit])),
            None => found,
        });
    }
}

/// Counts the brackets that the line before a break opens. The result are the levels of the next line alone.
fn leave_line(manifest: &Manifest<'_>, indent: &mut Indent, newline: usize) -> isize {
    let tokens = &manifest.tokens;
    let mut more = 0;
    let mut closing_lines = BTreeSet::new();
    let mut opened = 0;
    let is_inside = |it: &usize| !tokens.has_kind(Some(*it), LintTokenKind::Newline);
    for index in (0..newline).rev().take_while(is_inside) {
        let kind = tokens.kind(index);
        if kind == Some(LintTokenKind::HeredocTag) {
            more += 1;
        } else if kind.is_some_and(|kind| kind.closing().is_some()) {
            let closing = tokens.partner(index).map(|it| manifest.line(it));
            let stays_open = closing.is_none_or(|line| line > manifest.line(index));
            if stays_open && closing.is_none_or(|line| closing_lines.insert(line)) {
                opened += 1;
            }
        }
    }
    indent.levels += opened;
    let is_space =
        |it: &usize| manifest.is_any(Some(*it), &[LintTokenKind::Space, LintTokenKind::Comment]);
    let Some(last) = (0..newline).rev().find(|it| !is_space(it)) else {
        return more;
    };
    match tokens.kind(last) {
        Some(LintTokenKind::Colon) if opened == 0 && indent.colon_line.is_none() => {
            indent.colon_line = Some(manifest.line(last));
            indent.levels += 1;
        }
        Some(LintTokenKind::Semicolon) if indent.colon_line.take().is_some() => indent.levels -= 1,
        Some(LintTokenKind::Equals | LintTokenKind::Arrow) => more += 1,
        _ => {}
    }
    more
}

/// Counts the brackets that the line after a break closes.
fn enter_line(manifest: &Manifest<'_>, indent: &mut Indent, newline: usize) -> isize {
    let tokens = &manifest.tokens;
    let mut more = 0;
    let mut opening_lines = BTreeSet::new();
    for (index, token) in manifest.tokens_from(newline + 1) {
        match token.kind {
            LintTokenKind::Newline => break,
            LintTokenKind::RightBrace | LintTokenKind::RightBracket | LintTokenKind::RightParen => {
                let Some(opening) = tokens.partner(index).map(|it| manifest.line(it)) else {
                    continue;
                };
                if opening < manifest.line(index) && opening_lines.insert(opening) {
                    indent.levels -= 1;
                }
                let ends_resource = token.kind == LintTokenKind::RightBrace;
                if ends_resource && indent.colon_line.is_some_and(|line| opening < line) {
                    indent.colon_line = None;
                    indent.levels -= 1;
                }
            }
            LintTokenKind::Semicolon if indent.colon_line.is_some() => {
                let starts = manifest.is_any(
                    Some(index - 1),
                    &[LintTokenKind::Indent, LintTokenKind::Newline],
                );
                let ends = matches!(tokens.kind(index + 1), None | Some(LintTokenKind::Newline));
                if starts && ends {
                    more -= 1;
                }
            }
            _ => {}
        }
    }
    more
}

/// How far a line is indented; for a heredoc, its last line. None if its margin is not removed.
fn actual_indent(manifest: &Manifest<'_>, first: usize) -> Option<usize> {
    let tokens = &manifest.tokens;
    let end = match tokens.kind(first)? {
        LintTokenKind::Indent => return Some(tokens.source(first).chars().count()),
        LintTokenKind::Heredoc => first,
        LintTokenKind::HeredocStart => {
            manifest
                .tokens_from(first)
                .find(|(_, it)| it.kind == LintTokenKind::HeredocEnd)?
                .0
        }
        _ => return Some(0),
    };
    let last_line = tokens.source(end).lines().next_back()?;
    let text = last_line.trim_start();
    let margin = last_line[..last_line.len() - text.len()].chars().count();
    text.starts_with('|').then_some(margin)
}
