//! Semantic versions as Puppet's `SemVer` has them (`SemanticPuppet::Version`).

pub mod range;

use std::{cmp::Ordering, fmt, sync::Arc};

use semver::{BuildMetadata, Prerelease, Version};

/// A semantic version. Equality looks at every part, also the build; [`SemVer::precedence`] does not look at the build.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SemVer(Arc<VersionParts>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct VersionParts {
    version: Version,
    /// A pre-release that is one identifier, though it holds dots or only digits; or the empty one of [`SemVer::min`].
    /// The version has none then.
    whole_prerelease: Option<Box<str>>,
    /// A build that is one identifier, though it holds dots. The version has none then.
    whole_build: Option<Box<str>>,
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
        Version::new(major, minor, patch).into()
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
        let is_whole = |text: &str| text.contains('.') || is_number(text);
        let pre = prerelease.filter(|text| !is_whole(text));
        let pre = pre.and_then(|text| Prerelease::new(text).ok());
        let metadata = build.filter(|text| !text.contains('.'));
        let metadata = metadata.and_then(|text| BuildMetadata::new(text).ok());
        Self(Arc::new(VersionParts {
            whole_prerelease: prerelease.filter(|_| pre.is_none()).map(Box::from),
            whole_build: build.filter(|_| metadata.is_none()).map(Box::from),
            version: Version {
                pre: pre.unwrap_or_default(),
                build: metadata.unwrap_or_default(),
                ..Version::new(major, minor, patch)
            },
        }))
    }

    /// The lowest version: lower than each version that can be written. It prints as `0.0.0-`.
    pub fn min() -> Self {
        Self(Arc::new(VersionParts {
            version: Version::new(0, 0, 0),
            whole_prerelease: Some(Box::default()),
            whole_build: None,
        }))
    }

    /// The highest version; its major number is infinite.
    pub fn max() -> Self {
        Self::new(INFINITE, 0, 0)
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
        let numbers = (
            parse_number(major)?,
            parse_number(minor)?,
            parse_number(patch)?,
        );
        Self::read(numbers, prerelease, build)
    }

    /// A version with qualifiers that [`is_qualifier`] accepts.
    fn read(
        (major, minor, patch): (u64, u64, u64),
        prerelease: Option<&str>,
        build: Option<&str>,
    ) -> Result<Self, SemVerError> {
        let pre = prerelease.map(Prerelease::new).transpose();
        let build = build.map(BuildMetadata::new).transpose();
        let version = Version {
            pre: pre
                .map_err(|_| SemVerError::LeadingZero)?
                .unwrap_or_default(),
            build: build.unwrap_or_default().unwrap_or_default(),
            ..Version::new(major, minor, patch)
        };
        Ok(version.into())
    }

    /// The first number.
    pub fn major(&self) -> u64 {
        self.0.version.major
    }

    /// The second number.
    pub fn minor(&self) -> u64 {
        self.0.version.minor
    }

    /// The third number.
    pub fn patch(&self) -> u64 {
        self.0.version.patch
    }

    /// The text after `-`, if there is one.
    pub fn prerelease(&self) -> Option<&str> {
        let whole = self.0.whole_prerelease.as_deref();
        let text = whole.unwrap_or(&self.0.version.pre);
        (!text.is_empty()).then_some(text)
    }

    /// The text after `+`, if there is one.
    pub fn build(&self) -> Option<&str> {
        let whole = self.0.whole_build.as_deref();
        let text = whole.unwrap_or(&self.0.version.build);
        (!text.is_empty()).then_some(text)
    }

    /// Whether the version has no pre-release.
    pub fn is_stable(&self) -> bool {
        self.prerelease().is_none()
    }

    /// Which version comes first (`<=>` of Puppet): the build does not count, so that two versions that are not equal
    /// may have the same precedence.
    pub fn precedence(&self, other: &Self) -> Ordering {
        let core = |version: &Self| (version.major(), version.minor(), version.patch());
        core(self)
            .cmp(&core(other))
            .then_with(|| self.0.compare_prerelease(&other.0))
    }

    /// The same version with the next patch number, without qualifiers.
    fn next_patch(&self) -> Self {
        Self::new(self.major(), self.minor(), self.patch().saturating_add(1))
    }
}

impl From<Version> for SemVer {
    fn from(version: Version) -> Self {
        Self(Arc::new(VersionParts {
            version,
            whole_prerelease: None,
            whole_build: None,
        }))
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.major() {
            INFINITE => f.write_str("Infinity")?,
            major => write!(f, "{major}")?,
        }
        write!(f, ".{}.{}", self.minor(), self.patch())?;
        if *self == Self::min() {
            f.write_str("-")?;
        }
        if let Some(prerelease) = self.prerelease() {
            write!(f, "-{prerelease}")?;
        }
        if let Some(build) = self.build() {
            write!(f, "+{build}")?;
        }
        Ok(())
    }
}

impl VersionParts {
    fn compare_prerelease(&self, other: &Self) -> Ordering {
        match (&self.whole_prerelease, &other.whole_prerelease) {
            (None, None) => self.version.pre.cmp(&other.version.pre),
            (Some(a), Some(b)) => a.cmp(b),
            (Some(a), None) => compare_whole(a, &other.version.pre),
            (None, Some(b)) => compare_whole(b, &self.version.pre).reverse(),
        }
    }
}

/// The order of a pre-release that is one identifier and one whose identifiers are split: texts come after numbers, and no
/// pre-release comes after each pre-release.
fn compare_whole(whole: &str, prerelease: &Prerelease) -> Ordering {
    let first = prerelease.split('.').next().unwrap_or_default();
    if whole.is_empty() || prerelease.is_empty() {
        Ordering::Less
    } else if is_number(first) {
        Ordering::Greater
    } else {
        whole.cmp(first)
    }
}

fn split_qualifier(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `0`, or digits that do not start with `0`.
fn is_numeric_part(text: &str) -> bool {
    is_number(text) && (text == "0" || !text.starts_with('0'))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// As SemanticPuppet orders them.
    #[test]
    fn versions_are_ordered() {
        let read = |text| SemVer::parse(text).expect("a version");
        let whole = |text| SemVer::with_qualifiers(1, 0, 0, Some(text), None);
        let ascending = [
            SemVer::min(),
            read("0.0.0-1"),
            read("1.0.0-1"),
            read("1.0.0-99999999999999999999999"),
            whole("01"),
            whole("1"),
            read("1.0.0-a"),
            read("1.0.0-rc"),
            read("1.0.0-rc.1"),
            whole("rc.1"),
            read("1.0.0"),
            SemVer::max(),
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.precedence(b), i.cmp(&j), "{a} and {b}");
                assert_eq!(a == b, i == j, "{a} and {b}");
            }
        }
    }

    #[test]
    fn the_build_counts_only_for_equality() {
        let (plain, built) = (SemVer::new(1, 0, 0), SemVer::parse("1.0.0+b"));
        let built = built.expect("a version");
        assert_eq!(plain.precedence(&built), Ordering::Equal);
        assert_ne!(plain, built);
        assert_eq!(whole_build("b"), built);
        assert_ne!(
            whole_build("b.1"),
            SemVer::parse("1.0.0+b.1").expect("a version")
        );
        assert_eq!(whole_build("b.1").to_string(), "1.0.0+b.1");
    }

    fn whole_build(text: &str) -> SemVer {
        SemVer::with_qualifiers(1, 0, 0, None, Some(text))
    }

    #[test]
    fn refusals_have_their_reasons() {
        for (text, error) in [
            ("1.0.0-01", SemVerError::LeadingZero),
            ("1.0.0-", SemVerError::Unparsable("1.0.0-".to_owned())),
            ("01.0.0", SemVerError::Unparsable("01.0.0".to_owned())),
            ("99999999999999999999.0.0", SemVerError::TooLarge),
        ] {
            assert_eq!(SemVer::parse(text), Err(error), "{text}");
        }
    }
}
