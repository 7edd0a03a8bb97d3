//! The types of the parts of Hiera's data.

use puppet_db::File;
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::resolve_canonical;
use puppet_types::Type;

use crate::context::Context;
use crate::dataflow::type_path::types_below;
pub use crate::dataflow::type_path::{LiteralMember, fixed, keys, members};
use crate::hiera::incomplete::PathSegment;

/// The types that a place in data may have, without aliases and unions.
pub fn sinks_at(context: Context<'_>, file: File, path: &[PathSegment]) -> Vec<Type> {
    types_of(context, file, path).unwrap_or_default()
}

fn types_of(context: Context<'_>, file: File, path: &[PathSegment]) -> Option<Vec<Type>> {
    let db = context.db;
    let (PathSegment::Key(key), rest) = path.split_first()? else {
        return None;
    };
    let (class, name) = key.rsplit_once("::")?;
    let environment = owner(db, file)?.environment;
    let class = resolve_canonical(db, environment, ItemKind::Class, class.into()).item()?;
    let signature = signature(db, environment, class);
    let names = NameResolver::new(db, environment, class.file);
    let ty = &signature.parameter(name)?.ty;
    Some(types_below(&names, ty, rest))
}
