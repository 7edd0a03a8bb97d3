//! R309 leaking-resource-default.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// Resource defaults of a class also apply to the classes that it includes.
    pub LEAKING_RESOURCE_DEFAULT = { code: "R309", name: "leaking-resource-default", level: Warning }
}
