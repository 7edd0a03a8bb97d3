//! Files that are not UTF-8. The parser reports byte order marks.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_syntax::lexer::LexErrorKind;
use puppet_text::{TextRange, TextSize};

declare_rule! {
    /// The file is not UTF-8 text without a byte order mark.
    pub INVALID_ENCODING = { code: "S018", name: "invalid-encoding", level: Error, fix: Safe }
}

/// Whether the rule reports an error of the lexer.
pub fn is_about(kind: LexErrorKind) -> bool {
    kind == LexErrorKind::IllegalBom
}

/// A file with a byte that is not UTF-8 at an offset.
pub fn diagnostic(file: File, offset: u32) -> Diagnostic<FilePlace> {
    let place = Place::new(file, TextRange::empty(TextSize::new(offset)));
    let message = "File is not valid UTF-8: invalid byte here";
    Diagnostic::new(&INVALID_ENCODING, place, message)
}
