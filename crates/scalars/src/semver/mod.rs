//! Semantic versions as Puppet's `SemVer` has them (`SemanticPuppet::Version`).

pub mod range;

use std::{cmp::Ordering, fmt, sync::Arc};

/// A semantic version. Equality looks at every part, also the build; [`SemVer::precedence`] does not look at the build.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SemVer(Arc<Parts>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Parts {
    major: u64,
    minor: u64,
    patch: u64,
    prerelease: Option<Box<[Identifier]>>,
    build: Option<Box<[Box<str>]>>,
}

/// One dot-separated part of a pre-release.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identifier {
    /// Only digits; compared as a number, and lower than each text.
    Number(u64),
    /// Anything else; compared byte by byte.
    Text(Box<str>),
}

/// Why a text is not a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SemVerError {
    /// The text does not have the form of a version.
    Unparsable(String),
    /// A pre-release identifier like `01`.
    LeadingZero,
    /// A number is larger than this implementation can hold.
    TooLarge,
}

impl fmt::Display for SemVerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unparsable(text) => write!(
                f,
                "Unable to parse '{text}' as a semantic version identifier"
            ),
            Self::LeadingZero => {
                f.write_str("Numeric pre-release identifiers MUST NOT contain leading zeroes")
            }
            Self::TooLarge => f.write_str("a number of the version is too large"),
        }
    }
}

impl std::error::Error for SemVerError {}

/// The number that stands for the infinite major version of [`SemVer::max`].
const INFINITE: u64 = u64::MAX;

impl SemVer {
    /// A version without pre-release and build.
    pub fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self::from_parts(major, minor, patch, None, None)
    }

    /// A version of all parts, as `SemVer(major, minor, patch, prerelease, build)` makes it: a pre-release and a build
    /// given as one text stay one identifier, even if they hold dots.
    pub fn with_qualifiers(
        major: u64,
        minor: u64,
        patch: u64,
        prerelease: Option<&str>,
        build: Option<&str>,
    ) -> Self {
        Self::from_parts(
            major,
            minor,
            patch,
            prerelease.map(|text| Box::from([Identifier::Text(text.into())])),
            build.map(|text| Box::from([text.into()])),
        )
    }

    /// The lowest version: lower than each version that can be written. It prints as `0.0.0-`.
    pub fn min() -> Self {
        Self::from_parts(0, 0, 0, Some(Box::from([])), None)
    }

    /// The highest version; its major number is infinite.
    pub fn max() -> Self {
        Self::new(INFINITE, 0, 0)
    }

    fn from_parts(
        major: u64,
        minor: u64,
        patch: u64,
        prerelease: Option<Box<[Identifier]>>,
        build: Option<Box<[Box<str>]>>,
    ) -> Self {
        Self(Arc::new(Parts {
            major,
            minor,
            patch,
            prerelease,
            build,
        }))
    }

    /// Reads `1.2.3-rc.1+build`. A final line end is accepted, as in Puppet.
    pub fn parse(text: &str) -> Result<Self, SemVerError> {
        let unparsable = || SemVerError::Unparsable(text.to_owned());
        let version = text.strip_suffix('\n').unwrap_or(text);
        let (version, build) = split_qualifier(version, '+');
        let (core, prerelease) = split_qualifier(version, '-');
        let mut numbers = core.split('.');
        let mut number = || {
            numbers
                .next()
                .filter(|part| is_numeric_part(part))
                .ok_or_else(unparsable)
        };
        let (major, minor, patch) = (number()?, number()?, number()?);
        let qualified = [prerelease, build].into_iter().flatten().all(is_qualifier);
        if numbers.next().is_some() || !qualified {
            return Err(unparsable());
        }
        Ok(Self::from_parts(
            parse_number(major)?,
            parse_number(minor)?,
            parse_number(patch)?,
            prerelease.map(parse_prerelease).transpose()?,
            build.map(parse_build),
        ))
    }

    /// The first number.
    pub fn major(&self) -> u64 {
        self.0.major
    }

    /// The second number.
    pub fn minor(&self) -> u64 {
        self.0.minor
    }

    /// The third number.
    pub fn patch(&self) -> u64 {
        self.0.patch
    }

    /// The text after `-`, if there is one.
    pub fn prerelease(&self) -> Option<String> {
        let identifiers = self
            .0
            .prerelease
            .as_deref()
            .filter(|list| !list.is_empty())?;
        Some(join(identifiers))
    }

    /// The text after `+`, if there is one.
    pub fn build(&self) -> Option<String> {
        self.0.build.as_deref().map(|parts| parts.join("."))
    }

    /// Whether the version has no pre-release.
    pub fn is_stable(&self) -> bool {
        self.0
            .prerelease
            .as_deref()
            .is_none_or(<[Identifier]>::is_empty)
    }

    /// Which version comes first (`<=>` of Puppet): the build does not count, so that two versions that are not equal
    /// may have the same precedence.
    pub fn precedence(&self, other: &Self) -> Ordering {
        let (a, b) = (&*self.0, &*other.0);
        (a.major, a.minor, a.patch)
            .cmp(&(b.major, b.minor, b.patch))
            .then_with(|| compare_prerelease(a.prerelease.as_deref(), b.prerelease.as_deref()))
    }

    /// The same version with the next patch number, without qualifiers.
    fn next_patch(&self) -> Self {
        Self::new(self.0.major, self.0.minor, self.0.patch.saturating_add(1))
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts {
            major,
            minor,
            patch,
            prerelease,
            build,
        } = &*self.0;
        if *major == INFINITE {
            write!(f, "Infinity.{minor}.{patch}")?;
        } else {
            write!(f, "{major}.{minor}.{patch}")?;
        }
        if let Some(prerelease) = prerelease {
            write!(f, "-{}", join(prerelease))?;
        }
        if let Some(build) = build {
            write!(f, "+{}", build.join("."))?;
        }
        Ok(())
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

fn join(identifiers: &[Identifier]) -> String {
    identifiers
        .iter()
        .map(Identifier::to_string)
        .collect::<Vec<_>>()
        .join(".")
}

/// No pre-release comes after each pre-release; numbers come before texts; a prefix comes before what it begins.
fn compare_prerelease(a: Option<&[Identifier]>, b: Option<&[Identifier]>) -> Ordering {
    let (a, b) = match (a, b) {
        (None, None) => return Ordering::Equal,
        (None, Some(_)) => return Ordering::Greater,
        (Some(_), None) => return Ordering::Less,
        (Some(a), Some(b)) => (a, b),
    };
    let unequal = a
        .iter()
        .zip(b)
        .map(|(x, y)| compare_identifiers(x, y))
        .find(|order| order.is_ne());
    unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn compare_identifiers(a: &Identifier, b: &Identifier) -> Ordering {
    match (a, b) {
        (Identifier::Number(a), Identifier::Number(b)) => a.cmp(b),
        (Identifier::Number(_), Identifier::Text(_)) => Ordering::Less,
        (Identifier::Text(_), Identifier::Number(_)) => Ordering::Greater,
        (Identifier::Text(a), Identifier::Text(b)) => a.cmp(b),
    }
}

fn split_qualifier(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// `0`, or digits that do not start with `0`.
fn is_numeric_part(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

/// Parts of letters, digits and `-`, with dots between them.
fn is_qualifier(text: &str) -> bool {
    text.split('.').all(|part| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    })
}

fn parse_number(digits: &str) -> Result<u64, SemVerError> {
    digits
        .parse()
        .ok()
        .filter(|&number| number != INFINITE)
        .ok_or(SemVerError::TooLarge)
}

fn parse_prerelease(text: &str) -> Result<Box<[Identifier]>, SemVerError> {
    text.split('.').map(parse_identifier).collect()
}

fn parse_identifier(text: &str) -> Result<Identifier, SemVerError> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Identifier::Text(text.into()));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(SemVerError::LeadingZero);
    }
    parse_number(text).map(Identifier::Number)
}

fn parse_build(text: &str) -> Box<[Box<str>]> {
    text.split('.').map(Box::from).collect()
}
