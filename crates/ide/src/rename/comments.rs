//! Comments follow: what they call by its full name, `# See web::params` and `@see web::params`.

use puppet_db::File;
use puppet_syntax::SyntaxKind;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::source_change::TextEdit;
use crate::syntax;
use crate::words::whole_names;

/// The edits in the comments of a file. A name without `::` may be any word: it stays.
pub(super) fn edits(context: Context<'_>, file: File, old: &str, new_name: &str) -> Vec<TextEdit> {
    let text = file.text(context.db);
    if !old.contains("::") || !text.contains(old) {
        return Vec::new();
    }
    let root = syntax::root(context.db, file);
    let mut edits = Vec::new();
    for comment in syntax::tokens_with(text, &root, old) {
        let is_comment = matches!(
            comment.kind(),
            SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT
        );
        if !is_comment {
            continue;
        }
        for at in whole_names(comment.text(), old) {
            let Ok(at) = TextSize::try_from(at) else {
                break;
            };
            let range = TextRange::at(comment.text_range().start() + at, TextSize::of(old));
            edits.push(TextEdit::replace(range, new_name));
        }
    }
    edits
}
