//! Formats of timespans, for writing and for reading: literal text, and directives such as `%H`, `%-M` or `%3N`.

mod parse;

use super::Timespan;
use crate::{TimeError, Undecidable, time::NANOS_PER_SEC};

/// The formats in which a text is read when none is given, in order; the first is also the one that values print in.
pub const DEFAULT_FORMATS: [&str; 8] = [
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
];

/// Widest field that is written; a wider one is [`Undecidable`], so that a format cannot fill the memory.
const MAX_WIDTH: u64 = 65_000;

/// A parsed format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimespanFormat {
    source: String,
    segments: Vec<FormatSegment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FormatSegment {
    Literal(String),
    Value(Directive),
}

/// A directive with its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Directive {
    unit: Unit,
    pad: Pad,
    width: Option<u64>,
    /// Whether this is the first directive of the highest magnitude, which may be larger than its unit allows.
    total: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pad {
    None,
    Space,
    Zero,
}

/// What a directive stands for, lowest magnitude first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanoseconds,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl Unit {
    fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'D' => Self::Days,
            'H' => Self::Hours,
            'M' => Self::Minutes,
            'S' => Self::Seconds,
            'L' => Self::Milliseconds,
            'N' => Self::Nanoseconds,
            _ => return None,
        })
    }

    fn nanos(self) -> i128 {
        match self {
            Self::Nanoseconds => 1,
            Self::Milliseconds => NANOS_PER_SEC / 1000,
            Self::Seconds => NANOS_PER_SEC,
            Self::Minutes => 60 * NANOS_PER_SEC,
            Self::Hours => 3600 * NANOS_PER_SEC,
            Self::Days => 86_400 * NANOS_PER_SEC,
        }
    }

    /// How many of the unit make one of the next larger.
    fn modulus(self) -> Option<i128> {
        match self {
            Self::Nanoseconds => Some(NANOS_PER_SEC),
            Self::Milliseconds => Some(1000),
            Self::Seconds | Self::Minutes => Some(60),
            Self::Hours => Some(24),
            Self::Days => None,
        }
    }

    fn default_width(self) -> u64 {
        match self {
            Self::Nanoseconds => 9,
            Self::Milliseconds => 3,
            Self::Seconds | Self::Minutes | Self::Hours => 2,
            Self::Days => 1,
        }
    }

    /// Milliseconds and nanoseconds are digits after a decimal point.
    fn is_fraction(self) -> bool {
        matches!(self, Self::Nanoseconds | Self::Milliseconds)
    }
}

/// The default formats, parsed.
pub fn default_formats() -> Vec<TimespanFormat> {
    DEFAULT_FORMATS
        .iter()
        .filter_map(|source| TimespanFormat::parse(source).ok())
        .collect()
}

/// Reads a text in the first format that fits.
pub fn parse_any(text: &str, formats: &[TimespanFormat]) -> Result<Timespan, TimeError> {
    for format in formats {
        match format.read(text) {
            Err(TimeError::Refused(_)) => {}
            answer => return answer,
        }
    }
    let sources: Vec<&str> = formats.iter().map(TimespanFormat::source).collect();
    TimeError::refused(format!(
        "Unable to parse '{text}' using any of the formats {}",
        sources.join(", ")
    ))
}

impl TimespanFormat {
    /// Parses a format; a directive that does not exist is an error.
    pub fn parse(source: &str) -> Result<Self, TimeError> {
        let mut segments: Vec<FormatSegment> = Vec::new();
        let chars: Vec<char> = source.chars().collect();
        let mut position = 0;
        while let Some(&c) = chars.get(position) {
            if c == '%' {
                let segment = Directive::parse(&chars, position, &mut position)?;
                push(&mut segments, segment);
            } else {
                push(&mut segments, FormatSegment::Literal(c.into()));
            }
            position += 1;
        }
        mark_highest(&mut segments);
        Ok(Self {
            source: source.to_owned(),
            segments,
        })
    }

    /// The text of the format.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Writes a span.
    pub fn format(&self, span: Timespan) -> Result<String, Undecidable> {
        let mut text = String::from(if span.is_negative() { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                FormatSegment::Literal(literal) => text.push_str(literal),
                FormatSegment::Value(directive) => directive.write(span, &mut text)?,
            }
        }
        Ok(text)
    }

    /// Reads a span.
    pub fn read(&self, text: &str) -> Result<Timespan, TimeError> {
        parse::read(self, text)
    }
}

/// Appends a segment; literal texts that follow each other become one.
fn push(segments: &mut Vec<FormatSegment>, segment: FormatSegment) {
    match (segments.last_mut(), segment) {
        (Some(FormatSegment::Literal(before)), FormatSegment::Literal(text)) => {
            before.push_str(&text)
        }
        (_, segment) => segments.push(segment),
    }
}

fn mark_highest(segments: &mut [FormatSegment]) {
    let units = segments.iter().filter_map(|segment| match segment {
        FormatSegment::Value(directive) => Some(directive.unit),
        FormatSegment::Literal(_) => None,
    });
    let Some(highest) = units.max() else { return };
    let first = segments.iter_mut().find_map(|segment| match segment {
        FormatSegment::Value(directive) if directive.unit == highest => Some(directive),
        _ => None,
    });
    if let Some(directive) = first {
        directive.total = true;
    }
}

impl Directive {
    /// Reads the directive that starts with the `%` at `start`; leaves `position` at its last character.
    fn parse(
        chars: &[char],
        start: usize,
        position: &mut usize,
    ) -> Result<FormatSegment, TimeError> {
        let bad = |at: usize| {
            let expression: String = chars.iter().skip(start).take(at - start).collect();
            let format: String = chars.iter().collect();
            TimeError::refused(format!(
                "Bad format specifier '{expression}' in '{format}', at position {at}"
            ))
        };
        let mut directive = Self {
            unit: Unit::Days,
            pad: Pad::Zero,
            width: None,
            total: false,
        };
        let mut flag_allowed = true;
        loop {
            *position += 1;
            let Some(&c) = chars.get(*position) else {
                return bad(*position - 1);
            };
            match c {
                '%' => return Ok(FormatSegment::Literal("%".into())),
                '-' if flag_allowed => directive.pad = Pad::None,
                '_' if flag_allowed => directive.pad = Pad::Space,
                '0' if flag_allowed => directive.pad = Pad::Zero,
                '0'..='9' => {
                    let digit = u64::from(c) - u64::from('0');
                    directive.width = Some(
                        directive
                            .width
                            .unwrap_or(0)
                            .saturating_mul(10)
                            .saturating_add(digit),
                    );
                }
                _ => match Unit::of(c) {
                    Some(unit) => return Ok(FormatSegment::Value(Self { unit, ..directive })),
                    None => return bad(*position),
                },
            }
            flag_allowed = false;
        }
    }

    fn field_width(&self) -> u64 {
        self.width.unwrap_or(self.unit.default_width())
    }

    fn write(&self, span: Timespan, text: &mut String) -> Result<(), Undecidable> {
        let width = self.field_width();
        if width > MAX_WIDTH {
            return Err(Undecidable);
        }
        let width = width as usize;
        let value = self.value(span);
        if !self.unit.is_fraction() {
            let digits = value.to_string();
            text.push_str(&match self.pad {
                Pad::None => digits,
                Pad::Space => format!("{digits:>width$}"),
                Pad::Zero => format!("{digits:0>width$}"),
            });
            return Ok(());
        }
        let mut digits = value.to_string();
        if !self.total && self.pad != Pad::Zero {
            digits.truncate(digits.trim_end_matches('0').len().max(1));
        }
        text.push_str(&if self.pad == Pad::None {
            digits
        } else {
            format!("{digits:<width$}")
        });
        Ok(())
    }

    /// The number that is written for the span.
    fn value(&self, span: Timespan) -> u128 {
        let nanos = span.nanos().unsigned_abs();
        if self.unit == Unit::Nanoseconds {
            let digits = u32::try_from(self.field_width().min(9)).unwrap_or(9);
            let value = nanos / 10_u128.pow(9 - digits);
            return if self.total {
                value
            } else {
                value % 10_u128.pow(digits)
            };
        }
        let value = nanos / self.unit.nanos().unsigned_abs();
        match self.unit.modulus() {
            Some(modulus) if !self.total => value % modulus.unsigned_abs(),
            _ => value,
        }
    }
}
