//! From text to tokens.
//!
//! [`tokenize`] reads a whole text once, from front to back, and never fails: every byte belongs to exactly one token,
//! in order, so the texts of the tokens together are the text. What Puppet's lexer would refuse is told in
//! [`Lexed::errors`]; the tokens are then what the author most likely meant.
//!
//! # Strings with interpolation
//!
//! A string without interpolation is one token ([`SQ_STRING`], [`DQ_STRING`]). Any other is a run of tokens:
//! [`STRING_START`], then any number of [`STRING_TEXT`], [`VARIABLE`] (`$x`) and of [`INTERPOLATION_START`] (`${`), the
//! tokens of an expression, and [`INTERPOLATION_END`] (`}`); then [`STRING_END`]. Runs nest. A string that is never
//! closed ends without [`STRING_END`], an interpolation without [`INTERPOLATION_END`]. Where Puppet takes the first
//! word of an interpolation for a variable, that token is an [`IMPLICIT_VARIABLE`].
//!
//! # Heredocs
//!
//! [`HEREDOC_TAG`] stands where the string is used. Its text stands after the next line break as a run of
//! [`HEREDOC_TEXT`], [`VARIABLE`] and interpolations, ended by [`HEREDOC_END`]; it may stand in the middle of any
//! other construct. [`Lexed::heredocs`] links the two, in the order of the tags, which is the order of the bodies. A
//! parser that skips the body of a heredoc like a comment, and parses it on its own, sees what Puppet sees.
//!
//! # Templates
//!
//! Text is [`EPP_TEXT`], tags are tokens of their own, and a comment is an [`EPP_COMMENT`].
//!
//! # Brackets and white space
//!
//! Puppet distinguishes a `[` after white space, and a `(` that is the first on its line, from others:
//! [`Lexed::follows_space`], [`Lexed::starts_line`].
//!
//! [`SQ_STRING`]: crate::SyntaxKind::SQ_STRING
//! [`DQ_STRING`]: crate::SyntaxKind::DQ_STRING
//! [`STRING_START`]: crate::SyntaxKind::STRING_START
//! [`STRING_TEXT`]: crate::SyntaxKind::STRING_TEXT
//! [`STRING_END`]: crate::SyntaxKind::STRING_END
//! [`VARIABLE`]: crate::SyntaxKind::VARIABLE
//! [`IMPLICIT_VARIABLE`]: crate::SyntaxKind::IMPLICIT_VARIABLE
//! [`INTERPOLATION_START`]: crate::SyntaxKind::INTERPOLATION_START
//! [`INTERPOLATION_END`]: crate::SyntaxKind::INTERPOLATION_END
//! [`HEREDOC_TAG`]: crate::SyntaxKind::HEREDOC_TAG
//! [`HEREDOC_TEXT`]: crate::SyntaxKind::HEREDOC_TEXT
//! [`HEREDOC_END`]: crate::SyntaxKind::HEREDOC_END
//! [`EPP_TEXT`]: crate::SyntaxKind::EPP_TEXT
//! [`EPP_COMMENT`]: crate::SyntaxKind::EPP_COMMENT

mod epp;
mod error;
mod heredoc;
mod implicit_variable;
mod lexed;
mod memoized_search;
pub(crate) mod recovery;
mod regex_or_division;
mod scanner;
mod string;
mod token_kinds;

pub(crate) use crate::lexer::recovery::suspicious_quote::{is_doubtful, tokenize_doubting};
pub use error::{LexError, LexErrorKind};
pub(crate) use lexed::overlapping;
pub use lexed::{Heredoc, Lexed};

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Entry {
    /// A manifest: `*.pp`.
    #[default]
    Manifest,
    /// A template: `*.epp`.
    Epp,
    /// A lone type expression.
    TypeExpr,
}

/// Which words are keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Keywords {
    /// Those of manifests.
    #[default]
    Manifest,
    /// Those of plans too: `plan` and `apply` (Puppet's setting `tasks`).
    Tasks,
}

/// The tokens of `text`, with the keywords of manifests.
///
/// # Panics
/// If the text is longer than `u32::MAX` bytes.
pub fn tokenize(text: &str, entry: Entry) -> Lexed {
    tokenize_with(text, entry, Keywords::Manifest)
}

/// The tokens of `text`.
///
/// # Panics
/// If the text is longer than `u32::MAX` bytes.
pub fn tokenize_with(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    assert!(
        u32::try_from(text.len()).is_ok(),
        "a text has at most u32::MAX bytes"
    );
    recovery::unterminated::tokenize(text, entry, keywords)
}

/// The tokens of `text` as Puppet sees them: what is never closed continues to the end of the text, and is not among the
/// errors. Only [`Lexed::stop`] tells it.
///
/// # Panics
/// If the text is longer than `u32::MAX` bytes.
pub fn tokenize_without_repair(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    assert!(
        u32::try_from(text.len()).is_ok(),
        "a text has at most u32::MAX bytes"
    );
    recovery::unterminated::tokenize_once(text, entry, keywords)
}

#[cfg(test)]
mod tests;
