//! Defaults of a resource type that one scope certainly sets twice.
//!
//! Source: `Puppet::Parser::Scope#define_settings`.

use puppet_hir::model::{Expr, ExprId, Operation, PartId};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::capitalized;
use puppet_semantic::index::item_tree::canonical;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
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
            // The same expression is another check's.
            if first != id {
                let ty = capitalized(&canonical(name));
                let message = format!(
                    "Default already defined for {ty} {{ {} }}; cannot redefine",
                    attribute.name
                );
                let anchor = Anchor::PartName(attribute.part);
                out.push(
                    BodyDiagnostic::new(&rules::DUPLICATE_ATTRIBUTE, anchor, message).with_related(
                        context.item,
                        Anchor::PartName(part),
                        "First defined here",
                    ),
                );
            }
        }
    }
}
