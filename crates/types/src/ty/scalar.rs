//! Payloads of the scalar and catalog types.

use std::hash::{Hash, Hasher};

use puppet_scalars::Regexp;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::range::{IntegerRange, Sizes};

/// What a `String` type demands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StringConstraint {
    /// The number of characters.
    Size(IntegerRange),
    /// Exactly this string. Inferred only; it prints as `String`.
    Value(SmolStr),
}

/// `Enum[values…]`; without values it accepts the types of strings but no string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumType {
    /// The values, sorted by their bytes and without duplicates.
    pub values: Vec<SmolStr>,
    /// Are values compared without regard to the case of ASCII letters?
    pub case_insensitive: bool,
}

impl EnumType {
    /// Sorts the values and removes duplicates.
    pub fn new(
        values: impl IntoIterator<Item = impl Into<SmolStr>>,
        case_insensitive: bool,
    ) -> Self {
        let mut values: Vec<SmolStr> = values.into_iter().map(Into::into).collect();
        values.sort_unstable();
        values.dedup();
        EnumType {
            values,
            case_insensitive,
        }
    }

    /// Is the string one of the values?
    pub fn contains(&self, text: &str) -> bool {
        if self.case_insensitive {
            self.values
                .iter()
                .any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values
                .binary_search_by(|value| value.as_str().cmp(text))
                .is_ok()
        }
    }

    /// The lengths in characters of the shortest and the longest value, if there is any value.
    pub fn length_range(&self) -> Option<IntegerRange> {
        let lengths = self.lengths()?;
        IntegerRange::new(Some(lengths.from), lengths.to)
    }

    pub(crate) fn lengths(&self) -> Option<Sizes> {
        let mut lengths = self
            .values
            .iter()
            .map(|value| i64::try_from(value.chars().count()).unwrap_or(i64::MAX));
        let first = lengths.next()?;
        let (from, to) = lengths.fold((first, first), |(from, to), len| {
            (from.min(len), to.max(len))
        });
        Some(Sizes { from, to: Some(to) })
    }
}

/// Only some of the values are looked at, of which there may be thousands.
impl Hash for EnumType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.len().hash(state);
        self.values.first().hash(state);
        self.values.last().hash(state);
        self.case_insensitive.hash(state);
    }
}

/// `Pattern[regexps…]`; without regexps every string matches.
#[derive(Debug, Clone, Eq)]
pub struct PatternType {
    /// The regular expressions, in the order given and without duplicates.
    pub regexps: Vec<Regexp>,
}

impl PatternType {
    /// Removes duplicates.
    pub fn new(regexps: impl IntoIterator<Item = Regexp>) -> Self {
        let mut seen = FxHashSet::default();
        let regexps = regexps.into_iter();
        PatternType {
            regexps: regexps.filter(|it| seen.insert(it.clone())).collect(),
        }
    }
}

/// The order does not matter (PPatternType#eql?).
impl PartialEq for PatternType {
    fn eq(&self, other: &Self) -> bool {
        let is_same = || {
            let own: FxHashSet<&Regexp> = self.regexps.iter().collect();
            other.regexps.iter().all(|it| own.contains(it))
        };
        self.regexps.len() == other.regexps.len() && (self.regexps == other.regexps || is_same())
    }
}

impl Hash for PatternType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.regexps.len().hash(state);
    }
}

/// `Resource[name, title]`.
#[derive(Debug, Clone, Eq)]
pub struct ResourceType {
    /// The name of the resource type in its canonical form (`File`, `Foo::Bar`); `None` for any resource.
    pub name: Option<SmolStr>,
    /// The title.
    pub title: Option<SmolStr>,
}

impl ResourceType {
    /// Do both name the same resource type, whatever the case of their letters?
    pub fn same_name(&self, other: &Self) -> bool {
        match (&self.name, &other.name) {
            (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl PartialEq for ResourceType {
    fn eq(&self, other: &Self) -> bool {
        self.same_name(other) && self.title == other.title
    }
}

impl Hash for ResourceType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name
            .as_ref()
            .map(|name| name.to_ascii_lowercase())
            .hash(state);
        self.title.hash(state);
    }
}

/// `Runtime[runtime, name]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RuntimeType {
    /// The runtime (`ruby`).
    pub runtime: Option<SmolStr>,
    /// What of the runtime.
    pub name: RuntimeName,
}

/// The second parameter of `Runtime`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RuntimeName {
    /// Anything of that runtime.
    Unspecified,
    /// A name in that runtime.
    Name(SmolStr),
    /// A substitution from Puppet names to names of that runtime.
    Pattern(Regexp, SmolStr),
}
