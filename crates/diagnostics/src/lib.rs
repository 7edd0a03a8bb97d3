//! Diagnostic values, the table of rules, and their rendering.
