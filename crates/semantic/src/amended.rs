//! Which attributes resources may get from elsewhere: from defaults (`Type { … }`), overrides (`Type['x'] { … }`) and
//! collectors (`Type <| |> { … }`), all of which count wherever they are evaluated.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, program};
use puppet_hir::model::{Body, Expr, ExprId, Operation};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::item::canonical;

/// An attribute of a type; either is `None` where it is not known.
type Attribute = (Option<SmolStr>, Option<SmolStr>);

/// Whether a resource of a type (in lower case) may get an attribute otherwise than in its own declaration.
pub fn may_be_amended(db: &dyn Db, environment: Environment, ty: &str, attribute: &str) -> bool {
    let amended = amended(db, environment);
    let (ty, attribute) = (Some(SmolStr::from(ty)), Some(SmolStr::from(attribute)));
    [
        (ty.clone(), attribute.clone()),
        (ty, None),
        (None, attribute),
        (None, None),
    ]
    .iter()
    .any(|key| amended.contains(key))
}

#[salsa::tracked(returns(clone))]
fn amended(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<Attribute>> {
    let mut found = FxHashSet::default();
    let of_modules = environment.modules(db).iter();
    let files = of_modules
        .flat_map(|module| module.files(db).iter())
        .chain(environment.manifests(db).iter())
        .chain(environment.loose(db).iter());
    for file in files {
        found.extend(amended_in(db, *file).iter().cloned());
    }
    Arc::new(found)
}

#[salsa::tracked(returns(clone))]
fn amended_in(db: &dyn Db, file: File) -> Arc<FxHashSet<Attribute>> {
    let mut found = FxHashSet::default();
    for (_, body) in program(db, file).bodies() {
        for (_, expr) in body.exprs() {
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
                } => (type_of(body, *ty), operations),
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
    }
    Arc::new(found)
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
