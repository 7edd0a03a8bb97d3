//! Names of modules that are not here, and that are typos of the names of modules that are.

use smol_str::SmolStr;

use crate::index::completeness::{is_declared, is_module_beside, missing_modules};
use crate::resolve::module_items::module_named;
use crate::resolve::name_resolver::NameResolver;
use puppet_text::{misspelled_name, typo_of};

/// The name that is meant by one whose module is not here: the same in a module whose name is spelled much alike, if it
/// `exists` there. Nothing asks for a module of the name that is written.
pub fn similar_module_name(
    names: &NameResolver<'_>,
    name: &str,
    exists: impl Fn(&str) -> bool,
) -> Option<SmolStr> {
    let (db, environment) = (names.db(), names.environment());
    let module = absent_module(names, name)?;
    let modules = environment.modules(db).iter();
    let similar = typo_of(module, modules.map(|module| &**module.name(db)))?;
    let is_missing = missing_modules(db, environment, names.file());
    if is_missing.is_some_and(|missing| missing.contains(module))
        || is_module_beside(db, environment, module)
    {
        return None;
    }
    in_module(similar, name, module).filter(|meant| exists(meant))
}

/// The module of a name, if there is none.
fn absent_module<'n>(names: &NameResolver<'_>, name: &'n str) -> Option<&'n str> {
    let module = name.split("::").next()?;
    let is_absent = module_named(names.db(), names.environment(), module).is_none();
    is_absent.then_some(module)
}

/// The name in another module.
fn in_module(similar: &str, name: &str, module: &str) -> Option<SmolStr> {
    let rest = name.strip_prefix(module)?;
    Some(SmolStr::from(format!("{similar}{rest}")))
}

/// The same for a module that nothing declares, which may be one that is installed where the code runs: its name is a
/// typo if it differs by a letter from one that is here.
pub fn undeclared_module_name(
    names: &NameResolver<'_>,
    name: &str,
    exists: impl Fn(&str) -> bool,
) -> Option<SmolStr> {
    let (db, environment) = (names.db(), names.environment());
    let module = absent_module(names, name)?;
    let known = || {
        let modules = environment.modules(db).iter();
        modules.map(|module| &**module.name(db))
    };
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let similar = typo_of(module, known())
        .or_else(|| misspelled_name(module, known()))
        .or_else(|| known().find(|it| is_plural(it, module) || is_plural(module, it)))?;
    let meant = in_module(similar, name, module)?;
    let is_typo = exists(&meant)
        && !is_declared(db, environment, names.file(), module)
        && !is_module_beside(db, environment, module);
    is_typo.then_some(meant)
}
