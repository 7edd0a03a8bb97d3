//! One interval of versions.

use std::{cmp::Ordering, fmt};

use super::{SemVer, SemVerRangeError};

/// An interval: one comparison, or a lower and an upper one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Interval {
    All,
    Eq(SemVer),
    Gt(SemVer),
    GtEq(SemVer),
    Lt(SemVer),
    LtEq(SemVer),
    /// Both; neither of them is itself a `Both`.
    Both(Box<Interval>, Box<Interval>),
}

impl Interval {
    /// The interval that no version lies in.
    pub(super) fn empty() -> Self {
        Self::Lt(SemVer::min())
    }

    /// From the lower end of `min` to the upper end of `max`.
    pub(super) fn both(min: Self, max: Self) -> Self {
        let min = match min {
            Self::Both(min, _) => min,
            other => Box::new(other),
        };
        let max = match max {
            Self::Both(_, max) => max,
            other => Box::new(other),
        };
        Self::Both(min, max)
    }

    pub(super) fn includes(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Eq(bound) => version == bound,
            Self::Gt(bound) => version.precedence(bound).is_gt(),
            Self::GtEq(bound) => version.precedence(bound).is_ge(),
            Self::Lt(bound) => version.precedence(bound).is_lt(),
            Self::LtEq(bound) => version.precedence(bound).is_le(),
            Self::Both(min, max) => min.includes(version) && max.includes(version),
        }
    }

    /// Whether an end is a pre-release of the version's own `major.minor.patch`.
    pub(super) fn admits_prerelease_of(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Both(min, max) => {
                min.admits_prerelease_of(version) || max.admits_prerelease_of(version)
            }
            Self::Eq(bound)
            | Self::Gt(bound)
            | Self::GtEq(bound)
            | Self::Lt(bound)
            | Self::LtEq(bound) => {
                let core = |v: &SemVer| (v.major(), v.minor(), v.patch());
                !bound.is_stable() && core(bound) == core(version)
            }
        }
    }

    pub(super) fn begin(&self) -> SemVer {
        match self {
            Self::Eq(bound) | Self::Gt(bound) | Self::GtEq(bound) => bound.clone(),
            Self::All | Self::Lt(_) | Self::LtEq(_) => SemVer::min(),
            Self::Both(min, _) => min.begin(),
        }
    }

    pub(super) fn end(&self) -> SemVer {
        match self {
            Self::Eq(bound) | Self::Lt(bound) | Self::LtEq(bound) => bound.clone(),
            Self::All | Self::Gt(_) | Self::GtEq(_) => SemVer::max(),
            Self::Both(_, max) => max.end(),
        }
    }

    pub(super) fn excludes_begin(&self) -> bool {
        match self {
            Self::Gt(_) => true,
            Self::Both(min, _) => min.excludes_begin(),
            _ => false,
        }
    }

    pub(super) fn excludes_end(&self) -> bool {
        match self {
            Self::Lt(_) => true,
            Self::Both(_, max) => max.excludes_end(),
            _ => false,
        }
    }

    fn has_lower_bound(&self) -> bool {
        match self {
            Self::Gt(_) => true,
            Self::GtEq(bound) | Self::Eq(bound) => *bound != SemVer::min(),
            Self::Both(min, _) => min.has_lower_bound(),
            Self::All | Self::Lt(_) | Self::LtEq(_) => false,
        }
    }

    fn has_upper_bound(&self) -> bool {
        match self {
            Self::Lt(_) => true,
            Self::LtEq(bound) | Self::Eq(bound) => *bound != SemVer::max(),
            Self::Both(_, max) => max.has_upper_bound(),
            Self::All | Self::Gt(_) | Self::GtEq(_) => false,
        }
    }

    /// What lies in both; nothing if they are disjoint.
    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        if *self == Self::All {
            return Some(other.clone());
        }
        match self.begin().precedence(&other.end()) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                let touch = !(self.excludes_begin() || other.excludes_end());
                return touch.then(|| Self::Eq(self.begin()));
            }
            Ordering::Less => {}
        }
        match other.begin().precedence(&self.end()) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                let touch = !(other.excludes_begin() || self.excludes_end());
                return touch.then(|| Self::Eq(other.begin()));
            }
            Ordering::Less => {}
        }
        let min = match self.begin().precedence(&other.begin()) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal if self.excludes_begin() => self,
            Ordering::Equal => other,
        };
        let max = match self.end().precedence(&other.end()) {
            Ordering::Greater => other,
            Ordering::Less => self,
            Ordering::Equal if self.excludes_end() => self,
            Ordering::Equal => other,
        };
        Some(if !max.has_upper_bound() {
            min.clone()
        } else if !min.has_lower_bound() {
            max.clone()
        } else {
            Self::both(min.clone(), max.clone())
        })
    }

    /// One interval for both, if they overlap or touch.
    pub(super) fn merge(&self, other: &Self) -> Result<Option<Self>, SemVerRangeError> {
        if *self == Self::All {
            return Ok(Some(Self::All));
        }
        if self.includes(&other.begin()) || other.includes(&self.begin()) {
            return self.hull(other);
        }
        let touches =
            |a: &Self, b: &Self| a.excludes_end() && !b.excludes_begin() && a.end() == b.begin();
        let adjoins = |a: &Self, b: &Self| {
            !a.excludes_end() && !b.excludes_begin() && a.end().next_patch() == b.begin()
        };
        if touches(self, other) {
            Ok(Self::from_to(self, other))
        } else if touches(other, self) {
            Ok(Self::from_to(other, self))
        } else if adjoins(self, other) {
            Ok(Self::from_to(self, other))
        } else if adjoins(other, self) {
            Ok(Self::from_to(other, self))
        } else {
            Ok(None)
        }
    }

    /// From the lower of the two lower ends to the higher of the two upper ends.
    fn hull(&self, other: &Self) -> Result<Option<Self>, SemVerRangeError> {
        let (min, exclude_min) = match self.begin().precedence(&other.begin()) {
            Ordering::Less => (self.begin(), self.excludes_begin()),
            Ordering::Greater => (other.begin(), other.excludes_begin()),
            Ordering::Equal => (
                self.begin(),
                self.excludes_begin() && other.excludes_begin(),
            ),
        };
        let (max, exclude_max) = match self.end().precedence(&other.end()) {
            Ordering::Greater => (self.end(), self.excludes_end()),
            Ordering::Less => (other.end(), other.excludes_end()),
            Ordering::Equal => {
                return Err(SemVerRangeError::Crash(
                    "undefined local variable or method `exclude_end'",
                ));
            }
        };
        Ok(Self::lower(min, exclude_min).intersection(&Self::upper(max, exclude_max)))
    }

    fn from_to(a: &Self, b: &Self) -> Option<Self> {
        Self::lower(a.begin(), a.excludes_begin())
            .intersection(&Self::upper(b.end(), b.excludes_end()))
    }

    fn lower(bound: SemVer, exclude: bool) -> Self {
        if exclude {
            Self::Gt(bound)
        } else {
            Self::GtEq(bound)
        }
    }

    fn upper(bound: SemVer, exclude: bool) -> Self {
        if exclude {
            Self::Lt(bound)
        } else {
            Self::LtEq(bound)
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("*"),
            Self::Eq(bound) => write!(f, "{bound}"),
            Self::Gt(bound) => write!(f, ">{bound}"),
            Self::GtEq(bound) => write!(f, ">={bound}"),
            Self::Lt(bound) if *bound == SemVer::min() => f.write_str("<0.0.0"),
            Self::Lt(bound) => write!(f, "<{bound}"),
            Self::LtEq(bound) => write!(f, "<={bound}"),
            Self::Both(min, max) => write!(f, "{min} {max}"),
        }
    }
}
