//! The columns of `=>`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::structure::LintResource;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The `=>` of a resource are not below each other.
    pub ARROW_ALIGNMENT = {
        code: "L607", name: "arrow-alignment",
        level: Off, fix: Safe, puppet_lint: ["arrow_alignment"], since: "0.2.0",
    }
}

/// The arrows between a pair of braces, in a resource.
#[derive(Debug, Default)]
struct ArrowColumn {
    arrows: Vec<usize>,
    /// The column in which all arrows should be.
    column: usize,
    /// The column of the first name.
    names: Option<usize>,
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for resource in &manifest.resources {
        let mut arrows = resource
            .tokens
            .clone()
            .filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Arrow));
        let Some(first) = arrows.next() else {
            continue;
        };
        if arrows
            .next_back()
            .is_some_and(|last| manifest.line(first) != manifest.line(last))
        {
            check_resource(manifest, resource, out);
        }
    }
}

fn check_resource(
    manifest: &Manifest<'_>,
    resource: &LintResource,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let mut levels = vec![ArrowColumn::default()];
    for index in resource.tokens.clone() {
        match manifest.tokens.kind(index) {
            Some(LintTokenKind::Arrow) => {
                if let Some(level) = levels.last_mut() {
                    add_arrow(manifest, level, index);
                }
            }
            Some(LintTokenKind::LeftBrace) => levels.push(ArrowColumn::default()),
            Some(LintTokenKind::RightBrace | LintTokenKind::Semicolon) => {
                if let Some(level) = levels.pop() {
                    report(manifest, &level, out);
                }
            }
            _ => {}
        }
    }
}

/// Notes an arrow: all must be one space after the longest name.
fn add_arrow(manifest: &Manifest<'_>, level: &mut ArrowColumn, arrow: usize) {
    let tokens = &manifest.tokens;
    let Some(last) = tokens.code_before(arrow) else {
        return;
    };
    let mut first = last;
    if tokens.has_kind(Some(last), LintTokenKind::StringEnd) {
        let is_start = |it: &usize| tokens.has_kind(Some(*it), LintTokenKind::StringStart);
        first = (0..last).rev().find(is_start).unwrap_or(last);
    }
    let (first_column, length) = (manifest.column(first), length(manifest, first, last));
    let names = *level.names.get_or_insert(first_column);
    let line = manifest.line(arrow);
    let shares_line = level
        .arrows
        .last()
        .is_some_and(|it| manifest.line(*it) == line);
    let start = if shares_line { names } else { first_column };
    level.column = level.column.max(start + length + 1);
    level.arrows.push(arrow);
}

fn length(manifest: &Manifest<'_>, first: usize, last: usize) -> usize {
    let range = TextRange::new(manifest.range(first).start(), manifest.range(last).end());
    manifest.text[range].chars().count()
}

fn report(manifest: &Manifest<'_>, level: &ArrowColumn, out: &mut Vec<Diagnostic<FilePlace>>) {
    let lines = level.arrows.iter().map(|it| manifest.line(*it));
    let lines: Vec<u32> = lines.collect();
    if lines.iter().min() == lines.iter().max() {
        return;
    }
    for (position, arrow) in level.arrows.iter().enumerate() {
        let column = manifest.column(*arrow);
        if column == level.column {
            continue;
        }
        let message = format!(
            "The '=>' is in column {column} and not in column {}",
            level.column
        );
        let found = manifest.report(&ARROW_ALIGNMENT, *arrow, message);
        let mut found = found.with_help("Align it with the others");
        let is_first = position == 0 || lines[position - 1] != lines[position];
        let before = manifest.tokens.text_before(*arrow);
        let before = before.filter(|it| is_first && manifest.line(*it) == lines[position]);
        if let Some(before) = before {
            let end = manifest.column(before) + length(manifest, before, before);
            let width = level.column.saturating_sub(end);
            let edit = manifest.space_between(before, *arrow, &" ".repeat(width));
            found = found.with_fix(manifest.fix("Align it", vec![edit]));
        }
        out.push(found);
    }
}
