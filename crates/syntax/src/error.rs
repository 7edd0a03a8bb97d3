//! Syntax errors, and the place where Puppet's parser would stop.

use rowan::{TextRange, TextSize};

use crate::lexer::{LexError, LexErrorKind};

/// A syntax error, with the range where it can be fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where, in bytes; empty where something is missing.
    pub range: TextRange,
    /// What is wrong, in words.
    pub message: String,
    /// The bracket that is never closed.
    pub opener: Option<TextRange>,
    /// The token that is missing, as it is written, where it is just one.
    pub missing: Option<Box<str>>,
}

/// The kinds of [`SyntaxError`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SyntaxErrorKind {
    /// The lexer cannot read the text.
    Lexical(LexErrorKind),
    /// A token that cannot stand here.
    Unexpected,
    /// Something is missing between two tokens.
    Missing,
    /// A bracket that is never closed.
    Unclosed,
    /// Values separated by commas that belong to no call.
    ArgumentsWithoutCall,
    /// `{ … }` after something that is no resource type and no reference to one.
    NotAResource,
    /// `@` or `@@` before something that is no resource.
    NotVirtualizable,
    /// A name that may not be given to what is defined.
    InvalidName,
    /// More levels of nesting than are read.
    NestedTooDeeply,
}

/// Where Puppet's own parser stops: its first error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Puppet's issue code; none for errors that Puppet raises without one.
    pub issue: Option<&'static str>,
    /// The offset in bytes; none at the end of the text, for which Puppet gives no place.
    pub offset: Option<TextSize>,
}

impl Stop {
    pub(crate) fn unexpected(offset: Option<TextSize>) -> Stop {
        Stop {
            issue: Some("SYNTAX_ERROR"),
            offset,
        }
    }

    pub(crate) fn lexical(error: &LexError) -> Stop {
        let has_code = error.kind != LexErrorKind::InvalidCodePoint;
        let has_place = has_code && error.kind != LexErrorKind::IllegalBom;
        Stop {
            issue: has_code.then_some(error.kind.code()),
            offset: has_place.then_some(error.reported_at),
        }
    }

    pub(crate) fn rejected(offset: TextSize) -> Stop {
        Stop {
            issue: None,
            offset: Some(offset),
        }
    }
}
