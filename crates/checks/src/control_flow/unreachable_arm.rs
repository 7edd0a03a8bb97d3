//! T215 unreachable-arm.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// An option of a case or selector is never reached.
    pub UNREACHABLE_ARM = { code: "T215", name: "unreachable-arm", levels: [Off, Hint, Warning], fix: Unsafe }
}
