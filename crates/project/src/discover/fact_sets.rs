//! The facts of real machines, kept beside the code: facts of tests, and output of `puppet facts` or `facter`.

use std::path::{Path, PathBuf};

use puppet_db::ModuleOrigin;

use super::{Discovery, EnvironmentModel};
use crate::fs::{FileSystem, HiddenEntries};

/// Files with the facts of tests (rspec-puppet), below the directory of an environment or module.
const OF_TESTS: [&str; 4] = [
    "spec/default_facts.yml",
    "spec/default_facts.yaml",
    "spec/default_module_facts.yml",
    "spec/default_module_facts.yaml",
];

/// Folders with a file for each machine or system, as facterdb has them.
const FOLDERS: [&str; 2] = ["spec/facts", "facts"];

/// The folder with facts that a module brings: files with their values, and scripts.
const EXTERNAL: &str = "facts.d";

/// The folder with the files of a module.
const OF_MODULE: &str = "files";

/// Names of files with facts that other tools write.
const ENDINGS: [&str; 3] = [".facts.yaml", ".facts.yml", ".facts.json"];

/// The most files that are read for one environment.
const MAX_FILES: usize = 200;

/// How many folders deep files are that start machines or Puppet.
const STARTER_DEPTH: usize = 2;

/// Folders with what Puppet loads, and with what others wrote: nothing in them starts Puppet.
const NOT_STARTING: [&str; 9] = [
    "data",
    "files",
    "hieradata",
    "lib",
    "manifests",
    "modules",
    "node_modules",
    "templates",
    "vendor",
];

impl Discovery<'_> {
    /// The files with facts of an environment and of the user's own modules.
    pub(super) fn fact_sets_of(&mut self, environment: &EnvironmentModel) -> Vec<PathBuf> {
        let modules = environment.modules.iter();
        let own = modules.filter(|module| module.origin == ModuleOrigin::Workspace);
        let mut files: Vec<PathBuf> = own.flat_map(|it| it.fact_sets.iter().cloned()).collect();
        files.extend(fact_sets_in(self.fs, &environment.root));
        let around = self.paths.iter().filter(|it| {
            environment.root.starts_with(it) && **it != environment.root && self.fs.is_directory(it)
        });
        for root in around.chain([&environment.root]) {
            files.extend(starters_below(self.fs, root));
        }
        files.sort();
        files.dedup();
        files.truncate(MAX_FILES);
        files
    }
}

/// Whether a file with facts, by its path, has those of whole nodes. Facts of tests and of a module are some of them only.
#[must_use]
pub fn describes_nodes(path: &str) -> bool {
    let is_of_tests = OF_TESTS.iter().any(|it| path.ends_with(&format!("/{it}")));
    let is_external = path.contains(&format!("/{EXTERNAL}/"));
    !is_of_tests && !is_external && !starts_machines(Path::new(path))
}

/// The files near a root that start machines or Puppet, and may give facts: `FACTER_role=web`, `puppet.facter = { … }`.
fn starters_below(fs: &dyn FileSystem, root: &Path) -> Vec<PathBuf> {
    let enter = |path: &Path| {
        let below = path.strip_prefix(root).unwrap_or(path);
        let name = path.file_name().and_then(|name| name.to_str());
        below.iter().count() <= STARTER_DEPTH
            && name.is_some_and(|name| !name.starts_with('.') && !NOT_STARTING.contains(&name))
    };
    let mut files = fs.walk(root, HiddenEntries::Include, &enter).files;
    files.retain(|path| starts_machines(path));
    files
}

/// Whether a file, by its name, may start machines or Puppet: a script, what Vagrant or Test Kitchen reads, a CI job.
#[must_use]
pub fn starts_machines(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    match name.rsplit_once('.') {
        Some(("", _)) | None => !name.starts_with('.'),
        Some((_, "sh" | "bash" | "ps1" | "bat" | "cmd" | "mk" | "env")) => true,
        Some((stem, "yml" | "yaml")) => [".kitchen", "kitchen", ".travis", ".gitlab-ci"]
            .iter()
            .any(|it| stem.starts_with(it)),
        Some((stem, _)) => stem.starts_with("Vagrantfile") || stem.starts_with("Dockerfile"),
    }
}

/// The files with facts in an environment or module.
#[must_use]
pub fn fact_sets_in(fs: &dyn FileSystem, root: &Path) -> Vec<PathBuf> {
    let of_tests = OF_TESTS.iter().map(|path| root.join(path));
    let mut files: Vec<PathBuf> = of_tests.filter(|path| fs.is_file(path)).collect();
    for name in fs.list(root) {
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            files.push(root.join(name));
        }
    }
    let external = root.join(EXTERNAL);
    if fs.is_directory(&external) {
        let names = fs.list(&external).into_iter();
        let files_there = names.map(|name| external.join(name));
        files.extend(files_there.filter(|path| is_data(path) || is_text(path)));
    }
    files.extend(scripts_below(fs, &root.join(OF_MODULE)));
    for folder in FOLDERS.map(|folder| root.join(folder)) {
        if fs.is_directory(&folder) {
            let below = fs.walk(&folder, HiddenEntries::Skip, &|_| true).files;
            files.extend(below.into_iter().filter(|path| is_data(path)));
        }
    }
    files
}

/// The scripts that a module copies to its nodes, which may write facts there.
fn scripts_below(fs: &dyn FileSystem, folder: &Path) -> Vec<PathBuf> {
    if !fs.is_directory(folder) {
        return Vec::new();
    }
    let below = fs.walk(folder, HiddenEntries::Skip, &|_| true).files;
    let is_script = |path: &PathBuf| path.extension().is_some() && starts_machines(path);
    below.into_iter().filter(is_script).collect()
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

fn is_data(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml" | "json"))
}
