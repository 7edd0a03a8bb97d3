//! Changes whose lines end as those of the file do.

use puppet_ide_db::code_action::CodeAction;
use puppet_ide_db::context::FileContext;

/// Gives the lines of a change the ends that those of the files have; those of new files are as in the file that it was
/// asked for in.
pub fn keep(context: FileContext<'_>, action: &mut CodeAction) {
    for (id, edits) in &mut action.change.edits {
        let changed = context.files.input(*id);
        if changed.is_some_and(|it| returns_carriages(it.text(context.db))) {
            for edit in edits {
                edit.text = with_returns(&edit.text);
            }
        }
    }
    if !action.change.creates.is_empty() && returns_carriages(context.file.text(context.db)) {
        for (_, text) in &mut action.change.creates {
            *text = with_returns(text);
        }
    }
}

/// Whether all lines of a text end with `\r\n`.
fn returns_carriages(text: &str) -> bool {
    text.contains('\n') && text.split_inclusive('\n').all(ends_with_return)
}

/// Whether a line does, or has no end.
fn ends_with_return(line: &str) -> bool {
    !line.ends_with('\n') || line.ends_with("\r\n")
}

fn with_returns(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}
