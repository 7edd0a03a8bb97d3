//! Ruby code follows by full names.

use super::target::{ResolvedTarget, TargetKind, ours};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::ruby::usages::{ruby_files, usage_ranges};
use puppet_ide_db::source_change::{SourceChange, TextEdit};

/// Adds the edits of libraries and of templates in Embedded Ruby. A name without `::` may be anything in Ruby: it stays.
pub(super) fn add_edits(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
    change: &mut SourceChange,
) {
    let TargetKind::Item(_, old) = &target.kind else {
        return;
    };
    if !old.contains("::") {
        return;
    }
    for file in ruby_files(context, old) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if ours(context.file_context(file)).is_ok() {
            let found = usage_ranges(file.text(context.db), old).into_iter();
            let edits = found.map(|range| TextEdit::replace(range, new_name));
            change.add(context.files.id(context.db, file), edits.collect());
        }
    }
}
