//! Comments follow by full names: `# See web::params` and `@see web::params`.

use puppet_ide_db::context::FileContext;
use puppet_ide_db::search::comments;
use puppet_ide_db::source_change::TextEdit;

/// The edits in the comments of a file.
pub(super) fn edits(context: FileContext<'_>, old: &str, new_name: &str) -> Vec<TextEdit> {
    let places = comments::ranges(context, old).into_iter();
    places
        .map(|range| TextEdit::replace(range, new_name))
        .collect()
}
