//! Tags and comments of EPP templates that the lexer finds open.

use puppet_diagnostics::declare_rule;
use puppet_syntax::lexer::LexErrorKind;

declare_rule! {
    /// A tag or comment of an EPP template is not closed.
    pub EPP_UNBALANCED = { code: "S006", name: "epp-unbalanced", level: Error, fix: Unsafe }
}

/// Whether the rule reports an error of the lexer.
pub fn is_about(kind: LexErrorKind) -> bool {
    kind.code().starts_with("EPP_")
}
