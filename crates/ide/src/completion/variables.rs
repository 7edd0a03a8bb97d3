//! Variables: those in scope, those of a class behind `$class::`, facts and what Puppet sets.

use std::collections::HashSet;

use puppet_db::File;
use puppet_library::{Library, VariableStub};
use puppet_semantic::owner::owner;
use puppet_semantic::stubs::user_stubs;
use puppet_syntax::{SyntaxKind, SyntaxNode};

use super::choice::Typed;
use super::slot::Place;
use super::wanted::Liking;
use super::{CompletionItem, CompletionKind, facts};
use crate::analysis::Context;
use crate::resolve::{self, Found};
use crate::scope::{Binding, BindingKind, Scopes, body_bindings, parent_class};
use crate::symbols::{SymbolKind, one_line};
use crate::syntax::{self, enclosing_definition};

/// What Puppet sets in the scopes of definitions.
const BUILT_IN: [(&str, &str); 3] = [
    ("title", "String"),
    ("name", "String"),
    ("module_name", "String"),
];

pub(super) fn variables(
    context: Context<'_>,
    file: File,
    place: &Place,
    typed: &Typed,
) -> Vec<CompletionItem> {
    let text = place.token.text();
    let sigil = match place.token.kind() {
        // What Puppet sets at top scope.
        SyntaxKind::VARIABLE if text.starts_with("$::") => "$::",
        SyntaxKind::VARIABLE => "$",
        _ => "",
    };
    let name = text.trim_start_matches('$').trim_start_matches("::");
    if let Some((class, _)) = name.rsplit_once("::") {
        let prefix = format!("{sigil}{class}::");
        if class == "settings" {
            return settings(&prefix);
        }
        let mut bindings = of_class(context, file, class);
        let mut seen = HashSet::new();
        // Several branches may set one.
        bindings.retain(|binding| seen.insert(binding.name.clone()));
        let items = bindings.iter();
        return items.map(|it| item(it, &prefix, 10)).collect();
    }
    in_scope(context, file, place, sigil, &typed.without_sign())
}

/// The variables that code has set, written with their `$`.
pub(super) fn of_code(
    context: Context<'_>,
    file: File,
    place: &Place,
    typed: &Typed,
) -> Vec<CompletionItem> {
    // The tree of the place may leave out what is far.
    let root = syntax::root(context.db, file);
    let before = puppet_syntax::tokens_at(&root, place.replace.start()).left_biased();
    let Some(node) = before.and_then(|token| token.parent()) else {
        return Vec::new();
    };
    let mut seen = HashSet::new();
    let mut bindings = bindings(context, file, &node);
    bindings.retain(|binding| typed.fits(&binding.name) && seen.insert(binding.name.clone()));
    let liking = Liking::new(context, file, place.wanted.as_ref(), &node);
    let items = bindings.iter();
    items
        .map(|it| item(it, "$", 16 + liking.rank(it)))
        .collect()
}

/// What stands in the scopes around a place, nearest first.
fn bindings(context: Context<'_>, file: File, node: &SyntaxNode) -> Vec<Binding> {
    let parse = puppet_db::parse(context.db, file);
    let is_of_file = |root: &SyntaxNode| std::ptr::eq(root.green(), &**parse.green());
    let root = node.ancestors().last();
    let scopes = match root.as_ref().is_some_and(is_of_file) {
        true => Scopes::around(file.text(context.db), node),
        // What was half-typed is completed there, and what is far left out.
        false => Scopes::new(root.as_ref().unwrap_or(node)),
    };
    let mut bindings: Vec<Binding> = scopes.visible_from(node).flatten().cloned().collect();
    if let Some(definition) = enclosing_definition(node) {
        let parent = parent_class(&definition);
        bindings.extend(
            parent
                .into_iter()
                .flat_map(|it| of_class(context, file, &it)),
        );
        let top = root.iter().flat_map(|root| scopes.of(root));
        bindings.extend(top.cloned());
    }
    bindings
}

fn in_scope(
    context: Context<'_>,
    file: File,
    place: &Place,
    sigil: &str,
    typed: &Typed,
) -> Vec<CompletionItem> {
    let is_of_top_scope = place.token.text().starts_with("$::");
    let node = place.token.parent().filter(|_| !is_of_top_scope);
    let wanted = place.wanted.as_ref();
    let liking = node
        .as_ref()
        .map(|node| Liking::new(context, file, wanted, node));
    let mut bindings = node.map_or_else(Vec::new, |node| bindings(context, file, &node));
    bindings.retain(|binding| binding.token != place.token);
    let mut seen = HashSet::new();
    let mut items: Vec<CompletionItem> = bindings
        .iter()
        .filter(|binding| seen.insert(binding.name.clone()) && typed.fits(&binding.name))
        .map(|binding| {
            let rank = liking.as_ref().map_or(0, |liking| liking.rank(binding));
            item(binding, sigil, 10 + rank)
        })
        .collect();
    let variables = Library.variables().iter();
    let stubs = owner(context.db, file).map(|it| user_stubs(context.db, it.environment));
    let of_stubs = stubs.iter().flat_map(|stubs| &stubs.variables);
    let at_top = variables
        .chain(of_stubs)
        .filter(|variable| !variable.name.contains(['.', ':']))
        .map(|variable| (variable.name.as_str(), variable.ty.as_str()));
    for (name, ty) in at_top.chain(BUILT_IN) {
        if seen.insert(name.to_owned()) {
            items.push(
                CompletionItem::new(format!("{sigil}{name}"), CompletionKind::Variable)
                    .detail(ty)
                    .rank(20),
            );
        }
    }
    let known = Library
        .facts()
        .iter()
        .filter(|fact| !fact.legacy && fact.pattern.is_none() && !fact.name.contains('.'));
    for fact in known {
        if seen.insert(fact.name.clone()) {
            let label = format!("{sigil}facts['{}']", fact.name);
            items.push(
                CompletionItem::new(label, CompletionKind::Variable)
                    .detail(&*fact.ty)
                    .rank(40),
            );
        }
    }
    for fact in facts::custom(context, file) {
        if seen.insert(fact.clone()) {
            let label = format!("{sigil}facts['{fact}']");
            let item = CompletionItem::new(label, CompletionKind::Variable);
            items.push(item.detail("custom fact").rank(42));
        }
    }
    items
}

/// Puppet's settings, as variables.
fn settings(prefix: &str) -> Vec<CompletionItem> {
    let variables = Library.variables().iter();
    let settings = variables.filter_map(|it| Some((it.name.strip_prefix("settings::")?, it)));
    let item = |(name, stub): (&str, &VariableStub)| {
        CompletionItem::new(format!("{prefix}{name}"), CompletionKind::Variable)
            .detail(&*stub.ty)
            .rank(10)
    };
    settings.map(item).collect()
}

/// The variables of a class and of those from which it inherits.
fn of_class(context: Context<'_>, file: File, class: &str) -> Vec<Binding> {
    let mut bindings = Vec::new();
    let mut class = Some(class.to_owned());
    // A chain that is longer than this runs in circles.
    for _ in 0..32 {
        let Some(name) = class else { break };
        let Some(Found::Item(_, definition)) =
            resolve::item(context, file, SymbolKind::Class, &name)
        else {
            break;
        };
        bindings.extend(body_bindings(puppet_syntax::ast::AstNode::syntax(
            &definition,
        )));
        class = parent_class(&definition);
    }
    bindings
}

fn item(binding: &Binding, prefix: &str, rank: u8) -> CompletionItem {
    let detail = match &binding.kind {
        BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => parameter
            .ty()
            .map(|ty| one_line(puppet_syntax::ast::AstNode::syntax(&ty))),
        BindingKind::Assignment(_) => None,
    };
    let kind = match &binding.kind {
        BindingKind::Parameter(_) | BindingKind::LambdaParameter(_) => CompletionKind::Parameter,
        BindingKind::Assignment(_) => CompletionKind::Variable,
    };
    CompletionItem::new(format!("{prefix}{}", binding.name), kind)
        .detail(detail.unwrap_or_default())
        .rank(rank)
}
