//! Texts of templates as the parser sees them: a run of text and comments is one text.

use crate::SyntaxKind::*;
use crate::epp_text::{self, TextEnd};
use crate::lexer::Lexed;

/// The start of the run of texts and comments that a text belongs to, if the text is the first one of the run.
fn run_start(lexed: &Lexed, token: usize) -> Option<usize> {
    let mut start = token;
    while let Some(before) = start.checked_sub(1) {
        match lexed.kind(before) {
            EPP_COMMENT => start = before,
            EPP_TEXT => return None,
            _ => break,
        }
    }
    Some(start)
}

/// Whether a text is the first one of its run, and the run renders anything.
pub(crate) fn is_rendered(text: &str, lexed: &Lexed, token: usize) -> bool {
    let Some(start) = run_start(lexed, token) else {
        return false;
    };
    let is_part = |token: &usize| matches!(lexed.kind(*token), EPP_TEXT | EPP_COMMENT);
    let run = start..(token..).find(|it| !is_part(it)).unwrap_or(lexed.len());
    let after_trim = run.start > 0 && lexed.kind(run.start - 1) == EPP_CLOSE_TRIM;
    let end = match lexed.kind(run.end) {
        EPP_OPEN_TRIM => TextEnd::OpenTrim,
        EPP_OPEN | EPP_OPEN_EXPR => TextEnd::Open,
        _ => TextEnd::Template,
    };
    let parts = run.map(|it| (lexed.kind(it), lexed.text(text, it)));
    epp_text::rendered_text(parts, after_trim, end).is_some()
}
