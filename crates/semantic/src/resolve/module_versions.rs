//! Definitions that only some versions of a module have, of those that a `metadata.json` allows.

use puppet_db::{Db, Environment, File};
use puppet_library::{Library, ModuleStub};
use puppet_project::autoload;
use puppet_project::discover::is_allowed_family;
use puppet_project::metadata::{Metadata, module_part};
use puppet_scalars::SemVerRange;

use crate::index::file_origin::owner;
use crate::index::item_tree::{ItemKind, canonical};
use crate::resolve::module_items::module_named;

/// The newer versions of a module that lack a definition, while the declared range also allows older ones that have it.
pub struct RemovedIn {
    /// The first version without it.
    pub version: &'static str,
    /// The declared range, as written.
    pub range: String,
}

/// Since when a module that is known by its stub lacks a definition, as seen from a file of a module that asks for it.
#[must_use]
pub fn removed_in(
    db: &dyn Db,
    environment: Environment,
    from: File,
    kind: ItemKind,
    name: &str,
) -> Option<RemovedIn> {
    let name = canonical(name);
    let module = autoload::module_name(&name);
    let is_stub =
        |module| module_named(db, environment, module).is_some_and(|it| it.origin(db).is_stub());
    let metadata = owner(db, from)?
        .module?
        .metadata(db)
        .filter(|_| is_stub(&module))?;
    let dependencies = Metadata::parse(metadata.text(db)).dependencies;
    let mut dependencies = dependencies.into_iter();
    let dependency = dependencies.find(|it| module_part(&it.name) == Some(&*module))?;
    let author = dependency.name.split_once(['/', '-'])?.0.to_lowercase();
    let range = dependency.version_requirement?;
    let allowed = SemVerRange::parse(&range).ok()?;
    let stub = Library.module_stub(&module, &author)?;
    // A class may be in a file of another name, but hardly any is.
    let path = autoload::candidates(kind.autoloaded(), &name)
        .into_iter()
        .next()?;
    let mut families = (0..stub.families.len()).rev();
    let mut families = families
        .by_ref()
        .filter(|at| is_allowed_family(&stub.families, *at, &allowed));
    let last = families.find(|at| has_file(&stub, *at, &path))?;
    let version = stub.families.get(last + 1)?.first;
    Some(RemovedIn { version, range })
}

/// Whether the versions of a family have a file.
fn has_file(stub: &ModuleStub, family: usize, path: &str) -> bool {
    let files = stub.files(&(family..=family));
    files.iter().any(|file| file.path == path)
}
