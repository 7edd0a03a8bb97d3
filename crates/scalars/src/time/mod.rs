//! Spans of time and points in time, in nanoseconds.

mod calendar;
mod names;
pub mod timespan;
pub mod timestamp;
mod zone;

use std::fmt;

use crate::Undecidable;

/// Nanoseconds of one second.
pub const NANOS_PER_SEC: i128 = 1_000_000_000;

/// Why a text, a format or a number makes no time value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeError {
    /// Puppet refuses it, with this text.
    Refused(String),
    /// The answer is not known, as a number is too large.
    Undecidable,
}

impl TimeError {
    pub(crate) fn refused<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(Self::Refused(text.into()))
    }
}

impl From<Undecidable> for TimeError {
    fn from(_: Undecidable) -> Self {
        Self::Undecidable
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) => f.write_str(text),
            Self::Undecidable => f.write_str("a number is too large"),
        }
    }
}

impl std::error::Error for TimeError {}

/// Nanoseconds of a number of seconds, cut off below the nanosecond; nothing for what is not a finite number of a
/// size that can be held.
pub(crate) fn nanos_from_seconds(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    (nanos.is_finite() && nanos.abs() < 1e38).then_some(nanos as i128)
}
