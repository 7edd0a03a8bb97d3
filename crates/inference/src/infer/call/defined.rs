//! `defined`, which is false where none of its names can exist.

use puppet_hir::{Call, ExprId};
use puppet_types::inferred::Inferred;
use puppet_types::{Type, Value};

use crate::infer::builder::InferenceBuilder;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::Resolution;
use puppet_semantic::resource_types::existence::{Presence, resource_type};

/// The result; `None` where one of the names is there or may be.
pub(super) fn infer(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let mut names = call.arguments.iter();
    let is_false = !call.arguments.is_empty() && names.all(|it| is_absent(walk, *it));
    is_false.then(|| Value::Boolean(false).into())
}

/// Whether an argument certainly names nothing: no class and no type that is not there is in a catalog.
fn is_absent(walk: &InferenceBuilder<'_>, argument: ExprId) -> bool {
    let is_class = |name: &str| walk.names.resolve(ItemKind::Class, name) != Resolution::Absent;
    let is_type = |name: &str| resource_type(walk.names, name) != Presence::Absent;
    match walk.result(argument).value() {
        Some(Value::String(name)) => !name.starts_with('$') && !is_class(name) && !is_type(name),
        Some(Value::Type(Type::Class(Some(name)))) => !is_class(name),
        Some(Value::Type(Type::Resource(ty))) => ty.name.as_deref().is_some_and(|it| !is_type(it)),
        _ => false,
    }
}
