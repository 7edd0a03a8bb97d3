//! Which attributes resources may get from elsewhere: from defaults (`Type { … }`), overrides (`Type['x'] { … }`) and
//! collectors (`Type <| |> { … }`), all of which count wherever they are evaluated.

mod text;

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, program};
use puppet_hir::model::{Body, Expr, ExprId, Note, Operation, Section};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::item::canonical;

/// An attribute of a type (in lower case); either is `None` where it is not known.
type Attribute = (Option<SmolStr>, Option<SmolStr>);

/// Whether a resource of a type (in lower case) may get an attribute otherwise than in its own declaration.
pub fn may_be_amended(db: &dyn Db, environment: Environment, ty: &str, attribute: &str) -> bool {
    let amended = amended(db, environment, ty.into());
    amended.contains(&None) || amended.contains(&Some(attribute.into()))
}

/// Reads what files say about that, before anything is asked.
pub(crate) fn read_ahead(db: &dyn Db, environment: Environment) {
    amending(db, environment);
}

/// The attributes that resources of a type may get.
#[salsa::tracked(returns(clone))]
fn amended(db: &dyn Db, environment: Environment, ty: SmolStr) -> Arc<FxHashSet<Option<SmolStr>>> {
    let amending = amending(db, environment);
    let of_type = amending.get(&Some(ty.clone())).into_iter().flatten();
    let of_any = amending.get(&None).into_iter().flatten();
    let mut found = FxHashSet::default();
    for file in of_type.chain(of_any) {
        let amended = amended_in(db, *file);
        let amended = amended.iter();
        let amended = amended.filter(|it| it.0.as_ref().is_none_or(|it| *it == ty));
        found.extend(amended.map(|(_, attribute)| attribute.clone()));
    }
    Arc::new(found)
}

/// The files that may have something for resources of a type, or of one that their text does not tell.
#[salsa::tracked(returns(clone))]
fn amending(db: &dyn Db, environment: Environment) -> Arc<FxHashMap<Option<SmolStr>, Vec<File>>> {
    let mut all: FxHashMap<_, Vec<File>> = FxHashMap::default();
    let of_modules = environment.modules(db).iter();
    let files = of_modules
        .flat_map(|module| module.files(db).iter())
        .chain(environment.manifests(db).iter())
        .chain(environment.loose(db).iter());
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        for ty in types_in(db, *file).iter() {
            all.entry(ty.clone()).or_default().push(*file);
        }
    }
    Arc::new(all)
}

/// The types for whose resources a file may have something, as far as its text tells.
#[salsa::tracked(returns(clone))]
fn types_in(db: &dyn Db, file: File) -> Arc<FxHashSet<Option<SmolStr>>> {
    Arc::new(match file.kind(db) {
        FileKind::Manifest => text::amended_types(file.text(db)),
        _ => FxHashSet::from_iter([None]),
    })
}

#[salsa::tracked(returns(clone))]
fn amended_in(db: &dyn Db, file: File) -> Arc<FxHashSet<Attribute>> {
    let mut found = FxHashSet::default();
    for (_, body) in program(db, file).bodies() {
        for part in body.notes::<AmendedInSection>() {
            found.extend(part.0.iter().cloned());
        }
    }
    Arc::new(found)
}

/// The attributes that a section of a body gives to resources from elsewhere.
struct AmendedInSection(Box<[Attribute]>);

impl Note for AmendedInSection {
    fn read(section: &Section<'_>) -> Self {
        let mut found = FxHashSet::default();
        for (_, expr) in section.body.exprs() {
            let (ty, operations) = match expr {
                Expr::ResourceDefaults {
                    type_ref: Some(ty),
                    operations,
                    ..
                }
                | Expr::ResourceOverride {
                    resources: ty,
                    operations,
                    ..
                }
                | Expr::Collect {
                    type_expr: ty,
                    operations,
                    ..
                } => (type_of(section.body, *ty), operations),
                _ => continue,
            };
            for operation in operations {
                let attribute = match operation {
                    Operation::Attribute(attribute) => Some(attribute.name.clone()),
                    Operation::Attributes { .. } => None,
                };
                found.insert((ty.clone(), attribute));
            }
        }
        Self(found.into_iter().collect())
    }
}

/// The type that is named: `File`, `File['x']`.
fn type_of(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::QualifiedReference(name) => Some(canonical(name)).filter(|name| name != "resource"),
        Expr::Access { left, .. } => match body.expr(*left) {
            Expr::QualifiedReference(_) => type_of(body, *left),
            _ => None,
        },
        _ => None,
    }
}
