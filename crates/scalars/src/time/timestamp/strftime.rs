//! Writing a point in time by a format, as Ruby's `Time#strftime` does.

use crate::{
    TimeError,
    time::{calendar::DateTime, names},
};

/// Widest field that is written; Ruby's own limit is that of its integers.
const MAX_WIDTH: u64 = 65_000;

/// The flags and the width of a directive.
#[derive(Debug, Clone, Copy, Default)]
struct DirectiveFlags {
    left: bool,
    upper: bool,
    change_case: bool,
    pad: Option<char>,
    colons: usize,
    width: u64,
}

/// Writes a time. `zone` is the name of its time zone, empty if it has none.
pub(super) fn strftime(format: &str, time: &DateTime, zone: &str) -> Result<String, TimeError> {
    let mut text = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = directive_length(rest);
        let directive = &rest[..length];
        rest = &rest[length..];
        match parse(directive) {
            StrftimePart::Directive(flags, letter) => {
                if flags.width > MAX_WIDTH {
                    return Err(TimeError::Undecidable);
                }
                write(&mut text, flags, letter, time, zone)?;
            }
            StrftimePart::Text => text.push_str(directive),
            StrftimePart::Unfinished => {
                return TimeError::refused(format!("invalid format: {format}"));
            }
        }
    }
    text.push_str(rest);
    Ok(text)
}

/// The length of a directive: up to its letter, or to the first character that does not belong to one.
fn directive_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        let is_flag = matches!(c, '-' | '^' | '#' | '_' | ':' | '0'..='9');
        let is_modifier = matches!(c, 'E' | 'O') && chars.peek().is_some();
        // After a modifier, a percent sign starts a new directive.
        if c == '%' && text[..at].ends_with([':', 'E', 'O']) {
            return at;
        }
        if !is_flag && !is_modifier {
            return at + c.len_utf8();
        }
    }
    text.len()
}

enum StrftimePart {
    Directive(DirectiveFlags, char),
    /// No directive: written as it is.
    Text,
    /// The format ends within.
    Unfinished,
}

fn parse(directive: &str) -> StrftimePart {
    let mut flags = DirectiveFlags::default();
    let mut chars = directive.chars().skip(1).peekable();
    let mut modifier = None;
    while let Some(c) = chars.next() {
        let after_width = flags.width > 0;
        match c {
            '-' | '^' | '#' | '_' if after_width || modifier.is_some() => {
                return StrftimePart::Text;
            }
            '-' => {
                flags.left = true;
                flags.pad = None;
                flags.width = 0;
            }
            '^' => flags.upper = true,
            '#' => flags.change_case = true,
            '_' => flags.pad = Some(' '),
            ':' => flags.colons += 1,
            '0' if flags.width == 0 && modifier.is_none() => {
                flags.pad = Some('0');
                flags.width = width(&mut chars, 0);
            }
            '1'..='9' if modifier.is_none() => {
                flags.width = width(&mut chars, u64::from(c) - u64::from('0'));
            }
            '0'..='9' => return StrftimePart::Text,
            'E' | 'O' if modifier.is_none() && chars.peek().is_some() => modifier = Some(c),
            letter => return check_directive(flags, modifier, letter, chars.next().is_some()),
        }
        if flags.colons > 0 && !matches!(chars.peek(), Some(':' | 'z')) {
            return StrftimePart::Text;
        }
    }
    if modifier.is_some() || flags.colons > 0 {
        StrftimePart::Text
    } else {
        StrftimePart::Unfinished
    }
}

fn width(chars: &mut std::iter::Peekable<impl Iterator<Item = char>>, first: u64) -> u64 {
    let mut width = first;
    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
        width = width.saturating_mul(10).saturating_add(u64::from(digit));
        chars.next();
    }
    width
}

fn check_directive(
    flags: DirectiveFlags,
    modifier: Option<char>,
    letter: char,
    more: bool,
) -> StrftimePart {
    let letters = match modifier {
        None => "aAbBcCdDeFgGhHIjklLmMnNpPrRsStTuUvVwWxXyYzZ%",
        Some('E') => "cCxXyY",
        Some(_) => "deHkIlmMSuUVwWy",
    };
    let known = letters.contains(letter);
    let too_wide = flags.width > u64::from(u32::MAX >> 1);
    let colons_fit = flags.colons <= 3 && (flags.colons == 0 || letter == 'z');
    if known && colons_fit && !too_wide && !more {
        StrftimePart::Directive(flags, letter)
    } else {
        StrftimePart::Text
    }
}

fn write(
    text: &mut String,
    flags: DirectiveFlags,
    letter: char,
    time: &DateTime,
    zone: &str,
) -> Result<(), TimeError> {
    if letter == 's' {
        push_number(text, flags, time.epoch_seconds, '0', 1);
        return Ok(());
    }
    if let Some((value, pad, digits)) = number(letter, time) {
        push_number(text, flags, i128::from(value), pad, digits);
        return Ok(());
    }
    let combined = match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        'v' => "%e-%^b-%4Y",
        _ => "",
    };
    if !combined.is_empty() {
        let inner = strftime(combined, time, zone)?;
        let inner = if flags.upper {
            inner.to_uppercase()
        } else {
            inner
        };
        push_padded(
            text,
            DirectiveFlags {
                left: false,
                ..flags
            },
            &inner,
        );
        return Ok(());
    }
    match letter {
        'L' | 'N' => push_fraction(text, flags, letter, time.nanosecond),
        'z' => push_offset(text, flags, time.offset, zone == "UTC"),
        _ => push_padded(text, flags, &name(letter, flags, time, zone)),
    }
    Ok(())
}

/// The value of a numeric directive, with its padding and its least number of digits.
fn number(letter: char, time: &DateTime) -> Option<(i64, char, usize)> {
    let twelve = if time.hour % 12 == 0 {
        12
    } else {
        time.hour % 12
    };
    Some(match letter {
        'Y' => (time.year, '0', if time.year < 0 { 5 } else { 4 }),
        'C' => (time.year.div_euclid(100), '0', 2),
        'y' => (time.year.rem_euclid(100), '0', 2),
        'm' => (time.month, '0', 2),
        'd' => (time.day, '0', 2),
        'e' => (time.day, ' ', 2),
        'j' => (time.year_day, '0', 3),
        'H' => (time.hour, '0', 2),
        'k' => (time.hour, ' ', 2),
        'I' => (twelve, '0', 2),
        'l' => (twelve, ' ', 2),
        'M' => (time.minute, '0', 2),
        'S' => (time.second, '0', 2),
        'u' => (if time.week_day == 0 { 7 } else { time.week_day }, '0', 1),
        'w' => (time.week_day, '0', 1),
        'G' => {
            let year = time.iso_week().0;
            (year, '0', if year < 0 { 5 } else { 4 })
        }
        'g' => (time.iso_week().0.rem_euclid(100), '0', 2),
        'V' => (time.iso_week().1, '0', 2),
        'U' => (time.week_of_year(0), '0', 2),
        'W' => (time.week_of_year(1), '0', 2),
        _ => return None,
    })
}

fn name(letter: char, flags: DirectiveFlags, time: &DateTime, zone: &str) -> String {
    let index = |number: i64| usize::try_from(number).unwrap_or(0);
    let long = match letter {
        'A' | 'a' => names::DAYS.get(index(time.week_day)),
        'B' | 'b' | 'h' => names::MONTHS.get(index(time.month - 1)),
        _ => None,
    };
    if let Some(long) = long {
        let name = if matches!(letter, 'a' | 'b' | 'h') {
            &long[..3]
        } else {
            long
        };
        let upper = flags.upper || flags.change_case;
        return if upper {
            name.to_uppercase()
        } else {
            name.to_owned()
        };
    }
    match letter {
        'p' | 'P' => {
            let lower = (letter == 'p' && flags.change_case)
                || (letter == 'P' && !flags.change_case && !flags.upper);
            let text = if time.hour < 12 { "AM" } else { "PM" };
            if lower {
                text.to_lowercase()
            } else {
                text.to_owned()
            }
        }
        'Z' if flags.change_case => zone.to_lowercase(),
        'Z' => zone.to_owned(),
        'n' => "\n".to_owned(),
        't' => "\t".to_owned(),
        _ => "%".to_owned(),
    }
}

fn push_number(text: &mut String, flags: DirectiveFlags, value: i128, pad: char, digits: usize) {
    let width = match flags.width {
        _ if flags.left => 1,
        0 => digits,
        width => width as usize,
    };
    if flags.pad.unwrap_or(pad) == '0' {
        text.push_str(&format!("{value:0width$}"));
    } else {
        text.push_str(&format!("{value:width$}"));
    }
}

fn push_padded(text: &mut String, flags: DirectiveFlags, field: &str) {
    let missing = (flags.width as usize).saturating_sub(field.chars().count());
    if !flags.left && !field.is_empty() {
        text.extend(std::iter::repeat_n(flags.pad.unwrap_or(' '), missing));
    }
    text.push_str(field);
}

/// Digits after the decimal point; more than nine are zeros.
fn push_fraction(text: &mut String, flags: DirectiveFlags, letter: char, nanosecond: i64) {
    let width = match flags.width {
        0 if letter == 'L' => 3,
        0 => 9,
        width => width as usize,
    };
    let digits = format!("{nanosecond:09}");
    text.push_str(&digits[..width.min(9)]);
    text.extend(std::iter::repeat_n('0', width.saturating_sub(9)));
}

fn push_offset(text: &mut String, flags: DirectiveFlags, offset: i64, utc: bool) {
    let seconds = offset.abs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let negative = offset < 0 || (flags.left && utc);
    let rest = match flags.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{seconds:02}"),
        _ if seconds > 0 => format!(":{minutes:02}:{seconds:02}"),
        _ if minutes > 0 => format!(":{minutes:02}"),
        _ => String::new(),
    };
    let sign = if negative { '-' } else { '+' };
    let width = (flags.width as usize).saturating_sub(rest.len() + 1).max(2);
    if flags.pad == Some(' ') {
        text.push_str(&format!(
            "{:>width$}{rest}",
            format!("{sign}{hours}"),
            width = width + 1
        ));
    } else {
        text.push_str(&format!("{sign}{hours:0width$}{rest}"));
    }
}
