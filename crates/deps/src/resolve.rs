//! The choice of releases: the newest ones that all who name a module accept.

use std::collections::{BTreeMap, BTreeSet};

use puppet_scalars::{SemVer, SemVerRange};

use crate::release::Release;
use crate::requests::directory_name;

/// The most modules of one project.
const MOST_MODULES: usize = 300;

/// The most times that all modules are chosen again.
const MOST_ROUNDS: usize = 20;

/// A full name, and a range of versions if there is one.
pub(crate) type ModuleNeed = (String, Option<String>);

/// The modules that are needed.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// By the files of the project. These ranges are decisive.
    pub(crate) of_project: Vec<ModuleNeed>,
    /// By modules that are not from the Forge.
    pub(crate) of_modules: Vec<ModuleNeed>,
}

/// The releases of a project, and what was not found: the full name of the module, and why.
#[derive(Debug, Default)]
pub(crate) struct ResolvedReleases {
    pub(crate) releases: Vec<Release>,
    pub(crate) problems: Vec<(String, String)>,
}

/// Where releases come from.
pub(crate) trait ReleaseSource {
    /// All releases of a module.
    ///
    /// # Errors
    /// Why they are not known.
    fn releases(&self, full_name: &str) -> Result<Vec<Release>, String>;
}

/// The ranges for one module.
struct Ranges {
    /// Of several modules with one name, the one that is named first: by the project, or else nearest to it.
    full_name: String,
    of_project: Vec<String>,
    of_modules: Vec<String>,
}

/// Chooses a release of each module that is needed, and of those that they need, but for those that are `there` already.
///
/// What a release needs changes the choice of others. All are chosen again until nothing changes any more.
pub(crate) fn resolve(
    source: &dyn ReleaseSource,
    needs: &Needs,
    there: &BTreeSet<String>,
) -> ResolvedReleases {
    let mut known: BTreeMap<String, Result<Vec<Release>, String>> = BTreeMap::new();
    let mut chosen: BTreeMap<String, Result<Release, (String, String)>> = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        let mut now = BTreeMap::new();
        for (name, ranges) in ranges(needs, &chosen, there) {
            let full_name = &ranges.full_name;
            let releases = known
                .entry(full_name.clone())
                .or_insert_with(|| source.releases(full_name));
            let release = releases.as_ref().map_err(Clone::clone);
            let release = release.and_then(|releases| newest(releases, &ranges));
            now.insert(name, release.map_err(|problem| (ranges.full_name, problem)));
        }
        if now == chosen {
            break;
        }
        chosen = now;
    }
    let mut resolution = ResolvedReleases::default();
    for release in chosen.into_values() {
        match release {
            Ok(release) => resolution.releases.push(release),
            Err(problem) => resolution.problems.push(problem),
        }
    }
    resolution
}

/// What everything asks for that names a module, by its name.
fn ranges(
    needs: &Needs,
    chosen: &BTreeMap<String, Result<Release, (String, String)>>,
    there: &BTreeSet<String>,
) -> BTreeMap<String, Ranges> {
    let mut all: BTreeMap<String, Ranges> = BTreeMap::new();
    let of_releases = chosen.values().flatten().flat_map(|it| &it.dependencies);
    let of_modules = needs.of_modules.iter().chain(of_releases);
    let needed = needs.of_project.iter().map(|need| (need, true));
    for ((full_name, range), is_of_project) in needed.chain(of_modules.map(|need| (need, false))) {
        let name = directory_name(full_name);
        if there.contains(name) || all.len() >= MOST_MODULES && !all.contains_key(name) {
            continue;
        }
        let new = || Ranges {
            full_name: full_name.clone(),
            of_project: Vec::new(),
            of_modules: Vec::new(),
        };
        let ranges = all.entry(name.to_owned()).or_insert_with(new);
        let was_chosen = || matches!(chosen.get(name), Some(Ok(it)) if it.full_name == *full_name);
        if ranges.full_name != *full_name {
            match is_named_by_project(needs, name) || !was_chosen() {
                true => continue,
                false => *ranges = new(),
            }
        }
        match is_of_project {
            true => ranges.of_project.extend(range.clone()),
            false => ranges.of_modules.extend(range.clone()),
        }
    }
    all
}

fn is_named_by_project(needs: &Needs, name: &str) -> bool {
    let mut own = needs.of_project.iter();
    own.any(|(full_name, _)| directory_name(full_name) == name)
}

/// The newest release in all ranges, or else in those of the project.
fn newest(releases: &[Release], ranges: &Ranges) -> Result<Release, String> {
    let own = &ranges.of_project;
    let all = [&own[..], &ranges.of_modules].concat();
    let found = newest_in(releases, &all).or_else(|| match own.is_empty() {
        true => None,
        false => newest_in(releases, own),
    });
    found.cloned().ok_or_else(|| match releases.is_empty() {
        true => format!("the Forge has no release of {}", ranges.full_name),
        false => format!(
            "no release of {} is in '{}'",
            ranges.full_name,
            if own.is_empty() { &all } else { own }.join("' and in '")
        ),
    })
}

/// A release of a version that is not final counts only if a range names it.
fn newest_in<'a>(releases: &'a [Release], ranges: &[String]) -> Option<&'a Release> {
    let readable = ranges.iter().filter_map(|it| SemVerRange::parse(it).ok());
    let readable: Vec<SemVerRange> = readable.collect();
    let is_accepted = |version: &SemVer| {
        let is_named = || ranges.iter().any(|range| *range == version.to_string());
        readable.iter().all(|range| range.includes(version)) && (version.is_stable() || is_named())
    };
    let accepted = releases.iter().filter(|it| is_accepted(&it.version));
    accepted.max_by(|one, other| one.version.precedence(&other.version))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pairs = &'static [(&'static str, &'static str)];

    /// Names and versions of releases, and what they need.
    struct Table(&'static [(&'static str, &'static str, Pairs)]);

    impl ReleaseSource for Table {
        fn releases(&self, full_name: &str) -> Result<Vec<Release>, String> {
            let rows = self.0.iter().filter(|row| row.0 == full_name);
            let releases = rows.map(|(name, version, needs)| {
                let needs = needs.iter();
                let needs =
                    needs.map(|(name, range)| ((*name).to_owned(), Some((*range).to_owned())));
                Release::new(name, version, needs.collect()).expect("a release")
            });
            Ok(releases.collect())
        }
    }

    const FORGE: Table = Table(&[
        ("a-web", "1.0.0", &[("a-std", ">= 1.0.0 < 3.0.0")]),
        ("a-web", "2.0.0", &[("a-std", ">= 2.0.0 < 4.0.0")]),
        ("a-web", "3.0.0-rc1", &[]),
        ("a-std", "1.5.0", &[]),
        ("a-std", "2.5.0", &[]),
        ("a-std", "3.5.0", &[("b-more", ">= 1.0.0")]),
        (
            "b-more",
            "1.0.0",
            &[("a-web", ">= 1.0.0"), ("other-std", ">= 1.0.0")],
        ),
    ]);

    fn check(wanted: &[(&str, &str)], expected: &str) {
        let wanted = wanted.iter();
        let wanted = wanted.map(|(name, range)| {
            let range = (!range.is_empty()).then(|| (*range).to_owned());
            ((*name).to_owned(), range)
        });
        let needs = Needs {
            of_project: wanted.collect(),
            of_modules: Vec::new(),
        };
        let found = resolve(&FORGE, &needs, &BTreeSet::from(["there".to_owned()]));
        let releases = found.releases.iter();
        let mut lines: Vec<String> = releases
            .map(|it| format!("{} {}", it.full_name, it.version))
            .collect();
        lines.extend(found.problems.into_iter().map(|(_, problem)| problem));
        assert_eq!(lines.join(", "), expected);
    }

    #[test]
    fn the_newest_releases_that_fit_are_chosen() {
        check(&[("a-web", "")], "b-more 1.0.0, a-std 3.5.0, a-web 2.0.0");
        check(&[("a-web", "1.x")], "a-std 2.5.0, a-web 1.0.0");
        check(
            &[("a-web", ""), ("a-std", "< 3.0.0")],
            "a-std 2.5.0, a-web 2.0.0",
        );
        check(&[("a-web", "3.0.0-rc1")], "a-web 3.0.0-rc1");
        check(&[("x-there", "")], "");
    }

    #[test]
    fn the_project_decides() {
        check(
            &[("a-web", "2.0.0"), ("a-std", "1.5.0")],
            "a-std 1.5.0, a-web 2.0.0",
        );
    }

    #[test]
    fn what_there_is_not_is_said() {
        check(
            &[("a-std", "9.x"), ("a-std", "< 99.0.0")],
            "no release of a-std is in '9.x' and in '< 99.0.0'",
        );
        check(&[("x-none", "")], "the Forge has no release of x-none");
    }
}
