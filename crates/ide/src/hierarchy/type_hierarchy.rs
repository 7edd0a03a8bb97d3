//! Type hierarchies: aliases and the types in them, classes and those that they inherit from.

use puppet_syntax::ast::{self, AstNode as _};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextSize;

use super::{HierarchyItem, definition_at, item, places};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::name_of;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::syntax_ext::enclosing_definition;

/// The class that a class inherits from; the aliases in the type that an alias stands for.
pub(crate) fn supertypes(context: FileContext<'_>, offset: TextSize) -> Vec<HierarchyItem> {
    let definition = definition_at(context, offset);
    let Some(parts) = definition.as_ref().and_then(above) else {
        return Vec::new();
    };
    let mut items: Vec<HierarchyItem> = Vec::new();
    let tokens = parts
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    for at in tokens.filter_map(|token| name_of(&token)) {
        for found in resolve::find(context, &at) {
            if let Definition::Item(file, definition) = found
                && let Some(item) = item(context.file_context(file), &definition)
                && !items.contains(&item)
            {
                items.push(item);
            }
        }
    }
    items
}

/// The classes that inherit from a class; the aliases that an alias is a part of.
pub(crate) fn subtypes(context: FileContext<'_>, offset: TextSize) -> Vec<HierarchyItem> {
    let Some(definition) = definition_at(context, offset) else {
        return Vec::new();
    };
    let mut items: Vec<HierarchyItem> = Vec::new();
    for (file, at) in places(*context, Definition::Item(context.file, definition)) {
        let Some(node) = at.token.parent() else {
            continue;
        };
        let below = enclosing_definition(&node).filter(|it| {
            above(it).is_some_and(|parts| parts.text_range().contains_range(at.range))
        });
        if let Some(item) = below.and_then(|it| item(context.file_context(file), &it))
            && !items.contains(&item)
        {
            items.push(item);
        }
    }
    items
}

/// The ranges where a definition names its supertypes.
fn above(definition: &ast::Definition) -> Option<SyntaxNode> {
    match definition {
        ast::Definition::TypeAlias(alias) => Some(alias.rhs()?.syntax().clone()),
        ast::Definition::ClassDef(class) => class
            .syntax()
            .children()
            .find(|it| it.kind() == SyntaxKind::INHERITS_CLAUSE),
        _ => None,
    }
}
