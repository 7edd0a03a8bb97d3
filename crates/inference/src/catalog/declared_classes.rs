//! Classes that some code of an environment declares like resources, with parameters.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module, program};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::catalog::definite::title_key;
use puppet_semantic::index::declarations::{Title, body_declarations};
use puppet_semantic::index::item_tree::Item;

/// The titles of the classes that some files declare like resources.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct DeclaredClasses {
    /// Those that are known, in lower case.
    known: FxHashSet<SmolStr>,
    /// The others.
    open: Vec<Title>,
}

impl DeclaredClasses {
    fn may_have(&self, class: &str) -> bool {
        let absolute = format!("::{class}");
        let may_be = |title: &Title| title.may_be(class) || title.may_be(&absolute);
        self.known.contains(class) || self.open.iter().any(may_be)
    }
}

/// Whether some code may declare a class (in lower case) like a resource.
pub fn may_be_declared_like_resource(db: &dyn Db, environment: Environment, class: &str) -> bool {
    let mut modules = environment.modules(db).iter();
    modules.any(|module| classes_of_module(db, *module).may_have(class))
        || classes_of_site(db, environment).may_have(class)
}

/// A query for each module: an edit concerns only the one that it is in.
#[salsa::tracked(returns(clone))]
fn classes_of_module(db: &dyn Db, module: Module) -> Arc<DeclaredClasses> {
    classes_in(db, module.files(db))
}

#[salsa::tracked(returns(clone))]
fn classes_of_site(db: &dyn Db, environment: Environment) -> Arc<DeclaredClasses> {
    classes_in(db, environment.manifests(db))
}

fn classes_in(db: &dyn Db, files: &[File]) -> Arc<DeclaredClasses> {
    let mut found = DeclaredClasses::default();
    for file in files.iter().filter(|file| file.kind(db).is_puppet()) {
        for (body, _) in program(db, *file).bodies() {
            let declared = body_declarations(db, Item { file: *file, body });
            let classes = declared
                .resources()
                .filter(|it| it.ty.as_deref() == Some("class"));
            for title in classes.flat_map(|class| &class.titles) {
                if let Title::Text(title) = title {
                    found.known.insert(title_key("class", title));
                } else {
                    found.open.push(title.clone());
                }
            }
        }
    }
    Arc::new(found)
}
