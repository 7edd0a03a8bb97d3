//! The grammar of ranges.

use super::{Interval, SemVerRange, SemVerRangeError, merge_all};
use crate::semver::{SemVer, is_numeric_part, is_qualifier, parse_number};

/// Operators, longest first.
const OPERATORS: [&str; 9] = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"];

pub(super) fn parse(text: &str) -> Result<SemVerRange, SemVerRangeError> {
    let joined = join_operators(text);
    let alternatives = split_alternatives(&joined);
    if alternatives.is_empty() {
        return Ok(SemVerRange::all());
    }
    let mut intervals: Vec<Interval> = Vec::new();
    for alternative in alternatives {
        if let Some(interval) = parse_alternative(alternative, text)?
            && !intervals.contains(&interval)
        {
            intervals.push(interval);
        }
    }
    Ok(SemVerRange::of(
        merge_all(intervals)?,
        Some(text.to_owned()),
    ))
}

/// White space, and nothing else, as Ruby's `\s` has it.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Drops the white space, or the `v`, between an operator and its version.
fn join_operators(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        joined.push(c);
        rest = &rest[c.len_utf8()..];
        if matches!(c, '<' | '>' | '=' | '~' | '^') {
            let trimmed = rest.trim_start_matches(is_space);
            rest = if trimmed.len() < rest.len() {
                trimmed
            } else {
                rest.strip_prefix('v').unwrap_or(rest)
            };
        }
    }
    joined
}

/// The parts between `||`, without the white space around it, and without empty parts at the end.
fn split_alternatives(text: &str) -> Vec<&str> {
    let count = text.split("||").count();
    let mut parts: Vec<&str> = text
        .split("||")
        .enumerate()
        .map(|(index, part)| {
            let part = if index > 0 {
                part.trim_start_matches(is_space)
            } else {
                part
            };
            if index + 1 < count {
                part.trim_end_matches(is_space)
            } else {
                part
            }
        })
        .collect();
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    parts
}

fn parse_alternative(text: &str, whole: &str) -> Result<Option<Interval>, SemVerRangeError> {
    if let Some((min, max)) = split_hyphen(text) {
        return Ok(Interval::GtEq(min.filled()?).intersection(&Interval::LtEq(max.filled()?)));
    }
    let mut words: Vec<&str> = text.split(is_space).collect();
    words = words
        .iter()
        .enumerate()
        .filter(|(index, word)| *index == 0 || !word.is_empty())
        .map(|(_, w)| *w)
        .collect();
    if words == [""] {
        return Ok(None);
    }
    let unparsable = || SemVerRangeError::Unparsable(whole.to_owned());
    let mut result: Option<Interval> = None;
    let mut parsed = Vec::new();
    for word in words {
        let (operator, operand) = split_operator(word);
        let partial = Partial::parse(operand).ok_or_else(unparsable)?;
        parsed.push(partial.interval(operator)?);
    }
    let mut parsed = parsed.into_iter();
    if let Some(first) = parsed.next() {
        result = Some(first);
    }
    for interval in parsed {
        let Some(before) = result else {
            return Err(SemVerRangeError::Crash(
                "undefined method `intersection' for nil:NilClass",
            ));
        };
        result = before.intersection(&interval);
    }
    Ok(result)
}

/// `1.0.0 - 2.0.0`
fn split_hyphen(text: &str) -> Option<(Partial<'_>, Partial<'_>)> {
    let (min, rest) = text.split_once(is_space)?;
    let rest = rest.trim_start_matches(is_space).strip_prefix('-')?;
    let max = rest.trim_start_matches(is_space);
    if max.len() == rest.len() {
        return None;
    }
    Some((Partial::parse(min)?, Partial::parse(max)?))
}

fn split_operator(word: &str) -> (&str, &str) {
    OPERATORS
        .iter()
        .find_map(|operator| {
            word.strip_prefix(operator)
                .map(|operand| (*operator, operand))
        })
        .unwrap_or(("", word))
}

/// A version of which parts may be missing, or be `x`, `X` or `*`.
struct Partial<'a> {
    major: Option<&'a str>,
    minor: Option<&'a str>,
    patch: Option<&'a str>,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Partial<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let core_len = text.find(['-', '+']).unwrap_or(text.len());
        let (core, qualifier) = text.split_at(core_len);
        let parts: Vec<&str> = core.split('.').collect();
        let is_part = |part: &&str| matches!(*part, "x" | "X" | "*") || is_numeric_part(part);
        let well_formed = parts.len() <= 3
            && parts.iter().all(is_part)
            && (qualifier.is_empty() || parts.len() == 3);
        let (prerelease, build) = match qualifier.strip_prefix('-') {
            Some(rest) => match rest.split_once('+') {
                Some((prerelease, build)) => (Some(prerelease), Some(build)),
                None => (Some(rest), None),
            },
            None => (None, qualifier.strip_prefix('+')),
        };
        let qualified = [prerelease, build].into_iter().flatten().all(is_qualifier);
        let digit = |index: usize| {
            parts
                .get(index)
                .copied()
                .filter(|part| !matches!(*part, "x" | "X" | "*"))
        };
        (well_formed && qualified).then(|| Self {
            major: digit(0),
            minor: digit(1),
            patch: digit(2),
            prerelease,
            build,
        })
    }

    /// The version with 0 for what is missing.
    fn filled(&self) -> Result<SemVer, SemVerRangeError> {
        let number = |part: Option<&str>| part.map_or(Ok(0), parse_number);
        self.version(
            number(self.major)?,
            number(self.minor)?,
            number(self.patch)?,
        )
    }

    fn version(&self, major: u64, minor: u64, patch: u64) -> Result<SemVer, SemVerRangeError> {
        Ok(SemVer::read(
            (major, minor, patch),
            self.prerelease,
            self.build,
        )?)
    }

    /// The three numbers as far as they are there; what follows a missing number does not count.
    fn known(&self) -> Result<KnownNumbers, SemVerRangeError> {
        let Some(major) = self.major.map(parse_number).transpose()? else {
            return Ok(KnownNumbers::Nothing);
        };
        let Some(minor) = self.minor.map(parse_number).transpose()? else {
            return Ok(KnownNumbers::Major(major));
        };
        let Some(patch) = self.patch.map(parse_number).transpose()? else {
            return Ok(KnownNumbers::Minor(major, minor));
        };
        Ok(KnownNumbers::All(major, minor, patch))
    }

    fn interval(&self, operator: &str) -> Result<Interval, SemVerRangeError> {
        match operator {
            ">=" => Ok(Interval::GtEq(self.filled()?)),
            "<" => Ok(Interval::Lt(self.filled()?)),
            ">" => self.greater(),
            "<=" => self.less_or_equal(),
            "~" | "~>" | "~=" => self.patch_updates(true),
            "^" => self.caret(),
            _ => self.patch_updates(false),
        }
    }

    fn greater(&self) -> Result<Interval, SemVerRangeError> {
        Ok(match self.known()? {
            KnownNumbers::Nothing => Interval::empty(),
            KnownNumbers::Major(major) => Interval::GtEq(SemVer::new(next(major), 0, 0)),
            KnownNumbers::Minor(major, minor) => Interval::GtEq(SemVer::new(major, next(minor), 0)),
            KnownNumbers::All(major, minor, patch) => {
                Interval::Gt(self.version(major, minor, patch)?)
            }
        })
    }

    fn less_or_equal(&self) -> Result<Interval, SemVerRangeError> {
        Ok(match self.known()? {
            KnownNumbers::Nothing => return Err(no_singleton()),
            KnownNumbers::Major(major) => Interval::Lt(SemVer::new(next(major), 0, 0)),
            KnownNumbers::Minor(major, minor) => Interval::Lt(SemVer::new(major, next(minor), 0)),
            KnownNumbers::All(major, minor, patch) => {
                Interval::LtEq(self.version(major, minor, patch)?)
            }
        })
    }

    /// `~1.2.3`: the patch may grow. Without an operator, a full version stands for itself.
    fn patch_updates(&self, tilde_or_caret: bool) -> Result<Interval, SemVerRangeError> {
        Ok(match self.known()? {
            KnownNumbers::Nothing => Interval::All,
            KnownNumbers::Major(major) => whole_major(major),
            KnownNumbers::Minor(major, minor) => from_to(
                SemVer::new(major, minor, 0),
                SemVer::new(major, next(minor), 0),
            ),
            KnownNumbers::All(major, minor, patch) => {
                let version = self.version(major, minor, patch)?;
                if tilde_or_caret {
                    from_to(version, SemVer::new(major, next(minor), 0))
                } else {
                    Interval::Eq(version)
                }
            }
        })
    }

    /// `^1.2.3`: the minor version may grow; of a version 0, only the patch.
    fn caret(&self) -> Result<Interval, SemVerRangeError> {
        Ok(match self.known()? {
            KnownNumbers::Nothing => return Err(no_singleton()),
            KnownNumbers::Major(0) | KnownNumbers::Minor(0, _) | KnownNumbers::All(0, _, _) => {
                return self.patch_updates(true);
            }
            KnownNumbers::Major(major) => whole_major(major),
            KnownNumbers::Minor(major, minor) => {
                from_to(SemVer::new(major, minor, 0), SemVer::new(next(major), 0, 0))
            }
            KnownNumbers::All(major, minor, patch) => {
                let min = match self.prerelease {
                    Some(_) => self.version(major, minor, patch)?,
                    None => SemVer::new(major, minor, patch),
                };
                from_to(min, SemVer::new(next(major), 0, 0))
            }
        })
    }
}

/// How many numbers of a partial version are known.
enum KnownNumbers {
    Nothing,
    Major(u64),
    Minor(u64, u64),
    All(u64, u64, u64),
}

fn whole_major(major: u64) -> Interval {
    from_to(SemVer::new(major, 0, 0), SemVer::new(next(major), 0, 0))
}

fn from_to(min: SemVer, max: SemVer) -> Interval {
    Interval::both(Interval::GtEq(min), Interval::Lt(max))
}

/// The next number; it stays below the number that stands for an infinite version.
fn next(number: u64) -> u64 {
    number.saturating_add(1).min(u64::MAX - 1)
}

fn no_singleton() -> SemVerRangeError {
    SemVerRangeError::Crash(
        "undefined method `SINGLETON' for SemanticPuppet::VersionRange::AllRange:Class",
    )
}
