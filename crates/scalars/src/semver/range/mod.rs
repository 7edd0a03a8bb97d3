//! Ranges of versions as Puppet's `SemVerRange` has them (`SemanticPuppet::VersionRange`).

mod interval;
mod parse;

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use self::interval::Interval;
use super::{SemVer, SemVerError};

/// A set of versions: a union of intervals. Two ranges are equal if they have the same intervals; the text from which
/// they were made does not count.
#[derive(Debug, Clone)]
pub struct SemVerRange(Arc<Union>);

#[derive(Debug)]
struct Union {
    intervals: Vec<Interval>,
    text: String,
}

/// Why a text is not a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SemVerRangeError {
    /// The text does not have the form of a range.
    Unparsable(String),
    /// A version in the range is not valid.
    Version(SemVerError),
    /// Puppet itself breaks on this range (an exception of Ruby), as with `^*` or a third comparison after two that
    /// exclude each other.
    Crash(&'static str),
}

impl fmt::Display for SemVerRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unparsable(text) => write!(f, "Unparsable version range: \"{text}\""),
            Self::Version(error) => error.fmt(f),
            Self::Crash(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SemVerRangeError {}

impl From<SemVerError> for SemVerRangeError {
    fn from(error: SemVerError) -> Self {
        Self::Version(error)
    }
}

impl SemVerRange {
    /// Reads a range: comparisons (`>=1.0.0 <2.0.0`), partial versions (`1.x`), `~1.2`, `^1.2`, `1.0.0 - 2.0.0`, and
    /// several of them with `||` between.
    pub fn parse(text: &str) -> Result<Self, SemVerRangeError> {
        parse::parse(text)
    }

    /// The range from `min` to `max`, without `max` itself if `exclude_max`.
    ///
    /// Puppet swaps the ends when it makes the text of such a range; so does this.
    pub fn from_bounds(min: &SemVer, max: &SemVer, exclude_max: bool) -> Self {
        let lower = Interval::GtEq(min.clone());
        let (upper, text) = if exclude_max {
            (Interval::Lt(max.clone()), format!(">={max} <{min}"))
        } else {
            (Interval::LtEq(max.clone()), format!("{max} - {min}"))
        };
        Self::of(lower.intersection(&upper).into_iter().collect(), Some(text))
    }

    /// The range of all versions, `*`.
    pub fn all() -> Self {
        Self::of(vec![Interval::All], Some("*".to_owned()))
    }

    /// A union of intervals that cannot be joined any further.
    fn of(mut intervals: Vec<Interval>, text: Option<String>) -> Self {
        if intervals.is_empty() {
            intervals.push(Interval::empty());
        }
        let text = text.unwrap_or_else(|| join(&intervals));
        Self(Arc::new(Union { intervals, text }))
    }

    /// Whether a version lies in the range. A pre-release does so only if an end of the range is a pre-release of the
    /// same version.
    pub fn includes(&self, version: &SemVer) -> bool {
        self.0.intervals.iter().any(|interval| {
            interval.includes(version)
                && (version.is_stable() || interval.admits_prerelease_of(version))
        })
    }

    /// What lies in both ranges.
    pub fn intersection(&self, other: &Self) -> Result<Self, SemVerRangeError> {
        let mut common: Vec<Interval> = Vec::new();
        for a in &self.0.intervals {
            for interval in other.0.intervals.iter().filter_map(|b| a.intersection(b)) {
                if !common.contains(&interval) {
                    common.push(interval);
                }
            }
        }
        Ok(Self::of(merge_all(common)?, None))
    }

    /// The lower end; nothing if the range has several intervals.
    pub fn begin(&self) -> Option<SemVer> {
        self.single().map(Interval::begin)
    }

    /// The upper end; nothing if the range has several intervals.
    pub fn end(&self) -> Option<SemVer> {
        self.single().map(Interval::end)
    }

    /// Whether the upper end lies outside; nothing if the range has several intervals.
    pub fn excludes_end(&self) -> Option<bool> {
        self.single().map(Interval::excludes_end)
    }

    fn single(&self) -> Option<&Interval> {
        match self.0.intervals.as_slice() {
            [interval] => Some(interval),
            _ => None,
        }
    }

    /// The intervals in normal form, with `||` between (Ruby's `inspect`).
    pub fn normalized_text(&self) -> String {
        join(&self.0.intervals)
    }
}

impl fmt::Display for SemVerRange {
    /// The text from which the range was made.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.0.intervals == other.0.intervals
    }
}

impl Eq for SemVerRange {}

impl Hash for SemVerRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.intervals.hash(state);
    }
}

fn join(intervals: &[Interval]) -> String {
    intervals
        .iter()
        .map(Interval::to_string)
        .collect::<Vec<_>>()
        .join(" || ")
}

/// Joins intervals that overlap or touch, until no two do.
fn merge_all(mut intervals: Vec<Interval>) -> Result<Vec<Interval>, SemVerRangeError> {
    let mut merged_some = true;
    while intervals.len() > 1 && merged_some {
        merged_some = false;
        let mut result = Vec::new();
        while let Some(mut last) = intervals.pop() {
            let mut rest = Vec::new();
            for interval in intervals {
                match last.merge(&interval)? {
                    Some(both) => {
                        merged_some = true;
                        last = both;
                    }
                    None => rest.push(interval),
                }
            }
            result.push(last);
            intervals = rest;
        }
        result.reverse();
        intervals = result;
    }
    Ok(intervals)
}
