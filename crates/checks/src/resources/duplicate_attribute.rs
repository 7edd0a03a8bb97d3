//! Attributes that are given twice to one resource.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{AttributeOperation, Expr, Operation, PartId};
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::infer::Inferred;

declare_rule! {
    /// A resource has the same attribute twice.
    pub DUPLICATE_ATTRIBUTE = {
        code: "R303", name: "duplicate-attribute",
        level: Error, fix: Unsafe, puppet_lint: ["duplicate_params"],
    }
}

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
                out.extend(found.map(|finding| finding.with_severity(Severity::Warning)));
            }
            _ => {}
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
                    context.item,
                    Anchor::PartName(first.part),
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
        let keys = keys(context.inference.known(*expr));
        for (name, part) in keys
            .iter()
            .filter_map(|key| Some((key, named.get(key.as_str())?)))
        {
            let message = format!("The attribute '{name}' has already been set");
            out.push(
                BodyDiagnostic::new(&DUPLICATE_ATTRIBUTE, Anchor::Expr(*expr), message)
                    .with_related(context.item, Anchor::PartName(*part), "Set here"),
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
