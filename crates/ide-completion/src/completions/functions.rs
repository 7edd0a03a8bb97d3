//! Functions: Puppet's own, and those of modules.

use std::sync::Arc;

use puppet_inference::functions::callable::{Callee, callee};
use puppet_library::Library;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::plugins::{PluginKind, plugin_names};
use puppet_types::{TupleType, Type, assignable};

use crate::DocumentedKind;
use crate::completions::classes_and_types::{module_of, named_items};
use crate::exported_names;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::bolt_builtins;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::symbol_index::SymbolKind;

/// Functions that are called without parentheses.
const STATEMENT_FUNCTIONS: [&str; 6] =
    ["include", "contain", "require", "realize", "notice", "fail"];

/// Whether it is a function that gives no value.
pub fn is_statement(item: &CompletionItem) -> bool {
    item.kind == CompletionKind::Function && STATEMENT_FUNCTIONS.contains(&&*item.label)
}

pub fn functions(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let names = Library.function_names().filter(|name| typed.fits(name));
    let mut items: Vec<CompletionItem> = names.map(builtin).collect();
    let of_plans = bolt_builtins::plan_functions(context.db, context.file).iter();
    items.extend(of_plans.map(|function| {
        CompletionItem::new(&*function.name, CompletionKind::Function)
            .snippet(format!("{}($0)", function.name))
            .detail(&*function.summary)
            .rank(26)
    }));
    for function in named_items(context, SymbolKind::Function, typed) {
        let rank = function.rank(35);
        items.push(of_module(function.name).rank(rank));
    }
    if let Some(owner) = owner(context.db, context.file) {
        let modern = plugin_names(context.db, owner.environment, PluginKind::Function);
        let old = plugin_names(context.db, owner.environment, PluginKind::LegacyFunction);
        // A function of the older API may stay beside the one that takes its place.
        let old = old
            .iter()
            .filter(|name| modern.binary_search(name).is_err());
        let all = modern.iter().chain(old);
        let new = all.filter(|name| Library.function(name).is_none());
        let best = typed.best(new, |it| it, |_| false);
        items.extend(best.into_iter().map(|name| {
            let module = module_of(context, PluginKind::Function, name)
                .or_else(|| module_of(context, PluginKind::LegacyFunction, name));
            let item = of_module(name.to_string()).rank(36);
            item.detail(module.unwrap_or_default())
        }));
    }
    items
}

fn of_module(name: String) -> CompletionItem {
    CompletionItem::new(&*name, CompletionKind::Function)
        .snippet(format!("{name}($0)"))
        .with_documentation_of(DocumentedKind::Function, name)
}

/// Functions that are called with a lambda, and its parameters.
const WITH_LAMBDA: [(&str, &str); 14] = [
    ("all", "|\\$${1:item}| { $0 }"),
    ("any", "|\\$${1:item}| { $0 }"),
    ("each", "|\\$${1:item}| {\n  $0\n}"),
    ("filter", "|\\$${1:item}| { $0 }"),
    ("group_by", "|\\$${1:item}| { $0 }"),
    ("index", "|\\$${1:item}| { $0 }"),
    ("lest", "|| { $0 }"),
    ("map", "|\\$${1:item}| { $0 }"),
    ("partition", "|\\$${1:item}| { $0 }"),
    ("reduce", "|\\$${1:memo}, \\$${2:item}| { $0 }"),
    ("reverse_each", "|\\$${1:item}| {\n  $0\n}"),
    ("step", "(${1:2})"),
    ("then", "|\\$${1:value}| { $0 }"),
    ("with", "|\\$${1:value}| { $0 }"),
];

/// Finds out what the functions take that a file can call.
pub fn prefetch(context: FileContext<'_>) {
    let Some(owner) = owner(context.db, context.file) else {
        return;
    };
    for name in Library.function_names() {
        callee(context.db, owner.environment, context.file, name);
    }
    for kind in [PluginKind::Function, PluginKind::LegacyFunction] {
        for name in plugin_names(context.db, owner.environment, kind).iter() {
            callee(context.db, owner.environment, context.file, name);
        }
    }
    let of_environment = exported_names::names_of_environment(context.db, owner.environment);
    let written = of_environment.get(&exported_names::key(SymbolKind::Function));
    for function in written.into_iter().flatten() {
        callee(context.db, owner.environment, context.file, &function.name);
    }
}

/// Functions after a dot, those first that take the receiver.
pub fn methods(
    context: FileContext<'_>,
    typed: &NameMatcher<'_>,
    receiver: Option<&Type>,
) -> Vec<CompletionItem> {
    let mut items = functions(context, typed);
    for item in &mut items {
        // Nothing is a statement here.
        item.rank = item.rank.max(30);
        let lambda = WITH_LAMBDA.iter().find(|(name, _)| *name == item.label);
        item.snippet = Some(match lambda {
            Some((name, lambda)) if lambda.starts_with('(') => format!("{name}{lambda}"),
            Some((name, lambda)) => format!("{name} {lambda}"),
            None => format!("{}($0)", item.label),
        });
    }
    let Some(owner) = owner(context.db, context.file) else {
        return items;
    };
    let receiver = receiver.filter(|receiver| **receiver != Type::Unknown);
    let names = NameResolver::new(context.db, owner.environment, context.file);
    for item in &mut items {
        let Callee::Known(callables) =
            callee(context.db, owner.environment, context.file, &item.label)
        else {
            continue;
        };
        let params = || {
            let overloads = callables.overloads.iter();
            overloads.filter_map(|overload| overload.callable.params.as_ref())
        };
        let is_lambda = WITH_LAMBDA.iter().any(|(name, _)| *name == item.label);
        // `.unique` may end a line: parentheses only where there must be an argument.
        let needs_none = |params: &Arc<TupleType>| {
            let size = params.size_range();
            size.lower_bound().is_none_or(|least| *least <= 1)
        };
        if !is_lambda && params().any(needs_none) {
            item.snippet = None;
        }
        let takes = receiver.is_some_and(|receiver| {
            params().any(|params| {
                let first = params.type_at(0);
                first.is_some_and(|first| {
                    !matches!(first, Type::Any | Type::Unknown)
                        && assignable(&names, first, receiver)
                })
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
    let item = item.with_documentation_of(DocumentedKind::Function, name);
    if STATEMENT_FUNCTIONS.contains(&name) {
        item.snippet([name, " $0"].concat()).rank(25)
    } else {
        item.snippet([name, "($0)"].concat()).rank(30)
    }
}
