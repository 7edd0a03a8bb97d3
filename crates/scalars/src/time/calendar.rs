//! The calendar: days counted from the epoch, and their year, month and day (proleptic Gregorian).

use crate::Undecidable;

/// Greatest distance from the epoch for which dates are computed, in seconds: years have to fit into 64 bits.
const MAX_SECONDS: u128 = 10_u128.pow(25);

/// Days of 400 years.
const DAYS_OF_ERA: i128 = 146_097;

/// A point in time, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateTime {
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    /// 1 to 31.
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub nanosecond: i64,
    /// Day of the year, from 1.
    pub year_day: i64,
    /// Day of the week; Sunday is 0.
    pub week_day: i64,
    /// Seconds since the epoch, whatever the offset.
    pub epoch_seconds: i128,
    /// Seconds east of UTC.
    pub offset: i64,
}

/// Days of a year before each month.
const DAYS_BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days from the epoch to a day of a month from 1 to 12; the day may be any number.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let shifted_year = if month <= 2 { year - 1 } else { year };
    let era = shifted_year.div_euclid(400);
    let year_of_era = shifted_year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn civil_from_days(days: i128) -> Result<(i64, i64, i64), Undecidable> {
    let days = days + 719_468;
    let era = i64::try_from(days.div_euclid(DAYS_OF_ERA)).map_err(|_| Undecidable)?;
    let day_of_era = i64::try_from(days.rem_euclid(DAYS_OF_ERA)).map_err(|_| Undecidable)?;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Ok((year, month, day))
}

impl DateTime {
    /// Takes nanoseconds since the epoch apart, as seen in a place `offset` seconds east of UTC.
    pub(super) fn from_nanos(nanos: i128, offset: i64) -> Result<Self, Undecidable> {
        let epoch_seconds = nanos.div_euclid(super::NANOS_PER_SEC);
        if epoch_seconds.unsigned_abs() > MAX_SECONDS {
            return Err(Undecidable);
        }
        let nanosecond = i64::try_from(nanos.rem_euclid(super::NANOS_PER_SEC)).unwrap_or(0);
        let seconds = epoch_seconds + i128::from(offset);
        let days = seconds.div_euclid(86_400);
        let second_of_day = i64::try_from(seconds.rem_euclid(86_400)).unwrap_or(0);
        let (year, month, day) = civil_from_days(days)?;
        let leap_day = i64::from(month > 2 && is_leap(year));
        let before = DAYS_BEFORE.get(month as usize - 1).copied().unwrap_or(0);
        Ok(Self {
            year,
            month,
            day,
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond,
            year_day: before + day + leap_day,
            week_day: i64::try_from((days + 4).rem_euclid(7)).unwrap_or(0),
            epoch_seconds,
            offset,
        })
    }

    /// Number of the week in the year, of which the first starts with the first `first_day` (Sunday is 0).
    pub(super) fn week_of_year(&self, first_day: i64) -> i64 {
        (self.year_day - 1 + 7 - (self.week_day - first_day).rem_euclid(7)) / 7
    }

    /// Year and week of ISO 8601.
    pub(super) fn iso_week(&self) -> (i64, i64) {
        let monday_based = (self.week_day + 6) % 7;
        let week = (self.year_day - 1 - monday_based + 10) / 7;
        if week < 1 {
            let year = self.year - 1;
            return (year, weeks_in(year));
        }
        if week > weeks_in(self.year) {
            return (self.year + 1, 1);
        }
        (self.year, week)
    }
}

/// Weeks of a year of ISO 8601: 53 if it starts, or ends, with a Thursday.
fn weeks_in(year: i64) -> i64 {
    let first_week_day = (days_from_civil(year, 1, 1) + 4).rem_euclid(7);
    let long = first_week_day == 4 || (first_week_day == 3 && is_leap(year));
    if long { 53 } else { 52 }
}
