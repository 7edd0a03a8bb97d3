//! Profiles: how much is reported.

use puppet_diagnostics::Strictness;

/// How much is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Profile {
    /// What is certainly or very likely wrong: to start with old code.
    Minimal,
    /// What is wrong, or probably a mistake.
    Recommended,
    /// Everything that well-typed code avoids.
    Strict,
}

impl Profile {
    /// The value of the setting `strictness` for it.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Minimal => "lenient",
            Self::Recommended => "standard",
            Self::Strict => "strict",
        }
    }

    /// The strictness for it.
    pub fn strictness(self) -> Strictness {
        match self {
            Self::Minimal => Strictness::Lenient,
            Self::Recommended => Strictness::Standard,
            Self::Strict => Strictness::Strict,
        }
    }
}
