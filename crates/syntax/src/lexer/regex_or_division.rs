//! Regular expressions and divisions: the token before a `/` decides between them, as in Puppet's lexer.

use crate::SyntaxKind::{self, *};
use crate::lexer::scanner::Lexer;

impl Lexer<'_> {
    /// A regular expression or a division.
    pub(super) fn slash(&mut self) {
        match self.regex_end() {
            Some(end) => self.significant(REGEX, end),
            None => self.significant(SLASH, self.pos + 1),
        }
    }

    /// The end of the regular expression that starts here. What stands before decides whether there can be one.
    fn regex_end(&mut self) -> Option<usize> {
        let (from, limit) = self.no_regex;
        if ends_operand(self.after) || (self.pos >= from && self.limit == limit) {
            return None;
        }
        let bytes = self.rest().as_bytes();
        let mut at = 1;
        while let Some(len) = bytes[at..].iter().position(|byte| *byte == b'/') {
            let backslashes = bytes[at..at + len]
                .iter()
                .rev()
                .take_while(|byte| **byte == b'\\')
                .count();
            at += len + 1;
            if backslashes % 2 == 0 {
                return Some(self.pos + at);
            }
        }
        self.no_regex = (self.pos, self.limit);
        self.out.has_lone_slash = true;
        None
    }
}

/// Whether a `/` after a token of this kind is a division.
fn ends_operand(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        R_PAREN
            | R_BRACK
            | R_COLLECT
            | RR_COLLECT
            | NAME
            | CLASS_REF
            | INTEGER
            | FLOAT
            | SQ_STRING
            | DQ_STRING
            | STRING_END
            | TRUE_KW
            | FALSE_KW
            | HEREDOC_TAG
            | REGEX
            | VARIABLE
            | WORD
    )
}
