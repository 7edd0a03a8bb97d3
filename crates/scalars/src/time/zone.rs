//! Time zones by name or offset, as Ruby's `Date._strptime` reads them.

/// Seconds east of UTC, each with names of zones there. Most long names have `standard time` or `daylight time` after them.
const ZONES: &str = include_str!("zones.txt");

/// What a text means as a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// Seconds east of UTC.
    Offset(i64),
    /// No zone has this name.
    Missing,
}

/// The length of the text that a directive `%z` or `%Z` takes, if there is a zone.
pub(super) fn length(text: &str) -> Option<usize> {
    numeric_length(text).or_else(|| alphabetic_length(text))
}

/// `gmt+9`, `utc-03:30`, `+0900`, `-9.5`
fn numeric_length(text: &str) -> Option<usize> {
    let lower = text.get(..3).unwrap_or(text).to_ascii_lowercase();
    let prefixes: &[&str] = &["gmt", "utc", "ut", ""];
    let prefix = prefixes.iter().find(|prefix| {
        lower.starts_with(**prefix) && text[prefix.len()..].starts_with(['+', '-'])
    })?;
    let digits = |from: usize| {
        text.get(from..)
            .unwrap_or_default()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
    };
    let mut end = prefix.len() + 1;
    let count = digits(end);
    if count == 0 {
        return None;
    }
    end += count;
    if text[end..].starts_with([',', '.', ':']) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
        if text[end..].starts_with(':') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
    }
    Some(end)
}

/// A word, with `dst` or `standard time` or `daylight time` after it.
fn alphabetic_length(text: &str) -> Option<usize> {
    let run = text
        .find(|c: char| !(c.is_alphabetic() || c == '.' || c.is_ascii_whitespace()))
        .unwrap_or(text.len());
    let lower = text[..run].to_ascii_lowercase();
    for ending in ["standard time", "daylight time"] {
        if let Some(at) = lower.rfind(ending)
            && at > 0
        {
            return Some(at + ending.len());
        }
    }
    let word = text
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(text.len());
    let next = text[word..].chars().next();
    if word == 0 || next.is_some_and(|c| c == '_' || c.is_alphanumeric()) {
        return None;
    }
    let rest = text[word..].strip_prefix(|c: char| c.is_ascii_whitespace());
    let dst = rest.is_some_and(|rest| {
        let end = rest.chars().nth(3);
        rest.get(..3)
            .is_some_and(|word| word.eq_ignore_ascii_case("dst"))
            && !end.is_some_and(|c| c == '_' || c.is_alphanumeric())
    });
    Some(if dst { word + 4 } else { word })
}

/// The zone of a text that [`length`] has cut out.
pub(super) fn offset(text: &str) -> Zone {
    let lower = text.to_ascii_lowercase();
    let (name, summer) = [
        (" standard time", 0),
        (" daylight time", 3600),
        (" dst", 3600),
    ]
    .iter()
    .find_map(|(ending, summer)| Some((lower.strip_suffix(ending)?, *summer)))
    .unwrap_or((lower.as_str(), 0));
    let mut zones = ZONES.lines().filter_map(|line| line.split_once(' '));
    let found = zones.find(|(_, names)| names.split(',').any(|other| other == name));
    if let Some(offset) = found.and_then(|(offset, _)| offset.parse::<i64>().ok()) {
        return Zone::Offset(offset + summer);
    }
    let numeric = name
        .trim_start_matches("gmt")
        .trim_start_matches("utc")
        .trim_start_matches("ut");
    if let Some(digits) = numeric.strip_prefix(['+', '-']) {
        let sign = if numeric.starts_with('-') { -1 } else { 1 };
        return match seconds(digits) {
            Some(seconds) => Zone::Offset(sign * seconds),
            None => Zone::Missing,
        };
    }
    Zone::Missing
}

/// `9`, `0900`, `09:00:00`, `9.5`
fn seconds(digits: &str) -> Option<i64> {
    // Unsigned numbers of 32 bits, so that no sum of their seconds is too large.
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    if digits.contains(':') {
        let mut parts = digits.split(':');
        let hours = number(parts.next()?)?;
        let minutes = parts.next().and_then(number).unwrap_or(0);
        let seconds = parts.next().and_then(number).unwrap_or(0);
        let valid = hours <= 24 && minutes <= 59 && seconds <= 59;
        return valid.then_some(hours * 3600 + minutes * 60 + seconds);
    }
    if let Some((hours, fraction)) = digits.split_once(['.', ',']) {
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let fraction: f64 = format!("0.{fraction}").parse().ok()?;
        let hours = number(hours)?;
        return (hours <= 23).then_some(hours * 3600 + (fraction * 3600.0).round() as i64);
    }
    let padded = if digits.len() % 2 == 1 {
        format!("0{digits}")
    } else {
        digits.to_owned()
    };
    let part = |index: usize| {
        padded
            .get(2 * index..2 * index + 2)
            .and_then(number)
            .unwrap_or(0)
    };
    Some(part(0) * 3600 + part(1) * 60 + part(2))
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn offsets_of_any_size_are_read_or_refused() {
        for (digits, expected) in [
            ("9", Some(32_400)),
            ("0900", Some(32_400)),
            ("09:30", Some(34_200)),
            ("9.5", Some(34_200)),
            ("555555555555555555,5", None),
            ("5,5e300", None),
            ("-555555555555555555:00", None),
            ("4294967295:00", None),
        ] {
            assert_eq!(seconds(digits), expected, "{digits}");
        }
    }
}
