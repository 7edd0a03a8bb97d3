//! Calls: functions that are called, classes that are included, resources of defined types.

use puppet_db::File;
use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_text::TextSize;

use super::{HierarchyCall, add, definition_at, file_item, item, places};
use crate::analysis::Context;
use crate::name_at::{Name, NameAt, name_of};
use crate::resolve::{self, Found};
use crate::syntax::{self, enclosing_definition};

/// Who uses the definition whose name stands at a place.
pub(crate) fn incoming(context: Context<'_>, file: File, offset: TextSize) -> Vec<HierarchyCall> {
    let Some(definition) = definition_at(context, file, offset) else {
        return Vec::new();
    };
    let mut calls = Vec::new();
    for (file, at) in places(context, file, definition) {
        if is_use(&at)
            && let Some(node) = at.token.parent()
        {
            let user = enclosing_definition(&node).and_then(|it| item(context, file, &it));
            let user = user.unwrap_or_else(|| file_item(context, file));
            add(&mut calls, user, at.range);
        }
    }
    calls
}

/// What the definition whose name stands at a place uses; everywhere else what the file uses outside of definitions.
pub(crate) fn outgoing(context: Context<'_>, file: File, offset: TextSize) -> Vec<HierarchyCall> {
    let body = match definition_at(context, file, offset) {
        Some(definition) => definition.syntax().clone(),
        None => syntax::root(context.db, file),
    };
    let mut calls = Vec::new();
    let tokens = syntax::own_nodes(&body)
        .filter(|node| *node == body || !Definition::can_cast(node.kind()))
        .flat_map(|node| node.children_with_tokens().collect::<Vec<_>>())
        .filter_map(|it| it.into_token());
    for at in tokens.filter_map(|token| name_of(&token)).filter(is_use) {
        for found in resolve::find(context, file, &at) {
            if let Found::Item(used_in, definition) = found
                && let Some(used) = item(context, used_in, &definition)
            {
                add(&mut calls, used, at.range);
            }
        }
    }
    calls
}

/// Whether a name makes the thing be used: a reference such as `Class['a']` does not.
fn is_use(at: &NameAt) -> bool {
    use puppet_syntax::SyntaxKind::ACCESS_KEYS;
    let in_reference = at
        .token
        .parent_ancestors()
        .take(3)
        .any(|node| node.kind() == ACCESS_KEYS);
    match at.name {
        Name::Class(_) | Name::ResourceType(_) | Name::Function(_) | Name::Plan(_) => !in_reference,
        _ => false,
    }
}
