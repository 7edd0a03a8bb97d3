//! Defaults of a resource type that one scope certainly sets twice.
//!
//! Source: `Puppet::Parser::Scope#define_settings`.

use puppet_diagnostics::rules;
use puppet_hir::model::{Expr, ExprId, Operation, PartId, Step};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::bodies::Context;
use crate::finding::{Anchor, Finding};
use crate::item::canonical;
use crate::text::capitalized;

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let mut seen: FxHashMap<(SmolStr, &str), (ExprId, PartId)> = FxHashMap::default();
    let mut forks = 0;
    for step in context.body.preorder_all() {
        let id = match step {
            Step::Enter(id) => id,
            Step::Leave(id) => {
                forks -= usize::from(is_fork(context.body.expr(id)));
                continue;
            }
        };
        let expr = context.body.expr(id);
        forks += usize::from(is_fork(expr));
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
        if forks > 0 || context.inference.is_unreachable(id) {
            continue;
        }
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
                    Finding::new(&rules::DUPLICATE_ATTRIBUTE, anchor, message).with_related(
                        context.item,
                        Anchor::PartName(part),
                        "it is defined here first",
                    ),
                );
            }
        }
    }
}

/// Whether parts of an expression are evaluated in some cases only, or more than once.
fn is_fork(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If { .. }
            | Expr::Unless { .. }
            | Expr::Case { .. }
            | Expr::Selector { .. }
            | Expr::Lambda { .. }
            | Expr::And { .. }
            | Expr::Or { .. }
    )
}
