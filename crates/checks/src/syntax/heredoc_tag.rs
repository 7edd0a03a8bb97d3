//! S005 heredoc-tag.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A heredoc's tag is malformed, or the line that ends its text is missing.
    pub HEREDOC_TAG = { code: "S005", name: "heredoc-tag", level: Error, fix: Unsafe }
}
