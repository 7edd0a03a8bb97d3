//! The stubs of public modules: the definitions of each version of a module, without code and documentation.
//!
//! A stub is a text of files that hold nothing but declarations. Versions that differ are families; a file that differs
//! between families stands in the text once for each run of families that it fits. A stub is read when it is asked for.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::module_stub_table::MODULE_STUBS;

/// How the head of a file starts: `@@ FIRST LAST PATH`.
const HEAD: &str = "@@ ";

/// The stub of a public module.
#[derive(Debug, Clone)]
pub struct ModuleStub {
    /// The name with the author: `puppetlabs-stdlib`.
    pub full_name: &'static str,
    /// The licence of the module.
    pub licence: &'static str,
    /// The families of its versions, the oldest first.
    pub families: Vec<VersionFamily>,
    /// The templates, files and providers of all versions, by their paths.
    pub assets: Vec<&'static str>,
    files: &'static str,
}

/// Versions of a module that a stub does not distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionFamily {
    /// The first version.
    pub first: &'static str,
    /// The newest version that was read.
    pub newest: &'static str,
}

/// A file of a module's stub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleStubFile {
    /// The path in the module.
    pub path: &'static str,
    /// The declarations.
    pub text: &'static str,
}

/// A file, with the families that it fits.
struct Variant {
    families: RangeInclusive<usize>,
    file: ModuleStubFile,
}

/// The module, without its author, that has a resource type.
pub(crate) fn module_with_type(name: &str) -> Option<&'static str> {
    static MODULES: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let modules = MODULES.get_or_init(|| modules_by_file(&["lib/puppet/type/"]));
    modules.get(name).copied()
}

/// The module, without its author, that has a function without a module in its name.
pub(crate) fn module_with_function(name: &str) -> Option<&'static str> {
    static MODULES: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let modules = MODULES.get_or_init(|| {
        modules_by_file(&["lib/puppet/functions/", "lib/puppet/parser/functions/"])
    });
    modules.get(name).copied()
}

/// The parameters that a class, defined type or resource type has in some version of a public module, by any author.
pub(crate) fn parameters(name: &str) -> impl Iterator<Item = &'static str> {
    let (module, path) = match (name.split_once("::"), module_with_type(name)) {
        (Some((module, rest)), _) => (module, format!("manifests/{}.pp", rest.replace("::", "/"))),
        (None, Some(module)) => (module, format!("lib/puppet/type/{name}.rb")),
        (None, None) => (name, "manifests/init.pp".to_owned()),
    };
    let stubs = ModuleStub::authors(module).filter_map(|author| ModuleStub::find(module, author));
    let files: Vec<ModuleStubFile> = stubs
        .flat_map(|stub| stub.variants().map(|it| it.file).collect::<Vec<_>>())
        .filter(|file| file.path == path)
        .collect();
    files.into_iter().flat_map(|file| {
        let head = file
            .text
            .lines()
            .take_while(|line| !line.starts_with("any()"));
        head.filter_map(parameter)
    })
}

/// The parameter that a line of a stub declares, in Puppet code (`Integer $port = 80,`) or in Ruby (`newparam('port')`).
fn parameter(line: &'static str) -> Option<&'static str> {
    let in_ruby = ["newparam('", "newproperty('"].into_iter();
    let mut starts = in_ruby.filter_map(|start| line.strip_prefix(start));
    let rest = starts.next().or_else(|| Some(line.split_once('$')?.1))?;
    rest.split(|it: char| !it.is_alphanumeric() && it != '_')
        .next()
}

/// The modules that have Ruby files in some folders, by the names of the files.
fn modules_by_file(folders: &[&str]) -> HashMap<&'static str, &'static str> {
    let mut modules = HashMap::new();
    for (full_name, text) in MODULE_STUBS {
        for head in text.lines().filter_map(|line| line.strip_prefix(HEAD)) {
            let path = head.rsplit(' ').next().unwrap_or_default();
            let file = folders.iter().find_map(|folder| path.strip_prefix(folder));
            if let Some(name) = file.and_then(|file| file.strip_suffix(".rb"))
                && !name.contains('/')
            {
                modules.insert(name, parts(full_name).0);
            }
        }
    }
    modules
}

impl ModuleStub {
    /// The stub of the module of a name and an author, if there is one.
    pub(crate) fn find(name: &str, author: &str) -> Option<Self> {
        let at =
            MODULE_STUBS.binary_search_by(|(full_name, _)| parts(full_name).cmp(&(name, author)));
        MODULE_STUBS.get(at.ok()?).map(|(_, text)| Self::read(text))
    }

    /// The authors of modules of a name, in order.
    pub(crate) fn authors(name: &str) -> impl Iterator<Item = &'static str> {
        let first = MODULE_STUBS.partition_point(|(full_name, _)| parts(full_name).0 < name);
        let from = MODULE_STUBS.get(first..).unwrap_or_default().iter();
        let parts = from.map(|(full_name, _)| parts(full_name));
        parts
            .take_while(move |(other, _)| *other == name)
            .map(|(_, author)| author)
    }

    fn read(text: &'static str) -> Self {
        let start = text.find("\n@@ ").map_or(text.len(), |at| at + 1);
        let (head, files) = text.split_at(start);
        let mut stub = Self {
            full_name: "",
            licence: "",
            families: Vec::new(),
            assets: Vec::new(),
            files,
        };
        for line in head.lines() {
            match line.split_once(' ') {
                Some(("module", name)) => stub.full_name = name,
                Some(("licence", licence)) => stub.licence = licence,
                Some(("asset", path)) => stub.assets.push(path),
                Some(("versions", versions)) => {
                    let (first, newest) = versions.split_once(' ').unwrap_or((versions, versions));
                    stub.families.push(VersionFamily { first, newest });
                }
                _ => {}
            }
        }
        stub
    }

    /// The files of some families: of one that differs between them, the newest.
    pub fn files(&self, families: &RangeInclusive<usize>) -> Vec<ModuleStubFile> {
        let mut found = Vec::new();
        let mut of_path: Vec<Variant> = Vec::new();
        for variant in self.variants() {
            if of_path
                .first()
                .is_some_and(|first| first.file.path != variant.file.path)
            {
                found.extend(newest(&of_path, families));
                of_path.clear();
            }
            of_path.push(variant);
        }
        found.extend(newest(&of_path, families));
        found
    }

    fn variants(&self) -> impl Iterator<Item = Variant> {
        let mut rest = self.files;
        std::iter::from_fn(move || {
            let (head, after) = rest.strip_prefix(HEAD)?.split_once('\n')?;
            let end = match after.starts_with(HEAD) {
                true => 0,
                false => after.find("\n@@ ").map_or(after.len(), |at| at + 1),
            };
            let (text, next) = after.split_at(end);
            rest = next;
            let mut words = head.splitn(3, ' ');
            let first = words.next()?.parse().ok()?;
            let last = words.next()?.parse().ok()?;
            let path = words.next()?;
            Some(Variant {
                families: first..=last,
                file: ModuleStubFile { path, text },
            })
        })
    }
}

/// The name of a module and its author.
fn parts(full_name: &'static str) -> (&'static str, &'static str) {
    let (author, name) = full_name.split_once('-').unwrap_or(("", full_name));
    (name, author)
}

/// The newest text of a file in some families.
fn newest(variants: &[Variant], families: &RangeInclusive<usize>) -> Option<ModuleStubFile> {
    let is_meant = |it: &&Variant| {
        it.families.start() <= families.end() && it.families.end() >= families.start()
    };
    let meant = variants.iter().filter(is_meant);
    meant
        .max_by_key(|it| *it.families.start())
        .map(|it| it.file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module a-b\nlicence MIT\nversions 1.0.0 1.2.0\nversions 2.0.0 2.3.4\nversions 3.0.0 3.0.0\n\
                        asset templates/a.epp\n@@ 0 0 manifests/init.pp\nold\n@@ 1 2 manifests/init.pp\nnew\n\
                        @@ 2 2 types/a.pp\nlate\n";

    #[test]
    fn names_without_a_module_are_found() {
        assert_eq!(module_with_type("firewall"), Some("firewall"));
        assert_eq!(module_with_type("registry_value"), Some("registry"));
        assert_eq!(module_with_type("str2bool"), None);
        assert_eq!(module_with_function("str2bool"), Some("stdlib"));
        // Files in folders are those of names with a module: `stdlib::crc32`.
        assert_eq!(module_with_function("crc32"), None);
    }

    #[test]
    fn parameters_of_all_versions_are_found() {
        for (name, parameter) in [
            ("apt::source", "location"),
            ("concat", "owner"),
            ("docker", "version"),
            ("vcsrepo", "revision"),
            ("postgresql::server::db", "password"),
        ] {
            assert!(
                parameters(name).any(|it| it == parameter),
                "{name} {parameter}"
            );
        }
        assert_eq!(parameters("no_such_module::x").count(), 0);
    }

    #[test]
    fn a_file_is_the_newest_of_the_families() {
        let stub = ModuleStub::read(TEXT);
        assert_eq!((stub.full_name, stub.licence), ("a-b", "MIT"));
        assert_eq!(
            stub.families[1],
            VersionFamily {
                first: "2.0.0",
                newest: "2.3.4"
            }
        );
        assert_eq!(stub.assets, ["templates/a.epp"]);
        let texts =
            |families| -> Vec<&str> { stub.files(&families).iter().map(|it| it.text).collect() };
        assert_eq!(texts(0..=0), ["old\n"]);
        assert_eq!(texts(1..=1), ["new\n"]);
        assert_eq!(texts(0..=1), ["new\n"]);
        assert_eq!(texts(1..=2), ["new\n", "late\n"]);
    }

    #[test]
    fn every_stub_is_found_by_its_name_and_has_files() {
        for (full_name, _) in MODULE_STUBS {
            let (name, author) = parts(full_name);
            let stub = ModuleStub::find(name, author).expect("a stub");
            assert_eq!(stub.full_name, *full_name);
            assert!(ModuleStub::authors(name).any(|other| other == author));
            assert!(
                !stub.licence.is_empty() && !stub.families.is_empty(),
                "{name}"
            );
            let files = stub.files(&(0..=stub.families.len() - 1));
            assert!(
                files.iter().any(|file| file.path == "metadata.json"),
                "{name}"
            );
            assert!(
                files.windows(2).all(|pair| pair[0].path < pair[1].path),
                "{name}"
            );
        }
    }
}
