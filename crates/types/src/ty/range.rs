//! Closed ranges of integers, floats and times.

use std::sync::Arc;

use puppet_scalars::{Timespan, Timestamp};

use crate::{float::Float64, ty::Type};

/// A closed range; `None` as a bound is infinity. Unbounded ranges take no memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Range<T>(Option<Arc<Bounds<T>>>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Bounds<T> {
    from: Option<T>,
    to: Option<T>,
}

/// A range of integers, or of sizes; as a size, the unbounded range means that none was given.
pub type IntegerRange = Range<i64>;
/// A range of integers with a bound beyond 64 bits.
pub type BigIntegerRange = Range<i128>;
/// A range of floats.
pub type FloatRange = Range<Float64>;
/// A range of timespans.
pub type TimespanRange = Range<Timespan>;
/// A range of timestamps.
pub type TimestampRange = Range<Timestamp>;

impl<T: Ord + Clone> Range<T> {
    /// The range without bounds.
    pub const UNBOUNDED: Self = Range(None);

    /// The range between two bounds, or `None` if the lower is above the upper.
    pub fn new(from: Option<T>, to: Option<T>) -> Option<Self> {
        match (&from, &to) {
            (None, None) => Some(Self::UNBOUNDED),
            (Some(low), Some(high)) if low > high => None,
            _ => Some(Self::ordered(from, to)),
        }
    }

    /// A range whose bounds are known to be in order.
    pub(crate) fn ordered(from: Option<T>, to: Option<T>) -> Self {
        if from.is_none() && to.is_none() {
            Self::UNBOUNDED
        } else {
            Range(Some(Arc::new(Bounds { from, to })))
        }
    }

    /// The range of one number.
    pub fn exactly(value: T) -> Self {
        Self::ordered(Some(value.clone()), Some(value))
    }

    /// All numbers from this one on.
    pub fn at_least(value: T) -> Self {
        Self::ordered(Some(value), None)
    }

    /// The lower bound.
    pub fn lower_bound(&self) -> Option<&T> {
        self.0.as_ref()?.from.as_ref()
    }

    /// The upper bound.
    pub fn upper_bound(&self) -> Option<&T> {
        self.0.as_ref()?.to.as_ref()
    }

    /// Is there no bound at all?
    pub fn is_unbounded(&self) -> bool {
        self.0.is_none()
    }

    /// Are there two bounds?
    pub fn is_finite(&self) -> bool {
        self.lower_bound().is_some() && self.upper_bound().is_some()
    }

    /// Is the value within the bounds?
    pub fn contains(&self, value: &T) -> bool {
        self.lower_bound().is_none_or(|from| from <= value)
            && self.upper_bound().is_none_or(|to| value <= to)
    }

    /// Is the other range within the bounds?
    pub fn covers(&self, other: &Self) -> bool {
        self.starts_before(other) && self.ends_after(other)
    }

    fn starts_before(&self, other: &Self) -> bool {
        match (self.lower_bound(), other.lower_bound()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a <= b,
        }
    }

    fn ends_after(&self, other: &Self) -> bool {
        match (self.upper_bound(), other.upper_bound()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a >= b,
        }
    }

    /// Do the ranges share a value?
    pub fn intersects(&self, other: &Self) -> bool {
        let ends_before = |a: &Self, b: &Self| matches!((a.upper_bound(), b.lower_bound()), (Some(to), Some(from)) if to < from);
        !ends_before(self, other) && !ends_before(other, self)
    }

    /// The smallest range that covers both.
    pub fn hull(&self, other: &Self) -> Self {
        let from = if self.starts_before(other) {
            self.lower_bound()
        } else {
            other.lower_bound()
        };
        let to = if self.ends_after(other) {
            self.upper_bound()
        } else {
            other.upper_bound()
        };
        Self::ordered(from.cloned(), to.cloned())
    }
}

/// A range of sizes on the stack: what [`IntegerRange`] says, without sharing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) from: i64,
    pub(crate) to: Option<i64>,
}

impl Sizes {
    /// Exactly that many.
    pub(crate) fn exactly(len: usize) -> Self {
        let len = i64::try_from(len).unwrap_or(i64::MAX);
        Sizes {
            from: len,
            to: Some(len),
        }
    }

    /// Any number.
    pub(crate) const ANY: Self = Sizes { from: 0, to: None };

    /// Is the other range within the bounds?
    pub(crate) fn covers(self, other: Self) -> bool {
        self.from <= other.from
            && self
                .to
                .is_none_or(|to| other.to.is_some_and(|other| other <= to))
    }
}

impl BigIntegerRange {
    /// Do the ranges touch without a gap (PIntegerType#adjacent?)?
    pub(crate) fn is_adjacent(&self, other: &Self) -> bool {
        let touches = |a: &Self, b: &Self| matches!((a.upper_bound(), b.lower_bound()), (Some(to), Some(from)) if to.checked_add(1) == Some(*from));
        touches(self, other) || touches(other, self)
    }

    /// The range in 64 bits, if it has room there.
    fn narrow(&self) -> Option<IntegerRange> {
        let narrow = |bound: Option<&i128>| match bound {
            Some(bound) => i64::try_from(*bound).map(Some),
            None => Ok(None),
        };
        Some(Range::ordered(
            narrow(self.lower_bound()).ok()?,
            narrow(self.upper_bound()).ok()?,
        ))
    }
}

impl Type {
    /// `Integer` with a range of any size.
    pub fn integers(range: BigIntegerRange) -> Type {
        match range.narrow() {
            Some(range) => Type::Integer(range),
            None => Type::BigInteger(range),
        }
    }

    /// The range of an `Integer` type of any size.
    pub fn integer_range(&self) -> Option<BigIntegerRange> {
        match self {
            Type::Integer(range) => Some(Range::ordered(
                range.lower_bound().map(|from| (*from).into()),
                range.upper_bound().map(|to| (*to).into()),
            )),
            Type::BigInteger(range) => Some(range.clone()),
            _ => None,
        }
    }
}

impl IntegerRange {
    /// The sizes that the range stands for; any, if it is unbounded.
    pub(crate) fn sizes(&self) -> Sizes {
        Sizes {
            from: self.lower_bound().copied().unwrap_or(0),
            to: self.upper_bound().copied(),
        }
    }

    /// The range cut to sizes: bounds below 0 become 0 (PIntegerType#to_size).
    pub fn to_size(&self) -> Self {
        match (self.lower_bound(), self.upper_bound()) {
            (Some(from), _) if *from >= 0 => self.clone(),
            (_, to) => Self::ordered(Some(0), to.map(|to| (*to).max(0))),
        }
    }

    /// As [`Self::to_size`], but the unbounded range stays: it stands for "no size".
    pub(crate) fn to_size_or_none(&self) -> Self {
        if self.is_unbounded() {
            self.clone()
        } else {
            self.to_size()
        }
    }

    /// The sizes that a missing size stands for: from 0 on.
    pub fn or_any_size(&self) -> Self {
        if self.is_unbounded() {
            Self::at_least(0)
        } else {
            self.clone()
        }
    }

    /// The sizes of a collection after elements of it were taken away.
    pub fn or_fewer(&self) -> Self {
        Self::ordered(Some(0), self.upper_bound().copied())
    }

    /// The sizes of two collections as one.
    pub fn plus(&self, other: &Self) -> Self {
        let to = self.upper_bound().zip(other.upper_bound());
        let to = to.and_then(|(one, other)| one.checked_add(*other));
        Self::ordered(Some(self.min_size().saturating_add(other.min_size())), to)
    }

    /// The range of a collection of that many elements.
    pub fn with_len(len: usize) -> Self {
        Self::exactly(i64::try_from(len).unwrap_or(i64::MAX))
    }

    /// The lowest size.
    pub fn min_size(&self) -> i64 {
        self.lower_bound().copied().unwrap_or(0)
    }
}
