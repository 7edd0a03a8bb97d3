//! Functions that may be called without parentheses, as `include` and `notice`.

/// Their names (`Puppet::Pops::Model::Factory::STATEMENT_CALLS`).
const STATEMENT_FUNCTIONS: [&str; 15] = [
    "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err",
    "fail", "import", "break", "next", "return",
];

/// Whether a function may be called without parentheses, as a statement.
pub fn is_statement_function(name: &str) -> bool {
    STATEMENT_FUNCTIONS.contains(&name)
}
