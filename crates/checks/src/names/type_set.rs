//! Names that a `TypeSet` gives to its members.
//!
//! Source: `Puppet::Pops::Types::PTypeSetType#init_from_hash`, which resolves names in the set before all others.

use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId};
use rustc_hash::FxHashSet;

/// The names of the entry `types` of each `TypeSet[{ … }]` in a type alias: in other code, these are evaluated.
pub(crate) fn member_names(body: &Body) -> FxHashSet<&str> {
    if body.definition().kind() != DefinitionKind::TypeAlias {
        return FxHashSet::default();
    }
    let hashes = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Access { left, keys } if is_type_set(body, *left) => keys.first(),
        _ => None,
    });
    let types = hashes.flat_map(|hash| {
        let entries = entries(body, *hash);
        entries.filter(|(key, _)| matches!(body.expr(*key), Expr::LiteralString(text) | Expr::QualifiedName(text) if text == "types"))
    });
    let members = types.flat_map(|(_, types)| entries(body, types));
    members
        .filter_map(|(key, _)| match body.expr(key) {
            Expr::QualifiedReference(name) => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

fn is_type_set(body: &Body, left: ExprId) -> bool {
    matches!(body.expr(left), Expr::QualifiedReference(name) if name == "TypeSet")
}

fn entries(body: &Body, hash: ExprId) -> impl Iterator<Item = (ExprId, ExprId)> {
    let entries = match body.expr(hash) {
        Expr::LiteralHash(entries) => &**entries,
        _ => &[],
    };
    entries.iter().map(|it| (it.key, it.value))
}
