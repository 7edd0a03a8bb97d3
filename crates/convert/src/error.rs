//! Errors of conversions.

use std::fmt;

use puppet_scalars::{TimeError, Undecidable};

/// Why a conversion has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConvertError {
    /// Puppet raises an error with this text.
    Raised(String),
    /// Puppet itself breaks on this conversion: an exception of Ruby, whose text does not count.
    Crash(String),
    /// The result is not known: it depends on the time or on definitions that are not known, or a bound was reached.
    Undecidable,
}

impl ConvertError {
    /// An error of Puppet.
    pub fn raised<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(Self::Raised(text.into()))
    }

    pub(crate) fn crash<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(Self::Crash(text.into()))
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raised(text) | Self::Crash(text) => f.write_str(text),
            Self::Undecidable => f.write_str("the result is not known"),
        }
    }
}

impl std::error::Error for ConvertError {}

impl From<Undecidable> for ConvertError {
    fn from(_: Undecidable) -> Self {
        Self::Undecidable
    }
}

impl From<TimeError> for ConvertError {
    fn from(error: TimeError) -> Self {
        match error {
            TimeError::Refused(text) => Self::Raised(text),
            TimeError::Undecidable => Self::Undecidable,
        }
    }
}
