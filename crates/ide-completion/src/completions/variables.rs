//! Variables: those in scope, those of a class after `$class::`, facts and what Puppet sets.

use puppet_library::{Library, VariableStub};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::completions::{facts, global_variables};
use crate::context::CompletionContext;
use crate::context::expected_type::TypeMatch;
use crate::item::{CompletionItem, CompletionKind};
use crate::prefixes;
use crate::relevance::NameMatcher;
use crate::visible_variables::{self, Visible};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::local_scopes::{body_bindings, parent_class};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, enclosing_definition, one_line};

/// How many variables of the scope are given at most where a variable is being typed.
const MOST: usize = 192;

/// The same where anything may stand.
const MOST_AMONG_OTHERS: usize = 96;

pub fn variables(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
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
        let bindings = of_class(context, class);
        // Several branches may set one.
        let items = first_of_each(&bindings);
        return items.map(|it| item(it, &prefix, 10)).collect();
    }
    in_scope(context, place, sigil, &typed.without_sign())
}

/// The variables that code has set, written with their `$`.
pub fn assigned_variables(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    // The tree of the place may leave out what is far.
    let root = syntax_ext::root(context.db, context.file);
    let Some(node) = syntax_ext::node_before(&root, place.replace.start()) else {
        return Vec::new();
    };
    let text = context.file.text(context.db);
    let fits = |name: &str| typed.fits(name);
    let mut variables = in_inline_template(context, place, None, &fits);
    let node = place.outside.clone().unwrap_or(node);
    let except = assigned_here(&root, place.replace.start());
    variables.extend(visible_from(context, (text, &node), except, &fits));
    let liking = TypeMatch::new(context, place.wanted.as_ref(), &node);
    let ranked = first_of_each(&variables).map(|it| (it, 16 + liking.rank(it)));
    likeliest(ranked, MOST_AMONG_OTHERS, "$", typed)
}

/// The variable to which the value at an offset is assigned, and which has none before.
fn assigned_here(root: &SyntaxNode, offset: TextSize) -> Option<TextRange> {
    let before = puppet_syntax::tokens_at(root, offset).left_biased();
    let tokens = std::iter::successors(before, syntax_ext::previous_token);
    let mut tokens = tokens.filter(|it| !it.kind().is_trivia());
    let operator = tokens.next()?.kind();
    let variable = tokens.next()?;
    (operator == SyntaxKind::EQ && variable.kind() == SyntaxKind::VARIABLE)
        .then(|| variable.text_range())
}

/// What a template that stands in the code binds itself, around a place in it.
fn in_inline_template(
    context: FileContext<'_>,
    place: &CompletionContext,
    except: Option<TextRange>,
    fits: &dyn Fn(&str) -> bool,
) -> Vec<Visible> {
    let node = place.token.parent().filter(|_| place.outside.is_some());
    let inside = node.zip(place.text.as_deref());
    inside.map_or_else(Vec::new, |(node, text)| {
        visible_from(context, (text, &node), except, fits)
    })
}

/// The completion items for the likeliest of some variables with their ranks.
fn likeliest<'a>(
    ranked: impl Iterator<Item = (&'a Visible, u8)>,
    most: usize,
    prefix: &str,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let label = |it: &(&Visible, u8)| [prefix, &*it.0.name].concat();
    let likeliest = typed.likeliest(ranked.collect(), most, label, |it| it.1);
    let items = likeliest.into_iter();
    items.map(|(it, rank)| item(it, prefix, rank)).collect()
}

/// Of each name the first variable.
fn first_of_each(variables: &[Visible]) -> impl Iterator<Item = &Visible> {
    let mut seen = FxHashSet::default();
    let variables = variables.iter();
    variables.filter(move |variable| seen.insert(&*variable.name))
}

/// What stands in the scopes around a node of a tree with a text, nearest first, as far as it fits; not what is bound at
/// one place.
fn visible_from(
    context: FileContext<'_>,
    (text, node): (&str, &SyntaxNode),
    except: Option<TextRange>,
    fits: &dyn Fn(&str) -> bool,
) -> Vec<Visible> {
    let around = visible_variables::visible_at(text, node, except, fits);
    let parent = enclosing_definition(node).and_then(|it| parent_class(&it));
    let inherited = parent.into_iter();
    let inherited = inherited.flat_map(|it| of_class(context, &it));
    let inherited = inherited.filter(|it| fits(&it.name));
    let near = around.near.into_iter().chain(inherited);
    near.chain(around.top).collect()
}

fn in_scope(
    context: FileContext<'_>,
    place: &CompletionContext,
    sigil: &str,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let is_of_top_scope = place.token.text().starts_with("$::");
    let own = place.token.text_range();
    let root = place.token.parent_ancestors().last();
    let assigned = root.and_then(|root| assigned_here(&root, own.start()));
    let except = Some(assigned.unwrap_or(own));
    let around = place.outside.clone().or_else(|| place.token.parent());
    let node = around.filter(|_| !is_of_top_scope);
    let wanted = place.wanted.as_ref();
    let liking = node
        .as_ref()
        .map(|node| TypeMatch::new(context, wanted, node));
    let text = match (&place.text, &place.outside) {
        (Some(text), None) => text,
        _ => &**context.file.text(context.db),
    };
    let custom = facts::custom(context);
    // A variable hides the fact of its name.
    let facts: FxHashSet<&str> = facts::plain().map(|it| &*it.name).collect();
    let fits = |name: &str| {
        let is_custom = || custom.binary_search_by(|it| (**it).cmp(name)).is_ok();
        typed.fits(name) || facts.contains(name) || is_custom()
    };
    let mut bound = in_inline_template(context, place, except, &fits);
    bound.extend(
        node.iter()
            .flat_map(|node| visible_from(context, (text, node), except, &fits)),
    );
    let others = global_variables::all(context, &custom, is_of_top_scope, typed);
    let mut seen: FxHashSet<&str> = bound.iter().map(|it| &*it.name).collect();
    let ranked = first_of_each(&bound).map(|variable| {
        let rank = liking.as_ref().map_or(0, |liking| liking.rank(variable));
        (variable, 10 + rank)
    });
    let mut items = likeliest(ranked, MOST, sigil, typed);
    let bound = items.len();
    let others = others.iter().filter(|it| seen.insert(&it.name));
    items.extend(others.map(|it| it.item(sigil)));
    if sigil == "$" {
        let known = items.iter().map(|it| &*it.label);
        let new = prefixes::prefixes(known.clone().take(bound), "_", known).into_iter();
        let new = new.map(|name| {
            let item = CompletionItem::new(name, CompletionKind::Variable);
            item.detail("not assigned").rank(prefixes::LAST)
        });
        items.extend(new.collect::<Vec<_>>());
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
fn of_class(context: FileContext<'_>, class: &str) -> Vec<Visible> {
    let mut variables = Vec::new();
    let mut class = Some(class.to_owned());
    // A chain that is longer than this runs in circles.
    for _ in 0..32 {
        let Some(name) = class else { break };
        let Some(Definition::Item(_, definition)) =
            resolve::item(context, SymbolKind::Class, &name)
        else {
            break;
        };
        let bound = body_bindings(puppet_syntax::ast::AstNode::syntax(&definition)).into_iter();
        variables.extend(bound.map(Visible::from));
        class = parent_class(&definition);
    }
    variables
}

fn item(variable: &Visible, prefix: &str, rank: u8) -> CompletionItem {
    let parameter = variable.parameter.as_ref().map(|(_, parameter)| parameter);
    let ty = parameter.and_then(|it| it.ty());
    let detail = ty.map(|ty| one_line(puppet_syntax::ast::AstNode::syntax(&ty)));
    let kind = match parameter {
        Some(_) => CompletionKind::Parameter,
        None => CompletionKind::Variable,
    };
    CompletionItem::new(format!("{prefix}{}", variable.name), kind)
        .detail(detail.unwrap_or_default())
        .rank(rank)
}
