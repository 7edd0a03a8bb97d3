//! Definitions in the Ruby code of modules, with their positions: functions, resource types with their attributes, data
//! types and facts.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind};
use puppet_library::{Library, pattern_in_words};
use puppet_ruby::{Dispatch, FactValue, FunctionApi, RubyFacts};
use puppet_semantic::index::file_origin::{owner, path_in_module, stub_module};
use puppet_semantic::ruby::plugins::{PluginKind, custom_facts, plugin};
use puppet_text::TextRange;
use rustc_hash::FxHashMap;

use crate::context::FileContext;
use crate::documentation::{self, Types};
use crate::symbol_index::SymbolKind;

/// A definition in a Ruby file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubyDefinition {
    /// Its name in Puppet code.
    pub name: String,
    /// What it is, if it can be used: a function, or a resource type.
    pub kind: Option<SymbolKind>,
    /// All of it.
    pub full_range: TextRange,
    /// Its name.
    pub focus_range: TextRange,
    /// What to say about it in Puppet's language; empty if there is nothing.
    pub code: String,
    /// Its documentation.
    pub documentation: Option<String>,
}

/// What a Ruby file defines.
#[salsa::tracked(returns(clone), no_eq, lru = 256)]
fn facts_of(db: &dyn Db, file: File) -> Arc<RubyFacts> {
    Arc::new(puppet_ruby::read(file.text(db)))
}

/// The documentation of a type.
fn of_text(docs: Option<&str>) -> Option<String> {
    documentation::ruby_documentation(docs?, Types::InCode)
}

fn environment(context: FileContext<'_>) -> Option<Environment> {
    Some(owner(context.db, context.file)?.environment)
}

/// The file of a module that adds something under a name.
fn plugin_facts(
    context: FileContext<'_>,
    kind: PluginKind,
    name: &str,
) -> Option<(File, Arc<RubyFacts>)> {
    let name = name.to_lowercase();
    let file = plugin(context.db, environment(context)?, kind, &name)?;
    Some((file, facts_of(context.db, file)))
}

/// A function of either API.
pub fn function(context: FileContext<'_>, name: &str) -> Option<(File, RubyDefinition)> {
    let kinds = [PluginKind::Function, PluginKind::LegacyFunction];
    let (file, facts) = kinds
        .into_iter()
        .find_map(|kind| plugin_facts(context, kind, name))?;
    let function = facts.functions.iter().find(|it| it.name == name)?;
    let types = match function.api {
        FunctionApi::Modern(_) => Types::InCode,
        FunctionApi::Legacy(_) => Types::InComment,
    };
    let docs = function.docs.as_deref();
    // A stub has no documentation: a comment in one marks what the function calls.
    let docs = docs.filter(|_| stub_module(context.db, file).is_none());
    let definition = RubyDefinition {
        name: function.name.to_string(),
        kind: Some(SymbolKind::Function),
        full_range: function.range,
        focus_range: function.name_range,
        code: String::new(),
        documentation: docs.and_then(|docs| documentation::ruby_documentation(docs, types)),
    };
    Some((file, definition))
}

/// The comments above the overloads of a function, in order.
pub fn overload_comments(context: FileContext<'_>, name: &str) -> Vec<Option<String>> {
    let Some((_, facts)) = plugin_facts(context, PluginKind::Function, name) else {
        return Vec::new();
    };
    let function = facts.functions.iter().find(|it| it.name == name);
    let Some(FunctionApi::Modern(function)) = function.map(|it| &it.api) else {
        return Vec::new();
    };
    let ways = function.dispatches.iter().filter(|it| !it.mismatch_handler);
    let said =
        |it: &Dispatch| documentation::ruby_documentation(it.docs.as_deref()?, Types::InCode);
    ways.map(said).collect()
}

/// A resource type.
pub fn resource_type(context: FileContext<'_>, name: &str) -> Option<(File, RubyDefinition)> {
    let (file, facts) = plugin_facts(context, PluginKind::ResourceType, name)?;
    let name = name.to_lowercase();
    let found = facts.resource_types.iter().find(|it| it.name == name)?;
    let definition = RubyDefinition {
        name: found.name.to_string(),
        kind: Some(SymbolKind::DefinedType),
        full_range: found.range,
        focus_range: found.name_range,
        code: format!("{} {{ … }}", found.name),
        documentation: of_text(found.docs.as_deref()),
    };
    Some((file, definition))
}

/// The attributes of a resource type that a module defines, as far as manifests may give them; the last of a name
/// counts.
pub fn attributes(context: FileContext<'_>, of: &str) -> Option<Vec<puppet_ruby::TypeAttribute>> {
    let (_, facts) = plugin_facts(context, PluginKind::ResourceType, of)?;
    let of = of.to_lowercase();
    let found = facts.resource_types.iter().find(|it| it.name == of)?;
    let mut attributes: Vec<puppet_ruby::TypeAttribute> = Vec::new();
    for attribute in &found.attributes {
        attributes.retain(|it| it.name != attribute.name);
        if attribute.behaviour.as_deref() != Some("read_only") {
            attributes.push(attribute.clone());
        }
    }
    Some(attributes)
}

/// An attribute of a resource type.
pub fn attribute(context: FileContext<'_>, of: &str, name: &str) -> Option<(File, RubyDefinition)> {
    let (file, facts) = plugin_facts(context, PluginKind::ResourceType, of)?;
    let of = of.to_lowercase();
    let owner = facts.resource_types.iter().find(|it| it.name == of)?;
    let found = owner.attributes.iter().rfind(|it| it.name == name)?;
    let definition = RubyDefinition {
        name: found.name.to_string(),
        kind: None,
        full_range: found.range,
        focus_range: found.range,
        code: attribute_code(found),
        documentation: found.docs.clone(),
    };
    Some((file, definition))
}

/// An attribute with what it accepts.
pub fn attribute_code(attribute: &puppet_ruby::TypeAttribute) -> String {
    match accepts(attribute) {
        Some(accepts) => format!("{} => {accepts}", attribute.name),
        None => attribute.name.clone(),
    }
}

/// The declared type of an attribute, if there is one.
pub fn accepts(attribute: &puppet_ruby::TypeAttribute) -> Option<String> {
    if let Some(ty) = attribute.ty.as_ref().and_then(|ty| ty.text.clone()) {
        return Some(ty);
    }
    let values = attribute.values.iter().map(|value| value.text.clone());
    let patterns = attribute.value_regexes.iter();
    let patterns = patterns.map(|it| pattern_text(it));
    let all: Vec<String> = values.chain(patterns).collect();
    (!all.is_empty()).then(|| all.join(" | "))
}

/// A regular expression in words, as the texts that it lists, or else as it is written.
fn pattern_text(pattern: &str) -> String {
    if let Some(words) = pattern_in_words(pattern) {
        return words.to_owned();
    }
    let inner = pattern
        .strip_prefix('/')
        .and_then(|it| it.strip_suffix('/'));
    let inner = inner.unwrap_or(pattern);
    let without_anchors = inner.trim_start_matches('^').trim_end_matches('$');
    let list = without_anchors.strip_prefix('(');
    let list = list.and_then(|it| it.strip_suffix(')'));
    let texts = list.unwrap_or(without_anchors).split('|');
    let is_text =
        |it: &str| !it.is_empty() && it.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    match texts.clone().all(is_text) {
        true => texts.collect::<Vec<_>>().join(" | "),
        false if pattern.starts_with('/') => pattern.to_owned(),
        false => format!("/{pattern}/"),
    }
}

/// A data type.
pub fn data_type(context: FileContext<'_>, name: &str) -> Option<(File, RubyDefinition)> {
    let (file, facts) = plugin_facts(context, PluginKind::DataType, name)?;
    let mut all = facts.data_types.iter();
    let found = all.find(|it| it.name.eq_ignore_ascii_case(name))?;
    let interface = found.interface.as_ref().and_then(|it| it.text.as_deref());
    let code = match interface {
        Some(interface) => format!(
            "type {} = Object[{{\n{}\n}}]",
            found.name,
            dedented(interface)
        ),
        None => format!("type {}", found.name),
    };
    let definition = RubyDefinition {
        name: found.name.to_string(),
        kind: None,
        full_range: found.range,
        focus_range: found.range,
        code,
        documentation: of_text(found.docs.as_deref()),
    };
    Some((file, definition))
}

/// The lines of a text with two spaces before those that had fewest.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let margin = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let least = lines.iter().map(margin).min().unwrap_or_default();
    let lines = lines
        .iter()
        .map(|line| format!("  {}", line.get(least..).unwrap_or_default()));
    lines.collect::<Vec<_>>().join("\n")
}

/// A part of the value of a custom fact as a type; what is not known is `Any`.
pub fn fact_type(value: &FactValue) -> String {
    match value {
        FactValue::Unknown => "Any".to_owned(),
        FactValue::String => "String".to_owned(),
        FactValue::Integer => "Integer".to_owned(),
        FactValue::Float => "Float".to_owned(),
        FactValue::Boolean => "Boolean".to_owned(),
        FactValue::Array => "Array".to_owned(),
        FactValue::Hash { entries, .. } if entries.is_empty() => "Hash[String, Any]".to_owned(),
        FactValue::Hash { entries, open } => {
            let entry =
                |(key, value): &(String, FactValue)| format!("'{key}' => {}", fact_type(value));
            let mut entries: Vec<String> = entries.iter().map(entry).collect();
            entries.extend(open.then(|| "…".to_owned()));
            format!("Struct[{{{}}}]", entries.join(", "))
        }
    }
}

/// A custom fact of any module, or a part of it, by the path with dots.
pub fn fact(context: FileContext<'_>, path: &str) -> Option<(File, RubyDefinition)> {
    let db = context.db;
    let (name, keys) = path.split_once('.').unwrap_or((path, ""));
    let environment = environment(context)?;
    // Most variables that are asked about are no facts.
    let (file, range) = *fact_places(db, environment).get(name)?;
    let keys: Vec<&str> = keys.split('.').filter(|key| !key.is_empty()).collect();
    let facts = custom_facts(db, environment);
    if !facts.names.contains(&*name.to_lowercase()) {
        return None;
    }
    let value = facts.value(name).value_at(&keys);
    let shown: String = keys.iter().map(|key| format!("['{key}']")).collect();
    let code = format!("{} $facts['{name}']{shown}", fact_type(value));
    let definition = RubyDefinition {
        name: name.to_owned(),
        kind: None,
        full_range: range,
        focus_range: range,
        code,
        documentation: None,
    };
    Some((file, definition))
}

/// Reads the custom facts of an environment.
pub fn prefetch_environment(db: &dyn Db, environment: Environment) {
    fact_places(db, environment);
}

/// Where the custom facts of an environment are defined, each in the first module that has it.
#[salsa::tracked(returns(ref))]
fn fact_places(db: &dyn Db, environment: Environment) -> FxHashMap<String, (File, TextRange)> {
    let mut places = FxHashMap::default();
    for module in environment.modules(db).iter() {
        let files = module.files(db).iter().copied();
        let facter = files.filter(|file| {
            file.kind(db) == FileKind::Ruby
                && path_in_module(db, *module, *file)
                    .is_some_and(|it| it.starts_with("lib/facter/"))
        });
        for file in facter {
            for fact in &facts_of(db, file).facts {
                if let Some(name) = &fact.name {
                    places.entry(name.to_string()).or_insert((file, fact.range));
                }
            }
        }
    }
    places
}

/// The attribute whose value the title of a resource is.
pub fn namevar(context: FileContext<'_>, of: &str) -> Option<String> {
    let of = of.to_ascii_lowercase();
    if let Some(stub) = Library.resource_type(&of) {
        let mut attributes = stub.attributes.iter().filter(|it| it.namevar);
        return attributes.next().map(|it| it.name.clone());
    }
    let mut own = attributes(context, &of)?.into_iter();
    own.find(|it| it.namevar).map(|it| it.name)
}

#[cfg(test)]
mod tests {
    use super::pattern_text;

    #[test]
    fn patterns_are_shown_in_words_or_once() {
        for (pattern, expected) in [
            ("/true|false/", "true | false"),
            ("^(yes|no)$", "yes | no"),
            (r"/^\S+$/", r"/^\S+$/"),
            (r"^\S+$", r"/^\S+$/"),
            ("/^[0-9a-f]{2}$/i", "/^[0-9a-f]{2}$/i"),
            (r"/^\d+$/", "a number"),
        ] {
            assert_eq!(pattern_text(pattern), expected, "{pattern}");
        }
    }
}
