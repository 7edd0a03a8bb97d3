//! Classes that are used as defined types, and the other way around: the name exists, and Puppet does not find it.

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::ItemKind;

/// With how to declare the definition of another kind that has the name, if there is one. Else gives the diagnostic back.
pub fn with_other_kind(
    context: &Context<'_>,
    diagnostic: BodyDiagnostic,
    wanted: ItemKind,
    name: &str,
) -> Result<BodyDiagnostic, BodyDiagnostic> {
    let (other, help) = match wanted {
        ItemKind::Class => (
            ItemKind::DefinedType,
            format!("'{name}' is a defined type: declare it with a title, `{name} {{ 'title': }}`"),
        ),
        _ => (
            ItemKind::Class,
            format!("'{name}' is a class: declare it as `class {{ '{name}': }}`"),
        ),
    };
    let Some(definition) = context.names.resolve(other, name).item() else {
        return Err(diagnostic);
    };
    Ok(diagnostic
        .with_help(help)
        .with_related((definition, Anchor::Name), "Defined here"))
}
