//! H601 hiera-unknown-class.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A Hiera key names a class that does not exist, and almost one that does.
    pub HIERA_UNKNOWN_CLASS = { code: "H601", name: "hiera-unknown-class", level: Warning, fix: Unsafe }
}
