//! Kinds of directories: an environment, a folder of modules, a module.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::autoload::is_module_directory_name;
use crate::discover::data::USUAL_DATA;
use crate::discover::environment::USUAL_MODULE_PATH;
use crate::discover::module::{PLUGINS, is_walked};
use crate::fs::{FileSystem, HiddenEntries};
use crate::metadata::Metadata;

/// What stands around a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DirectoryKind {
    /// A control repository, or a directory of the environments of an installation.
    Environment,
    /// A directory whose directories are modules.
    ModuleFolder,
    /// A module on its own.
    Module,
    /// Manifests that belong to nothing.
    Loose,
}

/// Directories that a module path is usually called.
const MODULE_FOLDERS: [&str; 6] = [
    "modules",
    "site",
    "site-modules",
    "dist",
    "local",
    "thirdparty",
];

/// Directories of a module that hold what it defines.
const MODULE_PARTS: [&str; 6] = ["manifests", "types", "functions", "plans", "tasks", "lib"];

/// How many manifests are read for the name of a module that no metadata gives.
const MAX_MANIFESTS_FOR_NAME: usize = 20;

/// Other directories of a module.
const OTHER_PARTS: [&str; 6] = ["templates", "files", "examples", "tests", "spec", "data"];

/// Directories with the tests of a module.
const TESTS: [&str; 3] = ["spec", "test", "tests"];

/// How many directories below its manifests are read for definitions that tell a module.
const MAX_FOLDERS_FOR_MODULE: usize = 4;

/// How many directories upwards a nested module is looked for.
pub(super) const MAX_DEPTH: usize = 32;

/// Finds shapes, and remembers what it found for directories.
pub(super) struct Finder<'a> {
    fs: &'a dyn FileSystem,
    known: RefCell<HashMap<PathBuf, Option<(DirectoryKind, PathBuf)>>>,
    /// By paths as texts, which are compared in less time than part by part.
    nested: RefCell<HashMap<OsString, Option<PathBuf>>>,
    /// The directories that have the marks of a module.
    modules: RefCell<HashMap<OsString, bool>>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(fs: &'a dyn FileSystem) -> Self {
        Self {
            fs,
            known: RefCell::default(),
            nested: RefCell::default(),
            modules: RefCell::default(),
        }
    }

    /// What stands around a directory (which may be it), and where.
    pub(super) fn enclosing_directory(&self, directory: &Path) -> Option<(DirectoryKind, PathBuf)> {
        if let Some(known) = self.known.borrow().get(directory) {
            return known.clone();
        }
        let found = self.find(directory);
        self.known
            .borrow_mut()
            .insert(directory.to_owned(), found.clone());
        found
    }

    fn find(&self, directory: &Path) -> Option<(DirectoryKind, PathBuf)> {
        let environment = directory
            .ancestors()
            .find(|ancestor| self.is_environment_of(ancestor, directory));
        if let Some(environment) = environment {
            return Some((DirectoryKind::Environment, environment.to_owned()));
        }
        if let Some(module) = directory
            .ancestors()
            .find(|ancestor| self.is_module_of(ancestor, directory))
        {
            return Some(
                match module
                    .parent()
                    .filter(|parent| self.is_module_folder_of(parent, module))
                {
                    Some(folder) => (DirectoryKind::ModuleFolder, folder.to_owned()),
                    None => (DirectoryKind::Module, module.to_owned()),
                },
            );
        }
        let modules = self.fs.list(directory).into_iter().filter(|name| {
            let inner = directory.join(name);
            is_module_directory_name(name)
                && !OTHER_PARTS.contains(&&**name)
                && self.looks_like_module(&inner)
                // Environments have manifests too.
                && !self.is_environment_of(&inner, &inner)
        });
        (modules.take(1).count() > 0).then(|| (DirectoryKind::ModuleFolder, directory.to_owned()))
    }

    /// Whether a directory is neither an environment nor has what modules have.
    pub(super) fn has_no_contents(&self, directory: &Path) -> bool {
        !self.is_environment(directory) && !self.looks_like_module(directory)
    }

    /// Whether a directory is an environment, and so no module.
    pub(super) fn is_environment(&self, directory: &Path) -> bool {
        self.is_environment_of(directory, directory)
    }

    /// Whether `ancestor` is an environment, and `directory` a part of it that Puppet would see.
    fn is_environment_of(&self, ancestor: &Path, directory: &Path) -> bool {
        let has_file = |name: &str| self.fs.is_file(&ancestor.join(name));
        if has_file("environment.conf") {
            return true;
        }
        let has_modules = || self.has_modules(ancestor);
        if has_file("metadata.json") {
            // Some control repositories have metadata, too.
            return has_file("Puppetfile")
                && !has_file("manifests/init.pp")
                && (has_modules() && self.has_nodes(&ancestor.join("manifests/site.pp"))
                    || self.is_site_with_modules(ancestor));
        }
        if has_file("bolt-project.yaml") || (has_file("Puppetfile") && has_modules()) {
            return true;
        }
        if self.is_named_environment(ancestor) {
            return true;
        }
        let is_conventional = (self.fs.is_directory(&ancestor.join("manifests"))
            || has_file("hiera.yaml"))
            && has_modules()
            && !self.is_module_with_modules(ancestor);
        (is_conventional || self.is_site_with_data(ancestor) || self.is_applied(ancestor))
            && self.is_usual_part(ancestor, directory)
    }

    /// Whether a directory has a usual folder of modules.
    fn has_modules(&self, directory: &Path) -> bool {
        let is_there = |name: &&str| self.fs.is_directory(&directory.join(name));
        USUAL_MODULE_PATH.iter().any(is_there)
    }

    /// Whether a directory beside modules is one itself: its main manifest only defines something, none has nodes, and there
    /// is what modules have.
    fn is_module_with_modules(&self, directory: &Path) -> bool {
        let has_part = |part: &str| self.fs.is_directory(&directory.join(part));
        let is_of_definition = |line: &str| {
            let starts = ["class ", "define ", "#", " ", "\t", ")", "}", "{"];
            line.is_empty() || starts.iter().any(|start| line.starts_with(start))
        };
        let manifests = directory.join("manifests");
        let init = self.fs.read(&manifests.join("init.pp"));
        let names = || self.fs.list(&manifests);
        (["templates", "files"].into_iter().chain(PLUGINS)).any(has_part)
            && init.is_ok_and(|init| {
                definitions(&init.text).next().is_some() && init.text.lines().all(is_of_definition)
            })
            && !self.fs.is_file(&directory.join("hiera.yaml"))
            && !names()
                .iter()
                .any(|name| self.has_nodes(&manifests.join(name)))
    }

    /// The folders of modules without a usual name that stand beside the manifests of a directory: beside its `Puppetfile`,
    /// and those such as `vendor_modules` beside its usual ones.
    pub(super) fn other_module_folders(&self, directory: &Path) -> Vec<PathBuf> {
        let names = self.fs.list(directory).into_iter();
        let names = names.filter(|name| self.is_other_module_folder(directory, name));
        names.map(|name| directory.join(name)).collect()
    }

    fn is_other_module_folder(&self, directory: &Path, name: &str) -> bool {
        let folder = directory.join(name);
        let is_module = |inner: &String| {
            let inner = folder.join(inner);
            self.says_it_is_module(&inner) && !self.is_environment(&inner)
        };
        !MODULE_PARTS.contains(&name)
            && !OTHER_PARTS.contains(&name)
            && !name.starts_with('.')
            && is_walked(directory, &folder)
            && (self.fs.is_file(&directory.join("Puppetfile"))
                || name.ends_with("_modules") && self.has_modules(directory))
            && self.fs.is_directory(&directory.join("manifests"))
            && !self.says_it_is_module(&folder)
            && self.fs.list(&folder).iter().any(is_module)
    }

    /// Whether a directory has manifests beside a usual folder of modules, and is no module.
    pub(super) fn has_manifests_and_modules(&self, directory: &Path) -> bool {
        self.fs.is_directory(&directory.join("manifests"))
            && self.has_modules(directory)
            && !self.fs.is_file(&directory.join("manifests/init.pp"))
            && !self.fs.is_file(&directory.join("metadata.json"))
    }

    /// Whether the manifests of a directory are meant for `puppet apply`: beside a hierarchy or a `Puppetfile` they have
    /// nodes, which modules cannot have; or modules are declared, and no manifest is one of a module.
    fn is_applied(&self, directory: &Path) -> bool {
        let manifests = directory.join("manifests");
        if is_in_module_folder(directory) || !self.fs.is_directory(&manifests) {
            return false;
        }
        let declares = self.declares_modules(directory);
        if !declares && !self.fs.is_file(&directory.join("hiera.yaml")) {
            return false;
        }
        let names = self.fs.list(&manifests);
        let mut names = names.iter().filter(|name| name.ends_with(".pp"));
        let is_of_module = || {
            self.fs.is_file(&directory.join("Modulefile"))
                || self.has_main_manifest(&manifests)
                || self.defines_its_path(&manifests, "", 1)
        };
        names.any(|name| self.has_nodes(&manifests.join(name))) || declares && !is_of_module()
    }

    /// Whether the `Puppetfile` of a directory declares modules.
    fn declares_modules(&self, directory: &Path) -> bool {
        let puppetfile = self.fs.read(&directory.join("Puppetfile"));
        puppetfile.is_ok_and(|read| !puppet_ruby::declared_modules(&read.text).is_empty())
    }

    /// Whether a directory has the manifest of a site beside declared modules, and nothing that a module would define.
    fn is_site_with_modules(&self, directory: &Path) -> bool {
        let is_there = |part: &str| self.fs.is_directory(&directory.join(part));
        self.fs.is_file(&directory.join("manifests/site.pp"))
            && self.declares_modules(directory)
            && !["lib", "types", "functions"].into_iter().any(is_there)
            && !self.defines_its_path(&directory.join("manifests"), "", MAX_FOLDERS_FOR_MODULE)
    }

    /// Whether a directory has the manifest of a site, and data, and nothing that only modules have. Modules have a
    /// class in such a manifest.
    fn is_site_with_data(&self, directory: &Path) -> bool {
        let has_data = self.fs.is_file(&directory.join("hiera.yaml"))
            || USUAL_DATA
                .iter()
                .any(|name| self.fs.is_directory(&directory.join(name)));
        if is_in_module_folder(directory)
            || !has_data
            || self.fs.is_file(&directory.join("manifests/init.pp"))
        {
            return false;
        }
        let site = self.fs.read(&directory.join("manifests/site.pp"));
        site.is_ok_and(|site| {
            let mut lines = site.text.lines();
            !lines.any(|line| line.starts_with("class ") && line.contains("::site"))
        })
    }

    /// Whether a directory stands in one that is called `environments`, and holds what environments hold.
    pub(super) fn is_named_environment(&self, directory: &Path) -> bool {
        directory.parent().and_then(name_of) == Some("environments")
            && (["manifests", "modules", "site", "site-modules", "data"].iter())
                .any(|part| self.fs.is_directory(&directory.join(part)))
    }

    /// The innermost module around a directory that stands below `outer` without being meant as a part of it. What only
    /// looks like a module must also say that it is one.
    pub(super) fn nested_module(&self, directory: &Path, outer: &Path) -> Option<PathBuf> {
        if let Some(known) = self.nested.borrow().get(directory.as_os_str()) {
            return known.clone();
        }
        let below = directory
            .ancestors()
            .take_while(|ancestor| *ancestor != outer && ancestor.starts_with(outer));
        let found = below
            .take(MAX_DEPTH)
            .find(|ancestor| self.says_it_is_module(ancestor))
            .map(Path::to_owned);
        let mut nested = self.nested.borrow_mut();
        nested.insert(directory.into(), found.clone());
        found
    }

    fn says_it_is_module(&self, directory: &Path) -> bool {
        if let Some(known) = self.modules.borrow().get(directory.as_os_str()) {
            return *known;
        }
        let says = self.reads_as_module(directory);
        self.modules.borrow_mut().insert(directory.into(), says);
        says
    }

    fn reads_as_module(&self, directory: &Path) -> bool {
        if self.is_fixtures(directory) {
            return false;
        }
        if self.fs.is_file(&directory.join("metadata.json")) {
            return true;
        }
        let Some(name) = name_of(directory).filter(|name| is_module_directory_name(name)) else {
            return false;
        };
        let init = self.fs.read(&directory.join("manifests/init.pp"));
        init.is_ok_and(|read| {
            let mut words = read.text.split_whitespace();
            let mut defines = false;
            words.any(|word| {
                let named = word.split(['(', '{']).next().unwrap_or(word);
                let found = defines && named.trim_start_matches("::") == name;
                defines = word == "class" || word == "define";
                found
            })
        })
    }

    /// Whether a directory has what the tests of a module need, a copy of its metadata perhaps.
    fn is_fixtures(&self, directory: &Path) -> bool {
        let Some(tests) = directory
            .parent()
            .filter(|_| name_of(directory) == Some("fixtures"))
        else {
            return false;
        };
        let module = tests.parent();
        name_of(tests).is_some_and(|name| TESTS.contains(&name))
            && module.is_some_and(|module| self.fs.is_file(&module.join("metadata.json")))
    }

    fn is_usual_part(&self, environment: &Path, directory: &Path) -> bool {
        let Ok(relative) = directory.strip_prefix(environment) else {
            return false;
        };
        match relative.iter().next().and_then(|first| first.to_str()) {
            None => true,
            Some(first) => {
                USUAL_MODULE_PATH.contains(&first)
                    || first == "manifests"
                    || USUAL_DATA.contains(&first)
                    || self.is_other_module_folder(environment, first)
            }
        }
    }

    /// Whether `ancestor` is the module that `directory` is part of.
    fn is_module_of(&self, ancestor: &Path, directory: &Path) -> bool {
        if self.is_fixtures(ancestor) {
            return false;
        }
        if self.fs.is_file(&ancestor.join("metadata.json")) {
            return true;
        }
        let is_part = |name: &str| MODULE_PARTS.contains(&name);
        if name_of(ancestor).is_some_and(is_part) {
            return false;
        }
        if ancestor == directory {
            return self.looks_like_module(ancestor);
        }
        let Ok(relative) = directory.strip_prefix(ancestor) else {
            return false;
        };
        let first = relative.iter().next().and_then(|first| first.to_str());
        first.is_some_and(|first| is_part(first) || OTHER_PARTS.contains(&first))
            && self.looks_like_module(ancestor)
    }

    fn looks_like_module(&self, directory: &Path) -> bool {
        let has_part = |part: &&str| self.fs.is_directory(&directory.join(part));
        self.fs.is_file(&directory.join("metadata.json"))
            || ["types", "functions", "plans"]
                .iter()
                .any(|part| self.has_code(&directory.join(part)))
            // Puppet itself has such folders, beside its main file.
            || PLUGINS.iter().any(has_part) && !self.fs.is_file(&directory.join("lib/puppet.rb"))
            || self.has_manifests_of_module(directory)
    }

    /// Whether a directory has Puppet code or YAML plans, or directories that may have some. Others have folders called
    /// `types` or `functions`, too: documentation, for example.
    fn has_code(&self, directory: &Path) -> bool {
        self.fs.list(directory).iter().any(|name| {
            matches!(
                Path::new(name)
                    .extension()
                    .and_then(|extension| extension.to_str()),
                Some("pp" | "yaml")
            ) || self.fs.is_directory(&directory.join(name))
        })
    }

    /// Whether the manifests of a directory are those of a module: none is the one of a site, with nodes.
    fn has_manifests_of_module(&self, directory: &Path) -> bool {
        let manifests = directory.join("manifests");
        self.fs.is_directory(&manifests)
            && (self.has_main_manifest(&manifests)
                || self.has_definitions(&manifests)
                    && !["init.pp", "site.pp", "default.pp", "nodes.pp"]
                        .into_iter()
                        .any(|name| self.has_nodes(&manifests.join(name))))
    }

    /// Whether a directory of manifests has the main one of a module: with a definition, or without any code.
    fn has_main_manifest(&self, manifests: &Path) -> bool {
        let read = self.fs.read(&manifests.join("init.pp"));
        read.is_ok_and(|read| {
            let code = read.text.lines().map(str::trim_start);
            let mut code = code.filter(|line| !line.is_empty() && !line.starts_with('#'));
            let of_module = ["class ", "define ", "import "];
            code.clone().next().is_none()
                || code.any(|line| of_module.iter().any(|word| line.starts_with(word)))
        })
    }

    /// Whether a manifest has nodes, as a site's has.
    fn has_nodes(&self, manifest: &Path) -> bool {
        let read = self.fs.read(manifest);
        read.is_ok_and(|read| read.text.lines().any(|line| line.starts_with("node ")))
    }

    /// Whether one of the manifests in a directory defines something of a namespace or of the name of the module's
    /// directory, or one below it what its path says: other directories with manifests are lessons, for example.
    fn has_definitions(&self, manifests: &Path) -> bool {
        let module = manifests.parent().and_then(name_of);
        let is_of_module = |name: &str| name.contains("::") || Some(name) == module;
        let defines = |path: &Path| {
            let read = self.fs.read(path);
            read.is_ok_and(|read| definitions(&read.text).any(is_of_module))
        };
        self.fs.list(manifests).iter().any(|name| {
            let path = manifests.join(name);
            match name.ends_with(".pp") {
                true => defines(&path),
                false => self.defines_its_path(&path, &format!("::{name}"), MAX_FOLDERS_FOR_MODULE),
            }
        })
    }

    /// Whether one of some manifests defines something of a module.
    pub(super) fn have_definitions_of<'f>(
        &self,
        mut manifests: impl Iterator<Item = &'f PathBuf>,
        module: &str,
    ) -> bool {
        let is_of_module = |name: &str| name.split("::").next() == Some(module);
        manifests.any(|path| {
            let read = self.fs.read(path);
            read.is_ok_and(|read| definitions(&read.text).any(is_of_module))
        })
    }

    /// Whether a manifest below a directory defines a name that ends as its path does; `path` is that of the directory, as
    /// names have it.
    fn defines_its_path(&self, directory: &Path, path: &str, depth: usize) -> bool {
        depth > 0
            && self.fs.list(directory).iter().any(|name| {
                let below = directory.join(name);
                let Some(stem) = name.strip_suffix(".pp") else {
                    return self.defines_its_path(&below, &format!("{path}::{name}"), depth - 1);
                };
                let expected = format!("{path}::{stem}");
                let read = self.fs.read(&below);
                read.is_ok_and(|read| definitions(&read.text).any(|it| it.ends_with(&expected)))
            })
    }

    /// Whether `folder` is a module path in which `module` stands under its own name.
    pub(super) fn is_module_folder_of(&self, folder: &Path, module: &Path) -> bool {
        let Some(name) = name_of(module) else {
            return false;
        };
        if !is_module_directory_name(name) || self.declared_name(module) != name {
            return false;
        }
        let is_usual = name_of(folder).is_some_and(|name| MODULE_FOLDERS.contains(&name));
        is_usual
            || self.fs.list(folder).iter().any(|other| {
                other != name
                    && is_module_directory_name(other)
                    && self.looks_like_module(&folder.join(other))
            })
    }

    /// The name of a module that is not below a module path: the namespace of all its manifests, since a checkout can have
    /// any name, and metadata can be copied; else as its metadata or directory says.
    pub(super) fn module_name(&self, directory: &Path) -> String {
        match self.common_namespace(directory) {
            // A single manifest of a module that has a name may have a misspelled one.
            Some((namespace, manifests)) if manifests > 1 || !self.has_name(directory) => namespace,
            _ => self.declared_name(directory),
        }
    }

    /// Whether the metadata of a module say its name, or its directory has one that modules can have.
    fn has_name(&self, directory: &Path) -> bool {
        let metadata = self.fs.read(&directory.join("metadata.json"));
        name_of(directory).is_some_and(is_module_directory_name)
            || metadata.is_ok_and(|read| Metadata::parse(&read.text).module_name().is_some())
    }

    /// The first part of the names that the manifests of a module define, if all of them have the same one, and how many
    /// do. Those in folders count where the others define nothing.
    fn common_namespace(&self, directory: &Path) -> Option<(String, usize)> {
        let manifests = directory.join("manifests");
        let names = self.fs.list(&manifests).into_iter();
        let namespaces = self.namespaces(names.map(|name| manifests.join(name)));
        let namespaces = match namespaces.is_empty() {
            true => {
                let walk = self.fs.walk(&manifests, HiddenEntries::Skip, &|_| true);
                let is_below = |file: &PathBuf| file.parent() != Some(&manifests);
                self.namespaces(walk.files.into_iter().filter(is_below))
            }
            false => namespaces,
        };
        let first = namespaces.first()?;
        let is_common = namespaces.iter().all(|namespace| namespace == first);
        is_common.then(|| (first.clone(), namespaces.len()))
    }

    /// The first parts of the names that manifests define.
    fn namespaces(&self, files: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let manifests = files.filter(|file| file.extension().is_some_and(|it| it == "pp"));
        let texts = manifests.take(MAX_MANIFESTS_FOR_NAME);
        let texts = texts.filter_map(|file| self.fs.read(&file).ok());
        texts
            .filter_map(|read| first_namespace(&read.text).map(str::to_owned))
            .collect()
    }

    /// The name of a module that stands in `directory`: as its metadata says, else the directory's name, that of its main
    /// class, or the directory's name without the author in front. Metadata that was copied from another module is wrong
    /// where the module's main class has the directory's name.
    fn declared_name(&self, directory: &Path) -> String {
        let metadata = self.fs.read(&directory.join("metadata.json")).ok();
        let metadata = metadata.map(|read| Metadata::parse(&read.text));
        let stated = metadata.as_ref().and_then(Metadata::module_name);
        let name = name_of(directory).unwrap_or_default();
        let main = || self.fs.read(&directory.join("manifests/init.pp")).ok();
        if let Some(stated) = stated {
            let is_other = stated != name && is_module_directory_name(name);
            let is_wrong = is_other
                .then(main)
                .flatten()
                .is_some_and(|main| defines(&main.text, name) && !defines(&main.text, stated));
            return match is_wrong {
                true => name.to_owned(),
                false => stated.to_owned(),
            };
        }
        if is_module_directory_name(name) {
            return name.to_owned();
        }
        if let Some(class) = main().as_ref().and_then(|main| main_class(&main.text)) {
            return class.to_owned();
        }
        let last = name.rsplit('-').next().unwrap_or(name);
        if is_module_directory_name(last) {
            last.to_owned()
        } else {
            name.to_lowercase()
        }
    }
}

/// The names that a manifest defines, as far as its lines show.
fn definitions(manifest: &str) -> impl Iterator<Item = &str> {
    manifest
        .lines()
        .filter_map(|line| defined_name(line, "class ").or_else(|| defined_name(line, "define ")))
}

/// The class of a manifest that has the name of a module.
fn main_class(manifest: &str) -> Option<&str> {
    let mut names = manifest
        .lines()
        .filter_map(|line| defined_name(line, "class "));
    names.find(|name| is_module_directory_name(name))
}

/// The first part of the name of the first class or defined type of a manifest, as far as its lines show.
fn first_namespace(manifest: &str) -> Option<&str> {
    definitions(manifest).find_map(|name| {
        let namespace = name.split("::").next()?;
        is_module_directory_name(namespace).then_some(namespace)
    })
}

/// The name that a line defines after a keyword.
fn defined_name<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(keyword)?.trim_start();
    let name = rest
        .split(|c: char| c.is_whitespace() || "({".contains(c))
        .next()?;
    Some(name.trim_start_matches("::"))
}

/// Whether a manifest defines a class or type of a name without namespaces, as far as its lines show.
fn defines(manifest: &str, name: &str) -> bool {
    manifest.lines().any(|line| {
        let words = line.trim_start();
        let head = words
            .strip_prefix("class ")
            .or_else(|| words.strip_prefix("define "));
        let rest = head.and_then(|head| head.trim_start().strip_prefix(name));
        rest.is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || "_:".contains(c))
        })
    })
}

/// Whether a directory stands where modules usually do.
fn is_in_module_folder(directory: &Path) -> bool {
    let folder = directory.parent().and_then(name_of);
    folder.is_some_and(|name| MODULE_FOLDERS.contains(&name))
}

pub(super) fn name_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}
