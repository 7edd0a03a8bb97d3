//! The parameters of all classes, by the keys under which Hiera gives them values.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, ModuleOrigin};
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{AstNode as _, Definition};

use crate::parameters::required_name;
use crate::syntax_ext::{self, one_line};

/// A parameter of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassParameter {
    /// `class::parameter`
    pub key: String,
    /// The type, as it is written.
    pub ty: String,
    /// It has no default.
    pub is_required: bool,
    /// Its class is the user's own.
    pub is_own: bool,
}

/// The parameters of the classes in a file. An edit that changes no head leaves them equal.
#[salsa::tracked(returns(deref))]
fn of_file(db: &dyn Db, file: File) -> Box<[ClassParameter]> {
    let root = syntax_ext::root(db, file);
    let mut found = Vec::new();
    for definition in syntax_ext::all_definitions(&root) {
        let (Definition::ClassDef(_), Some(name)) = (&definition, definition.name()) else {
            continue;
        };
        let class = canonical(name.trim());
        for parameter in definition.parameters() {
            let Some(name) = parameter.name() else {
                continue;
            };
            found.push(ClassParameter {
                key: format!("{class}::{name}"),
                ty: parameter
                    .ty()
                    .map_or(String::new(), |ty| one_line(ty.syntax())),
                is_required: required_name(parameter).is_some(),
                is_own: true,
            });
        }
    }
    found.into()
}

/// Reads the classes of a file before they are asked for.
pub fn prefetch(db: &dyn Db, file: File) {
    let _ = of_file(db, file);
}

/// The parameters of all classes of an environment, sorted by their keys.
#[salsa::tracked(returns(clone))]
pub fn parameters_of_environment(db: &dyn Db, environment: Environment) -> Arc<[ClassParameter]> {
    let mut all: Vec<ClassParameter> = Vec::new();
    let manifests = environment.manifests(db).iter().map(|file| (*file, true));
    let of_modules = environment.modules(db).iter().flat_map(|module| {
        let is_own = module.origin(db) == ModuleOrigin::Workspace;
        module.files(db).iter().map(move |file| (*file, is_own))
    });
    for (file, is_own) in manifests.chain(of_modules) {
        if file.kind(db) != puppet_db::FileKind::Manifest {
            continue;
        }
        let found = of_file(db, file).iter().cloned();
        all.extend(found.map(|it| ClassParameter { is_own, ..it }));
    }
    all.sort_by(|one, other| one.key.cmp(&other.key));
    all.dedup_by(|one, other| one.key == other.key);
    all.into()
}
