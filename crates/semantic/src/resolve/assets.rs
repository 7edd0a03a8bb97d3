//! The files that modules hand out: templates and static files, by `MODULE/PATH`.

use puppet_db::{Db, Environment, File, FileKind, Module, is_git_ignored};
use smol_str::{SmolStr, format_smolstr};

use crate::index::file_origin::{owner, path_in_module};
use crate::resolve::module_items::{module_file, module_named};

/// The kind of a referenced file, by the function that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssetKind {
    /// `template`, `epp`: a file below `templates`.
    Template,
    /// `file`, `find_file`, `puppet:///modules/…`: a file below `files`.
    File,
}

/// What stands at a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asset {
    /// A file or directory; with its input if it is a template in Embedded Puppet.
    Found(Option<File>),
    /// Nothing: the module is here and has no such file.
    Absent(Module),
    /// It cannot be known: the module is not here, or the reference is an absolute path.
    Unknown,
}

/// What stands at `MODULE/PATH` (rule: `Puppet::Parser::Files.find_in_module`).
pub fn asset(db: &dyn Db, environment: Environment, kind: AssetKind, reference: &str) -> Asset {
    let Some((module, path)) = reference.split_once('/') else {
        return Asset::Unknown;
    };
    // The system would resolve `..` and doubled slashes.
    if path.is_empty() || path.split('/').any(|part| ["", ".", ".."].contains(&part)) {
        return Asset::Unknown;
    }
    let Some(module) = module_named(db, environment, module) else {
        return Asset::Unknown;
    };
    let folder = match kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    let path = format!("{folder}/{path}");
    match has_asset(db, module, path.as_str().into()) {
        Some(true) => Asset::Found(module_file(db, module, &path)),
        Some(false) if !is_git_ignored(db, environment, module, &path) => Asset::Absent(module),
        _ => Asset::Unknown,
    }
}

/// The name by which calls of `template` and `epp` find a file: its module, and the path below `templates`.
#[must_use]
pub fn template_name(db: &dyn Db, file: File) -> Option<SmolStr> {
    let module = owner(db, file)?.module?;
    let below = path_in_module(db, module, file)?.strip_prefix("templates/")?;
    Some(format_smolstr!("{}/{below}", module.name(db)))
}

/// Whether a file is a template in Embedded Ruby, which is checked where it is used. One with the ending of data is, too.
#[must_use]
pub fn is_ruby_template(db: &dyn Db, file: File) -> bool {
    match file.kind(db) {
        FileKind::Erb => true,
        FileKind::Data => template_name(db, file).is_some(),
        _ => false,
    }
}

/// A separate query, so that a new or deleted file invalidates only its readers.
#[salsa::tracked(returns(copy))]
fn has_asset(db: &dyn Db, module: Module, path: SmolStr) -> Option<bool> {
    module.assets(db).has(&path)
}

/// Whether some module has a provider of this name for a resource type; `None` if that is not known.
pub(crate) fn has_provider(
    db: &dyn Db,
    environment: Environment,
    ty: &str,
    name: &str,
) -> Option<bool> {
    has_path_in_modules(
        db,
        environment,
        format!("lib/puppet/provider/{ty}/{name}.rb").into(),
    )
}

/// Whether some module has providers for a resource type; `None` if that is not known.
pub fn has_providers(db: &dyn Db, environment: Environment, ty: &str) -> Option<bool> {
    has_path_in_modules(db, environment, format!("lib/puppet/provider/{ty}").into())
}

/// Whether some module brings external facts; `None` if that is not known.
pub fn has_external_facts(db: &dyn Db, environment: Environment) -> Option<bool> {
    has_path_in_modules(db, environment, "facts.d".into())
}

#[salsa::tracked(returns(copy))]
fn has_path_in_modules(db: &dyn Db, environment: Environment, path: SmolStr) -> Option<bool> {
    let mut found = Some(false);
    for module in environment.modules(db).iter() {
        match has_asset(db, *module, path.clone()) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => found = None,
        }
    }
    found
}
