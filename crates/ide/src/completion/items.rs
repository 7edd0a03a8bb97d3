//! What modules define: classes, types, types of resources.

use std::collections::BTreeSet;

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::owner::owner;
use puppet_syntax::ast::{AstNode as _, Param};

use super::{CompletionItem, CompletionKind};
use crate::analysis::Context;
use crate::data_types::DATA_TYPES;
use crate::resolve::{self, Found};
use crate::symbols::{SymbolKind, file_symbols};

/// The names of all items of a kind that a file can see, sorted.
pub(super) fn named_items(context: Context<'_>, file: File, kind: SymbolKind) -> BTreeSet<String> {
    let db = context.db;
    let mut files = vec![file];
    if let Some(owner) = owner(db, file) {
        let environment = owner.environment;
        files.extend(environment.manifests(db).iter().copied());
        files.extend(
            environment
                .modules(db)
                .iter()
                .flat_map(|module| module.files(db).iter().copied()),
        );
    }
    let symbols = files.into_iter().flat_map(|file| file_symbols(db, file));
    symbols
        .filter(|symbol| symbol.kind == kind)
        .map(|symbol| symbol.name.clone())
        .collect()
}

pub(super) fn types(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = DATA_TYPES
        .iter()
        .map(|data_type| {
            CompletionItem::new(data_type.name, CompletionKind::DataType)
                .documentation(data_type.summary)
                .rank(10)
        })
        .collect();
    for name in named_items(context, file, SymbolKind::TypeAlias) {
        items.push(CompletionItem::new(name, CompletionKind::TypeAlias).rank(15));
    }
    items
}

pub(super) fn classes(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let names = named_items(context, file, SymbolKind::Class);
    names
        .into_iter()
        .map(|name| CompletionItem::new(name, CompletionKind::Class).rank(10))
        .collect()
}

/// Types of resources with a body that holds what must be given.
pub(super) fn resource_types(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for name in Library.resource_type_names() {
        let summary = Library
            .resource_type(name)
            .map(|stub| stub.summary.as_str())
            .unwrap_or_default();
        let item = CompletionItem::new(name, CompletionKind::ResourceType).documentation(summary);
        items.push(item.snippet(resource(name, &[])).rank(30));
    }
    for name in named_items(context, file, SymbolKind::DefinedType) {
        let required = match resolve::item(context, file, SymbolKind::DefinedType, &name) {
            Some(Found::Item(_, definition)) => definition
                .param_list()
                .map(|list| list.parameters().filter_map(required).collect())
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        let snippet = resource(&name, &required);
        items.push(
            CompletionItem::new(name, CompletionKind::ResourceType)
                .snippet(snippet)
                .rank(35),
        );
    }
    items
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
