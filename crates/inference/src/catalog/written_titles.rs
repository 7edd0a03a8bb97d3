//! The titles that code writes, whether it is ever evaluated or not: a reference to one that no code writes names nothing,
//! unless some code computes it.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module, program};
use puppet_hir::model::{Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::catalog::closure::CatalogClosure;
use crate::catalog::title_index::title_index;
use puppet_semantic::index::declarations::body_declarations;
use puppet_semantic::index::item_tree::{Item, body};

/// Titles, and other names of resources, by type in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenTitles {
    by_type: FxHashMap<SmolStr, FxHashSet<SmolStr>>,
    /// Those of resources whose type is computed.
    of_computed_type: FxHashSet<SmolStr>,
}

impl WrittenTitles {
    /// Whether a resource of a type (in lower case) has the title.
    #[must_use]
    pub fn has(&self, ty: &str, title: &str) -> bool {
        let of_type = self.titles(ty);
        of_type.is_some_and(|titles| titles.contains(title))
            || self.of_computed_type.contains(title)
    }

    /// The titles of a type (in lower case).
    #[must_use]
    pub fn titles(&self, ty: &str) -> Option<&FxHashSet<SmolStr>> {
        self.by_type.get(ty)
    }

    fn add_file(&mut self, db: &dyn Db, file: File) {
        for (id, _) in program(db, file).bodies() {
            let item = Item { file, body: id };
            for (ty, names) in title_index(db, item).all() {
                let titles = match ty {
                    Some(ty) => self.by_type.entry(ty.clone()).or_default(),
                    None => &mut self.of_computed_type,
                };
                titles.extend(names.titles.iter().chain(&names.names).cloned());
            }
            for call in body_declarations(db, item).declaring_calls() {
                let titles = match &call.ty {
                    Some(ty) => self.by_type.entry(ty.clone()).or_default(),
                    None => &mut self.of_computed_type,
                };
                titles.extend(call.titles.iter().flat_map(|it| texts(db, item, *it)));
            }
        }
    }
}

/// The texts in an expression.
fn texts(db: &dyn Db, item: Item, expr: ExprId) -> Vec<SmolStr> {
    let body = body(db, item);
    let texts = body
        .preorder(expr)
        .entered()
        .filter_map(|(_, expr)| match expr {
            Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text.clone()),
            _ => None,
        });
    texts.collect()
}

/// Whether code of an environment writes a title of a type (in lower case).
pub fn is_title_written(db: &dyn Db, environment: Environment, ty: &str, title: &str) -> bool {
    let mut all = titles_by_module(db, environment).iter();
    all.any(|titles| titles.has(ty, title))
}

/// The titles that the code of an environment writes, module by module: an edit concerns only the one that it is in.
#[salsa::tracked(returns(deref))]
fn titles_by_module(db: &dyn Db, environment: Environment) -> Box<[Arc<WrittenTitles>]> {
    let modules = environment.modules(db).iter().copied().map(Some);
    let all = modules.chain([None]);
    all.map(|module| titles_around(db, environment, module))
        .collect()
}

/// The titles that the code of a module writes, or without a module the manifests of the site.
#[salsa::tracked(returns(clone))]
pub fn titles_around(
    db: &dyn Db,
    environment: Environment,
    module: Option<Module>,
) -> Arc<WrittenTitles> {
    let mut titles = WrittenTitles::default();
    let files = files_around(db, environment, module);
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        titles.add_file(db, file);
    }
    Arc::new(titles)
}

/// All bodies of a module, or without a module those of the site's manifests; what else is evaluated with them is open.
#[salsa::tracked(returns(clone))]
pub fn bodies_around(
    db: &dyn Db,
    environment: Environment,
    module: Option<Module>,
) -> Arc<CatalogClosure> {
    let files = files_around(db, environment, module);
    let mut items = Vec::new();
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        let bodies = program(db, file);
        items.extend(bodies.bodies().map(|(body, _)| Item { file, body }));
    }
    Arc::new(CatalogClosure {
        items: items.into(),
        is_whole: false,
    })
}

fn files_around(
    db: &dyn Db,
    environment: Environment,
    module: Option<Module>,
) -> impl Iterator<Item = File> {
    let files = match module {
        Some(module) => module.files(db),
        None => environment.manifests(db),
    };
    files.iter().copied()
}
