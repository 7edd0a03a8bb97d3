//! Comments follow: what they call by its full name, `# See web::params` and `@see web::params`.

use puppet_db::File;

use crate::comment_references;
use crate::context::Context;
use crate::source_change::TextEdit;

/// The edits in the comments of a file.
pub(super) fn edits(context: Context<'_>, file: File, old: &str, new_name: &str) -> Vec<TextEdit> {
    let places = comment_references::ranges(context, file, old).into_iter();
    places
        .map(|range| TextEdit::replace(range, new_name))
        .collect()
}
