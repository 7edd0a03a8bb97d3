//! A point in time (`Puppet::Pops::Time::Timestamp`).

use std::fmt;

use super::NANOS_PER_SEC;

/// Nanoseconds since 1970-01-01 00:00:00 UTC; may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i128);

impl Timestamp {
    /// A number of nanoseconds since the epoch.
    pub fn from_nanos(nanos: i128) -> Self {
        Self(nanos)
    }

    /// A whole number of seconds since the epoch.
    pub fn from_secs(seconds: i64) -> Self {
        Self(i128::from(seconds) * NANOS_PER_SEC)
    }

    /// A number of seconds since the epoch, cut off below the nanosecond; nothing for what is not finite or too large.
    pub fn from_secs_f64(seconds: f64) -> Option<Self> {
        super::nanos_from_seconds(seconds).map(Self)
    }

    /// Nanoseconds since the epoch.
    pub fn nanos(self) -> i128 {
        self.0
    }

    /// Seconds since the epoch, as a floating point number.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Whole seconds since the epoch, rounded down.
    pub fn whole_secs(self) -> i128 {
        self.0.div_euclid(NANOS_PER_SEC)
    }
}

impl fmt::Display for Timestamp {
    /// `2016-09-06T08:34:59.000000000 UTC`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
