//! References in comments: full names of definitions.

use puppet_syntax::SyntaxKind;
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;
use crate::syntax_ext;
use puppet_text::whole_names;

/// Where the comments of a file call something by its full name. A name without `::` may be any word: it is not looked
/// for.
pub fn ranges(context: FileContext<'_>, name: &str) -> Vec<TextRange> {
    let text = context.file.text(context.db);
    if !name.contains("::") || !text.contains(name) {
        return Vec::new();
    }
    let root = syntax_ext::root(context.db, context.file);
    let mut places = Vec::new();
    for comment in syntax_ext::tokens_with(text, &root, name) {
        let is_comment = matches!(
            comment.kind(),
            SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT
        );
        if !is_comment {
            continue;
        }
        for at in whole_names(comment.text(), name) {
            let Ok(at) = TextSize::try_from(at) else {
                break;
            };
            places.push(TextRange::at(
                comment.text_range().start() + at,
                TextSize::of(name),
            ));
        }
    }
    places
}
