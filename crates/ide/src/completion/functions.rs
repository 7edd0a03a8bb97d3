//! Functions: Puppet's own, and those of modules.

use puppet_db::File;
use puppet_library::Library;

use super::items::named_items;
use super::{CompletionItem, CompletionKind};
use crate::analysis::Context;
use crate::symbols::SymbolKind;

/// Functions that are called without parentheses.
const STATEMENT_FUNCTIONS: [&str; 6] =
    ["include", "contain", "require", "realize", "notice", "fail"];

pub(super) fn functions(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Library.function_names().map(builtin).collect();
    for name in named_items(context, file, SymbolKind::Function) {
        let snippet = format!("{name}($0)");
        items.push(
            CompletionItem::new(name, CompletionKind::Function)
                .snippet(snippet)
                .rank(35),
        );
    }
    items
}

fn builtin(name: &'static str) -> CompletionItem {
    let item = CompletionItem::new(name, CompletionKind::Function);
    let item = match Library.function(name) {
        Some(stub) => {
            let detail = stub.signatures.first().map(ToString::to_string);
            item.detail(detail.unwrap_or_default())
                .documentation(&*stub.summary)
        }
        None => item,
    };
    if STATEMENT_FUNCTIONS.contains(&name) {
        item.snippet(format!("{name} $0")).rank(25)
    } else {
        item.snippet(format!("{name}($0)")).rank(30)
    }
}
