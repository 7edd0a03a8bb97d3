//! Reading a point in time by a format, as Ruby's `Date._strptime` does.

use crate::time::{names, zone};

/// The parts that were read. What only Ruby's dates use (weeks, days of the year) is read, but not kept.
#[derive(Debug, Clone, Default)]
pub(super) struct TimestampParts {
    pub year: Option<i64>,
    pub month: Option<i64>,
    pub day: Option<i64>,
    pub hour: Option<i64>,
    pub minute: Option<i64>,
    pub second: Option<i64>,
    /// Billionths of a second.
    pub nanosecond: Option<i64>,
    /// The text of the time zone.
    pub zone: Option<String>,
    century: Option<i64>,
    afternoon: Option<bool>,
}

/// Longest number that is read as one.
const MAX_DIGITS: usize = 15;

/// Deepest nesting of directives that stand for formats.
const MAX_DEPTH: usize = 4;

/// Reads the whole text; nothing if the format does not fit, or if something is left.
pub(super) fn strptime(text: &str, format: &str) -> Option<TimestampParts> {
    let mut reader = StrptimeReader {
        rest: text,
        parts: TimestampParts::default(),
    };
    reader.read(format, 0)?;
    if !reader.rest.is_empty() {
        return None;
    }
    let mut parts = reader.parts;
    if let (Some(year), Some(century)) = (parts.year, parts.century) {
        parts.year = Some(year + century * 100);
    }
    if let (Some(hour), Some(afternoon)) = (parts.hour, parts.afternoon) {
        parts.hour = Some(hour % 12 + if afternoon { 12 } else { 0 });
    }
    Some(parts)
}

struct StrptimeReader<'a> {
    rest: &'a str,
    parts: TimestampParts,
}

impl StrptimeReader<'_> {
    fn read(&mut self, format: &str, depth: usize) -> Option<()> {
        let mut format = format;
        while let Some(c) = format.chars().next() {
            let after = &format[c.len_utf8()..];
            if c.is_ascii_whitespace() || c == '\x0b' {
                self.skip_space();
                format = after;
            } else if c == '%' && !after.is_empty() {
                format = self.directive(after, depth)?;
            } else {
                self.literal(c)?;
                format = after;
            }
        }
        Some(())
    }

    fn skip_space(&mut self) {
        self.rest = self
            .rest
            .trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
    }

    fn literal(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }

    /// Reads by a directive, of which the percent sign is read; what follows it in the format.
    fn directive<'f>(&mut self, format: &'f str, depth: usize) -> Option<&'f str> {
        let letter_at = match format.as_bytes() {
            [b'E', b'c' | b'C' | b'x' | b'X' | b'y' | b'Y', ..] => 1,
            [
                b'O',
                b'd' | b'e' | b'H' | b'I' | b'm' | b'M' | b'S' | b'u' | b'U' | b'V' | b'w' | b'W'
                | b'y',
                ..,
            ] => 1,
            [b':', b'z', ..] => 1,
            [b':', b':', b'z', ..] => 2,
            [b':', b':', b':', b'z', ..] => 3,
            [b':', ..] => return None,
            _ => 0,
        };
        let letter = format[letter_at..].chars().next()?;
        let after = &format[letter_at + letter.len_utf8()..];
        if depth < MAX_DEPTH
            && let Some(inner) = combined(letter)
        {
            self.read(inner, depth + 1)?;
            return Some(after);
        }
        self.field(letter, numeric_follows(after))?;
        Some(after)
    }

    fn field(&mut self, letter: char, numeric_follows: bool) -> Option<()> {
        match letter {
            'A' | 'a' => {
                self.name(&names::DAYS)?;
            }
            'B' | 'b' | 'h' => self.parts.month = Some(self.name(&names::MONTHS)? + 1),
            'C' => {
                self.parts.century =
                    Some(self.number(if numeric_follows { 2 } else { MAX_DIGITS })?)
            }
            'd' | 'e' => self.parts.day = Some(self.spaced(1, 31)?),
            'H' | 'k' => self.parts.hour = Some(self.spaced(0, 24)?),
            'I' | 'l' => self.parts.hour = Some(self.spaced(1, 12)?),
            'j' => self.ignored(3, 1, 366)?,
            'L' => self.fraction(if numeric_follows { 3 } else { usize::MAX })?,
            'N' => self.fraction(if numeric_follows { 9 } else { usize::MAX })?,
            'm' => self.parts.month = Some(self.ranged(2, 1, 12)?),
            'M' => self.parts.minute = Some(self.ranged(2, 0, 59)?),
            'S' => self.parts.second = Some(self.ranged(2, 0, 60)?),
            'p' | 'P' => self.meridian()?,
            'Y' => {
                self.parts.year = Some(self.signed(if numeric_follows { 4 } else { MAX_DIGITS })?)
            }
            'G' => {
                self.signed(if numeric_follows { 4 } else { MAX_DIGITS })?;
            }
            'Q' | 's' => {
                self.signed(MAX_DIGITS)?;
            }
            'y' => {
                let year = self.ranged(2, 0, 99)?;
                self.parts.year = Some(year);
                self.parts
                    .century
                    .get_or_insert(if year >= 69 { 19 } else { 20 });
            }
            'g' => self.ignored(2, 0, 99)?,
            'U' | 'W' => self.ignored(2, 0, 53)?,
            'V' => self.ignored(2, 1, 53)?,
            'u' => self.ignored(1, 1, 7)?,
            'w' => self.ignored(1, 0, 6)?,
            'n' | 't' => self.skip_space(),
            'Z' | 'z' => {
                let (zone, rest) = self.rest.split_at(zone::length(self.rest)?);
                self.parts.zone = Some(zone.to_owned());
                self.rest = rest;
            }
            '%' => self.literal('%')?,
            other => {
                self.literal('%')?;
                self.literal(other)?;
            }
        }
        Some(())
    }

    /// Reads a name, long or cut to three letters, in any case.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        let starts = |name: &str| {
            self.rest
                .get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let (index, length) = names.iter().enumerate().find_map(|(index, name)| {
            let length = [name.len(), 3]
                .into_iter()
                .find(|length| starts(&name[..*length]))?;
            Some((index, length))
        })?;
        self.rest = &self.rest[length..];
        i64::try_from(index).ok()
    }

    fn digits(&mut self, most: usize) -> Option<&str> {
        let count = self
            .rest
            .bytes()
            .take(most)
            .take_while(u8::is_ascii_digit)
            .count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        (count > 0).then_some(digits)
    }

    fn number(&mut self, most: usize) -> Option<i64> {
        self.digits(most)?.parse().ok()
    }

    fn signed(&mut self, most: usize) -> Option<i64> {
        let sign = self.sign();
        Some(sign * self.number(most)?)
    }

    fn sign(&mut self) -> i64 {
        let negative = self.rest.starts_with('-');
        self.rest = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        if negative { -1 } else { 1 }
    }

    fn ranged(&mut self, most: usize, min: i64, max: i64) -> Option<i64> {
        self.number(most)
            .filter(|number| (min..=max).contains(number))
    }

    fn ignored(&mut self, most: usize, min: i64, max: i64) -> Option<()> {
        self.ranged(most, min, max).map(|_| ())
    }

    /// Two digits, or a space and one digit.
    fn spaced(&mut self, min: i64, max: i64) -> Option<i64> {
        match self.rest.strip_prefix(' ') {
            Some(rest) => {
                self.rest = rest;
                self.ranged(1, min, max)
            }
            None => self.ranged(2, min, max),
        }
    }

    fn fraction(&mut self, most: usize) -> Option<()> {
        let sign = self.sign();
        let digits: String = self.digits(most)?.chars().take(9).collect();
        self.parts.nanosecond = Some(sign * format!("{digits:0<9}").parse::<i64>().ok()?);
        Some(())
    }

    /// `am`, `p.m.`
    fn meridian(&mut self) -> Option<()> {
        let lower: String = self
            .rest
            .chars()
            .take(5)
            .collect::<String>()
            .to_ascii_lowercase();
        let afternoon = lower.starts_with('p');
        if !afternoon && !lower.starts_with('a') {
            return None;
        }
        let has_long_name = lower
            .chars()
            .nth(2)
            .is_some_and(|c| c == '_' || c.is_alphanumeric());
        let length = match lower.get(1..4) {
            Some(".m.") => 4,
            _ if lower[1..].starts_with('m') && !has_long_name => 2,
            _ => return None,
        };
        self.parts.afternoon = Some(afternoon);
        self.rest = &self.rest[length..];
        Some(())
    }
}

/// The format that a directive stands for.
fn combined(letter: char) -> Option<&'static str> {
    Some(match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        'v' => "%e-%b-%Y",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

/// Whether a number comes next, so that a number of any length has to stop before it.
fn numeric_follows(format: &str) -> bool {
    let Some(directive) = format.strip_prefix('%') else {
        return format.starts_with(|c: char| c.is_ascii_digit());
    };
    let directive = directive.strip_prefix(['E', 'O']).unwrap_or(directive);
    directive
        .starts_with(|c: char| c.is_ascii_digit() || "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(c))
}
