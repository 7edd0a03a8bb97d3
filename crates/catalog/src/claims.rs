//! The operating systems that the metadata of a module claim to support.

use puppet_data::DataValue;
use puppet_types::Value as FactValue;

use crate::facts::dig;
use crate::systems::{System, systems};

/// The names in metadata that differ from those of the table.
const ALIASES: [(&str, &str); 5] = [
    ("amazonlinux", "amazon"),
    ("osx", "darwin"),
    ("macos", "darwin"),
    ("rhel", "redhat"),
    ("suse", "sles"),
];

/// What metadata claim.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The systems of the table.
    pub systems: Vec<&'static str>,
    /// Systems that the table does not have, as written.
    pub missing: Vec<String>,
}

impl Claims {
    /// Reads `operatingsystem_support` of a `metadata.json`.
    #[must_use]
    pub fn read(metadata: &str) -> Self {
        let mut claims = Self::default();
        let Ok(root) = puppet_data::json::parse(metadata) else {
            return claims;
        };
        for entry in items(member(&root, "operatingsystem_support")) {
            let Some(name) = member(entry, "operatingsystem").and_then(DataValue::as_str) else {
                continue;
            };
            let releases = items(member(entry, "operatingsystemrelease"));
            let releases: Vec<&str> = releases.filter_map(DataValue::as_str).collect();
            if releases.is_empty() {
                claims.add(name, None);
            }
            for release in releases {
                claims.add(name, Some(release));
            }
        }
        claims
    }

    fn add(&mut self, name: &str, release: Option<&str>) {
        match claimed(name, release) {
            Some(system) if self.systems.contains(&system.id.as_str()) => {}
            Some(system) => self.systems.push(&system.id),
            None => {
                let release = release.map(|release| format!(" {release}"));
                self.missing
                    .push(format!("{name}{}", release.unwrap_or_default()));
            }
        }
    }
}

impl System {
    /// The system of a machine with these facts.
    #[must_use]
    pub fn from_facts(facts: &FactValue) -> Option<&'static System> {
        let text = |path| dig(facts, path).and_then(FactValue::as_str);
        // A major release of Ubuntu is a year.
        let name = text("os.name")?;
        let release = if name == "Ubuntu" { "full" } else { "major" };
        claimed(name, Some(text(&format!("os.release.{release}"))?))
    }
}

/// The system of the table that stands for a claimed one: the newest without a release, and for a minor release the
/// major one.
fn claimed(name: &str, release: Option<&str>) -> Option<&'static System> {
    let name: String = name.to_lowercase().split_whitespace().collect();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name.as_str(), |(_, name)| name);
    let of_name = |system: &&System| {
        let rest = system.id.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let Some(release) = release else {
        return systems().iter().rfind(of_name);
    };
    let release = release.to_lowercase();
    let release = release.strip_prefix("server ").unwrap_or(&release);
    let without_zero = release
        .strip_suffix(".x")
        .or_else(|| release.strip_suffix(".0"))
        .unwrap_or(release);
    let major = without_zero
        .split(['.', ' '])
        .next()
        .unwrap_or(without_zero);
    let has_minor = !matches!(name, "ubuntu" | "windows");
    let mut candidates = vec![release.replace(' ', "_"), without_zero.replace(' ', "_")];
    if has_minor {
        candidates.push(major.to_owned());
    }
    let with_release = |release: &String| System::find(&format!("{name}-{release}"));
    candidates.iter().find_map(with_release)
}

fn member<'a>(value: &'a DataValue, key: &str) -> Option<&'a DataValue> {
    let entries = value.as_mapping()?;
    let entry = entries.iter().find(|entry| entry.key == key)?;
    Some(&entry.value)
}

fn items(value: Option<&DataValue>) -> impl Iterator<Item = &DataValue> {
    value.and_then(DataValue::as_sequence).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_found_as_they_are_written() {
        for (name, release, expected) in [
            ("RedHat", Some("7.0"), Some("redhat-7")),
            ("CentOS", Some("8"), Some("centos-8")),
            ("Ubuntu", Some("20.04"), Some("ubuntu-20.04")),
            ("Ubuntu", Some("20.10"), None),
            ("windows", Some("Server 2012 R2"), Some("windows-2012_r2")),
            ("SLES", Some("12 SP1"), Some("sles-12")),
            ("AmazonLinux", Some("2"), Some("amazon-2")),
            ("Archlinux", None, Some("archlinux")),
            ("Debian", None, Some("debian-13")),
            ("Plan9", None, None),
        ] {
            let found = claimed(name, release).map(|system| system.id.as_str());
            assert_eq!(found, expected, "{name} {release:?}");
        }
    }
}
