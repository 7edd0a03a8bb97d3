//! Completion in Hiera's data files.

use puppet_ide_db::symbol_index::SymbolKind;
use std::collections::HashSet;

use puppet_data::{Scalar, ValueKind, yaml};
use puppet_db::FileKind;
use puppet_library::Library;
use puppet_project::hiera::Format;
use puppet_semantic::hiera::document::{document_of, format_of};
use puppet_semantic::hiera::interpolation_syntax::METHODS;
use puppet_semantic::hiera::lookup_options;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode as _, Expr};
use puppet_text::TextSize;
use puppet_types::Type;

use crate::item::{Completion, CompletionItem, CompletionKind};
use crate::module_origin::ModuleDistance;
use crate::{NameMatcher, ResolveData, fact_keys};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlContext, YamlPosition, cursor_at};
use puppet_ide_db::hiera::keys::holds_classes;
use puppet_ide_db::hiera::types::{self, LiteralMember};
use puppet_ide_db::hiera::{class_parameters, config, is_data};
use puppet_ide_db::syntax_ext::string_of;

pub fn completion(context: FileContext<'_>, offset: TextSize) -> Completion {
    let db = context.db;
    if !is_data(db, context.file) {
        return Completion::default();
    }
    let format = format_of(context.file.path(db));
    let Some(cursor) = cursor_at(context.file.text(db), offset, format) else {
        return Completion::default();
    };
    let before = usize::from(cursor.replace.start())..usize::from(offset);
    let writer = DataWriter {
        context,
        format,
        cursor: &cursor,
        typed: NameMatcher::new(context.file.text(db).get(before).unwrap_or_default()),
    };
    let items = writer.typed.choose(writer.items());
    Completion {
        replace: cursor.replace,
        items,
        is_incomplete: writer.typed.has_left_out(),
        ..Completion::default()
    }
}

/// The keys that `lookup` may be asked for: those of the data, and those of classes.
pub fn keys(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let mut items = keys_of_data(context);
    let Some(owner) = owner(context.db, context.file) else {
        return items;
    };
    let known: HashSet<String> = items.iter().map(|it| it.label.clone()).collect();
    let all = class_parameters::parameters_of_environment(context.db, owner.environment);
    let new = all.iter().filter(|it| !known.contains(&it.key));
    let fitting = typed.best(new, |it| &it.key, |it| it.is_own);
    items.extend(fitting.into_iter().map(|it| {
        let rank = if it.is_own { 20 } else { 40 };
        CompletionItem::new(&*it.key, CompletionKind::Value)
            .detail(&*it.ty)
            .rank(rank)
    }));
    items
}

/// The keys that the data of the environment has.
fn keys_of_data(context: FileContext<'_>) -> Vec<CompletionItem> {
    let db = context.db;
    let Some(owner) = owner(db, context.file) else {
        return Vec::new();
    };
    let of_module = owner.module.map(|module| module.data(db));
    let data = [Some(owner.environment.data(db)), of_module];
    let files = data.into_iter().flatten().flat_map(|it| it.files.iter());
    let mut keys: Vec<String> = Vec::new();
    for file in files {
        let document = document_of(db, *file);
        keys.extend(document.entries().iter().map(|entry| entry.key.clone()));
    }
    keys.sort();
    keys.dedup();
    let keys = keys.into_iter().filter(|key| key != lookup_options::KEY);
    keys.map(|key| CompletionItem::new(key, CompletionKind::Value).rank(10))
        .collect()
}

struct DataWriter<'a> {
    context: FileContext<'a>,
    format: Format,
    cursor: &'a YamlContext,
    typed: NameMatcher<'a>,
}

impl DataWriter<'_> {
    fn items(&self) -> Vec<CompletionItem> {
        let path = &self.cursor.path;
        if self.context.file.kind(self.context.db) == FileKind::HieraConfig {
            return self.config();
        }
        let is_options = path.first() == Some(&PathSegment::Key(lookup_options::KEY.to_owned()));
        match &self.cursor.slot {
            YamlPosition::Interpolation(before) => self.interpolation(before),
            YamlPosition::Key { taken, has_colon } if path.is_empty() => {
                self.top(taken, *has_colon)
            }
            YamlPosition::Key { taken, has_colon } if is_options => {
                self.option_keys(&path[1..], taken, *has_colon)
            }
            YamlPosition::Value { .. } if is_options => self.option_values(&path[1..]),
            YamlPosition::Key { taken, has_colon } => {
                let types = types::sinks_at(self.context, path);
                let mut items = self.members(&types, taken, *has_colon);
                if !has_colon && taken.is_empty() {
                    items.extend(self.classes(path));
                }
                // A line of its own may hold a value as well; in brackets it may not.
                if !has_colon && taken.is_empty() && !self.cursor.is_flow {
                    items.extend(self.values(&types));
                }
                items
            }
            YamlPosition::Value { .. } => {
                let types = types::sinks_at(self.context, path);
                let mut items = self.values(&types);
                items.extend(self.default_value(path, &items));
                items.extend(self.classes(path));
                items
            }
        }
    }

    /// What a `hiera.yaml` may hold.
    fn config(&self) -> Vec<CompletionItem> {
        let path = &self.cursor.path;
        match &self.cursor.slot {
            YamlPosition::Interpolation(before) => self.interpolation(before),
            YamlPosition::Key { taken, has_colon } => {
                let words = config::keys(path).iter();
                let free = words.filter(|(word, _)| !taken.contains(word));
                free.map(|(word, about)| {
                    let shape = match word.as_str() {
                        "paths" | "globs" | "uris" | "hierarchy" | "default_hierarchy" => {
                            ValueShape::List
                        }
                        "options" | "defaults" => ValueShape::Mapping,
                        _ => ValueShape::Scalar,
                    };
                    self.key(word, *has_colon, &shape).detail(about).rank(10)
                })
                .collect()
            }
            YamlPosition::Value { .. } => {
                let texts = config::values(path).iter();
                let texts = texts.map(|text| match text.parse::<u8>() {
                    Ok(_) => LiteralMember::Word(text),
                    Err(_) => LiteralMember::Text(text.clone()),
                });
                texts
                    .filter_map(|it| self.value(&it))
                    .map(|it| it.rank(10))
                    .collect()
            }
        }
    }

    /// The keys of the file: parameters of classes, and `lookup_options`.
    fn top(&self, taken: &[String], has_colon: bool) -> Vec<CompletionItem> {
        let db = self.context.db;
        let Some(owner) = owner(db, self.context.file) else {
            return Vec::new();
        };
        let document = document_of(db, self.context.file);
        let word = self.word();
        let entries = document.entries().iter().map(|entry| &*entry.key);
        let mut there: HashSet<&str> = entries.filter(|key| *key != word).collect();
        there.extend(taken.iter().map(String::as_str));
        let is_taken = |key: &str| there.contains(key);
        let module = owner.module.map(|module| module.name(db));
        let all = class_parameters::parameters_of_environment(db, owner.environment);
        // The data of a module is only asked for its own keys.
        let is_askable = |key: &str| {
            module.is_none_or(|module| {
                let rest = key.strip_prefix(&**module);
                rest.is_some_and(|rest| rest.starts_with("::"))
            })
        };
        let free = all
            .iter()
            .filter(|it| is_askable(&it.key) && !is_taken(&it.key));
        let fitting = self.typed.nearest(
            free,
            |it| &it.key,
            |it| match it.is_own {
                true => ModuleDistance::Workspace,
                false => ModuleDistance::Installed,
            },
        );
        let mut items: Vec<CompletionItem> = fitting
            .into_iter()
            .map(|it| {
                let rank = match (it.is_own, it.is_required) {
                    (true, true) => 10,
                    (true, false) => 20,
                    (false, true) => 30,
                    (false, false) => 40,
                };
                let item = self.key(&it.key, has_colon, &shape(&it.ty));
                CompletionItem {
                    documented: it.key.rsplit_once("::").and_then(|(class, name)| {
                        ResolveData::attribute(&AttributeOwner::Class(class.to_owned()), name)
                    }),
                    ..item.detail(&*it.ty).rank(rank)
                }
            })
            .collect();
        if !is_taken(lookup_options::KEY) {
            let item = self.key(lookup_options::KEY, has_colon, &ValueShape::Mapping);
            items.push(item.detail("how keys are merged and converted").rank(50));
        }
        items
    }

    /// The names of classes, where a key says that it holds them.
    fn classes(&self, path: &[PathSegment]) -> Vec<CompletionItem> {
        let mut keys = path.iter().rev().filter_map(|step| match step {
            PathSegment::Key(key) => Some(key),
            PathSegment::Item(_) => None,
        });
        if !keys.next().is_some_and(|key| holds_classes(key)) {
            return Vec::new();
        }
        let classes = crate::classes(self.context, &self.typed).into_iter();
        let item = |class: CompletionItem| {
            let name = LiteralMember::Text(class.label.clone());
            let insert = self.value(&name)?.insert;
            Some(CompletionItem { insert, ..class })
        };
        classes.filter_map(item).collect()
    }

    /// The text that is there already.
    fn word(&self) -> &str {
        let text = self.context.file.text(self.context.db);
        text.get(usize::from(self.cursor.replace.start())..usize::from(self.cursor.replace.end()))
            .unwrap_or_default()
    }

    fn members(&self, types: &[Type], taken: &[String], has_colon: bool) -> Vec<CompletionItem> {
        let members = types::members(types).into_iter();
        let mut items: Vec<CompletionItem> = members
            .filter(|member| !taken.iter().any(|it| *it == member.name))
            .map(|member| {
                let ty = member.value.to_string();
                let rank = if member.is_optional() { 10 } else { 5 };
                let item = self.key(&member.name, has_colon, &shape(&ty));
                item.detail(ty).rank(rank)
            })
            .collect();
        let keys = types::keys(types).into_iter();
        let keys = keys.filter(|key| !taken.contains(key));
        items.extend(keys.map(|key| self.key(&key, has_colon, &ValueShape::Scalar).rank(10)));
        items
    }

    /// A key with what is written after it.
    fn key(&self, key: &str, has_colon: bool, shape: &ValueShape) -> CompletionItem {
        let item = CompletionItem::new(key, CompletionKind::Parameter);
        if has_colon {
            return match (self.format, self.cursor.quote) {
                (Format::Json, None) => item.insert(format!("\"{key}\"")),
                _ => item,
            };
        }
        let (text, snippet) = match (self.format, self.cursor.quote) {
            // The closing quote may be there already.
            (_, Some(_)) => return item,
            (Format::Json, None) => {
                let (open, close) = match shape {
                    ValueShape::Scalar => ("", ""),
                    ValueShape::List => ("[", "]"),
                    ValueShape::Mapping => ("{", "}"),
                };
                (
                    format!("\"{key}\": "),
                    format!("\"{key}\": {open}$1{close}"),
                )
            }
            (Format::Yaml, None) if self.cursor.is_flow => {
                (format!("{key}: "), format!("{key}: $1"))
            }
            (Format::Yaml, None) => {
                let below = match shape {
                    ValueShape::Scalar => " $1",
                    ValueShape::List => "\n  - $1",
                    ValueShape::Mapping => "\n  $1",
                };
                (format!("{key}: "), format!("{key}:{below}"))
            }
        };
        item.insert(text).snippet(snippet)
    }

    fn values(&self, types: &[Type]) -> Vec<CompletionItem> {
        let mut items: Vec<CompletionItem> = Vec::new();
        for fixed in types::fixed(types) {
            let label = match &fixed {
                LiteralMember::Text(text) => text.clone(),
                LiteralMember::Word(word) => (*word).to_owned(),
                LiteralMember::Undef => "~".to_owned(),
            };
            if items.iter().all(|item| item.label != label) {
                items.extend(self.value(&fixed).map(|item| item.rank(5)));
            }
        }
        items
    }

    /// A value as it is written here.
    fn value(&self, fixed: &LiteralMember) -> Option<CompletionItem> {
        let is_json = self.format == Format::Json;
        let (label, text) = match (fixed, self.cursor.quote) {
            (LiteralMember::Text(text), Some(_)) => (text.clone(), text.clone()),
            (LiteralMember::Text(text), None) if is_json => (text.clone(), format!("\"{text}\"")),
            (LiteralMember::Text(text), None) => (text.clone(), as_yaml(text)),
            (LiteralMember::Word(_) | LiteralMember::Undef, Some(_)) => return None,
            (LiteralMember::Undef, None) if is_json => ("null".to_owned(), "null".to_owned()),
            (LiteralMember::Undef, None) => ("~".to_owned(), "~".to_owned()),
            (LiteralMember::Word(word), None) => ((*word).to_owned(), (*word).to_owned()),
        };
        let text = match self.cursor.slot {
            YamlPosition::Value { needs_space: true } => format!(" {text}"),
            _ => text,
        };
        let item = CompletionItem::new(label.clone(), CompletionKind::Value);
        Some(match text == label {
            true => item,
            false => item.insert(text),
        })
    }

    /// The default of a parameter, to be changed.
    fn default_value(
        &self,
        path: &[PathSegment],
        others: &[CompletionItem],
    ) -> Option<CompletionItem> {
        let [PathSegment::Key(key)] = path else {
            return None;
        };
        let (class, name) = key.rsplit_once("::")?;
        let class = resolve::item(self.context, SymbolKind::Class, class)?;
        let Definition::Item(_, definition) = class else {
            return None;
        };
        let default = definition.parameter(name)?.default_value()?;
        let fixed = match &default {
            Expr::StringExpr(_) | Expr::NameExpr(_) => LiteralMember::Text(string_of(&default)?.0),
            Expr::NumberExpr(_) => {
                let text = default.syntax().text().to_string();
                let item = CompletionItem::new(text.trim(), CompletionKind::Value);
                let is_new = self.cursor.quote.is_none();
                return is_new.then(|| item.detail("default").rank(3));
            }
            _ => return None,
        };
        let item = self.value(&fixed)?.detail("default").rank(3);
        others
            .iter()
            .all(|it| it.label != item.label)
            .then_some(item)
    }

    /// What is known inside of `%{…}`.
    fn interpolation(&self, before: &str) -> Vec<CompletionItem> {
        let before = before.trim_start();
        if let Some((method, argument)) = before.split_once('(') {
            let is_quoted = argument.trim_start_matches('\\').starts_with(['\'', '"']);
            let looks_up = ["lookup", "hiera", "alias"].contains(&method);
            return match is_quoted && looks_up {
                true => keys_of_data(self.context),
                false => Vec::new(),
            };
        }
        let parts: Vec<&str> = before.trim_start_matches("::").split('.').collect();
        let value = |label: &str, detail: &str| {
            CompletionItem::new(label, CompletionKind::Variable)
                .detail(detail)
                .rank(10)
        };
        match parts.split_last() {
            Some((_, [])) | None => {
                let variables = ["facts", "trusted", "server_facts", "environment"];
                let mut items: Vec<_> = variables.iter().map(|it| value(it, "")).collect();
                items.extend(METHODS.iter().map(|method| {
                    CompletionItem::new(*method, CompletionKind::Function)
                        .snippet(format!("{method}('$1')"))
                        .rank(20)
                }));
                items
            }
            Some((_, ["facts", path @ ..])) => {
                let path: Vec<String> = path.iter().map(|it| (*it).to_owned()).collect();
                fact_keys(self.context, &path)
            }
            Some((_, path)) => {
                let prefix = format!("{}.", path.join("."));
                let all = Library.variables().iter();
                all.filter_map(|it| Some((it.name.strip_prefix(&prefix)?, it)))
                    .filter(|(rest, _)| !rest.contains('.'))
                    .map(|(rest, it)| value(rest, &it.ty))
                    .collect()
            }
        }
    }

    fn option_keys(
        &self,
        path: &[PathSegment],
        taken: &[String],
        has_colon: bool,
    ) -> Vec<CompletionItem> {
        let words = |words: &[&str], shape: &ValueShape| {
            let free = words
                .iter()
                .filter(|word| !taken.iter().any(|it| it == *word));
            free.map(|word| self.key(word, has_colon, shape).rank(5))
                .collect()
        };
        match path {
            [] => {
                let items = self.top(taken, has_colon).into_iter();
                let items = items.filter(|item| item.label != lookup_options::KEY);
                items
                    .map(|item| CompletionItem {
                        snippet: None,
                        ..self
                            .key(&item.label, has_colon, &ValueShape::Mapping)
                            .rank(item.rank)
                    })
                    .collect()
            }
            [_] => words(&lookup_options::OPTIONS, &ValueShape::Scalar),
            [_, PathSegment::Key(merge)] if merge == "merge" => {
                let options = lookup_options::merge_options("deep").unwrap_or_default();
                words(options, &ValueShape::Scalar)
            }
            _ => Vec::new(),
        }
    }

    fn option_values(&self, path: &[PathSegment]) -> Vec<CompletionItem> {
        let last = path.last();
        let words: &[&str] = match (path.len(), last) {
            (2, Some(PathSegment::Key(key))) if key == "merge" => &lookup_options::STRATEGIES,
            (3, Some(PathSegment::Key(key))) if key == "strategy" => &lookup_options::STRATEGIES,
            (2, Some(PathSegment::Key(key))) if key == "convert_to" => &[
                "Sensitive",
                "Integer",
                "Float",
                "Numeric",
                "Boolean",
                "String",
                "Array",
                "Hash",
            ],
            _ => &[],
        };
        let texts = words
            .iter()
            .map(|word| LiteralMember::Text((*word).to_owned()));
        texts
            .filter_map(|it| self.value(&it))
            .map(|it| it.rank(5))
            .collect()
    }
}

/// How a value of a type is written.
enum ValueShape {
    Scalar,
    List,
    Mapping,
}

fn shape(ty: &str) -> ValueShape {
    let ty = ty.strip_prefix("Optional[").unwrap_or(ty);
    if ["Array", "Tuple"].iter().any(|it| ty.starts_with(it)) {
        ValueShape::List
    } else if ["Hash", "Struct"].iter().any(|it| ty.starts_with(it)) {
        ValueShape::Mapping
    } else {
        ValueShape::Scalar
    }
}

/// A text as YAML has it: without quotes if it stays a text without them.
fn as_yaml(text: &str) -> String {
    let is_text = |kind: &ValueKind| *kind == ValueKind::Scalar(Scalar::String(text.to_owned()));
    let is_simple = !text.contains([',', '[', ']', '{', '}', '#'])
        && yaml::parse(text).is_ok_and(|value| is_text(&value.kind));
    match is_simple {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests;
