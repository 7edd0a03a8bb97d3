//! Attributes that are given twice to one resource.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{AttributeOperation, Expr, ExprId, Operation, PartId};
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::canonical;
use puppet_text::capitalized;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A resource has the same attribute twice.
    pub DUPLICATE_ATTRIBUTE = {
        code: "R303", name: "duplicate-attribute",
        level: Error, fix: Unsafe, puppet_lint: ["duplicate_params"],
    }
}

/// Attributes that are given twice to one resource, or to all that a statement changes.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { bodies, .. } => {
                for body in bodies {
                    check_operations(context, &body.operations, out);
                    check_hashes(context, &body.operations, out);
                }
            }
            Expr::ResourceDefaults { operations, .. }
            | Expr::ResourceOverride { operations, .. } => {
                check_operations(context, operations, out);
            }
            // It fails as soon as it collects something.
            Expr::Collect { operations, .. } => {
                let mut found = Vec::new();
                check_operations(context, operations, &mut found);
                let found = found.into_iter();
                out.extend(found.map(|diagnostic| diagnostic.with_severity(Severity::Warning)));
            }
            _ => {}
        }
    }
}

/// Defaults of a resource type that one scope certainly sets twice (`Puppet::Parser::Scope#define_settings`).
pub fn check_defaults(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut seen: FxHashMap<(SmolStr, &str), (ExprId, PartId)> = FxHashMap::default();
    for (id, expr) in context.unconditional() {
        let Expr::ResourceDefaults {
            type_ref: Some(type_ref),
            operations,
            ..
        } = expr
        else {
            continue;
        };
        let Expr::QualifiedReference(name) = context.body.expr(*type_ref) else {
            continue;
        };
        for operation in operations {
            let Operation::Attribute(attribute) = operation else {
                continue;
            };
            let key = (canonical(name), attribute.name.as_str());
            let (first, part) = *seen.entry(key).or_insert((id, attribute.part));
            // The same expression is looked at above.
            if first != id {
                let ty = capitalized(&canonical(name));
                let message = format!(
                    "Default already defined for {ty} {{ {} }}; cannot redefine",
                    attribute.name
                );
                let anchor = Anchor::PartName(attribute.part);
                out.push(
                    BodyDiagnostic::new(&DUPLICATE_ATTRIBUTE, anchor, message)
                        .with_related((context.item, Anchor::PartName(part)), "First defined here"),
                );
            }
        }
    }
}

/// Puppet reports each repetition at the attribute itself (`DUPLICATE_ATTRIBUTE`).
fn check_operations(
    context: &Context<'_>,
    operations: &[Operation],
    out: &mut Vec<BodyDiagnostic>,
) {
    let mut seen: FxHashMap<&str, &AttributeOperation> = FxHashMap::default();
    for operation in operations {
        let Operation::Attribute(attribute) = operation else {
            continue;
        };
        match seen.get(&*attribute.name) {
            None => drop(seen.insert(&attribute.name, attribute)),
            Some(first) => out.push(
                BodyDiagnostic::new(
                    &DUPLICATE_ATTRIBUTE,
                    Anchor::PartName(attribute.part),
                    format!("The attribute '{}' has already been set", attribute.name),
                )
                .with_related(
                    (context.item, Anchor::PartName(first.part)),
                    "First set here",
                ),
            ),
        }
    }
}

/// Attributes that are given by name and in a hash (`* => { … }`): the hash must not have them.
fn check_hashes(context: &Context<'_>, operations: &[Operation], out: &mut Vec<BodyDiagnostic>) {
    let named: FxHashMap<&str, PartId> = operations
        .iter()
        .filter_map(|operation| match operation {
            Operation::Attribute(attribute) => Some((attribute.name.as_str(), attribute.part)),
            Operation::Attributes { .. } => None,
        })
        .collect();
    for operation in operations {
        let Operation::Attributes { expr, .. } = operation else {
            continue;
        };
        let keys = keys(context.inference.result(*expr));
        for (name, part) in keys
            .iter()
            .filter_map(|key| Some((key, named.get(key.as_str())?)))
        {
            let message = format!("The attribute '{name}' has already been set");
            out.push(
                BodyDiagnostic::new(&DUPLICATE_ATTRIBUTE, Anchor::Expr(*expr), message)
                    .with_related((context.item, Anchor::PartName(*part)), "Set here"),
            );
        }
    }
}

/// The keys that a hash certainly has.
fn keys(hash: &Inferred) -> Vec<SmolStr> {
    match hash {
        Inferred::Value(Value::Hash(entries)) => entries
            .iter()
            .filter_map(|(key, _)| key.as_str().map(SmolStr::from))
            .collect(),
        Inferred::Type(Type::Struct(of)) => of
            .elements
            .iter()
            .filter(|element| !element.is_optional())
            .map(|element| element.name.clone())
            .collect(),
        _ => Vec::new(),
    }
}
