//! Fixes of what is wrong.

use puppet_db::File;
use puppet_text::TextRange;

use super::{ActionKind, CodeAction, mending};
use crate::analysis::Context;
use crate::diagnostics::{DiagnosticFix, diagnostics};
use crate::source_change::{SourceChange, TextEdit};

/// For so many findings of a selection fixes are looked for in the text around: who selects more does not read them.
const MOST_MENDED: usize = 16;

/// The fixes of what is wrong at a selection, and that of everything in the file.
pub(super) fn fixes(context: Context<'_>, file: File, selection: TextRange) -> Vec<CodeAction> {
    let found = diagnostics(context, file);
    let touches = |range: TextRange| range.intersect(selection).is_some();
    let mut actions = Vec::new();
    let touched = found.iter().filter(|it| touches(it.range));
    for (place, diagnostic) in touched.enumerate() {
        let fixes = match place < MOST_MENDED {
            true => mending::fixes(context, file, diagnostic),
            false => diagnostic.fixes.clone(),
        };
        for (index, fix) in fixes.iter().enumerate() {
            actions.push(CodeAction {
                title: as_entry(&fix.title),
                kind: ActionKind::QuickFix,
                change: change([fix]),
                mends: Some((diagnostic.code, diagnostic.range)),
                is_preferred: index == 0 && fix.is_safe,
            });
        }
    }
    let safe: Vec<DiagnosticFix> = found
        .iter()
        .filter_map(|it| mending::safe_fix(context, file, it))
        .collect();
    if !safe.is_empty() {
        actions.push(CodeAction {
            title: "Fix everything that can be fixed safely".to_owned(),
            kind: ActionKind::FixAll,
            change: change(&safe),
            mends: None,
            is_preferred: false,
        });
    }
    actions
}

/// Of a change that was found by its place: the finding that it mends.
pub(super) fn mended(
    context: Context<'_>,
    file: File,
    selection: TextRange,
    code: &str,
) -> Option<(&'static str, TextRange)> {
    let found = diagnostics(context, file);
    let mut found = found.iter().filter(|it| it.code == code);
    let finding = found.find(|it| it.range.intersect(selection).is_some())?;
    Some((finding.code, finding.range))
}

/// What a terminal says behind `help:`, as an entry of a menu.
fn as_entry(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().to_string() + letters.as_str()
    })
}

/// The edits of some fixes; of two that overlap, the first counts.
fn change<'a>(fixes: impl IntoIterator<Item = &'a DiagnosticFix>) -> SourceChange {
    let mut change = SourceChange::default();
    for fix in fixes {
        let overlaps = fix.edits.iter().any(|(at, _)| {
            let same_file = change.edits.iter().filter(|(file, _)| *file == at.file);
            same_file.flat_map(|(_, edits)| edits).any(|edit| {
                edit.range.intersect(at.range).is_some_and(|it| {
                    !it.is_empty() || edit.range.is_empty() || at.range.is_empty()
                })
            })
        });
        if overlaps {
            continue;
        }
        for (at, text) in &fix.edits {
            let edit = TextEdit::replace(at.range, text.clone());
            match change.edits.iter_mut().find(|(file, _)| *file == at.file) {
                Some((_, edits)) => edits.push(edit),
                None => change.edits.push((at.file, vec![edit])),
            }
        }
    }
    for (_, edits) in &mut change.edits {
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    }
    change
}
