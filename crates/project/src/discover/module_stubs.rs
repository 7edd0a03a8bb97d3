//! Modules that are declared and not on disk, as the stub library describes them.
//!
//! Whatever is on disk wins. The newest version that the declared range allows is meant: it is what is installed. Where that
//! is one of the library, everything is known. Where it may be a newer one, that can have more. Where any newer one would do,
//! only the names of what the Ruby code of some version adds are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use puppet_db::{Assets, ModuleOrigin};
use puppet_library::{Library, ModuleStub, VersionFamily};
use puppet_scalars::{SemVer, SemVerRange};

use super::{DataModel, Discovery, EnvironmentModel, ModuleModel};
use crate::fixtures_file;
use crate::fs::FileSystem;
use crate::fs::stub_file::{self, Coverage, StubRoot};
use crate::metadata::{Metadata, module_part};

/// What is asked of a module that is not on disk.
#[derive(Default)]
struct StubRequest {
    /// The authors that are named.
    authors: BTreeSet<String>,
    /// The ranges of versions that files of the environment give; `None` for one that cannot be read, or for any version.
    ranges: Vec<Option<SemVerRange>>,
    /// Those that stubs of other modules give.
    needed: Vec<Option<SemVerRange>>,
}

/// What is asked of modules, by their names without authors.
type Requests = BTreeMap<String, StubRequest>;

impl Discovery<'_> {
    /// Adds the modules that files of an environment declare, and those that these need.
    pub(super) fn add_module_stubs(&self, environment: &mut EnvironmentModel) {
        let mut waiting = self.requests(environment);
        let mut seen: BTreeSet<String> = environment
            .modules
            .iter()
            .map(|it| it.name.clone())
            .collect();
        while let Some((name, request)) = waiting.pop_first() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let Some((stub, root)) = choose(&name, &request) else {
                continue;
            };
            let module = model(&stub, &root);
            let metadata = stub_file::text_of(&root, "metadata.json").map(Metadata::parse);
            for dependency in metadata.into_iter().flat_map(|it| it.dependencies) {
                if let Some(needed) = module_part(&dependency.name).filter(|it| !seen.contains(*it))
                {
                    let request = waiting.entry(needed.to_owned()).or_default();
                    // What the environment says itself counts.
                    if request.ranges.is_empty() {
                        request.add_author(&dependency.name);
                    }
                    let range = read_range(dependency.version_requirement.as_deref());
                    request.needed.push(range);
                }
            }
            environment.modules.push(module);
        }
    }

    /// What the user's own files ask for.
    fn requests(&self, environment: &EnvironmentModel) -> Requests {
        let mut requests = Requests::new();
        let mut fixtures = BTreeSet::new();
        for file in &environment.declaring {
            let Ok(read) = self.fs.read(file) else {
                continue;
            };
            if file.file_name().is_some_and(|name| name == "Puppetfile") {
                for module in puppet_ruby::declared_modules(&read.text) {
                    let name = module_part(&module.name).unwrap_or(&module.name).to_owned();
                    requests
                        .entry(name)
                        .or_default()
                        .add(&module.name, module.version.as_deref());
                }
            } else {
                let modules = fixtures_file::fixture_modules(&read.text);
                fixtures.extend(modules.into_iter().map(|module| module.name));
            }
        }
        let own = environment.modules.iter();
        let own = own.filter(|module| module.origin == ModuleOrigin::Workspace);
        for file in own.filter_map(|module| module.metadata.as_ref()) {
            let Ok(read) = self.fs.read(file) else {
                continue;
            };
            for dependency in Metadata::parse(&read.text).dependencies {
                if let Some(name) = module_part(&dependency.name) {
                    let request = requests.entry(name.to_owned()).or_default();
                    request.add(&dependency.name, dependency.version_requirement.as_deref());
                }
            }
        }
        // What tests need is in no special version, unless the metadata says which.
        for name in fixtures {
            requests.entry(name).or_insert_with(|| StubRequest {
                ranges: vec![None],
                ..StubRequest::default()
            });
        }
        requests
    }
}

impl StubRequest {
    fn add(&mut self, full_name: &str, range: Option<&str>) {
        self.add_author(full_name);
        self.ranges.push(read_range(range));
    }

    fn add_author(&mut self, full_name: &str) {
        let author = full_name
            .split_once(['/', '-'])
            .map(|(author, _)| author.to_lowercase());
        self.authors.extend(author);
    }
}

fn read_range(text: Option<&str>) -> Option<SemVerRange> {
    SemVerRange::parse(text?).ok()
}

/// The stub of a module, and where its files stand: those of the newest family that every range allows.
fn choose(name: &str, request: &StubRequest) -> Option<(ModuleStub, StubRoot)> {
    // Modules of other authors have other contents. Fixtures name none, and others name the author of old times: the one
    // that is still cared for is meant.
    let authors = Library.module_stub_authors(name);
    let authors = authors.filter(|it| request.authors.is_empty() || request.authors.contains(*it));
    let stubs = authors.filter_map(|author| Some((author, Library.module_stub(name, author)?)));
    let (author, stub) = stubs.max_by_key(|(_, stub)| newest_major(stub))?;
    let (families, coverage) = newest_of(&stub.families, request)?;
    // A version that could not be read in full is known by some names only.
    let coverage = match is_read(&stub, &families) {
        true => coverage,
        false => Coverage::Partial,
    };
    // What comes with Puppet has a description of its own in the library.
    if coverage == Coverage::Partial && name.ends_with("_core") {
        return None;
    }
    Some((
        stub,
        StubRoot {
            name: name.to_owned(),
            author: author.to_owned(),
            families,
            coverage,
        },
    ))
}

/// Whether all manifests of some versions of a module could be read: each defines something.
fn is_read(stub: &ModuleStub, families: &RangeInclusive<usize>) -> bool {
    let defines = |text: &str| ["class ", "define "].iter().any(|word| text.contains(word));
    let files = stub.files(families);
    let mut manifests = files.iter().filter(|it| it.path.starts_with("manifests/"));
    manifests.all(|it| defines(it.text))
}

/// The newest family that is asked for, or all that are where it may be none of them.
fn newest_of(
    families: &[VersionFamily],
    request: &StubRequest,
) -> Option<(RangeInclusive<usize>, Coverage)> {
    let allowed = |among: &[usize], range: &SemVerRange| -> Vec<usize> {
        let is_allowed = |at: &usize| is_allowed(families, *at, range);
        among.iter().copied().filter(is_allowed).collect()
    };
    let mut found: Vec<usize> = (0..families.len()).collect();
    let mut ranges: Vec<&SemVerRange> = request.ranges.iter().flatten().collect();
    for range in &ranges {
        found = allowed(&found, range);
    }
    // What the environment says itself counts: nothing tells which versions of the others it has, and what they need.
    let needed = request.needed.iter().flatten();
    for range in needed.filter(|_| request.ranges.is_empty()) {
        let fewer = allowed(&found, range);
        if !fewer.is_empty() {
            found = fewer;
            ranges.push(range);
        }
    }
    let (first, newest) = (*found.first()?, *found.last()?);
    let is_any = |ranges: &[Option<SemVerRange>]| ranges.iter().any(Option::is_none);
    let is_open = is_any(&request.ranges) || ranges.is_empty() && is_any(&request.needed);
    Some(match coverage(&ranges, families) {
        coverage @ (Coverage::Whole | Coverage::Open) if !is_open => (newest..=newest, coverage),
        _ => (first..=newest, Coverage::Partial),
    })
}

/// The newest major version that a stub describes.
pub(super) fn newest_major(stub: &ModuleStub) -> Option<u64> {
    let newest = SemVer::parse(stub.families.last()?.newest).ok()?;
    Some(newest.major())
}

/// The versions of a family: from its first one to the next major version after its newest.
fn versions_of(families: &[VersionFamily], at: usize) -> Option<SemVerRange> {
    let family = families.get(at)?;
    let (first, newest) = (
        SemVer::parse(family.first).ok()?,
        SemVer::parse(family.newest).ok()?,
    );
    Some(SemVerRange::from_bounds(
        &first,
        &SemVer::new(newest.major() + 1, 0, 0),
        true,
    ))
}

/// Whether a range allows some version of a family.
#[must_use]
pub fn is_allowed(families: &[VersionFamily], at: usize, range: &SemVerRange) -> bool {
    versions_of(families, at).is_some_and(|versions| meets(range, &versions))
}

/// Whether some version is in both ranges.
fn meets(range: &SemVerRange, other: &SemVerRange) -> bool {
    let both = range.intersection(other).ok();
    both.is_some_and(|both| both.begin().is_some_and(|begin| both.includes(&begin)))
}

/// Whether the newest version that is in all ranges is one of the families'.
fn coverage(ranges: &[&SemVerRange], families: &[VersionFamily]) -> Coverage {
    let newest = families.last().map(|it| SemVer::parse(it.newest));
    let Some(Ok(newest)) = newest else {
        return Coverage::Partial;
    };
    let is_released = |range: &&SemVerRange| {
        let end = range.end();
        end.is_some_and(|end| end.precedence(&newest).is_le())
    };
    if ranges.iter().any(is_released) {
        Coverage::Whole
    } else if ranges.iter().any(|range| has_end(range)) {
        Coverage::Open
    } else {
        Coverage::Partial
    }
}

/// Whether a range excludes the versions of some later major one: `>= 1.0.0` ends at infinity.
fn has_end(range: &SemVerRange) -> bool {
    range.end().is_some_and(|end| end.major() < u64::MAX)
}

fn model(stub: &ModuleStub, root: &StubRoot) -> ModuleModel {
    let directory = PathBuf::from(root.path());
    let mut files: Vec<PathBuf> = Vec::new();
    let mut metadata = None;
    for file in stub.files(&root.families) {
        let path = directory.join(file.path);
        match file.path {
            "metadata.json" => metadata = Some(path),
            _ if root.has(file.path) => files.push(path),
            _ => {}
        }
    }
    ModuleModel {
        name: root.name.clone(),
        origin: match root.coverage {
            Coverage::Whole => ModuleOrigin::Stub,
            Coverage::Open => ModuleOrigin::OpenStub,
            Coverage::Partial => ModuleOrigin::PartialStub,
        },
        metadata,
        files,
        assets: Assets::new(stub.assets.iter().map(|path| (*path).into()).collect()),
        data: DataModel::default(),
        tasks: Vec::new(),
        fact_sets: Vec::new(),
        may_nest: false,
        root: directory,
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::{DiscoveryOptions, discover};
    use crate::fs::Memory;
    use puppet_db::ModuleOrigin;

    /// The modules of a folder with one module, with their origins and the families of versions.
    fn modules(files: &[(&str, &str)]) -> Vec<(String, ModuleOrigin, String)> {
        let own = [("/m/manifests/init.pp", "class m { }\n")];
        let fs: Memory = own.iter().chain(files).copied().collect();
        let model = discover(&fs, &["/m".into()], &DiscoveryOptions::default());
        let modules = model.environments.iter().flat_map(|it| &it.modules);
        modules
            .map(|module| {
                let root = module.root.display().to_string();
                let versions = root.split('/').nth(2).unwrap_or_default().to_owned();
                (module.name.clone(), module.origin, versions)
            })
            .collect()
    }

    fn needing(dependency: &str, range: &str) -> Vec<(String, ModuleOrigin, String)> {
        let metadata = format!(
            "{{ \"name\": \"me-m\", \"dependencies\": [{{ \"name\": \"{dependency}\", \"version_requirement\": \"{range}\" }}] }}"
        );
        let mut modules = modules(&[("/m/metadata.json", &metadata)]);
        modules.retain(|(name, ..)| name != "m");
        modules
    }

    #[test]
    fn the_range_of_versions_decides() {
        let stdlib =
            |origin, versions: &str| vec![("stdlib".to_owned(), origin, versions.to_owned())];
        for (range, expected) in [
            (">= 9.0.0 < 10.0.0", stdlib(ModuleOrigin::OpenStub, "5-5")),
            (">= 4.13.1 < 9.0.0", stdlib(ModuleOrigin::Stub, "4-4")),
            ("< 9.0.0", stdlib(ModuleOrigin::Stub, "4-4")),
            ("6.x", stdlib(ModuleOrigin::Stub, "2-2")),
            ("9.4.1", stdlib(ModuleOrigin::Stub, "5-5")),
            (">= 8.0.0", stdlib(ModuleOrigin::PartialStub, "4-5")),
            (">= 9.0.0 < 99.0.0", stdlib(ModuleOrigin::OpenStub, "5-5")),
            (">= 99.0.0 < 100.0.0", Vec::new()),
        ] {
            assert_eq!(needing("puppetlabs/stdlib", range), expected, "{range}");
        }
        assert_eq!(needing("another/stdlib", ">= 9.0.0 < 10.0.0"), []);
        assert_eq!(needing("puppetlabs-nosuchmodule", ">= 1.0.0 < 2.0.0"), []);
    }

    #[test]
    fn modules_need_others() {
        let names: Vec<String> = needing("puppetlabs-concat", ">= 9.0.0 < 10.0.0")
            .into_iter()
            .map(|(name, ..)| name)
            .collect();
        assert_eq!(names, ["concat", "stdlib"]);
    }

    #[test]
    fn the_author_that_the_environment_names_is_meant() {
        // The stub of this module needs one of the same name by another author, too.
        let prometheus = r#"{ "name": "puppet/prometheus", "version_requirement": "< 17.0.0" }"#;
        let systemd = r#"{ "name": "puppet/systemd", "version_requirement": "< 9.0.0" }"#;
        for dependencies in [prometheus.to_owned(), format!("{prometheus}, {systemd}")] {
            let metadata = format!(r#"{{ "name": "me-m", "dependencies": [{dependencies}] }}"#);
            let mut modules = modules(&[("/m/metadata.json", &metadata)]);
            modules.retain(|(name, ..)| name == "systemd");
            assert_eq!(modules.len(), 1, "{metadata}");
        }
    }

    #[test]
    fn what_is_on_disk_wins() {
        let metadata = "{ \"name\": \"me-m\", \"dependencies\": [{ \"name\": \"puppetlabs/stdlib\", \
                        \"version_requirement\": \">= 9.0.0 < 10.0.0\" }] }";
        let installed = "/m/spec/fixtures/modules/stdlib/manifests/init.pp";
        let modules = modules(&[
            ("/m/metadata.json", metadata),
            (installed, "class stdlib { }\n"),
        ]);
        assert_eq!(
            modules
                .iter()
                .filter(|(_, origin, _)| origin.is_stub())
                .count(),
            0
        );
        assert_eq!(modules.len(), 2);
    }

    #[test]
    fn fixtures_name_no_version() {
        let fixtures =
            "fixtures:\n  repositories:\n    concat: https://x\n    yumrepo_core: https://x\n";
        let mut modules = modules(&[("/m/.fixtures.yml", fixtures)]);
        modules.retain(|(name, ..)| name == "concat" || name == "yumrepo_core");
        let origins: Vec<ModuleOrigin> = modules.iter().map(|(_, origin, _)| *origin).collect();
        assert_eq!(origins, [ModuleOrigin::PartialStub]);
    }
}
