//! Reading a timespan by a format.
//!
//! Puppet turns the format into a regular expression, of which each directive is a run of digits; runs are as long as
//! possible, and give back what later segments need. The same search runs here, with the failures remembered, so that
//! its time is bounded by the product of the lengths of the format and of the text.

use std::collections::HashSet;

use super::{Directive, FormatSegment, Pad, Timespan, TimespanFormat};
use crate::TimeError;

/// Longest repetition that Ruby's regular expressions allow.
const MAX_REPEAT: u64 = 100_000;

pub(super) fn read(format: &TimespanFormat, text: &str) -> Result<Timespan, TimeError> {
    let refused = || {
        TimeError::refused(format!(
            "Unable to parse '{text}' using format '{}'",
            format.source
        ))
    };
    for segment in &format.segments {
        if let FormatSegment::Value(directive) = segment {
            directive.check_width()?;
        }
    }
    let chars: Vec<char> = text.chars().collect();
    let mut search = TimespanSearch {
        segments: &format.segments,
        text: &chars,
        failed: HashSet::new(),
        ends: Vec::new(),
    };
    let starts: &[usize] = if chars.first() == Some(&'-') {
        &[1, 0]
    } else {
        &[0]
    };
    let Some(&start) = starts.iter().find(|start| search.run(**start)) else {
        return refused();
    };
    let mut from = start;
    let mut nanos = 0_i128;
    for (segment, &to) in format.segments.iter().zip(&search.ends) {
        if let FormatSegment::Value(directive) = segment {
            let group: String = chars.get(from..to).unwrap_or_default().iter().collect();
            let digits = group.trim_start_matches(|c: char| {
                c.is_ascii_whitespace() || matches!(c, '\x0b' | '\0')
            });
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return refused();
            }
            nanos = nanos
                .checked_add(directive.nanos(digits)?)
                .ok_or(TimeError::Undecidable)?;
        }
        from = to;
    }
    Ok(Timespan::from_nanos(if text.starts_with('-') {
        -nanos
    } else {
        nanos
    }))
}

impl Directive {
    /// A repetition that Ruby's regular expressions refuse.
    fn check_width(&self) -> Result<(), TimeError> {
        match self.width {
            Some(width) if width > MAX_REPEAT => {
                TimeError::refused("too big number for repeat range")
            }
            _ => Ok(()),
        }
    }

    /// Least and greatest number of characters; whether white space may be among them; and whether it is skipped first.
    fn run(&self) -> DigitRun {
        let spaces = self.pad == Pad::Space;
        let bounded = |min, max| DigitRun {
            min,
            max,
            spaces,
            skip_spaces: false,
        };
        match self.width {
            Some(width) if self.pad == Pad::None => {
                if width == 0 {
                    bounded(0, 1)
                } else {
                    bounded(1, width)
                }
            }
            Some(width) => bounded(width, width),
            None if self.total => DigitRun {
                min: 1,
                max: u64::MAX,
                spaces: false,
                skip_spaces: spaces,
            },
            None => bounded(1, self.unit.default_width()),
        }
    }

    fn nanos(&self, digits: &str) -> Result<i128, TimeError> {
        if !self.unit.is_fraction() {
            let number: i128 = digits.parse().map_err(|_| TimeError::Undecidable)?;
            return number
                .checked_mul(self.unit.nanos())
                .ok_or(TimeError::Undecidable);
        }
        if self.total {
            return TimeError::refused(
                "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude",
            );
        }
        let number: i128 = digits.parse().map_err(|_| TimeError::Undecidable)?;
        let missing = u32::try_from(9_usize.saturating_sub(digits.len())).unwrap_or(0);
        number
            .checked_mul(10_i128.pow(missing))
            .ok_or(TimeError::Undecidable)
    }
}

/// The characters that a directive may take.
struct DigitRun {
    min: u64,
    max: u64,
    spaces: bool,
    skip_spaces: bool,
}

struct TimespanSearch<'a> {
    segments: &'a [FormatSegment],
    text: &'a [char],
    /// Pairs of segment and position from which the rest does not fit.
    failed: HashSet<(usize, usize)>,
    /// Where each segment ends.
    ends: Vec<usize>,
}

impl TimespanSearch<'_> {
    /// Finds the ends of all segments for a text that starts at `start`. Works with a stack of its own, as formats may
    /// have any number of segments.
    fn run(&mut self, start: usize) -> bool {
        self.ends.clear();
        let mut stack = vec![self.candidates(0, start)];
        while let Some(candidates) = stack.last_mut() {
            let index = self.ends.len();
            let Some(end) = candidates.next() else {
                stack.pop();
                if let Some(end) = self.ends.pop() {
                    self.failed.insert((index, end));
                }
                continue;
            };
            if self.failed.contains(&(index + 1, end)) {
                continue;
            }
            if index + 1 < self.segments.len() {
                self.ends.push(end);
                stack.push(self.candidates(index + 1, end));
            } else if end == self.text.len() {
                self.ends.push(end);
                return true;
            }
        }
        false
    }

    /// The ends that a segment may have, in the order in which they are tried.
    fn candidates(&self, index: usize, from: usize) -> std::vec::IntoIter<usize> {
        let rest = self.text.get(from..).unwrap_or_default();
        let ends: Vec<usize> = match self.segments.get(index) {
            None => vec![from],
            Some(FormatSegment::Literal(literal)) => {
                let length = literal.chars().count();
                let fits =
                    rest.len() >= length && literal.chars().eq(rest.iter().take(length).copied());
                if fits {
                    vec![from + length]
                } else {
                    Vec::new()
                }
            }
            Some(FormatSegment::Value(directive)) => {
                let run = directive.run();
                let is_space = |c: &char| matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c');
                let skipped = if run.skip_spaces {
                    rest.iter().take_while(|c| is_space(c)).count()
                } else {
                    0
                };
                let fits = |c: &char| c.is_ascii_digit() || (run.spaces && is_space(c));
                let limit = usize::try_from(run.max).unwrap_or(usize::MAX);
                let most = rest
                    .iter()
                    .skip(skipped)
                    .take(limit)
                    .take_while(|c| fits(c))
                    .count();
                let least = usize::try_from(run.min).unwrap_or(usize::MAX);
                (least..=most)
                    .rev()
                    .map(|length| from + skipped + length)
                    .collect()
            }
        };
        ends.into_iter()
    }
}
