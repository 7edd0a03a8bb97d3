//! Attributes that are given twice to one resource.

use puppet_diagnostics::rules;
use puppet_hir::model::{AttributeOperation, Expr, Operation};
use rustc_hash::FxHashMap;

use super::bodies::Context;
use crate::finding::{Anchor, Finding};

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { bodies, .. } => {
                for body in bodies {
                    check_operations(context, &body.operations, out);
                }
            }
            Expr::ResourceDefaults { operations, .. }
            | Expr::ResourceOverride { operations, .. }
            | Expr::Collect { operations, .. } => check_operations(context, operations, out),
            _ => {}
        }
    }
}

/// Puppet reports each repetition at the attribute itself (`DUPLICATE_ATTRIBUTE`).
fn check_operations(context: &Context<'_>, operations: &[Operation], out: &mut Vec<Finding>) {
    let mut seen: FxHashMap<&str, &AttributeOperation> = FxHashMap::default();
    for operation in operations {
        let Operation::Attribute(attribute) = operation else {
            continue;
        };
        match seen.get(&*attribute.name) {
            None => drop(seen.insert(&attribute.name, attribute)),
            Some(first) => out.push(
                Finding::new(
                    &rules::DUPLICATE_ATTRIBUTE,
                    Anchor::PartName(attribute.part),
                    format!("The attribute '{}' has already been set", attribute.name),
                )
                .with_related(
                    context.item,
                    Anchor::PartName(first.part),
                    "it is set here first",
                ),
            ),
        }
    }
}
