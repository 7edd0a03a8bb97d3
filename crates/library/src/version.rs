//! In which versions of Puppet and OpenVox a thing exists.

use serde::{Deserialize, Serialize};

/// A release series to check against. OpenVox continues Puppet's version numbers, so its major version is enough to
/// order it among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Puppet 7.
    Puppet7,
    /// Puppet 8.
    Puppet8,
    /// OpenVox 8.
    OpenVox8,
    /// OpenVox 9.
    OpenVox9,
}

impl Target {
    /// The major version.
    pub fn major(self) -> u32 {
        match self {
            Target::Puppet7 => 7,
            Target::Puppet8 | Target::OpenVox8 => 8,
            Target::OpenVox9 => 9,
        }
    }
}

/// The versions in which a thing exists.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Availability {
    /// The first version; none if it was always there.
    pub since: Option<String>,
    /// The first version without it; none if it is still there.
    pub until: Option<String>,
}

impl Availability {
    /// Was and is it always there?
    pub fn is_always(&self) -> bool {
        *self == Availability::default()
    }

    /// Does some release of the series have it? The last release of a series counts for `since`, the first for `until`.
    pub fn includes(&self, target: Target) -> bool {
        let started = self
            .since
            .as_deref()
            .and_then(major)
            .is_none_or(|since| since <= target.major());
        let ended = self
            .until
            .as_deref()
            .and_then(major)
            .is_some_and(|until| until <= target.major());
        started && !ended
    }
}

fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Availability, Target};

    #[test]
    fn availability_over_targets() {
        let all = [
            Target::Puppet7,
            Target::Puppet8,
            Target::OpenVox8,
            Target::OpenVox9,
        ];
        let cases = [
            (None, None, [true, true, true, true]),
            (Some("8.2.0"), None, [false, true, true, true]),
            (None, Some("9.0.0"), [true, true, true, false]),
            (Some("5.5"), Some("8.0.0"), [true, false, false, false]),
        ];
        for (since, until, expected) in cases {
            let availability = Availability {
                since: since.map(str::to_owned),
                until: until.map(str::to_owned),
            };
            assert_eq!(
                all.map(|target| availability.includes(target)),
                expected,
                "{availability:?}"
            );
        }
    }
}
