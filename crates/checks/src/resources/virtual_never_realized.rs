//! Virtual resources that no collector and no `realize` realizes.

use puppet_db::{Db, Environment, program};
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, Expr, ExprId, ResourceForm};
use puppet_library::Library;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;

declare_rule! {
    /// A virtual resource is never realized.
    pub VIRTUAL_NEVER_REALIZED = {
        code: "R313", name: "virtual-never-realized",
        levels: [Off, Hint, Hint], fix: Unsafe,
        help: "Collect it, realize it, or declare it without `@`",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Resource {
            form: ResourceForm::Virtual,
            type_name,
            ..
        } = it.expr
            && let Expr::QualifiedName(name) = context.body.expr(*type_name)
        {
            out.extend(never_realized(context, *type_name, &canonical(name)));
        }
    }
}

/// A virtual resource of a type of which nothing is realized.
fn never_realized(
    context: &Context<'_>,
    type_name: ExprId,
    name: &SmolStr,
) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    owner(db, context.item.file)?.module?;
    let modules = environment.modules(db);
    // Other modules may realize what has a name that is known to all.
    if Library.resource_type(name).is_some() && modules.len() > 1 {
        return None;
    }
    let of_modules = modules.iter().flat_map(|module| module.files(db).iter());
    let files = of_modules.chain(environment.manifests(db).iter());
    let mut files = files.filter(|file| file.kind(db).is_puppet());
    if files.any(|file| realized(db, environment, *file).may_have(name)) {
        return None;
    }
    let message = format!(
        "Virtual resource is never realized: there is no collector or realize() for type '{name}'"
    );
    Some(BodyDiagnostic::new(
        &VIRTUAL_NEVER_REALIZED,
        Anchor::Expr(type_name),
        message,
    ))
}

/// The types of which a file realizes resources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct RealizedTypes {
    types: FxHashSet<SmolStr>,
    /// Some are named where they cannot be read.
    is_open: bool,
}

impl RealizedTypes {
    fn may_have(&self, name: &str) -> bool {
        self.is_open || self.types.contains(name)
    }
}

#[salsa::tracked]
fn realized(db: &dyn Db, environment: Environment, file: puppet_db::File) -> RealizedTypes {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let mut found = RealizedTypes::default();
    for (_, body) in program(db, file).bodies() {
        for (id, expr) in body.exprs() {
            match expr {
                Expr::Collect { type_expr, .. } => found.add(body, *type_expr),
                Expr::CallNamedFunction { .. } => {
                    let Some(call) = Call::from_expr(body, id) else {
                        continue;
                    };
                    if call.name == Some("realize") {
                        call.arguments.iter().for_each(|it| found.add(body, *it));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

impl RealizedTypes {
    fn add(&mut self, body: &Body, expr: ExprId) {
        match body.expr(expr) {
            Expr::QualifiedReference(name) => drop(self.types.insert(canonical(name))),
            Expr::Access { left, .. } => match body.expr(*left) {
                Expr::QualifiedReference(name) => drop(self.types.insert(canonical(name))),
                _ => self.is_open = true,
            },
            _ => self.is_open = true,
        }
    }
}
