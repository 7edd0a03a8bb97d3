//! Functions: Puppet's own, and those of modules.

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::Names;
use puppet_semantic::callables::{Callee, callee};
use puppet_semantic::owner::owner;
use puppet_semantic::plugins::{PluginKind, plugin_names};
use puppet_types::{Type, assignable};

use super::choice::Typed;
use super::items::named_items;
use super::{CompletionItem, CompletionKind, DocumentedKind};
use crate::analysis::Context;
use crate::symbols::SymbolKind;

/// Functions that are called without parentheses.
const STATEMENT_FUNCTIONS: [&str; 6] =
    ["include", "contain", "require", "realize", "notice", "fail"];

pub(super) fn functions(context: Context<'_>, file: File, typed: &Typed) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Library.function_names().map(builtin).collect();
    for function in named_items(context, file, SymbolKind::Function, typed) {
        let rank = function.rank(35);
        items.push(of_module(function.name).rank(rank));
    }
    if let Some(owner) = owner(context.db, file) {
        let names = plugin_names(context.db, owner.environment, PluginKind::Function);
        let best = typed.best(names.iter(), |it| it, |_| false);
        items.extend(
            best.into_iter()
                .map(|it| of_module(it.to_string()).rank(36)),
        );
    }
    items
}

fn of_module(name: String) -> CompletionItem {
    CompletionItem::new(&*name, CompletionKind::Function)
        .snippet(format!("{name}($0)"))
        .about(DocumentedKind::Function, name)
}

/// Functions behind a dot, those first that take the receiver.
pub(super) fn methods(
    context: Context<'_>,
    file: File,
    typed: &Typed,
    receiver: Option<&Type>,
) -> Vec<CompletionItem> {
    let mut items = functions(context, file, typed);
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
    let item = item.about(DocumentedKind::Function, name);
    if STATEMENT_FUNCTIONS.contains(&name) {
        item.snippet(format!("{name} $0")).rank(25)
    } else {
        item.snippet(format!("{name}($0)")).rank(30)
    }
}
