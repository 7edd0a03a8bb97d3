//! Names of modules that are not here, and that are typos of the names of modules that are.

use smol_str::SmolStr;

use crate::did_you_mean::typo_of;
use crate::index::completeness::{is_module_beside, missing_modules};
use crate::resolve::module_items::module_named;
use crate::resolve::name_resolver::NameResolver;

/// The name that is meant by one whose module is not here: the same in a module whose name is spelled much alike, if it
/// `exists` there. Nothing asks for a module of the name that is written.
pub fn in_similar_module(
    names: &NameResolver<'_>,
    name: &str,
    exists: impl Fn(&str) -> bool,
) -> Option<SmolStr> {
    let (db, environment) = (names.db(), names.environment());
    let module = name.split("::").next()?;
    if module_named(db, environment, module).is_some() {
        return None;
    }
    let modules = environment.modules(db).iter();
    let similar = typo_of(module, modules.map(|module| &**module.name(db)))?;
    let is_missing = missing_modules(db, environment, names.file());
    if is_missing.is_some_and(|missing| missing.contains(module))
        || is_module_beside(db, environment, module)
    {
        return None;
    }
    let meant = format!("{similar}{}", name.strip_prefix(module)?);
    exists(&meant).then(|| meant.into())
}
