//! Fixes of what is wrong.

use puppet_checks::rules::HIERA_UNREACHED_LEVEL;
use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Safety, Subject};
use puppet_text::TextRange;
use puppet_text::capitalize_first;

use crate::fixes;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::source_change::{FileMove, SourceChange, TextEdit};
use puppet_ide_db::workspace_files::file_diagnostics;

/// The number of diagnostics of a selection whose fixes are computed; the others have only those of their check.
const MAX_FIXED_DIAGNOSTICS: usize = 16;

/// The fixes of the diagnostics at a selection, and the one for the whole file.
pub fn fixes(context: FileContext<'_>, selection: TextRange) -> Vec<CodeAction> {
    let found = file_diagnostics(context);
    let mut actions = Vec::new();
    let touched = found.iter();
    let touched = touched.filter(|it| it.place.range.intersect(selection).is_some());
    for (number, diagnostic) in touched.enumerate() {
        let fixes = match number < MAX_FIXED_DIAGNOSTICS {
            true => fixes::fixes(*context, diagnostic),
            false => diagnostic.fixes.clone(),
        };
        for (index, fix) in fixes.iter().enumerate() {
            actions.push(CodeAction {
                fixes: Some((diagnostic.code(), diagnostic.place.range)),
                is_preferred: index == 0 && fix.safety == Safety::Safe,
                ..CodeAction::new(
                    capitalize_first(&fix.title),
                    ActionKind::QuickFix,
                    change(*context, [fix]),
                )
            });
        }
        actions.extend(renamed_file(*context, diagnostic));
    }
    let safe = found
        .iter()
        .filter_map(|it| fixes::best_fix(*context, it, false));
    let safe: Vec<Fix<FilePlace>> = safe.collect();
    if !safe.is_empty() {
        actions.push(CodeAction::new(
            "Apply all safe fixes".to_owned(),
            ActionKind::FixAll,
            change(*context, &safe),
        ));
    }
    actions
}

/// The renaming of a data file that is read under another name.
fn renamed_file(context: IdeContext<'_>, diagnostic: &Diagnostic<FilePlace>) -> Option<CodeAction> {
    let subject = diagnostic.subject.as_deref();
    let Some(Subject::Meant(path)) = subject.filter(|_| *diagnostic.rule == HIERA_UNREACHED_LEVEL)
    else {
        return None;
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let change = SourceChange {
        moves: vec![FileMove {
            file: context.files.id(context.db, diagnostic.place.file),
            to: path.to_string(),
        }],
        ..SourceChange::default()
    };
    Some(CodeAction {
        fixes: Some((diagnostic.code(), diagnostic.place.range)),
        ..CodeAction::new(
            format!("Rename the file to `{name}`"),
            ActionKind::QuickFix,
            change,
        )
    })
}

/// The edits of some fixes; of two that overlap, the first counts.
fn change<'a>(
    context: IdeContext<'_>,
    fixes: impl IntoIterator<Item = &'a Fix<FilePlace>>,
) -> SourceChange {
    let (_, edits) = merged(fixes);
    let edits = edits.into_iter();
    let edits = edits.map(|(file, edits)| (context.files.id(context.db, file), edits));
    SourceChange {
        edits: edits.collect(),
        ..SourceChange::default()
    }
}

/// Edits by file, in the order of the text.
type Edits = Vec<(File, Vec<TextEdit>)>;

/// The fixes that can be made together (of two that overlap, the first; those that do just the same are one), and their
/// edits.
pub fn merged<'a>(
    fixes: impl IntoIterator<Item = &'a Fix<FilePlace>>,
) -> (Vec<&'a Fix<FilePlace>>, Edits) {
    let mut made: Vec<&Fix<FilePlace>> = Vec::new();
    let mut all = Edits::new();
    for fix in fixes {
        if fix.edits.iter().any(|edit| overlaps(&all, edit)) {
            if made.iter().any(|it| it.edits == fix.edits) {
                made.push(fix);
            }
            continue;
        }
        made.push(fix);
        for Edit { place, text } in &fix.edits {
            let edit = TextEdit::replace(place.range, text.clone());
            match all.iter_mut().find(|(file, _)| *file == place.file) {
                Some((_, edits)) => edits.push(edit),
                None => all.push((place.file, vec![edit])),
            }
        }
    }
    for (_, edits) in &mut all {
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    }
    (made, all)
}

/// Whether an edit touches what others change: also where texts are put into the same place.
fn overlaps(others: &Edits, Edit { place, .. }: &Edit<FilePlace>) -> bool {
    let same_file = others.iter().filter(|(file, _)| *file == place.file);
    same_file.flat_map(|(_, edits)| edits).any(|edit| {
        let common = edit.range.intersect(place.range);
        common.is_some_and(|it| !it.is_empty() || edit.range.is_empty() || place.range.is_empty())
    })
}
