//! Type aliases that refer to each other so often that nothing is compared with them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::DefinitionKind;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::alias::first_too_complex;

declare_rule! {
    /// Type aliases refer to each other so often that comparing them takes too long.
    pub COMPLEX_ALIAS = { code: "T225", name: "complex-alias", level: Hint }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if context.body.definition().kind() != DefinitionKind::TypeAlias {
        return;
    }
    let item = context.item;
    if first_too_complex(context.db, context.environment(), item.file) != Some(item.body) {
        return;
    }
    let name = context.body.name().map_or("", |name| name);
    let message = format!("Type '{name}' is too complex to check: its aliases are used too often");
    let help = "Use fewer aliases within each other: values of this type are not checked";
    out.push(BodyDiagnostic::new(&COMPLEX_ALIAS, Anchor::Name, message).with_help(help));
}
