//! V803 needs-newer-puppet.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// Uses a feature that a targeted Puppet version does not have yet.
    pub NEEDS_NEWER_PUPPET = { code: "V803", name: "needs-newer-puppet", level: Warning, fix: Unsafe }
}
