//! Classes that are used as defined types, and the other way around: the name exists, and Puppet does not find it.

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{Item, ItemKind};

/// The definition of another kind that has a name, and how to declare it.
pub struct OtherKind {
    item: Item,
    help: String,
}

/// What has the name of a class or defined type that is wanted, and is the other of the two.
pub fn other_kind(context: &Context<'_>, wanted: ItemKind, name: &str) -> Option<OtherKind> {
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
    let item = context.names.resolve(other, name).item()?;
    Some(OtherKind { item, help })
}

impl OtherKind {
    /// Says in a diagnostic how to declare it.
    pub fn explain(self, diagnostic: BodyDiagnostic) -> BodyDiagnostic {
        diagnostic
            .with_help(self.help)
            .with_related((self.item, Anchor::Name), "Defined here")
    }
}
