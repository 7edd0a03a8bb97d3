//! The modules that a project declares as needed: the one source for the hint M714, the last line of `check`, hovers and
//! the status in an editor.

use puppet_db::{Db, Environment, File, FileKind, ModuleOrigin, Workspace};
use puppet_project::metadata::{Metadata, module_part};
use puppet_text::TextRange;
use smol_str::SmolStr;

use crate::index::file_origin::{FileOrigin, Role, owner};
use crate::index::module_dependencies::referenced_modules;

/// A module that a file declares as needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredModule {
    /// The name, without the author.
    pub name: SmolStr,
    /// Where the file names it.
    pub range: TextRange,
}

/// The modules that a file declares as needed, in its order: those of a `Puppetfile` or `.fixtures.yml`, and the
/// dependencies in the `metadata.json` of a module of the workspace. Empty for all other files.
#[must_use]
pub fn declared_modules(db: &dyn Db, file: File) -> Vec<DeclaredModule> {
    let Some(owner) = owner(db, file).filter(|_| file.problem(db).is_none()) else {
        return Vec::new();
    };
    match file.kind(db) {
        FileKind::Metadata if is_of_workspace(db, owner) => of_metadata(file.text(db)),
        FileKind::Puppetfile | FileKind::Fixtures if owner.role == Role::Declares => {
            let named = referenced_modules(db, file).into_iter();
            let declared = named.map(|(name, range)| DeclaredModule {
                name: name.into(),
                range,
            });
            declared.collect()
        }
        _ => Vec::new(),
    }
}

/// The files of an environment that declare modules as needed: its `Puppetfile` first, then the `.fixtures.yml` and the
/// `metadata.json` files of the workspace's own modules.
#[must_use]
pub fn declaring_files(db: &dyn Db, environment: Environment) -> Vec<File> {
    let mut files = environment.declaring(db).to_vec();
    files.sort_by_key(|file| (file.kind(db) != FileKind::Puppetfile, file.path(db).clone()));
    let own = environment.modules(db).iter();
    let own = own.filter(|module| module.origin(db) == ModuleOrigin::Workspace);
    files.extend(own.filter_map(|module| module.metadata(db)));
    files
}

/// Where an environment declares a module, as seen from one of its files: the file and the place of the name in it. Of
/// several declarations, the `Puppetfile` counts first, and the `metadata.json` of the file's own module before others; the
/// `Puppetfile` of an environment around this one, which holds the modules of the same repository, counts last.
#[must_use]
pub fn declaration_of(db: &dyn Db, from: File, module: &str) -> Option<(File, TextRange)> {
    let owner = owner(db, from)?;
    let mut files = declaring_files(db, owner.environment);
    let own = owner.module.and_then(|module| module.metadata(db));
    files.sort_by_key(|file| {
        let is_puppetfile = file.kind(db) == FileKind::Puppetfile;
        (!is_puppetfile, Some(*file) != own)
    });
    files.extend(outer_puppetfiles(db, owner.environment));
    files.into_iter().find_map(|file| {
        let mut declared = declared_modules(db, file).into_iter();
        let found = declared.find(|it| it.name == module)?;
        Some((file, found.range))
    })
}

/// The `Puppetfile`s of the environments around one.
fn outer_puppetfiles(db: &dyn Db, inner: Environment) -> impl Iterator<Item = File> {
    let workspace = Workspace::try_get(db);
    let environments = workspace.map_or_else(Vec::new, |it| it.environments(db).to_vec());
    let outer = environments.into_iter().filter(move |outer| {
        let below = inner
            .root(db)
            .strip_prefix(outer.root(db).trim_end_matches('/'));
        *outer != inner && below.is_some_and(|below| below.starts_with('/'))
    });
    let files = outer.flat_map(|outer| outer.declaring(db).to_vec());
    files.filter(|file| file.kind(db) == FileKind::Puppetfile)
}

fn of_metadata(text: &str) -> Vec<DeclaredModule> {
    let dependencies = Metadata::parse(text).dependencies.into_iter();
    let declared = dependencies.filter_map(|dependency| {
        Some(DeclaredModule {
            name: module_part(&dependency.name)?.into(),
            range: dependency.range,
        })
    });
    declared.collect()
}

fn is_of_workspace(db: &dyn Db, owner: FileOrigin) -> bool {
    let module = owner.module;
    module.is_some_and(|module| module.origin(db) == ModuleOrigin::Workspace)
}
