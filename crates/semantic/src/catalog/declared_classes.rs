//! Classes that some code of an environment declares like resources, with parameters.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module, program};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::catalog::declarations::{Title, body_declarations};
use crate::catalog::definite::title_key;
use crate::index::item_tree::Item;

/// Whether some code declares a class (in lower case) like a resource, as far as titles are known.
pub fn is_declared_like_resource(db: &dyn Db, environment: Environment, class: &str) -> bool {
    let mut modules = environment.modules(db).iter();
    modules.any(|module| classes_of_module(db, *module).contains(class))
        || classes_of_site(db, environment).contains(class)
}

/// A query for each module: an edit concerns only the one that it is in.
#[salsa::tracked(returns(clone))]
fn classes_of_module(db: &dyn Db, module: Module) -> Arc<FxHashSet<SmolStr>> {
    classes_in(db, module.files(db))
}

#[salsa::tracked(returns(clone))]
fn classes_of_site(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<SmolStr>> {
    classes_in(db, environment.manifests(db))
}

fn classes_in(db: &dyn Db, files: &[File]) -> Arc<FxHashSet<SmolStr>> {
    let mut found = FxHashSet::default();
    for file in files.iter().filter(|file| file.kind(db).is_puppet()) {
        for (body, _) in program(db, *file).bodies() {
            let declared = body_declarations(db, Item { file: *file, body });
            let classes = declared
                .resources()
                .filter(|it| it.ty.as_deref() == Some("class"));
            for title in classes.flat_map(|class| &class.titles) {
                if let Title::Text(title) = title {
                    found.insert(title_key("class", title));
                }
            }
        }
    }
    Arc::new(found)
}
