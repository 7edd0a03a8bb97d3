//! Rich scalar values of the Puppet language and their own rules: [`Regexp`], [`SemVer`], [`SemVerRange`],
//! [`Timespan`], [`Timestamp`], [`Binary`] and [`Uri`].
//!
//! Each value is immutable, cheap to clone, `Eq + Hash + Send + Sync`, and independent of Puppet's types. Each parser
//! is total: a text that Puppet refuses is an error value with Puppet's wording, and what cannot be decided within
//! bounds is [`Undecidable`].

mod binary;
pub mod regexp;
mod semver;
mod time;
mod uri;

pub use crate::{
    binary::{Base64Format, Binary, BinaryError},
    regexp::{Regexp, RegexpError},
    semver::{
        SemVer, SemVerError,
        range::{SemVerRange, SemVerRangeError},
    },
    time::{
        TimeError,
        timespan::{Timespan, TimespanFields, format::TimespanFormat},
        timestamp::Timestamp,
    },
    uri::{Uri, UriError, UriParts},
};

/// The answer of a query that cannot be decided within the bounds set for it (steps of a match, size of a number).
///
/// It is not an error of the program that asked: the result is simply not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Undecidable;
