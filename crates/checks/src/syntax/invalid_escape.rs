//! S004 invalid-escape.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A string has an unrecognized escape sequence, and the backslash stays in it.
    pub INVALID_ESCAPE = { code: "S004", name: "invalid-escape", level: Warning, fix: Safe }
}
