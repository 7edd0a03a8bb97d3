//! Definitions that Puppet cannot resolve: classes that inherit from themselves, and type aliases without a type in them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::BodyOwner;
use puppet_types::Named;

use puppet_inference::body_context::Context;
use puppet_inference::variables::bindings::parent_class;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_semantic::types::alias::alias_of;

declare_rule! {
    /// A class inherits from itself, or a type alias refers only to itself.
    pub CIRCULAR_DEFINITION = {
        code: "N113", name: "circular-definition", level: Error,
        help: "Remove one of the references that form the circle",
    }
}

/// Circles of more classes are not searched for: each class would follow the whole chain of its parents.
const LONGEST_CIRCLE: usize = 50;

/// So many of the other classes of a circle are shown.
const MOST_SHOWN: usize = 5;

/// The end of what is said of an alias that refers only to itself.
pub(crate) const IS_CIRCLE: &str = "cannot be resolved to a real type";

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    match context.body.definition() {
        BodyOwner::TypeAlias {
            type_expr: Some(expr),
            ..
        } => {
            if let Named::Invalid(message) =
                alias_of(context.db, context.environment(), context.item)
                && message.ends_with(IS_CIRCLE)
            {
                let at = Anchor::Expr(*expr);
                out.push(BodyDiagnostic::new(&CIRCULAR_DEFINITION, at, &**message));
            }
        }
        BodyOwner::Class {
            name,
            parent_class: Some(_),
            ..
        } => out.extend(circular_inheritance(context, name)),
        _ => {}
    }
}

/// A class that is among those that it inherits from: Puppet follows them until its stack is full.
fn circular_inheritance(context: &Context<'_>, name: &str) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    let mut chain = vec![context.item];
    while chain.len() <= LONGEST_CIRCLE {
        let last = *chain.last()?;
        let parent = parent_class(db, last)?;
        let next = resolve(db, environment, last.file, ItemKind::Class, &parent).item()?;
        if next == context.item {
            return Some(inherits_from_itself(name, &chain));
        }
        chain.push(next);
    }
    None
}

fn inherits_from_itself(name: &str, chain: &[Item]) -> BodyDiagnostic {
    let message = format!("Class '{}' inherits from itself", canonical(name));
    let at = Anchor::ParentClass;
    let diagnostic = BodyDiagnostic::new(&CIRCULAR_DEFINITION, at, message);
    let others = chain.iter().skip(1).take(MOST_SHOWN);
    others.fold(diagnostic, |diagnostic, item| {
        diagnostic.with_related((*item, Anchor::ParentClass), "It inherits further here")
    })
}
