//! The version of Puppet whose rules `eval` and `lookup` apply.

use puppet_eval::PuppetVersion;

/// A version of Puppet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LanguageVersion {
    /// Puppet 7, OpenVox 7.
    #[value(name = "7")]
    Puppet7,
    /// Puppet 8, OpenVox 8 and 9.
    #[value(name = "8")]
    Puppet8,
}

impl From<LanguageVersion> for PuppetVersion {
    fn from(version: LanguageVersion) -> Self {
        match version {
            LanguageVersion::Puppet7 => Self::V7,
            LanguageVersion::Puppet8 => Self::V8,
        }
    }
}
