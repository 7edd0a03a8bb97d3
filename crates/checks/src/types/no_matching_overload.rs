//! T203 no-matching-overload.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// No signature of the function accepts these arguments.
    pub NO_MATCHING_OVERLOAD = { code: "T203", name: "no-matching-overload", level: Error }
}
