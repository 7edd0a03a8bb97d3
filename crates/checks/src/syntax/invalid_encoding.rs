//! S018 invalid-encoding.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// The file is not UTF-8 text without a byte order mark.
    pub INVALID_ENCODING = { code: "S018", name: "invalid-encoding", level: Error, fix: Safe }
}
