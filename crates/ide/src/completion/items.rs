//! What modules define: classes, types, types of resources.

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::owner::owner;
use puppet_syntax::ast::{AstNode as _, Param};

use super::names::{self, DefinedName};
use super::{CompletionItem, CompletionKind, DocumentedKind};
use crate::analysis::Context;
use crate::data_types::DATA_TYPES;
use crate::symbols::SymbolKind;

/// The items of a kind that a file can see, sorted by name; those of the file itself last.
pub(super) fn named_items(context: Context<'_>, file: File, kind: SymbolKind) -> Vec<DefinedName> {
    let db = context.db;
    let all = owner(db, file).map(|owner| names::of_environment(db, owner.environment));
    let mut items: Vec<DefinedName> = all
        .as_ref()
        .and_then(|all| all.get(&names::key(kind)))
        .cloned()
        .unwrap_or_default();
    let own = names::of_file(db, file).iter().filter(|it| it.kind == kind);
    let known = items.len();
    for name in own {
        let others = items.get(..known).unwrap_or_default();
        if others
            .binary_search_by(|it| it.name.cmp(&name.name))
            .is_err()
        {
            items.push(name.clone());
        }
    }
    items
}

pub(super) fn types(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = DATA_TYPES
        .iter()
        .map(|data_type| {
            CompletionItem::new(data_type.name, CompletionKind::DataType)
                .about(DocumentedKind::DataType, data_type.name)
                .rank(10)
        })
        .collect();
    for alias in named_items(context, file, SymbolKind::TypeAlias) {
        let item = CompletionItem::new(&*alias.name, CompletionKind::TypeAlias);
        items.push(item.about(DocumentedKind::TypeAlias, alias.name).rank(15));
    }
    items
}

pub(super) fn classes(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let names = named_items(context, file, SymbolKind::Class);
    names
        .into_iter()
        .map(|class| {
            CompletionItem::new(&*class.name, CompletionKind::Class)
                .about(DocumentedKind::Class, class.name)
                .rank(10)
        })
        .collect()
}

/// Types of resources with a body that holds what must be given.
pub(super) fn resource_types(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for name in Library.resource_type_names() {
        let item = CompletionItem::new(name, CompletionKind::ResourceType)
            .about(DocumentedKind::ResourceType, name);
        items.push(item.snippet(resource(name, &[])).rank(30));
    }
    for define in named_items(context, file, SymbolKind::DefinedType) {
        let snippet = resource(&define.name, &define.required);
        items.push(
            CompletionItem::new(&*define.name, CompletionKind::ResourceType)
                .about(DocumentedKind::ResourceType, define.name)
                .snippet(snippet)
                .rank(35),
        );
    }
    items
}

/// Classes in the form of resources, with what must be given.
pub(super) fn class_resources(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let classes = named_items(context, file, SymbolKind::Class).into_iter();
    classes
        .filter(|class| !class.required.is_empty())
        .map(|class| {
            let snippet = class_resource(&class.name, &class.required);
            CompletionItem::new(format!("class {}", class.name), CompletionKind::Class)
                .about(DocumentedKind::Class, class.name)
                .snippet(snippet)
                .rank(37)
        })
        .collect()
}

fn class_resource(name: &str, required: &[String]) -> String {
    let width = required.iter().map(String::len).max().unwrap_or(0);
    let mut snippet = format!("class {{ '{name}':\n");
    for (index, attribute) in required.iter().enumerate() {
        snippet.push_str(&format!("  {attribute:width$} => ${},\n", index + 1));
    }
    snippet.push('}');
    snippet
}

/// The name of a parameter that has no default and does not take `undef`.
pub(crate) fn required(parameter: Param) -> Option<String> {
    let takes_undef = parameter.ty().is_some_and(|ty| {
        let text = ty.syntax().text().to_string();
        text.starts_with("Optional") || text.trim() == "Undef"
    });
    (parameter.default_value().is_none() && !takes_undef).then(|| parameter.name())?
}

/// A resource with a title and attributes to fill in.
fn resource(name: &str, required: &[String]) -> String {
    let width = required.iter().map(String::len).max().unwrap_or(0);
    let mut snippet = format!("{name} {{ '${{1:title}}':\n");
    for (index, attribute) in required.iter().enumerate() {
        snippet.push_str(&format!("  {attribute:width$} => ${},\n", index + 2));
    }
    if required.is_empty() {
        snippet.push_str("  $0\n");
    }
    snippet.push('}');
    snippet
}
