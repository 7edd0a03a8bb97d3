//! Existence of functions.
//!
//! Sources: `Puppet::Pops::Loader` for the names that loaders look up, `Puppet::Parser::Functions` for the older API,
//! whose functions are found in any module.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, Module, is_plan};
use puppet_library::{FunctionStub, Library};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_semantic::index::completeness::completeness;
use puppet_semantic::index::file_origin::path_in_module;
use puppet_semantic::index::item_tree::{ItemKind, items};
use puppet_semantic::resolve::misspelled_module::similar_module_name;
use puppet_semantic::resolve::module_items::{
    has_other_versions, module_named, names_in_module, site_names,
};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::ruby::plugins::{PluginKind, plugin, plugin_names};
use puppet_semantic::similar_name::is_near_to;
use puppet_text::{abbreviation_of, closest, misspelled_name, typo_of};

/// Whether a function that neither Puppet nor a module here defines certainly does not exist, as seen from a file.
pub(crate) fn is_absent(db: &dyn Db, environment: Environment, from: File, name: &str) -> bool {
    let has_other_origin = || {
        Library.well_known_function(name).is_some_and(|origin| {
            let module = module_named(db, environment, &origin.name);
            !origin.is_module || module.is_none_or(|module| has_other_versions(db, module))
        })
    };
    if Library.function(name).is_some() || has_other_origin() {
        return false;
    }
    let names = NameResolver::new(db, environment, from);
    match name.split_once("::") {
        None => {
            (completeness(db, environment, from).is_absent(name, || similar(&names, name))
                || is_typo(&names, name))
                && !hidden_functions(db, environment).contains(name)
        }
        // The module is not here: it is a typo if one that is here has the function.
        Some((module, _)) => {
            module != "environment" && similar_in_other_module(&names, name).is_some()
        }
    }
}

/// Whether a name is a typo of that of a function which is here: no missing module has it.
fn is_typo(names: &NameResolver<'_>, name: &str) -> bool {
    let (db, environment) = (names.db(), names.environment());
    let is_typo_of_plugin = |kind| {
        let plugins = plugin_names(db, environment, kind);
        let plugins = || plugins.iter().map(SmolStr::as_str);
        typo_of(name, plugins()).is_some() || misspelled_name(name, plugins()).is_some()
    };
    let of_site = site_names(db, environment, ItemKind::Function);
    let of_plans = of_plans(names).iter().map(|it| it.name.as_str());
    typo_of(name, Library.function_names()).is_some()
        || typo_of(name, of_plans).is_some()
        || typo_of(name, of_site.iter().map(SmolStr::as_str)).is_some()
        || misspelled_name(name, Library.function_names()).is_some()
        || abbreviated(name).is_some()
        || is_typo_of_plugin(PluginKind::Function)
        || is_typo_of_plugin(PluginKind::LegacyFunction)
}

/// The function of Puppet whose name lacks a part within: no module has such a name for something else.
fn abbreviated(name: &str) -> Option<&'static str> {
    let meant = abbreviation_of(name, Library.function_names())?;
    (name.len() < meant.len() && name.bytes().last() == meant.bytes().last()).then_some(meant)
}

/// The functions that only plans have, if the file is one.
fn of_plans(names: &NameResolver<'_>) -> &'static [FunctionStub] {
    match is_plan(names.file().path(names.db())) {
        true => Library.plan_functions(),
        false => &[],
    }
}

/// Functions that are defined where no loader looks for them: they exist once their file was loaded for another reason.
#[salsa::tracked(returns(clone))]
fn hidden_functions(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<SmolStr>> {
    let mut found = FxHashSet::default();
    for module in environment.modules(db).iter().copied() {
        for file in module.files(db).iter().copied() {
            let is_function = || {
                path_in_module(db, module, file).is_some_and(|path| {
                    path.starts_with("lib/puppet/functions/")
                        || path.starts_with("lib/puppet/parser/functions/")
                })
            };
            match file.kind(db) {
                FileKind::Ruby if is_function() => {
                    found.extend(ruby_functions(db, file).iter().cloned());
                }
                FileKind::Manifest => {
                    let functions = items(db, file)
                        .iter()
                        .filter(|item| item.kind == ItemKind::Function);
                    found.extend(functions.map(|item| item.name.clone()));
                }
                _ => {}
            }
        }
    }
    Arc::new(found)
}

#[salsa::tracked(returns(clone))]
fn ruby_functions(db: &dyn Db, file: File) -> Arc<[SmolStr]> {
    let ruby = puppet_ruby::read(file.text(db));
    let names = ruby.functions.iter();
    names
        .map(|function| SmolStr::from(function.name.to_lowercase()))
        .collect()
}

/// Whether there may be a function of a module that autoloading does not find: a manifest defines it that is loaded for
/// another reason, or another version of the module has it, and nothing here is much like it.
pub(crate) fn may_lack(db: &dyn Db, environment: Environment, module: Module, name: &str) -> bool {
    let defined = names_in_module(db, module, ItemKind::Function);
    defined.iter().any(|defined| defined == name)
        || has_other_versions(db, module)
            && !is_near_to(name, similar_in(db, environment, module, name))
}

/// The function that is most likely meant by a name that does not exist.
pub fn similar(names: &NameResolver<'_>, name: &str) -> Option<SmolStr> {
    let (db, environment) = (names.db(), names.environment());
    let Some((module, _)) = name.split_once("::") else {
        let modern = plugin_names(db, environment, PluginKind::Function);
        let legacy = plugin_names(db, environment, PluginKind::LegacyFunction);
        let plugins = modern.iter().chain(legacy.iter()).map(SmolStr::as_str);
        let of_site = site_names(db, environment, ItemKind::Function);
        let own = plugins.chain(of_site.iter().map(SmolStr::as_str));
        let own = own.filter(|name| !name.contains("::"));
        let core: Vec<SmolStr> = Library.function_names().map(SmolStr::from).collect();
        let known = core.iter().map(SmolStr::as_str).chain(own);
        let known = known.chain(of_plans(names).iter().map(|it| it.name.as_str()));
        let similar = closest(name, known).or_else(|| abbreviated(name));
        return similar.map(SmolStr::from);
    };
    match module_named(db, environment, module) {
        Some(module) => similar_in(db, environment, module, name),
        None => similar_in_other_module(names, name),
    }
}

/// The function of a module whose name is most like one that the module does not have.
fn similar_in(
    db: &dyn Db,
    environment: Environment,
    module: Module,
    name: &str,
) -> Option<SmolStr> {
    let prefix = format!("{}::", module.name(db));
    let puppet = names_in_module(db, module, ItemKind::Function);
    let ruby = plugin_names(db, environment, PluginKind::Function);
    let from_ruby = ruby
        .iter()
        .map(SmolStr::as_str)
        .filter(|name| name.starts_with(&prefix));
    closest(name, puppet.iter().map(SmolStr::as_str).chain(from_ruby)).map(SmolStr::from)
}

/// The same function of a module with a name much like that of one that is not here.
fn similar_in_other_module(names: &NameResolver<'_>, name: &str) -> Option<SmolStr> {
    similar_module_name(names, name, |name| {
        names.resolve(ItemKind::Function, name).item().is_some()
            || plugin(names.db(), names.environment(), PluginKind::Function, name).is_some()
    })
}
