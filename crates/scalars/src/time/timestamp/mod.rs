//! A point in time (`Puppet::Pops::Time::Timestamp`).

mod strftime;
mod strptime;

use std::fmt;

use self::strptime::TimestampParts;
use super::{
    NANOS_PER_SEC, TimeError,
    calendar::{DateTime, days_from_civil},
    zone::{self, Zone},
};

/// The formats in which a text is read when none is given, in order; the first is also the one that values print in.
pub const DEFAULT_FORMATS: [&str; 10] = [
    "%FT%T.%N %Z",
    "%FT%T %Z",
    "%F %T.%N %Z",
    "%F %T %Z",
    "%F %Z",
    "%FT%T.%N",
    "%FT%T",
    "%F %T.%N",
    "%F %T",
    "%F",
];

/// The formats without time zone, for texts that are given one besides.
pub const DEFAULT_FORMATS_WITHOUT_ZONE: [&str; 5] =
    ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

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

    /// Reads a text in the first of Puppet's default formats that fits.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Self::parse_any(text, None, None)
    }

    /// Reads a text in the first of the formats that fits, or of the default ones. An explicit time zone excludes
    /// formats with one.
    pub fn parse_any(
        text: &str,
        formats: Option<&[&str]>,
        timezone: Option<&str>,
    ) -> Result<Self, TimeError> {
        let formats = match (formats, timezone) {
            (Some(formats), _) => formats,
            (None, Some(_)) => &DEFAULT_FORMATS_WITHOUT_ZONE,
            (None, None) => &DEFAULT_FORMATS,
        };
        let parts = formats.iter().find_map(|format| {
            strptime::strptime(text, format)
                .filter(|parts| timezone.is_none() || parts.zone.is_none())
        });
        match parts {
            Some(parts) => Self::from_parts(&parts, timezone),
            None => TimeError::refused(format!(
                "Unable to parse '{text}' using any of the formats {}",
                formats.join(", ")
            )),
        }
    }

    /// Reads a text in one format.
    pub fn parse_one(text: &str, format: &str, timezone: Option<&str>) -> Result<Self, TimeError> {
        let Some(parts) = strptime::strptime(text, format) else {
            return TimeError::refused(format!("Unable to parse '{text}' using format '{format}'"));
        };
        if timezone.is_some() && parts.zone.is_some() {
            return TimeError::refused(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument",
            );
        }
        Self::from_parts(&parts, timezone)
    }

    fn from_parts(parts: &TimestampParts, timezone: Option<&str>) -> Result<Self, TimeError> {
        let Some(year) = parts.year else {
            return TimeError::refused("no implicit conversion of nil into Integer");
        };
        let (hour, minute) = (parts.hour.unwrap_or(0), parts.minute.unwrap_or(0));
        let (second, nanosecond) = (parts.second.unwrap_or(0), parts.nanosecond.unwrap_or(0));
        if (hour == 24 && (minute > 0 || second > 0)) || nanosecond < 0 {
            return TimeError::refused("argument out of range");
        }
        let days = days_from_civil(year, parts.month.unwrap_or(1), parts.day.unwrap_or(1));
        let offset = match timezone.or(parts.zone.as_deref()) {
            Some(timezone) => utc_offset(timezone)?,
            None => 0,
        };
        let seconds = ((i128::from(days) * 24 + i128::from(hour)) * 60 + i128::from(minute)) * 60
            + i128::from(second - offset);
        Ok(Self(seconds * NANOS_PER_SEC + i128::from(nanosecond)))
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

    /// Writes the time by a format of `strftime`, as seen in a time zone (`+09:00`, `PST`), or in UTC.
    pub fn format(self, format: &str, timezone: Option<&str>) -> Result<String, TimeError> {
        let (offset, zone) = match timezone.filter(|timezone| !timezone.is_empty()) {
            None => (0, "UTC"),
            Some(timezone) => (local_offset(timezone)?, ""),
        };
        strftime::strftime(format, &DateTime::from_nanos(self.0, offset)?, zone)
    }
}

/// The offset of a time zone in whole minutes.
fn local_offset(timezone: &str) -> Result<i64, TimeError> {
    let bytes = timezone.as_bytes();
    if let [b'+' | b'-', h1, h2, b':', m1, m2] = bytes
        && [h1, h2, m1, m2].iter().all(|byte| byte.is_ascii_digit())
    {
        let digit = |byte: &u8| i64::from(byte - b'0');
        let (hours, minutes) = (digit(h1) * 10 + digit(h2), digit(m1) * 10 + digit(m2));
        if hours > 23 || minutes > 59 {
            return TimeError::refused("utc_offset out of range");
        }
        let sign = if timezone.starts_with('-') { -1 } else { 1 };
        return Ok(sign * (hours * 3600 + minutes * 60));
    }
    let minutes = utc_offset(timezone)?.div_euclid(60);
    Ok(minutes * 60)
}

/// The offset of a time zone in seconds. The zone `current` is that of the computer on which a catalog is compiled.
fn utc_offset(timezone: &str) -> Result<i64, TimeError> {
    if timezone.eq_ignore_ascii_case("current") {
        return Err(TimeError::Undecidable);
    }
    let found = zone::length(timezone)
        .and_then(|length| timezone.get(..length))
        .map(zone::offset);
    match found {
        Some(Zone::Offset(offset)) => Ok(offset),
        Some(Zone::Missing) | None => TimeError::refused(format!("Illegal timezone '{timezone}'")),
    }
}

impl fmt::Display for Timestamp {
    /// `2016-09-06T08:34:59.000000000 UTC`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format(DEFAULT_FORMATS[0], None) {
            Ok(text) => f.write_str(&text),
            Err(_) => write!(f, "{} ns", self.0),
        }
    }
}
