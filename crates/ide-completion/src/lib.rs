//! Code completion.
//!
//! `context` classifies the position of the cursor, on a tree of the text with the incomplete word completed;
//! `completions` has one file for each kind of item; `relevance` ranks them.

mod assigned_names;
mod completions;
mod context;
mod exported_names;
#[cfg(test)]
mod hash_key_tests;
mod hiera;
mod insert_replace;
mod item;
mod module_metadata;
mod module_origin;
mod new_names;
mod prefixes;
#[cfg(test)]
mod ranking_tests;
mod relevance;
mod resolve;
mod tasks;
#[cfg(test)]
mod tests;
mod trigger_characters;
mod usage_frequency;
#[cfg(test)]
mod value_order_tests;
mod visible_variables;

use std::collections::HashSet;

use puppet_db::{Db, Environment, FileKind};
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{AstNode as _, ClassDef, Definition};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::TextSize;

pub use crate::completions::classes_and_types::{classes, types as data_types};
pub use crate::completions::facts::keys as fact_keys;
pub use crate::completions::literal_values::{fixed_value, is_fixed_value_of};
use crate::completions::{
    asset_paths, attributes, classes_and_types, definition_keywords, doc_tags, enum_type_arguments,
    erb, facts, functions, hash_keys, keywords, node_names, plans_and_tasks, resource_titles,
    type_parameters, variables,
};
use crate::context::expected_type::ExpectedValue;
use crate::context::{CompletionContext, CompletionPosition};
pub use crate::item::{Completion, CompletionItem, CompletionKind};
pub use crate::relevance::NameMatcher;
pub use crate::resolve::documentation;
pub use crate::resolve::{DocumentedKind, ResolveData};
pub use crate::trigger_characters::is_trigger_position;
use crate::usage_frequency::UsageFrequencies;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::value_sink::SinkKind;
use puppet_ide_db::plan_types;

/// Reads what a file adds to every completion list.
pub fn prefetch(context: FileContext<'_>) {
    exported_names::names_of_file(context.db, context.file);
}

/// Reads what the completion items in a document take from others.
pub fn prefetch_document(context: FileContext<'_>) {
    usage_frequency::prefetch(context.db, context.file);
    completions::frequent_values::prefetch(context.db, context.file);
    completions::functions::prefetch(context);
}

/// Reads what the files of an environment together add.
pub fn prefetch_environment(db: &dyn Db, environment: Environment) {
    drop(exported_names::names_of_environment(db, environment));
}

/// The completion at an offset.
pub fn completion(context: FileContext<'_>, offset: TextSize) -> Completion {
    let completion = by_kind(context, offset);
    let text = context.file.text(context.db);
    Completion {
        word: insert_replace::whole_word(text, completion.replace, offset),
        ..completion
    }
}

fn by_kind(context: FileContext<'_>, offset: TextSize) -> Completion {
    if puppet_ide_db::module_metadata::is_metadata_file(context.db, context.file) {
        return module_metadata::completion(context, offset);
    }
    if puppet_semantic::tasks::is_task(context.db, context.file) {
        return tasks::completion(context, offset);
    }
    if context.file.kind(context.db) == FileKind::Erb {
        return erb::completion(*context, context.file, offset);
    }
    if !context.file.kind(context.db).is_puppet() {
        return hiera::completion(context, offset);
    }
    let Some(place) = context::place_at(context, offset) else {
        return Completion::default();
    };
    let range = std::ops::Range::<usize>::from(place.replace);
    let start = range.start;
    let text = context.file.text(context.db);
    let typed = NameMatcher::new(text.get(range).unwrap_or_default());
    let typed = typed.with_frequencies(UsageFrequencies::new(context, offset));
    let typed = match place.slot {
        CompletionPosition::Expression | CompletionPosition::Value { .. } => typed.value_matcher(),
        _ => typed,
    };
    let mut all = items_for(context, &place, &typed);
    if plans_and_tasks::is_without_catalog(context, &place.token) {
        all.retain(|item| !plans_and_tasks::needs_catalog(item));
    }
    let mut items = typed.choose(all);
    let before = text.get(..start).unwrap_or_default();
    if !before.ends_with(['\'', '"']) {
        items.extend(namespaces(&items, &typed));
    }
    // An editor that filters the list itself finds the next letters anywhere in a name, since the `$` is its first.
    let is_sign = place.slot == CompletionPosition::Variable && typed.without_sign().is_empty();
    Completion {
        replace: place.replace,
        is_incomplete: typed.has_left_out() || is_sign && !items.is_empty(),
        items,
        may_be_new: new_names::may_be_new(context, &place),
        ..Completion::default()
    }
}

/// The namespaces of the names in a list that the list does not have.
fn namespaces(items: &[CompletionItem], typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    use CompletionKind::{Class, DataType, Function, ResourceType, TypeAlias};
    let named = items.iter().filter(|it| {
        let kinds = [Class, DataType, Function, ResourceType, TypeAlias];
        kinds.contains(&it.kind)
    });
    let known = items.iter().map(|it| &*it.label);
    let new = prefixes::prefixes(named.map(|it| &*it.label), "::", known);
    let items = new.into_iter().filter(|it| typed.starts(it)).map(|name| {
        let item = CompletionItem::new(name, CompletionKind::Namespace);
        item.detail("namespace").rank(prefixes::LAST)
    });
    items.collect()
}

/// All completion items; of long lists those that match what is typed.
fn items_for(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    match &place.slot {
        CompletionPosition::Variable => variables::variables(context, place, typed),
        CompletionPosition::ImplicitVariable => {
            let mut items = variables::variables(context, place, typed);
            items.extend(functions::functions(context, typed));
            items
        }
        CompletionPosition::Type => classes_and_types::types(context, typed),
        CompletionPosition::TypeParameter { of, index } => {
            let mut items = match &**of {
                "Enum" => enum_type_arguments::values(context, place, false),
                _ => Vec::new(),
            };
            let usual = type_parameters::parameters(context, of, *index, typed);
            items.extend(usual);
            items
        }
        CompletionPosition::EnumValue => enum_type_arguments::values(context, place, true),
        CompletionPosition::StructKey { has_brackets } => {
            type_parameters::struct_keys(*has_brackets)
        }
        CompletionPosition::DefinedName { by } => {
            Vec::from_iter(definition_keywords::name(context, *by))
        }
        CompletionPosition::Host { quoted } => {
            node_names::names(context, (place.replace.start(), *quoted))
        }
        CompletionPosition::Class => {
            let mut items = classes_and_types::classes(context, typed);
            if let Some(own) = enclosing_class(&place.token) {
                items.retain(|it| it.label != own);
            }
            items
        }
        CompletionPosition::Title { of, quoted } => {
            let mut items = resource_titles::titles(context, of, typed);
            if !quoted {
                hash_keys::add_quotes(&mut items);
                items.extend(expression(context, place, typed));
            }
            items
        }
        CompletionPosition::Method { receiver } => {
            let ty = receiver
                .and_then(|range| puppet_inference::type_at(context.db, context.file, range));
            let mut items = functions::methods(context, typed, ty.as_ref());
            let of_plan = receiver.and_then(|it| plan_types::type_at(context.db, context.file, it));
            items.extend(of_plan.iter().flat_map(|ty| plans_and_tasks::members(ty)));
            items
        }
        CompletionPosition::FactKey { of, path, quoted } => {
            let mut items = match &**of {
                "facts" => facts::keys(context, path),
                _ => facts::builtin_variable_keys(of, path),
            };
            if !quoted {
                hash_keys::add_quotes(&mut items);
                items.extend(expression(context, place, typed));
            }
            items
        }
        CompletionPosition::KeyPart { of, path } => match &**of {
            "facts" => facts::keys(context, path),
            _ => facts::builtin_variable_keys(of, path),
        },
        CompletionPosition::Key { of, path, quoted } => {
            let mut items = match &place.outside {
                Some(outside) => {
                    hash_keys::keys_of_outer_value(context, place, (outside, *of), *quoted)
                }
                None => hash_keys::keys_of_value(context, (*of, path), *quoted),
            };
            if !quoted {
                items.extend(value(context, place, false, typed));
            }
            items
        }
        CompletionPosition::KeyPartOf { of, path } => {
            hash_keys::keys_of_value(context, (*of, path), true)
        }
        CompletionPosition::KeyPartOfVariable { of, path } => {
            hash_keys::keys_of_variable(context, place.replace.start(), (of, path))
        }
        CompletionPosition::Path { kind, suffix } => {
            asset_paths::paths(context, *kind, *suffix, typed)
        }
        CompletionPosition::Address => asset_paths::addresses(context),
        CompletionPosition::HashKey {
            part,
            taken,
            quoted,
            in_call,
        } => {
            let parts = part.sinks_at(context, place.replace.start()).into_iter();
            let mut items =
                parts.map(|part| hash_keys::keys(context, &part, (taken, *quoted), typed));
            let items = items.find(|items| !items.is_empty());
            let mut items = items.unwrap_or_default();
            let may_be_value = matches!(
                part.of,
                SinkKind::Variable(_) | SinkKind::Elements(_) | SinkKind::Resources(_)
            );
            if !quoted && (*in_call || may_be_value && items.is_empty()) {
                items.extend(expression(context, place, typed));
            }
            items
        }
        CompletionPosition::AfterCondition { of_unless } => {
            let mut items = keywords::branches(*of_unless);
            items.extend(items_of_statement(context, place, typed));
            items
        }
        CompletionPosition::AttributeName { of, taken } => {
            attributes::names(context, of, taken, typed)
        }
        CompletionPosition::QueriedName { of } => {
            let mut items = attributes::names(context, of, &[], typed);
            for item in &mut items {
                item.snippet = None;
            }
            items
        }
        CompletionPosition::Value { quoted } => value(context, place, *quoted, typed),
        CompletionPosition::ResourceTypeName => {
            classes_and_types::resource_type_names(context, typed)
        }
        CompletionPosition::Run { runs, quoted } => {
            let mut items = plans_and_tasks::names(context, *runs, typed);
            if !quoted {
                hash_keys::add_quotes(&mut items);
                items.extend(expression(context, place, typed));
            }
            items
        }
        CompletionPosition::DataKey => hiera::keys(context, typed),
        CompletionPosition::Inherits => keywords::inherits(),
        CompletionPosition::Operator => keywords::operators(),
        CompletionPosition::Related => related(context, place, typed),
        CompletionPosition::VirtualResource => classes_and_types::resource_types(context, typed),
        CompletionPosition::DocTag => doc_tags::tags(),
        CompletionPosition::DocParameter => doc_tags::parameters(&place.token),
        CompletionPosition::Statement => items_of_statement(context, place, typed),
        CompletionPosition::Expression => expression(context, place, typed),
    }
}

/// The class in which a word stands, but for references: including or inheriting it there would add nothing.
fn enclosing_class(token: &SyntaxToken) -> Option<String> {
    let mut around = token.parent_ancestors();
    if around.any(|it| it.kind() == SyntaxKind::ACCESS_KEYS) {
        return None;
    }
    let definition = token.parent_ancestors().find_map(ClassDef::cast)?;
    let name = Definition::ClassDef(definition).name()?;
    Some(canonical(name.trim()).into())
}

/// A value, those first that fit what it is for.
fn value(
    context: FileContext<'_>,
    place: &CompletionContext,
    quoted: bool,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let wanted = place.wanted.as_ref();
    let at = (place.replace.start(), quoted);
    let mut items = wanted.map_or_else(Vec::new, |it| it.values(context, at));
    if quoted {
        return items;
    }
    if wanted.is_some_and(ExpectedValue::takes_resources) {
        items.extend(resource_titles::declared_resources(
            context,
            place.replace.start(),
        ));
        items.extend(classes_and_types::references(context, typed, 15));
    }
    let mut others = expression(context, place, typed);
    if wanted.is_some_and(|it| it.is_fixed(context)) {
        let words = others.iter_mut();
        let words = words.filter(|it| it.kind == CompletionKind::Keyword);
        words.for_each(|it| it.rank = 75);
    }
    let known: HashSet<&str> = items.iter().map(|it| &*it.label).collect();
    others.retain(|other| !known.contains(&*other.label));
    items.extend(others);
    items
}

/// What an arrow can point to.
fn related(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = resource_titles::declared_resources(context, place.replace.start());
    items.extend(classes_and_types::references(context, typed, 15));
    let variables = variables::assigned_variables(context, place, typed).into_iter();
    items.extend(variables.map(|item| item.rank(25)));
    items.extend(classes_and_types::resource_types(context, typed));
    items.extend(classes_and_types::class_resources(context, typed));
    items
}

fn items_of_statement(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = keywords::statements(typed);
    items.extend(definition_keywords::words(context, place));
    items.extend(keywords::values(60));
    items.extend(classes_and_types::resource_types(context, typed));
    items.extend(classes_and_types::class_resources(context, typed));
    items.extend(
        variables::assigned_variables(context, place, typed)
            .into_iter()
            .map(|item| item.rank(65)),
    );
    items.extend(callables_and_types(context, typed));
    items
}

fn expression(
    context: FileContext<'_>,
    place: &CompletionContext,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = variables::assigned_variables(context, place, typed);
    items.extend(keywords::values(24));
    items.extend(callables_and_types(context, typed));
    items.retain(|item| !functions::is_statement(item));
    items
}

fn callables_and_types(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let mut items = functions::functions(context, typed);
    let types = classes_and_types::types(context, typed).into_iter();
    match typed.is_capitalized() {
        true => {
            items.extend(types);
            items.extend(classes_and_types::references(context, typed, 36));
        }
        false => items.extend(types.map(|item| item.rank(70))),
    }
    items
}
