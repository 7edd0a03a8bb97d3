//! The outcome of a step.

/// What became of a step.
pub enum StepOutcome {
    /// It passed; the text has the figures.
    Passed(String),
    /// It could not run, and why.
    Skipped(String),
}
