//! R314 collector-without-query.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A collector without a query realizes every virtual resource of the type.
    pub COLLECTOR_WITHOUT_QUERY = {
        code: "R314", name: "collector-without-query",
        level: Warning, puppet_lint: ["spaceship_operator_without_tag"],
    }
}
