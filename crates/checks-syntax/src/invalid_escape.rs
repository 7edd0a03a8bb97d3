//! Escape sequences that a string does not know.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Fix, Place, Safety, declare_rule};
use puppet_syntax::lexer::LexErrorKind;
use puppet_text::TextRange;

declare_rule! {
    /// A string has an unrecognized escape sequence, and the backslash stays in it.
    pub INVALID_ESCAPE = { code: "S004", name: "invalid-escape", level: Warning, fix: Safe }
}

/// Whether the rule reports an error of the lexer.
pub fn is_about(kind: LexErrorKind) -> bool {
    matches!(
        kind,
        LexErrorKind::UnrecognizedEscape | LexErrorKind::IllegalUnicodeEscape
    )
}

/// The text means the same with two backslashes.
pub fn doubled_backslash(file: File, escape: TextRange) -> Fix<FilePlace> {
    let at = Place::new(file, TextRange::empty(escape.start()));
    Fix::replace("Double the backslash", Safety::Safe, at, "\\")
}
