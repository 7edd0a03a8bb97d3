//! Texts of templates as the parser sees them: a run of text and comments is one piece of text.

use std::ops::Range;

use crate::SyntaxKind::*;
use crate::epp_text::{self, TextEnd};
use crate::lexer::Lexed;

/// The run of texts and comments around a token.
fn run(lexed: &Lexed, token: usize) -> Range<usize> {
    let is_part = |token: usize| matches!(lexed.kind(token), EPP_TEXT | EPP_COMMENT);
    let mut start = token;
    while start > 0 && is_part(start - 1) {
        start -= 1;
    }
    let mut end = token;
    while is_part(end) {
        end += 1;
    }
    start..end
}

/// Whether a text is the first one of its run, and the run renders anything.
pub(crate) fn is_rendered(text: &str, lexed: &Lexed, token: usize) -> bool {
    let run = run(lexed, token);
    if run.clone().find(|it| lexed.kind(*it) == EPP_TEXT) != Some(token) {
        return false;
    }
    let after_trim = run.start > 0 && lexed.kind(run.start - 1) == EPP_CLOSE_TRIM;
    let end = match lexed.kind(run.end) {
        EPP_OPEN_TRIM => TextEnd::OpenTrim,
        EPP_OPEN | EPP_OPEN_EXPR => TextEnd::Open,
        _ => TextEnd::Template,
    };
    let parts = run.map(|it| (lexed.kind(it), lexed.text(text, it)));
    epp_text::rendered(parts, after_trim, end).is_some()
}
