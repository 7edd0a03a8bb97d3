//! Titles that the same resource expression has twice.

use puppet_hir::model::ExprId;
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::DUPLICATE_RESOURCE;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

/// A title that the same resource expression has had already.
pub(crate) fn check(
    context: &Context<'_>,
    title: ExprId,
    value: &Value,
    seen: &mut FxHashMap<SmolStr, ExprId>,
) -> Option<BodyDiagnostic> {
    let mut found = None;
    for value in value.flattened() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Default => "default".into(),
            _ => continue,
        };
        // `'default'` and `default` are titles of their own.
        let key = match value {
            Value::Default => SmolStr::default(),
            _ => text.clone(),
        };
        match seen.get(&key) {
            None => drop(seen.insert(key, title)),
            Some(first) => {
                let message =
                    format!("The title '{text}' has already been used in this resource expression");
                let diagnostic =
                    BodyDiagnostic::new(&DUPLICATE_RESOURCE, Anchor::Expr(title), message)
                        .with_issue("DUPLICATE_TITLE");
                found.get_or_insert(if *first == title {
                    diagnostic
                } else {
                    diagnostic.with_related((context.item, Anchor::Expr(*first)), "First used here")
                });
            }
        }
    }
    found
}
