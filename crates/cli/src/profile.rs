//! Profiles: levels of strictness.

use puppet_db::settings::RuleLevels;
use puppet_diagnostics::{Severity, Strictness};

/// How much is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Profile {
    /// What is certainly or very likely wrong: to start with old code.
    Minimal,
    /// What is wrong, or probably a mistake.
    Recommended,
    /// Everything that well-typed code avoids.
    Strict,
    /// Also what puppet-lint and the plugins of Vox Pupuli report.
    PuppetLint,
}

/// The rules that the profile `puppet-lint` turns on, in order: the family of puppet-lint's checks without those that
/// puppet-lint has off, and the rules of other families that do the work of one of its checks.
const OF_PUPPET_LINT: [(&str, Option<Severity>); 8] = [
    ("L", Some(Severity::Warning)),
    ("class-inherits-from-params-class", None),
    ("code-on-top-scope", None),
    ("quoted-booleans", None),
    ("short-line-length", None),
    ("exec-not-idempotent", Some(Severity::Warning)),
    ("missing-type", Some(Severity::Warning)),
    ("optional-never-undef", Some(Severity::Warning)),
];

impl Profile {
    /// The value of the setting `strictness` for it.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Minimal => "lenient",
            Self::Recommended | Self::PuppetLint => "standard",
            Self::Strict => "strict",
        }
    }

    /// The strictness for it.
    pub fn strictness(self) -> Strictness {
        match self {
            Self::Minimal => Strictness::Lenient,
            Self::Recommended | Self::PuppetLint => Strictness::Standard,
            Self::Strict => Strictness::Strict,
        }
    }

    /// The levels of single rules for it.
    pub fn levels(self) -> RuleLevels {
        let levels: &[_] = match self {
            Self::PuppetLint => &OF_PUPPET_LINT,
            _ => &[],
        };
        let levels = levels.iter();
        levels
            .map(|(rule, level)| ((*rule).into(), *level))
            .collect()
    }
}
