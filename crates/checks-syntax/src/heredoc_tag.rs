//! Tags of heredocs that the lexer refuses.

use puppet_diagnostics::declare_rule;
use puppet_syntax::lexer::LexErrorKind;

declare_rule! {
    /// A heredoc's tag is malformed, or the line that ends its text is missing.
    pub HEREDOC_TAG = { code: "S005", name: "heredoc-tag", level: Error, fix: Unsafe }
}

/// Whether the rule reports an error of the lexer.
pub fn is_about(kind: LexErrorKind) -> bool {
    kind.code().starts_with("HEREDOC_")
}
