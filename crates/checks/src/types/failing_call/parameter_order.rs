//! Functions that no call can succeed on: a parameter that must be given comes after one that need not be.
//!
//! Source: `Puppet::Pops::Evaluator::Closure#create_callable`.

use puppet_hir::model::Parameter;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::ItemKind;

use super::FAILING_CALL;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let definition = context.body.definition();
    if ItemKind::from_definition(definition) != Some(ItemKind::Function) {
        return;
    }
    let parameters = context.body.parameters();
    let is_optional = |it: &&Parameter| it.value.is_some() || it.captures_rest;
    let mut after = parameters.iter().skip_while(|it| !is_optional(it));
    let Some(first) = after.next() else { return };
    if let Some(required) = after.find(|it| !is_optional(it)) {
        let message = format!(
            "Parameter ${} is required but appears after optional parameters",
            required.name
        );
        let at = Anchor::PartName(required.part);
        let diagnostic = BodyDiagnostic::new(&FAILING_CALL, at, message)
            .with_help("Give it a default, or move it before the parameters that have one")
            .with_related(
                (context.item, Anchor::PartName(first.part)),
                "First optional one",
            );
        out.push(diagnostic);
    }
}
