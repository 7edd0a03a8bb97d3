//! R313 virtual-never-realized.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A virtual resource is never realized.
    pub VIRTUAL_NEVER_REALIZED = {
        code: "R313", name: "virtual-never-realized",
        levels: [Off, Hint, Hint], fix: Unsafe,
    }
}
