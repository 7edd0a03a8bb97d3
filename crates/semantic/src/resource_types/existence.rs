//! Existence of resource types and data types.
//!
//! Sources: `Runtime3ResourceSupport.find_resource_type` for resource types, `TypeParser#interpret_QualifiedReference`
//! and its loaders for data types.

use puppet_db::{Db, FileKind, Module};
use puppet_library::Library;
use puppet_types::Type;
use smol_str::SmolStr;

use crate::index::completeness::completeness;
use crate::index::file_origin::{owner, path_in_module};
use crate::index::item_tree::{ItemKind, canonical};
use crate::index::module_dependencies::used_modules;
use crate::resolve::misspelled_module::similar_module_name;
use crate::resolve::module_items::{
    Resolution, has_other_versions, module_named, names_in_module, similar_in, site_names,
};
use crate::resolve::name_resolver::NameResolver;
use crate::ruby::plugins::{PluginKind, plugin, plugin_names};
use crate::ruby::user_stubs::user_stubs;
use crate::similar_name::is_near_to;
use puppet_text::{closest, closest_within, differs_by_a_letter, misspelled_name, typo_of};

/// Whether a name means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// It does.
    Present,
    /// It certainly does not: everything that could define it is on disk.
    Absent,
    /// It cannot be known.
    Unknown,
}

/// Resource types that were part of Puppet once: a module that has them may be installed with Puppet itself.
const FORMER: [&str; 17] = [
    "computer",
    "interface",
    "k5login",
    "macauthorization",
    "mailalias",
    "maillist",
    "mcx",
    "router",
    "scheduled_task",
    "selboolean",
    "selmodule",
    "ssh_authorized_key",
    "sshkey",
    "vlan",
    "yumrepo",
    "zfs",
    "zpool",
];

/// Whether there is a resource type or defined type of this name, written in any case.
pub fn resource_type(names: &NameResolver<'_>, name: &str) -> Presence {
    type_of_any_kind(names, name, || similar_resource_type(names, name))
}

/// The same, where it is known what else the name is most like.
fn type_of_any_kind(
    names: &NameResolver<'_>,
    name: &str,
    similar: impl FnOnce() -> Option<SmolStr>,
) -> Presence {
    let (db, environment) = (names.db(), names.environment());
    let name = canonical(name);
    match names.resolve(ItemKind::DefinedType, &name) {
        Resolution::Found(_) => return Presence::Present,
        // A name with a module in it can only be a defined type of that module.
        Resolution::Absent if name.contains("::") => return Presence::Absent,
        Resolution::Absent | Resolution::Unknown => {}
    }
    if name.contains("::") {
        let is_there = |name: &str| names.resolve(ItemKind::DefinedType, name).item().is_some();
        return match similar_module_name(names, &name, is_there) {
            Some(_) => Presence::Absent,
            None => Presence::Unknown,
        };
    }
    if is_resource_plugin(names, &name) {
        return Presence::Present;
    }
    let may_be_hidden = FORMER.contains(&&*name) || name.starts_with("nagios_");
    // A typo names nothing, also nothing in a missing module.
    let is_typo = || {
        let plugins = plugin_names(db, environment, PluginKind::ResourceType);
        // Names are compared first: the definitions of few modules are read.
        let is_of_module = |module: &Module| {
            typo_of(&name, [&**module.name(db)]).is_some() && defines_type_of_its_name(db, *module)
        };
        typo_of(&name, Library.resource_type_names()).is_some()
            || is_like_own_type(names, &name)
            || typo_of(&name, plugins.iter().map(SmolStr::as_str)).is_some()
            || environment.modules(db).iter().any(is_of_module)
            || is_typo_of_site(names, ItemKind::DefinedType, &name)
    };
    // `include cpan` and `cpan { … }`: of the module of this name, which is not here.
    let is_of_used_module = || {
        module_named(db, environment, &name).is_none()
            && used_modules(db, names.file()).contains(&name)
    };
    let completeness = completeness(db, environment, names.file());
    let is_absent = || completeness.is_absent(&name, similar) || is_typo();
    match !may_be_hidden && is_readable(names, &name) && !is_of_used_module() && is_absent() {
        true => Presence::Absent,
        false => Presence::Unknown,
    }
}

/// Whether a name differs by one letter from that of a resource type, and starts as the types of the module itself do:
/// `mongodb_users` in the module `mongodb`. No other module has such names.
fn is_like_own_type(names: &NameResolver<'_>, name: &str) -> bool {
    let (db, environment) = (names.db(), names.environment());
    let Some(module) = owner(db, names.file()).and_then(|owner| owner.module) else {
        return false;
    };
    let is_own = |name: &str| {
        let rest = name.strip_prefix(&**module.name(db));
        rest.is_some_and(|rest| rest.starts_with('_'))
    };
    let plugins = plugin_names(db, environment, PluginKind::ResourceType);
    is_own(name)
        && plugins
            .iter()
            .any(|known| is_own(known) && differs_by_a_letter(name, known))
}

/// Whether a module defines a type that is named like the module.
fn defines_type_of_its_name(db: &dyn Db, module: Module) -> bool {
    let types = names_in_module(db, module, ItemKind::DefinedType);
    types.iter().any(|name| **name == **module.name(db))
}

/// Whether Ruby defines a resource type of this name, in lower case.
pub fn is_resource_plugin(names: &NameResolver<'_>, name: &str) -> bool {
    Library.resource_type(name).is_some()
        || user_stubs(names.db(), names.environment())
            .resource_type(name)
            .is_some()
        || plugin(
            names.db(),
            names.environment(),
            PluginKind::ResourceType,
            name,
        )
        .is_some()
}

/// Whether a defined type with a module's own name would have been found: the module has no broken manifests.
fn is_readable(names: &NameResolver<'_>, name: &str) -> bool {
    module_named(names.db(), names.environment(), name).is_none()
        || names.resolve(ItemKind::DefinedType, name) == Resolution::Absent
}

/// Types that are in nearly every catalog.
pub const COMMON_TYPES: [&str; 8] = [
    "cron", "exec", "file", "group", "notify", "package", "service", "user",
];

/// The common type of which a name that is not known differs in one letter within.
#[must_use]
pub fn misspelled_core_type(name: &str) -> Option<&'static str> {
    let ends = |text: &str| (text.chars().next(), text.chars().last());
    let is_like = |meant: &&str| {
        meant.len() == name.len()
            && ends(meant) == ends(name)
            && closest_within(name, [*meant], 1).is_some()
    };
    let is_public = Library.module_with_type(name).is_some();
    COMMON_TYPES
        .into_iter()
        .find(is_like)
        .filter(|_| !is_public)
}

/// Whether a name in lower case that may be a type of a module which is not here is that of a function. Types of one word
/// often have the name of one: `concat`.
#[must_use]
pub fn is_function_alone(names: &NameResolver<'_>, name: &str) -> bool {
    let is_plugin = |kind| plugin(names.db(), names.environment(), kind, name).is_some();
    name.contains('_')
        && Library.module_with_type(name).is_none()
        && (Library.function(name).is_some()
            || is_plugin(PluginKind::Function)
            || is_plugin(PluginKind::LegacyFunction))
}

/// Whether a name in upper case is that of a data type, a type alias, a resource type or a defined type.
pub fn data_type(names: &NameResolver<'_>, name: &str) -> Presence {
    let (db, environment) = (names.db(), names.environment());
    if !matches!(
        puppet_types::resolve_name(names, name),
        Type::Unknown | Type::Reference(_)
    ) {
        return Presence::Present;
    }
    let name = canonical(name);
    if names.resolve(ItemKind::TypeAlias, &name) != Resolution::Unknown
        || plugin(db, environment, PluginKind::DataType, &name).is_some()
        || user_stubs(db, environment).data_type(&name).is_some()
        || Library.data_type(&name).is_some()
    {
        return Presence::Present;
    }
    let of_any_kind = || {
        type_of_any_kind(names, &name, || {
            similar_data_type(names, &name).map(|similar| canonical(&similar))
        })
    };
    let Some((module, _)) = name.split_once("::") else {
        return match of_any_kind() {
            Presence::Unknown
                if is_typo_of_core(&name) || is_typo_of_site(names, ItemKind::TypeAlias, &name) =>
            {
                Presence::Absent
            }
            presence => presence,
        };
    };
    // What is within a type set, of a module or of Puppet, is not looked at.
    if module == "pcore" || module == "puppet" {
        return Presence::Unknown;
    }
    match module_named(db, environment, module) {
        // It exists once its file is loaded for another reason.
        Some(module) if names_in_module(db, module, ItemKind::TypeAlias).contains(&name) => {
            Presence::Unknown
        }
        Some(module)
            if !has_type_set(db, module)
                && are_types_readable(db, module, &name)
                && (!has_other_versions(db, module)
                    || is_near_to(&name, similar_item(names, ItemKind::TypeAlias, &name))) =>
        {
            match of_any_kind() {
                // No version of the module has a name and another one that is nearly the same.
                Presence::Unknown if has_other_versions(db, module) => Presence::Absent,
                presence => presence,
            }
        }
        Some(_) => Presence::Unknown,
        None => {
            let is_there = |name: &str| names.resolve(ItemKind::TypeAlias, name).item().is_some();
            match similar_module_name(names, &name, is_there) {
                Some(_) => Presence::Absent,
                None => of_any_kind(),
            }
        }
    }
}

/// Values whose names no type can have, as they are words of the language.
const VALUES: [&str; 4] = ["default", "false", "true", "undef"];

/// Whether a name in lower case is a typo of one of Puppet's data types, or a value in upper case.
fn is_typo_of_core(name: &str) -> bool {
    let core = puppet_types::builtin::names();
    let core: Vec<SmolStr> = core.iter().map(|name| canonical(name)).collect();
    let core = || core.iter().map(SmolStr::as_str);
    // A type without a namespace that a module has is a resource type: one may be the plural of another.
    let is_plural = |meant: &str| {
        name.strip_suffix('s') == Some(meant) && Library.resource_type(meant).is_none()
    };
    let lacks_one_within = |meant: &str| {
        let ends = |text: &str| (text.chars().next(), text.chars().last());
        meant.len() == name.len() + 1
            && ends(meant) == ends(name)
            && differs_by_a_letter(name, meant)
    };
    VALUES.contains(&name)
        || typo_of(name, core()).is_some()
        || misspelled_name(name, core()).is_some()
        || core().any(|meant| is_plural(meant) || lacks_one_within(meant))
}

/// Whether a name is a typo of one that the manifests of the site define.
fn is_typo_of_site(names: &NameResolver<'_>, kind: ItemKind, name: &str) -> bool {
    let known = site_names(names.db(), names.environment(), kind);
    typo_of(name, known.iter().map(SmolStr::as_str)).is_some()
}

/// Whether a name is a typo of a definition of the same module: no version of the module has both.
pub fn is_typo_of_item(names: &NameResolver<'_>, name: &str) -> bool {
    let module = puppet_project::autoload::module_name(name);
    let Some(module) = module_named(names.db(), names.environment(), &module) else {
        return false;
    };
    [ItemKind::Class, ItemKind::DefinedType, ItemKind::TypeAlias]
        .into_iter()
        .any(|kind| {
            let known = names_in_module(names.db(), module, kind);
            typo_of(&canonical(name), known.iter().map(SmolStr::as_str)).is_some()
        })
}

fn has_type_set(db: &dyn Db, module: Module) -> bool {
    module.files(db).iter().any(|file| {
        path_in_module(db, module, *file).is_some_and(|path| path.ends_with("init_typeset.pp"))
    })
}

/// Whether the file is readable, or not there, in which the alias would be.
fn are_types_readable(db: &dyn Db, module: Module, name: &str) -> bool {
    let expected =
        puppet_project::autoload::candidates(puppet_project::autoload::Autoloaded::TypeAlias, name);
    module
        .files(db)
        .iter()
        .filter(|file| file.kind(db) == FileKind::Manifest)
        .filter(|file| {
            path_in_module(db, module, **file)
                .is_some_and(|path| expected.iter().any(|it| *it == path))
        })
        .all(|file| file.problem(db).is_none() && !puppet_db::has_syntax_errors(db, *file))
}

/// The name of a resource type that is most like one that does not exist.
pub fn similar_resource_type(names: &NameResolver<'_>, name: &str) -> Option<SmolStr> {
    let name = canonical(name);
    let (db, environment) = (names.db(), names.environment());
    let plugins = plugin_names(db, environment, PluginKind::ResourceType);
    let of_site = site_names(db, environment, ItemKind::DefinedType);
    let mut known: Vec<&str> = Library.resource_type_names().collect();
    known.extend(plugins.iter().chain(&of_site).map(SmolStr::as_str));
    match name.split_once("::") {
        None => closest(&name, known).map(SmolStr::from),
        Some(_) => similar_item(names, ItemKind::DefinedType, &name),
    }
}

/// The name of a data type that is most like one that does not exist, as it is written.
pub fn similar_data_type(names: &NameResolver<'_>, name: &str) -> Option<SmolStr> {
    let name = canonical(name);
    let similar = if name.contains("::") {
        similar_item(names, ItemKind::TypeAlias, &name)
    } else {
        let core = puppet_types::builtin::names();
        let core: Vec<SmolStr> = core.iter().map(|name| canonical(name)).collect();
        let of_site = site_names(names.db(), names.environment(), ItemKind::TypeAlias);
        let known = core.iter().chain(&of_site).map(SmolStr::as_str);
        let similar = closest(&name, known).map(SmolStr::from);
        similar.or_else(|| similar_resource_type(names, &name))
    };
    similar.map(|name| puppet_text::capitalized(&name).into())
}

/// The name of a definition of the same module that is most like one that does not exist.
pub fn similar_item(names: &NameResolver<'_>, kind: ItemKind, name: &str) -> Option<SmolStr> {
    let module = puppet_project::autoload::module_name(name);
    match module_named(names.db(), names.environment(), &module) {
        Some(module) => similar_in(names.db(), module, kind, name),
        None => similar_module_name(names, name, |name| {
            names.resolve(kind, name).item().is_some()
        }),
    }
}
