//! Receivers of method calls.

use crate::assist_context::AssistContext;
use puppet_ide_db::dataflow::type_path::types_below;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode, Expr};
use puppet_types::Type;

/// Whether a value is certainly none whose own members Puppet would find after the dot before functions.
pub fn has_no_members(site: &AssistContext<'_>, receiver: &Expr) -> bool {
    let db = site.context.db;
    let ty = type_at(db, site.context.file, trimmed_range(receiver.syntax()));
    let Some((ty, owner)) = ty.zip(owner(db, site.context.file)) else {
        return false;
    };
    let names = NameResolver::new(db, owner.environment, site.context.file);
    let types = types_below(&names, &ty, &[]);
    !types.is_empty() && types.iter().all(is_plain)
}

/// Whether values of a type have no members of their own.
pub fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Undef
            | Type::Default
            | Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Type(_)
    )
}
