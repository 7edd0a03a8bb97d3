//! References to resources and classes that are certainly nowhere.
//!
//! Sources: `Puppet::Parser::Compiler#validate_relationship`, `Puppet::Parser::Relationship#mk_relationship`,
//! `#fail_on_unevaluated_overrides`, `#fail_on_unevaluated_resource_collections`.
//!
//! A class whose module is here and does not have it cannot be in any catalog. Others may be included, and resources be
//! declared, in any file: that they are not is certain only in the manifests of a site, when all is known that they
//! bring along.

use std::sync::Arc;

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId, Operation, ResourceForm};
use puppet_types::{Type, Value, read_text};
use smol_str::SmolStr;

use crate::names::missing_module::weighed;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::catalog::closure::{CatalogClosure, catalog_closure, overridable};
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::Resolution;
use puppet_text::capitalized;

mod misspelled_title;

declare_rule! {
    /// A reference names a resource that is not declared.
    pub UNRESOLVED_REFERENCE = {
        code: "R306", name: "unresolved-reference",
        levels: [Off, Warning, Error], fix: Unsafe,
    }
}

/// Metaparameters whose values are references.
pub const RELATIONSHIPS: [&str; 4] = ["before", "notify", "require", "subscribe"];

/// Resources that Puppet itself puts into every catalog.
const GIVEN: [(&str, &str); 3] = [("stage", "main"), ("class", "main"), ("class", "settings")];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { form, bodies, .. } if *form == ResourceForm::Regular => {
                for value in bodies.iter().flat_map(|body| related(&body.operations)) {
                    check_references(context, &it, value, out);
                }
            }
            // Whether any resource gets them is open.
            Expr::ResourceDefaults { operations, .. } | Expr::Collect { operations, .. } => {
                for value in related(operations) {
                    let mut found = Vec::new();
                    check_references(context, &it, value, &mut found);
                    let found = found.into_iter();
                    out.extend(found.map(|it| it.with_severity(Severity::Warning)));
                }
            }
            Expr::Relationship { left, right, .. } => {
                for operand in [*left, *right] {
                    check_references(context, &it, operand, out);
                }
            }
            Expr::ResourceOverride { resources, .. } => {
                check_overridden(context, *resources, out);
            }
            Expr::CallNamedFunction { .. } => {
                let call = Call::from_expr(context.body, it.id);
                if let Some(call) = call.filter(|call| call.name == Some("realize")) {
                    for argument in call.arguments {
                        check_references(context, &it, argument, out);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The values of the metaparameters that refer to other resources.
fn related(operations: &[Operation]) -> impl Iterator<Item = ExprId> {
    operations.iter().filter_map(|operation| match operation {
        Operation::Attribute(attribute) => RELATIONSHIPS
            .contains(&attribute.name.as_str())
            .then_some(attribute.value),
        Operation::Attributes { .. } => None,
    })
}

fn check_references(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    at: ExprId,
    out: &mut Vec<BodyDiagnostic>,
) {
    // A resource or relationship is no reference to anything else.
    if matches!(
        context.body.expr(at),
        Expr::Resource { .. } | Expr::Relationship { .. } | Expr::Collect { .. }
    ) {
        return;
    }
    let Some(value) = context.inference.result(at).value() else {
        match context.body.expr(at) {
            Expr::LiteralList(all) => all
                .iter()
                .for_each(|one| check_references(context, it, *one, out)),
            _ => out.extend(misspelled_title::interpolated(context, at)),
        }
        return;
    };
    for value in value.flattened() {
        let Some((ty, title)) = referenced(context, value) else {
            continue;
        };
        if !GIVEN.contains(&(&*ty, &*title)) {
            out.extend(check_reference(context, it, at, &ty, &title));
        }
    }
}

/// The type, in lower case, and the title that a value refers to.
pub fn referenced(context: &Context<'_>, value: &Value) -> Option<(SmolStr, SmolStr)> {
    let ty = match value {
        Value::Type(ty) => ty.clone(),
        Value::String(text) => read_text(&context.names, text).ok()?,
        _ => return None,
    };
    match &ty {
        Type::Class(Some(class)) => Some(("class".into(), SmolStr::from(class.as_str()))),
        Type::Resource(resource) => match (&resource.name, &resource.title) {
            (Some(name), Some(title)) => Some((canonical(name), title.clone())),
            _ => None,
        },
        _ => None,
    }
}

fn check_reference(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    at: ExprId,
    ty: &str,
    title: &str,
) -> Option<BodyDiagnostic> {
    let label = match ty {
        "class" => format!("Class[{}]", capitalized(&canonical(title))),
        ty => format!("{}[{title}]", capitalized(ty)),
    };
    let message = format!("Could not find resource '{label}'");
    let diagnostic = BodyDiagnostic::new(&UNRESOLVED_REFERENCE, Anchor::Expr(at), message);
    if ty == "class" {
        let is_absent = context.names.resolve(ItemKind::Class, title) == Resolution::Absent;
        if is_absent {
            let diagnostic = diagnostic
                .with_severity(Severity::Error)
                .with_help("The module has no class of this name");
            // In a branch, it may be meant for another version of a module.
            return Some(weighed(context, it, ItemKind::Class, title, diagnostic));
        }
    }
    let Some(catalog) = complete_catalog(context) else {
        return match ty {
            // Which classes exist is known: the titles of other resources say nothing about it.
            "class" => None,
            ty => misspelled_title::weighed(context, at, (ty, title), diagnostic),
        };
    };
    let may_be_there = match ty {
        "class" => {
            let class = context.names.resolve(ItemKind::Class, title).item();
            class.is_some_and(|class| catalog.has(class))
        }
        ty => catalog.may_have(context.db, context.environment(), ty, title),
    };
    if may_be_there {
        return None;
    }
    Some(
        diagnostic
            .with_severity(Severity::Error)
            .with_help("No class that the site's manifests include declares it"),
    )
}

/// What there may be in the catalogs in which a body is evaluated, if all of it is known: the body is one of the site,
/// or one that the site brings along.
pub fn complete_catalog(context: &Context<'_>) -> Option<Arc<CatalogClosure>> {
    let (db, environment) = (context.db, context.environment());
    let site = match owner(db, context.item.file)?.role {
        Role::Site => context.item.file,
        Role::Module => environment.manifests(db).first().copied()?,
        _ => return None,
    };
    let catalog = catalog_closure(db, environment, site)?;
    // What the site does not use itself is used by what is not seen.
    catalog.has(context.item).then_some(catalog)
}

/// Resources that are overridden: only those that the same definition declares, or a class that it inherits from.
fn check_overridden(context: &Context<'_>, at: ExprId, out: &mut Vec<BodyDiagnostic>) {
    let Some(value) = context.inference.result(at).value() else {
        return;
    };
    let references: Vec<_> = value
        .flattened()
        .filter_map(|value| referenced(context, value))
        .filter(|(ty, _)| ty != "class")
        .collect();
    if references.is_empty() {
        return;
    }
    let Some(catalog) = overridable(context.db, context.environment(), context.item) else {
        return;
    };
    for (ty, title) in references {
        if !catalog.may_have(context.db, context.environment(), &ty, &title) {
            let label = format!("{}[{title}]", capitalized(&ty));
            let message = format!("Could not find resource(s) {label} for overriding");
            out.push(
                BodyDiagnostic::new(&UNRESOLVED_REFERENCE, Anchor::Expr(at), message)
                    .with_severity(Severity::Error)
                    .with_help(
                        "Override only resources of the same class or defined type, or of an inherited class",
                    ),
            );
        }
    }
}
