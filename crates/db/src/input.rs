//! The inputs: files, modules, environments and the workspace.

#![expect(
    missing_docs,
    reason = "salsa generates public methods without documentation"
)]

use std::sync::Arc;

use crate::settings::Settings;
use crate::{Db, FileProblem, LazyContents};

/// What a file is, by its name and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A manifest (`*.pp`): classes, defined types, functions, plans, type aliases or the code of a site.
    Manifest,
    /// A template in Embedded Puppet (`*.epp`).
    Epp,
    /// A template in Embedded Ruby (`*.erb`); read statically, never run.
    Erb,
    /// A module's `metadata.json`.
    Metadata,
    /// An environment's `environment.conf`.
    EnvironmentConf,
    /// A Ruby file of a module (`*.rb`); read statically, never run.
    Ruby,
    /// The `hiera.yaml` of a module or environment.
    HieraConfig,
    /// The settings of the user, `puppet-analyzer.toml`.
    Settings,
    /// The modules of a control repository (`Puppetfile`); read statically, never run.
    Puppetfile,
    /// The modules that the tests of a module need (`.fixtures.yml`).
    Fixtures,
    /// Stubs of Ruby code (`*.toml`).
    Stub,
    /// A file that may hold Hiera's data (`*.yaml`, `*.yml`, `*.eyaml`, `*.json`).
    Data,
    /// The description of a task (`tasks/*.json`).
    Task,
    /// Anything else.
    Other,
}

/// Whether a file stands in the folder of a module's tasks, and not in a folder of that name among data.
fn is_in_tasks(path: &str) -> bool {
    let mut folders = path.rsplit('/').skip(1);
    folders.next() == Some("tasks") && !folders.any(|it| matches!(it, "data" | "hieradata"))
}

/// Whether a file whose ending says nothing, or that it is a manifest, is a template: one in Embedded Ruby, as most of
/// these are. In the folder of a module's manifests, `templates` is a part of names.
fn is_in_templates(path: &str) -> bool {
    let mut folders = folders_from_module_part(path);
    folders.next() == Some("templates") && !folders.any(|it| it == "manifests")
}

/// The folders above a file, from the innermost on that is a part of a module with code.
pub(crate) fn folders_from_module_part(path: &str) -> impl Iterator<Item = &str> {
    const PARTS: [&str; 5] = ["manifests", "functions", "types", "plans", "templates"];
    let folders = path.rsplit('/').skip(1);
    folders.skip_while(|folder| !PARTS.contains(folder))
}

impl FileKind {
    /// The kind of the file at a path (its parts divided by `/`), by name alone.
    pub fn from_path(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        match name {
            "metadata.json" => Self::Metadata,
            "environment.conf" => Self::EnvironmentConf,
            "hiera.yaml" => Self::HieraConfig,
            "puppet-analyzer.toml" => Self::Settings,
            "Puppetfile" => Self::Puppetfile,
            ".fixtures.yml" | ".fixtures.yaml" => Self::Fixtures,
            _ => match name.rsplit_once('.') {
                Some((_, "pp")) if is_in_templates(path) => Self::Erb,
                Some((_, "pp")) => Self::Manifest,
                Some((_, "epp")) => Self::Epp,
                Some((_, "erb")) => Self::Erb,
                Some((_, "rb")) => Self::Ruby,
                Some((_, "toml")) => Self::Stub,
                Some((_, "json")) if is_in_tasks(path) => Self::Task,
                Some((_, "yaml" | "yml" | "eyaml" | "json")) => Self::Data,
                _ if is_in_templates(path) => Self::Erb,
                _ => Self::Other,
            },
        }
    }

    /// Whether the file holds Puppet code: a manifest or a template in Embedded Puppet.
    pub fn is_puppet(self) -> bool {
        matches!(self, Self::Manifest | Self::Epp)
    }
}

/// A file: its place, its kind and its text.
///
/// A file that does not exist (any more) stays an input, with [`FileProblem::Missing`], so that its return is seen. When
/// no module and no environment has it any more, its input may become that of another file.
#[salsa::input(debug)]
pub struct File {
    /// The normalised absolute path, `/` between its parts. Only for display and for the autoload rules.
    #[returns(ref)]
    pub path: Arc<str>,
    /// What kind of file it is.
    #[returns(copy)]
    pub kind: FileKind,
    /// What holds the text.
    #[returns(ref)]
    pub text_in: LazyContents,
    /// What holds what is wrong with the file as such. A field of its own, since it changes less often than the text.
    #[returns(ref)]
    pub problem_in: LazyContents,
    /// Whether edits of the text are to come: it is the one that an editor has.
    #[default]
    #[returns(copy)]
    pub is_edited: bool,
}

impl File {
    /// The text, read from its source on first access.
    pub fn text(self, db: &dyn Db) -> &Arc<str> {
        &self.text_in(db).get().text
    }

    /// What is wrong with the file as such, which is known when it is read.
    pub fn problem(self, db: &dyn Db) -> Option<&FileProblem> {
        self.problem_in(db).get().problem.as_ref()
    }
}

/// The files that a module hands out: the paths below its `templates` and `files`, without their texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assets(Option<Arc<[Arc<str>]>>);

impl Assets {
    /// These files, with paths relative to the module's directory, `/` between their parts.
    #[must_use]
    pub fn new(mut paths: Vec<Arc<str>>) -> Self {
        paths.sort_unstable();
        Self(Some(paths.into()))
    }

    /// Files that could not be listed.
    #[must_use]
    pub fn unknown() -> Self {
        Self(None)
    }

    /// The paths in their order; `None` if they could not be listed.
    #[must_use]
    pub fn paths(&self) -> Option<&[Arc<str>]> {
        self.0.as_deref()
    }

    /// Whether there is a file or directory at a path; `None` if that is not known.
    #[must_use]
    pub fn has(&self, path: &str) -> Option<bool> {
        let paths = self.paths()?;
        let at = paths.partition_point(|other| **other < *path);
        let is_file = paths.get(at).is_some_and(|other| **other == *path);
        // Between a file `a` and those in a directory `a` may stand `a.b`.
        let directory = format!("{path}/");
        let at = paths.partition_point(|other| **other < *directory);
        let is_directory = paths
            .get(at)
            .is_some_and(|other| other.starts_with(&*directory));
        Some(is_file || is_directory)
    }
}

/// Hiera's data of a module or environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct HieraData {
    /// Its `hiera.yaml`; without one there is no data.
    pub config: Option<File>,
    /// The files that it names, in the order of their paths.
    pub files: Arc<[File]>,
    /// Data files beside them that no level of the hierarchy reads.
    pub unread: Arc<[File]>,
    /// There are more files than these.
    pub is_cut: bool,
}

impl HieraData {
    /// The `hiera.yaml` and the data files, read or not.
    pub fn all(&self) -> impl Iterator<Item = File> + '_ {
        let files = self.files.iter().chain(self.unread.iter());
        self.config.into_iter().chain(files.copied())
    }
}

/// Where a module comes from: whether it is the user's own work or something it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleOrigin {
    /// A module of the workspace; its files are checked.
    Workspace,
    /// A dependency (fixtures, the module path of a server): only looked up in.
    Dependency,
    /// A dependency that happens to be installed on this computer, in one of the versions that would do. Another of them
    /// may have what this one lacks.
    Installed,
    /// The same, where nothing bounds the version from above: a much newer one would do, too.
    OpenInstalled,
    /// A module that is not on disk, as the stub library describes it, in the newest version that would do.
    Stub,
    /// The same, where versions that are newer than those of the library would do, too.
    OpenStub,
    /// The same, where the library does not know all versions that would do: only of some names it is known that some
    /// version has them.
    PartialStub,
}

impl ModuleOrigin {
    /// Whether the module is not on disk.
    #[must_use]
    pub fn is_stub(self) -> bool {
        self == Self::Stub || self.is_open_stub()
    }

    /// Whether the module is installed on this computer, and need not be what nodes get.
    #[must_use]
    pub fn is_installed(self) -> bool {
        matches!(self, Self::Installed | Self::OpenInstalled)
    }

    /// Whether the module is not on disk, and its version can be one that the library does not know.
    #[must_use]
    pub fn is_open_stub(self) -> bool {
        matches!(self, Self::OpenStub | Self::PartialStub)
    }
}

/// A module: a directory whose files are found by the autoload rules.
#[salsa::input(debug)]
pub struct Module {
    /// The name, as it starts the names of all that the module defines.
    #[returns(ref)]
    pub name: Arc<str>,
    /// The normalised absolute path of its directory.
    #[returns(ref)]
    pub root: Arc<str>,
    /// Whether it is the user's own.
    #[returns(copy)]
    pub origin: ModuleOrigin,
    /// Its `metadata.json`.
    #[returns(copy)]
    pub metadata: Option<File>,
    /// Its manifests and templates, and the Ruby files that add to the language, in the order of their paths.
    #[returns(ref)]
    pub files: Arc<[File]>,
    /// What is below its `templates` and `files`. Changes when such a file comes or goes, not with its text.
    #[returns(ref)]
    pub assets: Assets,
    /// Its data.
    #[returns(ref)]
    pub data: HieraData,
    /// The descriptions of its tasks (`tasks/*.json`), in the order of their paths.
    #[returns(ref)]
    pub tasks: Arc<[File]>,
}

/// A module of the user's own that is not used, because another one of its name comes before it in the module path, or
/// because no module can have its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HiddenModule {
    /// The name of both; the name of the directory.
    pub name: Arc<str>,
    /// A file that stands for it: its `metadata.json`, or a manifest.
    pub place: File,
    /// The directory of the module that is used; none where the name is to blame.
    pub winner: Option<Arc<str>>,
}

/// A path that is not read, because it leads outside of the opened folders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OutsidePath {
    /// The file that names it.
    pub file: File,
    /// The setting, such as `modulepath`.
    pub setting: &'static str,
    /// The path, as written.
    pub entry: Arc<str>,
}

/// An environment: what is compiled together. Names are resolved within one environment.
#[salsa::input(debug)]
pub struct Environment {
    /// The normalised absolute path of its directory.
    #[returns(ref)]
    pub root: Arc<str>,
    /// Its `environment.conf`.
    #[returns(copy)]
    pub conf: Option<File>,
    /// The manifests that are always loaded (the `manifest` setting).
    #[returns(ref)]
    pub manifests: Arc<[File]>,
    /// Manifests that nothing loads: examples, tests. Each sees the rest of the environment, but no other loose file.
    #[returns(ref)]
    pub loose: Arc<[File]>,
    /// The modules in the order of the module path: of two with the same name, the first wins.
    #[returns(ref)]
    pub modules: Arc<[Module]>,
    /// Its own data.
    #[returns(ref)]
    pub data: HieraData,
    /// Modules that are not used.
    #[returns(ref)]
    pub hidden: Arc<[HiddenModule]>,
    /// The files that name modules which should be there: its `Puppetfile`, the `.fixtures.yml` of the user's own modules.
    #[returns(ref)]
    pub declaring: Arc<[File]>,
    /// Directories that the `modulepath` of its `environment.conf` names, as written, and that are none.
    #[returns(ref)]
    pub missing_directories: Arc<[Arc<str>]>,
    /// The empty directories of its module path: each waits for the module that belongs there, such as a submodule.
    #[returns(ref)]
    pub awaited: Arc<[Arc<str>]>,
    /// Paths that its files name, and that are not read because they lead outside of the opened folders.
    #[returns(ref)]
    pub outside: Arc<[OutsidePath]>,
    /// The user's request.
    #[returns(ref)]
    pub settings: Arc<Settings>,
    /// The file with the settings.
    #[returns(copy)]
    pub settings_file: Option<File>,
    /// The user's stubs of Ruby code, in the order of their paths.
    #[returns(ref)]
    pub stubs: Arc<[File]>,
    /// Files with the facts of machines, in the order of their paths.
    #[returns(ref)]
    pub fact_sets: Arc<[File]>,
    /// The `.gitignore` files around its modules.
    #[returns(ref)]
    pub git_ignores: Arc<[File]>,
}

/// Everything that is open: the environments, in no special order.
#[salsa::input(singleton, debug)]
pub struct Workspace {
    /// The environments.
    #[returns(ref)]
    pub environments: Arc<[Environment]>,
}

#[cfg(test)]
mod tests {
    use super::FileKind;

    #[test]
    fn templates_are_no_manifests_whatever_their_ending() {
        for (path, expected) in [
            ("/m/web/manifests/templates/site.pp", FileKind::Manifest),
            ("/m/web/templates/puppet/site.pp", FileKind::Erb),
            ("/m/web/templates/sshd_config", FileKind::Erb),
            ("/m/web/templates/motd.txt", FileKind::Erb),
            ("/m/web/files/motd.txt", FileKind::Other),
            ("/m/web/templates/site.epp", FileKind::Epp),
            ("/templates/web/functions/port.pp", FileKind::Manifest),
            ("site.pp", FileKind::Manifest),
        ] {
            assert_eq!(FileKind::from_path(path), expected, "{path}");
        }
    }
}
