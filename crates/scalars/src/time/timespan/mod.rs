//! A length of time, which may be negative (`Puppet::Pops::Time::Timespan`).

pub mod format;

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use self::format::TimespanFormat;
use super::{NANOS_PER_SEC, TimeError};
use crate::Undecidable;

/// A number of nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Timespan {
    nanos: i128,
    /// Whether all digits of its fraction are shown: Puppet keeps a bound that was given as a float as a float.
    shows_all_digits: bool,
}

impl PartialEq for Timespan {
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

impl Eq for Timespan {}

impl PartialOrd for Timespan {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timespan {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nanos.cmp(&other.nanos)
    }
}

impl Hash for Timespan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nanos.hash(state);
    }
}

/// The parts from which a timespan is made; each may be negative or larger than its unit allows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimespanFields {
    /// Whether the sum is negated.
    pub negative: bool,
    /// Days of 24 hours.
    pub days: i64,
    /// Hours.
    pub hours: i64,
    /// Minutes.
    pub minutes: i64,
    /// Seconds.
    pub seconds: i64,
    /// Thousandths of a second.
    pub milliseconds: i64,
    /// Millionths of a second.
    pub microseconds: i64,
    /// Billionths of a second.
    pub nanoseconds: i64,
}

impl Timespan {
    /// A number of nanoseconds.
    pub fn from_nanos(nanos: i128) -> Self {
        Self {
            nanos,
            shows_all_digits: false,
        }
    }

    /// A whole number of seconds.
    pub fn from_secs(seconds: i64) -> Self {
        Self::from_nanos(i128::from(seconds) * NANOS_PER_SEC)
    }

    /// A number of seconds, cut off below the nanosecond; nothing for what is not finite or too large.
    pub fn from_secs_f64(seconds: f64) -> Option<Self> {
        super::nanos_from_seconds(seconds).map(Self::from_nanos)
    }

    /// A bound of a `Timespan` type: as [`Self::from_secs_f64`], but shown with all digits of its fraction.
    pub fn bound_from_secs_f64(seconds: f64) -> Option<Self> {
        let span = Self::from_secs_f64(seconds)?;
        Some(Self {
            shows_all_digits: span.nanos % NANOS_PER_SEC != 0,
            ..span
        })
    }

    /// The sum of the parts.
    pub fn from_fields(fields: &TimespanFields) -> Self {
        let parts = [
            (fields.days, 24),
            (fields.hours, 60),
            (fields.minutes, 60),
            (fields.seconds, 1000),
            (fields.milliseconds, 1000),
            (fields.microseconds, 1000),
            (fields.nanoseconds, 1),
        ];
        let nanos = parts.iter().fold(0_i128, |sum, (part, factor)| {
            (sum + i128::from(*part)) * factor
        });
        Self::from_nanos(if fields.negative { -nanos } else { nanos })
    }

    /// Reads a text in the first of Puppet's default formats that fits.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        format::parse_any(text, &format::default_formats())
    }

    /// The length in nanoseconds.
    pub fn nanos(self) -> i128 {
        self.nanos
    }

    /// The length in seconds, as a floating point number.
    pub fn as_secs_f64(self) -> f64 {
        self.nanos as f64 / 1e9
    }

    /// Whole seconds, rounded down.
    pub fn whole_secs(self) -> i128 {
        self.nanos.div_euclid(NANOS_PER_SEC)
    }

    /// Whether the span is below zero.
    pub fn is_negative(self) -> bool {
        self.nanos < 0
    }

    /// Writes the span by a format.
    pub fn format(self, format: &TimespanFormat) -> Result<String, Undecidable> {
        format.format(self)
    }
}

impl fmt::Display for Timespan {
    /// `D-HH:MM:SS.n`, without zeros at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = TimespanFormat::parse(format::DEFAULT_FORMATS[0])
            .ok()
            .and_then(|format| format.format(*self).ok());
        let text = text.unwrap_or_default();
        f.write_str(&text)?;
        let shown = text.rsplit_once('.').map_or(0, |(_, digits)| digits.len());
        if self.shows_all_digits {
            f.write_str(&"0".repeat(9_usize.saturating_sub(shown)))?;
        }
        Ok(())
    }
}
