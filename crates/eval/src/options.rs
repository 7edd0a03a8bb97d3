//! Options of an evaluation: its assumptions and its limits.

use puppet_hir::validate::{PuppetVersion, Strict};
use puppet_types::Value;
use smol_str::SmolStr;

/// Whether names that the program does not define may be defined in other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assumptions {
    /// The program is all there is: an unknown name is an error, as it is for Puppet without modules.
    Closed,
    /// There may be modules and facts: what depends on an unknown name is unknown.
    Open,
}

/// How much an evaluation may do before its result is [`Unknown::Limit`](crate::Unknown::Limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Expressions and elements that are evaluated.
    pub steps: u64,
    /// Bytes of the values that are made, roughly; what is freed again counts as well.
    pub memory: u64,
    /// Expressions within expressions, those of called functions included.
    pub depth: u32,
}

impl Default for Limits {
    /// Enough for configuration code, and answered within a fraction of a second.
    fn default() -> Self {
        Limits {
            steps: 2_000_000,
            memory: 256 << 20,
            depth: 160,
        }
    }
}

/// The options of an evaluation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The version whose rules apply.
    pub target: PuppetVersion,
    /// The setting `strict`.
    pub strict: Strict,
    /// Whether unknown names are errors.
    pub assumptions: Assumptions,
    /// Variables of the top scope.
    pub variables: Vec<(SmolStr, Value)>,
    /// The bounds.
    pub limits: Limits,
}

impl Default for Options {
    /// Puppet 8 with its default settings, without modules and variables.
    fn default() -> Self {
        Options {
            target: PuppetVersion::V8,
            strict: PuppetVersion::V8.strict(),
            assumptions: Assumptions::Closed,
            variables: Vec::new(),
            limits: Limits::default(),
        }
    }
}
