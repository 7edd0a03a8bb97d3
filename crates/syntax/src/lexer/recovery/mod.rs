//! Error recovery of the lexer: strings and heredocs that are not terminated.

pub(crate) mod heredoc_end;
pub(crate) mod suspicious_quote;
pub(crate) mod unterminated;
