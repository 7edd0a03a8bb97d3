//! The types of the parts of Hiera's data.

use puppet_inference::functions::item_signature::signature;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::resolve_canonical;
use puppet_types::Type;

use crate::context::FileContext;
use crate::dataflow::type_path::types_below;
pub use crate::dataflow::type_path::{LiteralMember, fixed, keys, members};
use crate::hiera::incomplete::PathSegment;

/// The types that a place in data may have, without aliases and unions.
pub fn sinks_at(context: FileContext<'_>, path: &[PathSegment]) -> Vec<Type> {
    types_of(context, path).unwrap_or_default()
}

fn types_of(context: FileContext<'_>, path: &[PathSegment]) -> Option<Vec<Type>> {
    let db = context.db;
    let (PathSegment::Key(key), rest) = path.split_first()? else {
        return None;
    };
    let (class, name) = key.rsplit_once("::")?;
    let environment = owner(db, context.file)?.environment;
    let class = resolve_canonical(db, environment, ItemKind::Class, class.into()).item()?;
    let signature = signature(db, environment, class);
    let names = NameResolver::new(db, environment, class.file);
    let ty = &signature.parameter(name)?.ty;
    Some(types_below(&names, ty, rest))
}
