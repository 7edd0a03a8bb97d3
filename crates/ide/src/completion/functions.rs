//! Functions: Puppet's own, and those of modules.

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::Names;
use puppet_semantic::callables::{Callee, callee};
use puppet_semantic::owner::owner;
use puppet_semantic::plugins::{PluginKind, plugin_names};
use puppet_types::{Type, assignable};

use super::items::named_items;
use super::{CompletionItem, CompletionKind, DocumentedKind};
use crate::analysis::Context;
use crate::symbols::SymbolKind;

/// Functions that are called without parentheses.
const STATEMENT_FUNCTIONS: [&str; 6] =
    ["include", "contain", "require", "realize", "notice", "fail"];

pub(super) fn functions(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Library.function_names().map(builtin).collect();
    for function in named_items(context, file, SymbolKind::Function) {
        let snippet = format!("{}($0)", function.name);
        items.push(
            CompletionItem::new(&*function.name, CompletionKind::Function)
                .about(DocumentedKind::Function, function.name)
                .snippet(snippet)
                .rank(35),
        );
    }
    if let Some(owner) = owner(context.db, file) {
        for name in plugin_names(context.db, owner.environment, PluginKind::Function).iter() {
            let item = CompletionItem::new(name.to_string(), CompletionKind::Function)
                .about(DocumentedKind::Function, name.to_string());
            items.push(item.snippet(format!("{name}($0)")).rank(36));
        }
    }
    items
}

/// Functions behind a dot, those first that take the receiver.
pub(super) fn methods(
    context: Context<'_>,
    file: File,
    receiver: Option<&Type>,
) -> Vec<CompletionItem> {
    let mut items = functions(context, file);
    let (Some(receiver), Some(owner)) = (receiver, owner(context.db, file)) else {
        return items;
    };
    if *receiver == Type::Unknown {
        return items;
    }
    let names = Names::new(context.db, owner.environment, file);
    for item in &mut items {
        let Callee::Known(callables) = callee(context.db, owner.environment, file, &item.label)
        else {
            continue;
        };
        let takes = callables.overloads.iter().any(|overload| {
            let params = overload.callable.params.as_ref();
            let first = params.and_then(|params| params.type_at(0));
            first.is_some_and(|first| {
                !matches!(first, Type::Any | Type::Unknown) && assignable(&names, first, receiver)
            })
        });
        if takes {
            item.rank = 10;
        }
    }
    items
}

fn builtin(name: &'static str) -> CompletionItem {
    let item = CompletionItem::new(name, CompletionKind::Function);
    let item = match Library.function(name) {
        Some(stub) => {
            let detail = stub.signatures.first().map(ToString::to_string);
            item.detail(detail.unwrap_or_default())
                .about(DocumentedKind::Function, name)
        }
        None => item,
    };
    if STATEMENT_FUNCTIONS.contains(&name) {
        item.snippet(format!("{name} $0")).rank(25)
    } else {
        item.snippet(format!("{name}($0)")).rank(30)
    }
}
