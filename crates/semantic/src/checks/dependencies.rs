//! Uses of modules that the module's metadata.json does not name.
//!
//! Only modules that are here count, and only uses that every node makes: what stands in a branch, or behind `defined`,
//! is a use if the module happens to be there.

use std::sync::Arc;

use puppet_db::{Db, Module};
use puppet_diagnostics::rules;
use puppet_hir::model::{Definition, Expr};
use puppet_project::autoload;
use puppet_project::metadata::Metadata;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::bodies::Context;
use crate::finding::{Anchor, Finding};
use crate::infer::{Call, Known};
use crate::item::{ItemKind, canonical};
use crate::owner::{Role, owner};

/// Functions whose arguments are names of classes.
const INCLUDING: [&str; 3] = ["contain", "include", "require"];

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let Some(owner) = owner(context.db, context.item.file) else {
        return;
    };
    let Some(module) = owner.module.filter(|_| owner.role == Role::Module) else {
        return;
    };
    let Some(declared) = declared(context.db, module) else {
        return;
    };
    let mut known = Modules {
        declared,
        reported: FxHashSet::default(),
    };
    if let Definition::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    {
        report(
            context,
            &mut known,
            ItemKind::Class,
            parent,
            Anchor::Name,
            out,
        );
    }
    for it in context.reachable().filter(|it| !it.is_conditional) {
        match it.expr {
            Expr::QualifiedReference(name) if name.contains("::") => {
                report(
                    context,
                    &mut known,
                    ItemKind::TypeAlias,
                    name,
                    Anchor::Expr(it.id),
                    out,
                );
            }
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    continue;
                };
                if canonical(name) == "class" {
                    for title in bodies.iter().filter_map(|body| body.title) {
                        if let Some(name) = text(context.inference.known(title)) {
                            report(
                                context,
                                &mut known,
                                ItemKind::Class,
                                name,
                                Anchor::Expr(title),
                                out,
                            );
                        }
                    }
                } else {
                    report(
                        context,
                        &mut known,
                        ItemKind::DefinedType,
                        name,
                        Anchor::Expr(*type_name),
                        out,
                    );
                }
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let Some(call) = Call::of(context.body, it.id) else {
                    continue;
                };
                let Some(name) = call.name else { continue };
                if INCLUDING.contains(&name) {
                    for argument in &call.arguments {
                        if let Some(name) = text(context.inference.known(*argument)) {
                            report(
                                context,
                                &mut known,
                                ItemKind::Class,
                                name,
                                Anchor::Expr(*argument),
                                out,
                            );
                        }
                    }
                } else if name.contains("::") {
                    report(
                        context,
                        &mut known,
                        ItemKind::Function,
                        name,
                        Anchor::Expr(call.functor),
                        out,
                    );
                }
            }
            _ => {}
        }
    }
}

fn text(known: &Known) -> Option<&str> {
    known.value()?.as_str()
}

/// The modules that may be used: itself and what its metadata names; `None` without readable metadata.
#[salsa::tracked(returns(clone))]
fn declared(db: &dyn Db, module: Module) -> Option<Arc<FxHashSet<SmolStr>>> {
    let text = module.metadata(db)?.text(db);
    let metadata = Metadata::parse(text);
    if metadata.problems.iter().any(|problem| problem.is_fatal) {
        return None;
    }
    let names = metadata.dependencies.iter().map(|dependency| {
        let name = dependency.name.rsplit(['/', '-']).next();
        SmolStr::from(name.unwrap_or_default().to_lowercase())
    });
    let own = SmolStr::from(&**module.name(db));
    Some(Arc::new(names.chain([own]).collect()))
}

/// The modules that need no finding.
struct Modules {
    declared: Arc<FxHashSet<SmolStr>>,
    reported: FxHashSet<SmolStr>,
}

/// One finding for each module and body.
fn report(
    context: &Context<'_>,
    known: &mut Modules,
    kind: ItemKind,
    name: &str,
    anchor: Anchor,
    out: &mut Vec<Finding>,
) {
    let name = canonical(name);
    let module = SmolStr::from(autoload::module_name(&name));
    if !known.declared.contains(&module)
        && !known.reported.contains(&module)
        && context.names.resolve(kind, &name).found().is_some()
    {
        let message = format!(
            "the {} '{name}' is of the module '{module}', which metadata.json does not name",
            kind.describe()
        );
        out.push(
            Finding::new(&rules::UNDECLARED_DEPENDENCY, anchor, message)
                .with_help("add the module to 'dependencies'"),
        );
        known.reported.insert(module);
    }
}
