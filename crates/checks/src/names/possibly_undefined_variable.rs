//! N102 possibly-undefined-variable.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A variable is set in some branches only, and may be unassigned here.
    pub POSSIBLY_UNDEFINED_VARIABLE = {
        code: "N102", name: "possibly-undefined-variable",
        levels: [Off, Warning, Error], fix: Unsafe,
    }
}
