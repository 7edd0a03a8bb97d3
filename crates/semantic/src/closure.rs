//! Whether everything is on disk that could define a name without a module in it.
//!
//! Resource types, data types and functions with such names may come from any module. That one does not exist is
//! certain only when no module is missing of which a file knows, or which it needs.

use std::sync::Arc;

use puppet_data::environment_conf;
use puppet_db::{Db, Environment, File, Module, program};
use puppet_hir::model::{Body, Definition, Expr};
use puppet_project::autoload;
use puppet_project::metadata::{Metadata, module_part};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::infer::Call;
use crate::item::items;
use crate::owner::{Role, owner};
use crate::resolve::{module_named, site_items};

/// The modules that a file needs and that are not on disk: those that its module declares, and those that they declare
/// in turn. A file or module that declares nothing needs the modules whose names it uses.
///
/// `None` when nothing is known about where names come from.
pub fn missing_modules(
    db: &dyn Db,
    environment: Environment,
    file: File,
) -> Option<Arc<FxHashSet<SmolStr>>> {
    let owner = owner(db, file)?;
    match (owner.role, owner.module) {
        (Role::Module, Some(module)) => Some(missing_of_module(db, environment, module)),
        _ if environment.modules(db).is_empty() => None,
        _ => Some(missing_of_file(db, environment, file)),
    }
}

/// Whether everything is on disk that could define a name without a module in it, as seen from a file.
pub fn is_closed(db: &dyn Db, environment: Environment, file: File) -> bool {
    missing_modules(db, environment, file).is_some_and(|missing| missing.is_empty())
}

/// Whether a module is certainly not there, as seen from a manifest of a site: the module path is written down as a
/// whole, no directory of it has the module, no module needs it, and all else is there that the site names and that the
/// modules which it uses need.
///
/// In the code of a module this is never certain: where it is used, there may be others.
pub fn lacks_module(db: &dyn Db, environment: Environment, file: File, name: &str) -> bool {
    let module = autoload::module_name(name);
    let is_site = owner(db, file).is_some_and(|owner| owner.role == Role::Site);
    is_site
        && autoload::is_module_directory_name(&module)
        && !OWN.contains(&&*module)
        && module_named(db, environment, &module).is_none()
        && !is_shipped(&module)
        && is_module_path_whole(db, environment)
        && !environment.modules(db).is_empty()
        && environment.missing_directories(db).is_empty()
        && missing_of_site(db, environment, file)
            .iter()
            .all(|missing| **missing == *module)
        && !is_needed(db, environment, &module)
}

/// Whether all directories of the module path are known: by the user's settings, or by an `environment.conf` that has no
/// variables in it. A server adds `$basemodulepath`, with modules that may be there alone.
#[salsa::tracked(returns(copy))]
fn is_module_path_whole(db: &dyn Db, environment: Environment) -> bool {
    let written = environment.conf(db).and_then(|conf| {
        let conf = environment_conf::parse(conf.text(db));
        Some(!conf.get("modulepath")?.value.contains('$'))
    });
    written == Some(true) || !environment.settings(db).module_path.is_empty()
}

/// Whether the `metadata.json` of some module names a module.
fn is_needed(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let modules = environment.modules(db).iter();
    modules
        .filter(|module| module.metadata(db).is_some())
        .any(|module| needed_modules(db, *module).contains(name))
}

/// The same as [`missing_modules`] for all manifests of a site together.
#[salsa::tracked(returns(clone))]
fn missing_of_site(db: &dyn Db, environment: Environment, file: File) -> Arc<FxHashSet<SmolStr>> {
    let mut missing = FxHashSet::clone(&missing_of_file(db, environment, file));
    for file in environment.manifests(db).iter() {
        missing.extend(missing_of_file(db, environment, *file).iter().cloned());
    }
    Arc::new(missing)
}

#[salsa::tracked(returns(clone))]
fn missing_of_module(
    db: &dyn Db,
    environment: Environment,
    module: Module,
) -> Arc<FxHashSet<SmolStr>> {
    missing_among(db, environment, &needed_modules(db, module))
}

#[salsa::tracked(returns(clone))]
fn missing_of_file(db: &dyn Db, environment: Environment, file: File) -> Arc<FxHashSet<SmolStr>> {
    let mut named = FxHashSet::clone(&named_modules(db, file));
    // What the site itself defines needs no module.
    for item in items(db, file) {
        named.remove(&*autoload::module_name(&item.name));
    }
    for (_, name) in site_items(db, environment).keys() {
        named.remove(&*autoload::module_name(name));
    }
    missing_among(db, environment, &named)
}

/// Those of some modules, and of what they need, that are not there.
fn missing_among(
    db: &dyn Db,
    environment: Environment,
    names: &FxHashSet<SmolStr>,
) -> Arc<FxHashSet<SmolStr>> {
    let mut missing = FxHashSet::default();
    let mut seen = names.clone();
    let mut waiting: Vec<SmolStr> = names.iter().cloned().collect();
    while let Some(name) = waiting.pop() {
        match module_named(db, environment, &name) {
            Some(module) => {
                let needed = needed_modules(db, module);
                waiting.extend(
                    needed
                        .iter()
                        .filter(|it| seen.insert((*it).clone()))
                        .cloned(),
                );
            }
            None if is_shipped(&name) => {}
            None => drop(missing.insert(name)),
        }
    }
    Arc::new(missing)
}

/// Whether a module comes with Puppet, and the library knows what it has.
fn is_shipped(module: &str) -> bool {
    let library = puppet_library::Library;
    let mut types = library
        .resource_type_names()
        .filter_map(|name| library.resource_type(name));
    module.ends_with("_core")
        && types.any(|ty| ty.module.as_deref().is_some_and(|it| it.ends_with(module)))
}

/// What a module's `metadata.json` declares; without one, the modules whose names its files use.
#[salsa::tracked(returns(clone))]
fn needed_modules(db: &dyn Db, module: Module) -> Arc<FxHashSet<SmolStr>> {
    if let Some(file) = module.metadata(db) {
        let metadata = Metadata::parse(file.text(db));
        let dependencies = metadata.dependencies.iter();
        return Arc::new(
            dependencies
                .filter_map(|dependency| Some(module_part(&dependency.name)?.into()))
                .collect(),
        );
    }
    let mut named = FxHashSet::default();
    for file in module.files(db).iter() {
        named.extend(named_modules(db, *file).iter().cloned());
    }
    Arc::new(named)
}

/// The modules whose names a file uses: those of qualified names, and of classes that are included.
#[salsa::tracked(returns(clone))]
fn named_modules(db: &dyn Db, file: File) -> Arc<FxHashSet<SmolStr>> {
    let mut named = FxHashSet::default();
    for (_, body) in program(db, file).bodies() {
        if let Definition::Class {
            parent_class: Some(parent),
            ..
        } = body.definition()
        {
            add(parent, &mut named);
        }
        for (id, expr) in body.exprs() {
            match expr {
                Expr::QualifiedName(name) | Expr::QualifiedReference(name)
                    if name.trim_start_matches("::").contains("::") =>
                {
                    // Variables are names too; those of classes name modules as well.
                    add(name, &mut named);
                }
                Expr::CallNamedFunction { .. } => add_included(body, id, &mut named),
                Expr::Resource {
                    type_name, bodies, ..
                } if matches!(body.expr(*type_name), Expr::QualifiedName(name) if name == "class") =>
                {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| add_class(body, title, &mut named));
                }
                _ => {}
            }
        }
    }
    Arc::new(named)
}

fn add_included(body: &Body, id: puppet_hir::model::ExprId, named: &mut FxHashSet<SmolStr>) {
    let call = Call::of(body, id)
        .filter(|call| matches!(call.name, Some("include" | "contain" | "require")));
    for argument in call.into_iter().flat_map(|call| call.arguments) {
        add_class(body, argument, named);
    }
}

fn add_class(body: &Body, class: puppet_hir::model::ExprId, named: &mut FxHashSet<SmolStr>) {
    if let Expr::QualifiedName(name) | Expr::LiteralString(name) = body.expr(class) {
        add(name, named);
    }
}

/// Names that look like those of modules, and are Puppet's own.
const OWN: [&str; 3] = ["pcore", "puppet", "settings"];

fn add(name: &str, named: &mut FxHashSet<SmolStr>) {
    let module = autoload::module_name(name);
    // `::x` is no name of a module: that of a variable.
    if autoload::is_module_directory_name(&module) && !OWN.contains(&&*module) {
        named.insert(module.into());
    }
}
