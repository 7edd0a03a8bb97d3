//! N105 unknown-resource-type.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A resource type or defined type does not exist.
    pub UNKNOWN_RESOURCE_TYPE = { code: "N105", name: "unknown-resource-type", level: Error, fix: Unsafe }
}
