//! Facts, by their keys: `$facts['os']['family']`.

use std::collections::BTreeMap;

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::owner::owner;
use puppet_semantic::plugins::custom_facts;

use super::{CompletionItem, CompletionKind};
use crate::analysis::Context;

/// The keys below a path of keys.
pub(super) fn keys(context: Context<'_>, file: File, path: &[String]) -> Vec<CompletionItem> {
    let prefix: String = path.iter().map(|key| format!("{key}.")).collect();
    let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
    let facts = Library.facts().iter();
    for fact in facts.filter(|fact| !fact.legacy && fact.pattern.is_none()) {
        let Some(rest) = fact.name.strip_prefix(&prefix) else {
            continue;
        };
        match rest.split_once('.') {
            // The fact itself says more than those in it.
            None => drop(keys.insert(rest, &*fact.ty)),
            Some((key, _)) => drop(keys.entry(key).or_default()),
        }
    }
    let mut items: Vec<CompletionItem> = keys
        .into_iter()
        .map(|(key, ty)| {
            CompletionItem::new(key, CompletionKind::Value)
                .detail(ty)
                .rank(10)
        })
        .collect();
    if path.is_empty()
        && let Some(owner) = owner(context.db, file)
    {
        let custom = custom_facts(context.db, owner.environment);
        let mut names: Vec<_> = custom.names.iter().cloned().collect();
        names.sort();
        items.extend(names.into_iter().map(|name| {
            CompletionItem::new(name.to_string(), CompletionKind::Value)
                .detail("custom fact")
                .rank(15)
        }));
    }
    items
}
