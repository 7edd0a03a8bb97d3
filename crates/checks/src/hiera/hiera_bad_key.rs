//! H604 hiera-bad-key.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A Hiera key is never looked up, or is a duplicate.
    pub HIERA_BAD_KEY = { code: "H604", name: "hiera-bad-key", level: Warning, fix: Unsafe }
}
