//! The versions of Puppet and OpenVox that code is for.

use std::fmt;

use puppet_library::Availability;
use puppet_scalars::{SemVer, SemVerRange};

/// What runs Puppet code. OpenVox continues Puppet's version numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Product {
    /// Puppet: its last series is 8.
    Puppet,
    /// OpenVox: from 8 on.
    OpenVox,
}

impl Product {
    /// The product of a name in `requirements` or in settings.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "puppet" => Some(Self::Puppet),
            "openvox" => Some(Self::OpenVox),
            _ => None,
        }
    }

    /// The first and last series that are known.
    fn series(self) -> (u64, u64) {
        match self {
            Self::Puppet => (7, 8),
            Self::OpenVox => (8, 9),
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Puppet => "Puppet",
            Self::OpenVox => "OpenVox",
        })
    }
}

/// A product with the versions of it that code is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Requirement {
    /// The product.
    pub product: Product,
    /// The versions.
    pub versions: SemVerRange,
}

/// What a version of the code's range does not have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Unsupported {
    /// It comes with a later version than `floor`.
    NotYet {
        /// The product.
        product: Product,
        /// The oldest version of the range.
        floor: String,
        /// The version with which it comes.
        since: String,
    },
    /// It is gone in a version that the range has.
    NoMore {
        /// The version, with its product.
        until: String,
    },
}

impl Requirement {
    /// Reads `puppet>=7`, `openvox 8.x`, `puppet >= 7.24 < 9`; a product alone means all its versions.
    ///
    /// # Errors
    /// The error message.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_alphabetic());
        let (product, versions) = text.split_at(end.unwrap_or(text.len()));
        let Some(product) = Product::from_name(product) else {
            return Err(format!(
                "'{text}' is not of the form 'puppet>=7' or 'openvox>=8'"
            ));
        };
        let versions = match versions.trim() {
            "" => SemVerRange::all(),
            versions => SemVerRange::parse(versions)
                .map_err(|_| format!("'{versions}' is no range of versions"))?,
        };
        Ok(Self { product, versions })
    }

    /// Whether some version of a series is meant.
    #[must_use]
    pub fn includes_series(&self, major: u64) -> bool {
        let (first, last) = self.product.series();
        (first..=last).contains(&major)
            && self
                .versions
                .intersection(&SemVerRange::from_bounds(
                    &SemVer::new(major, 0, 0),
                    &SemVer::new(major + 1, 0, 0),
                    true,
                ))
                .is_ok_and(|both| both.begin().is_some_and(|begin| both.includes(&begin)))
    }

    /// The oldest version that is meant, of those that are looked at.
    fn floor(&self) -> SemVer {
        let oldest = SemVer::new(self.product.series().0, 0, 0);
        match self.versions.begin() {
            Some(begin) if begin.precedence(&oldest).is_gt() => begin,
            _ => oldest,
        }
    }

    /// Whether some version at or above this one is meant.
    fn reaches(&self, version: &SemVer) -> bool {
        let (_, last) = self.product.series();
        (version.major()..=last).any(|major| self.includes_series(major))
            && self.versions.end().is_none_or(|end| {
                let order = end.precedence(version);
                order.is_gt() || (order.is_eq() && self.versions.excludes_end() != Some(true))
            })
    }

    /// What keeps a thing from being there in all versions that are meant.
    #[must_use]
    pub fn lack(&self, versions: &Availability) -> Option<Unsupported> {
        self.lack_of_any(&[versions])
    }

    /// What keeps every one of several things, of which one is enough, from being there in some version that is meant.
    #[must_use]
    pub fn lack_of_any(&self, things: &[&Availability]) -> Option<Unsupported> {
        let (first, last) = self.product.series();
        if !(first..=last).any(|major| self.includes_series(major)) {
            return None;
        }
        let parse = |text: &Option<String>| SemVer::parse(&three_parts(text.as_deref()?)).ok();
        let spans: Vec<(Option<SemVer>, Option<SemVer>)> = things
            .iter()
            .map(|thing| (parse(&thing.since), parse(&thing.until)))
            .collect();
        // Things come and go at these versions: between them nothing changes.
        let ends = spans.iter().filter_map(|(_, until)| until.clone());
        let mut moments: Vec<SemVer> = ends.filter(|until| self.reaches(until)).collect();
        moments.push(self.floor());
        moments.sort_by(SemVer::precedence);
        let is_there = |moment: &SemVer, (since, until): &(Option<SemVer>, Option<SemVer>)| {
            since
                .as_ref()
                .is_none_or(|it| it.precedence(moment).is_le())
                && until
                    .as_ref()
                    .is_none_or(|it| it.precedence(moment).is_gt())
        };
        let gap = moments
            .into_iter()
            .find(|moment| !spans.iter().any(|span| is_there(moment, span)))?;
        let later = spans.iter().filter_map(|(since, _)| since.clone());
        let next = later
            .filter(|since| since.precedence(&gap).is_gt())
            .min_by(SemVer::precedence);
        Some(match next {
            Some(since) => Unsupported::NotYet {
                product: self.product,
                floor: gap.to_string(),
                since: since.to_string(),
            },
            None => Unsupported::NoMore {
                until: format!("{} {gap}", self.product),
            },
        })
    }
}

/// `8` is `8.0.0`.
fn three_parts(version: &str) -> String {
    let missing = 2_usize.saturating_sub(version.matches('.').count());
    format!("{version}{}", ".0".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lack(requirement: &str, since: Option<&str>, until: Option<&str>) -> Option<Unsupported> {
        let versions = Availability {
            since: since.map(str::to_owned),
            until: until.map(str::to_owned),
        };
        Requirement::parse(requirement)
            .expect("a requirement")
            .lack(&versions)
    }

    #[test]
    fn what_a_range_of_versions_lacks() {
        let not_yet = |floor: &str, since: &str| {
            Some(Unsupported::NotYet {
                product: Product::Puppet,
                floor: floor.to_owned(),
                since: since.to_owned(),
            })
        };
        assert_eq!(
            lack("puppet>=7", Some("8.0.0"), None),
            not_yet("7.0.0", "8.0.0")
        );
        assert_eq!(
            lack("puppet >= 7.2.0 < 9.0.0", Some("7.8"), None),
            not_yet("7.2.0", "7.8.0")
        );
        assert_eq!(lack("puppet>=8", Some("7.8.0"), None), None);
        // Versions that are out of use are not checked.
        assert_eq!(lack("puppet>=4", Some("6.0.0"), None), None);
        assert_eq!(lack("puppet<6", Some("8.0.0"), None), None);
        let no_more = Some(Unsupported::NoMore {
            until: "OpenVox 9.0.0".to_owned(),
        });
        assert_eq!(lack("openvox>=8", None, Some("9.0.0")), no_more);
        assert_eq!(lack("openvox>=8 <9", None, Some("9.0.0")), None);
        assert_eq!(lack("puppet>=7", None, Some("9.0.0")), None);
    }

    #[test]
    fn one_of_several_is_enough() {
        let versions = |since: Option<&str>, until: Option<&str>| Availability {
            since: since.map(str::to_owned),
            until: until.map(str::to_owned),
        };
        let (old, new) = (versions(None, Some("8.0.0")), versions(Some("8.0.0"), None));
        let all = Requirement::parse("puppet>=7").expect("a requirement");
        assert_eq!(all.lack_of_any(&[&old, &new]), None);
        assert!(all.lack_of_any(&[&old]).is_some());
        assert!(all.lack_of_any(&[&new]).is_some());
    }

    #[test]
    fn requirements_are_read() {
        assert!(Requirement::parse("puppet").is_ok());
        assert!(Requirement::parse("openvox 8.x").is_ok_and(|it| it.includes_series(8)));
        assert!(Requirement::parse("ruby>=3").is_err());
        assert!(Requirement::parse("puppet>=y").is_err());
    }
}
