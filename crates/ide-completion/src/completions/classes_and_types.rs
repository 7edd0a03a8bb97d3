//! Definitions of modules: classes, data types and resource types.

use std::sync::Arc;

use puppet_db::is_plan;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::plugins::{PluginKind, plugin, plugin_names};

use crate::DocumentedKind;
use crate::exported_names::{self, ExportedName};
use crate::item::{CompletionItem, CompletionKind};
use crate::module_origin::{ModuleDistance, origins};
use crate::relevance::NameMatcher;
use puppet_ide_db::bolt_builtins;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_text::capitalized;

/// The items of a kind that a file can see and that fit what is typed, sorted by name; those of the file itself last.
pub fn named_items(
    context: FileContext<'_>,
    kind: SymbolKind,
    typed: &NameMatcher<'_>,
) -> Vec<NamedItem> {
    named_items_that(context, kind, typed, |_| true)
}

fn named_items_that(
    context: FileContext<'_>,
    kind: SymbolKind,
    typed: &NameMatcher<'_>,
    fits: impl Fn(&ExportedName) -> bool,
) -> Vec<NamedItem> {
    let db = context.db;
    let owner = owner(db, context.file);
    let all = owner.map(|owner| exported_names::names_of_environment(db, owner.environment));
    let of_environment = all
        .as_ref()
        .and_then(|all| all.get(&exported_names::key(kind)));
    let of_environment = of_environment.map(Vec::as_slice).unwrap_or_default();
    let is_new = |own: &&ExportedName| {
        let found = of_environment.binary_search_by(|it| it.name.cmp(&own.name));
        own.kind == kind && found.is_err()
    };
    let own = exported_names::names_of_file(db, context.file)
        .iter()
        .filter(is_new);
    let module = owner.and_then(|owner| Some(owner.module?.name(db)));
    let origins = owner.map(|owner| origins(db, owner.environment));
    let origin = |defined: &&ExportedName| {
        let name = defined.name.split("::").next().unwrap_or_default();
        if module.is_some_and(|module| name.eq_ignore_ascii_case(module)) {
            return ModuleDistance::Own;
        }
        let name = name.to_ascii_lowercase();
        let known = origins.as_ref().and_then(|it| it.get(&*name));
        // What no module defines stands in the manifests of the environment.
        known.copied().unwrap_or(ModuleDistance::Workspace)
    };
    let all = of_environment.iter().chain(own).filter(|it| fits(it));
    let best = typed.nearest(all, |it| &it.name, origin);
    let items = best.into_iter().map(|defined| NamedItem {
        origin: origin(&defined),
        name: defined.name.clone(),
        required: Arc::clone(&defined.required),
    });
    items.collect()
}

/// Something that a file can see.
pub struct NamedItem {
    pub name: String,
    /// The parameters that must be given.
    required: Arc<[String]>,
    /// Where it comes from.
    origin: ModuleDistance,
}

impl NamedItem {
    /// The rank of a name from a declared module is `far`; what the user's own modules define comes before it.
    pub fn rank(&self, far: u8) -> u8 {
        self.origin.rank(far)
    }
}

/// The types of most parameters: in a new module, nothing else tells that `S` is the start of `String`.
const USUAL_TYPES: [&str; 10] = [
    "Array",
    "Boolean",
    "Enum",
    "Hash",
    "Integer",
    "Optional",
    "Sensitive",
    "String",
    "Struct",
    "Variant",
];

/// Data types and aliases.
pub fn types(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Library
        .language_types()
        .iter()
        .filter(|data_type| typed.fits(&data_type.name))
        .map(|data_type| {
            let is_usual = USUAL_TYPES.contains(&data_type.name.as_str());
            CompletionItem::new(&*data_type.name, CompletionKind::DataType)
                .with_documentation_of(DocumentedKind::DataType, &*data_type.name)
                .rank(if is_usual { 9 } else { 10 })
        })
        .collect();
    if is_plan(context.file.path(context.db)) {
        let types = bolt_builtins::types();
        let item = |name| CompletionItem::new(name, CompletionKind::DataType).rank(10);
        let others = types.filter(|name| Library.language_type(name).is_none());
        items.extend(others.map(item));
    }
    for alias in named_items(context, SymbolKind::TypeAlias, typed) {
        let rank = match alias.origin {
            ModuleDistance::Own => 12,
            origin => origin.rank(35),
        };
        let item = CompletionItem::new(&*alias.name, CompletionKind::TypeAlias);
        items.push(
            item.with_documentation_of(DocumentedKind::TypeAlias, alias.name)
                .rank(rank),
        );
    }
    items
}

/// The classes.
pub fn classes(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let classes = named_items(context, SymbolKind::Class, typed);
    classes
        .into_iter()
        .map(|class| {
            let rank = class.rank(35);
            CompletionItem::new(&*class.name, CompletionKind::Class)
                .with_documentation_of(DocumentedKind::Class, class.name)
                .rank(rank)
        })
        .collect()
}

/// The names of resource types, for functions that take one.
pub fn resource_type_names(
    context: FileContext<'_>,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let types = resource_types(context, typed).into_iter();
    let class = CompletionItem::new("class", CompletionKind::Keyword).rank(38);
    let plain = |item| CompletionItem {
        snippet: None,
        ..item
    };
    types.chain([class]).map(plain).collect()
}

/// Resource types with a body that holds what must be given.
pub fn resource_types(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for name in Library.resource_type_names().filter(|it| typed.fits(it)) {
        let item = CompletionItem::new(name, CompletionKind::ResourceType)
            .with_documentation_of(DocumentedKind::ResourceType, name);
        items.push(item.snippet(resource(name, &[])).rank(30));
    }
    for define in named_items(context, SymbolKind::DefinedType, typed) {
        let rank = define.rank(35);
        let snippet = resource(&define.name, &define.required);
        items.push(
            CompletionItem::new(&*define.name, CompletionKind::ResourceType)
                .with_documentation_of(DocumentedKind::ResourceType, define.name)
                .snippet(snippet)
                .rank(rank),
        );
    }
    let of_ruby = names_of_ruby(context, typed).into_iter();
    items.extend(of_ruby.map(|name| {
        let module = module_of(context, PluginKind::ResourceType, &name);
        CompletionItem::new(&*name, CompletionKind::ResourceType)
            .detail(module.unwrap_or_default())
            .snippet(resource(&name, &[]))
            .with_documentation_of(DocumentedKind::ResourceType, name)
            .rank(36)
    }));
    items
}

/// The resource types that modules define in Ruby.
fn names_of_ruby(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<String> {
    let Some(owner) = owner(context.db, context.file) else {
        return Vec::new();
    };
    let names = plugin_names(context.db, owner.environment, PluginKind::ResourceType);
    let new = names
        .iter()
        .filter(|name| Library.resource_type(name).is_none());
    let best = typed.best(new, |it| it, |_| false);
    best.into_iter().map(|it| it.to_string()).collect()
}

/// The module whose Ruby code defines something.
pub fn module_of(context: FileContext<'_>, kind: PluginKind, name: &str) -> Option<String> {
    let environment = owner(context.db, context.file)?.environment;
    let defined_in = plugin(context.db, environment, kind, name)?;
    let module = owner(context.db, defined_in)?.module?;
    Some(module.name(context.db).to_string())
}

/// Resource types as references write them.
pub fn references(
    context: FileContext<'_>,
    typed: &NameMatcher<'_>,
    rank: u8,
) -> Vec<CompletionItem> {
    let defined = named_items(context, SymbolKind::DefinedType, typed);
    let defined = defined.into_iter().map(|it| it.name);
    let shipped = Library.resource_type_names().filter(|it| typed.fits(it));
    let shipped = shipped.map(str::to_owned);
    let of_ruby = names_of_ruby(context, typed).into_iter();
    let all = shipped.chain(defined).chain(of_ruby);
    let items = all.chain(["class".to_owned()]).map(|name| {
        let label = capitalized(&name);
        let snippet = format!("{label}['$1']");
        CompletionItem::new(label, CompletionKind::ResourceType)
            .with_documentation_of(DocumentedKind::ResourceType, name)
            .snippet(snippet)
            .rank(rank)
    });
    items.collect()
}

/// Classes in the form of resources, with what must be given.
pub fn class_resources(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    // The word before the name is typed first, and fits every class then.
    let typed = typed.skip_word("class ");
    let takes = |class: &ExportedName| !class.required.is_empty();
    let classes = named_items_that(context, SymbolKind::Class, &typed, takes);
    classes
        .into_iter()
        .map(|class| {
            let rank = class.rank(37);
            let snippet = class_resource(&class.name, &class.required);
            CompletionItem::new(format!("class {}", class.name), CompletionKind::Class)
                .with_documentation_of(DocumentedKind::Class, class.name)
                .snippet(snippet)
                .rank(rank)
        })
        .collect()
}

fn class_resource(name: &str, required: &[String]) -> String {
    let mut snippet = ["class { '", name, "':\n"].concat();
    fill_in(&mut snippet, required, 1);
    snippet.push('}');
    snippet
}

/// A resource with a title and attributes to fill in.
fn resource(name: &str, required: &[String]) -> String {
    let mut snippet = [name, " { '${1:title}':\n"].concat();
    fill_in(&mut snippet, required, 2);
    if required.is_empty() {
        snippet.push_str("  $0\n");
    }
    snippet.push('}');
    snippet
}

/// Writes attributes with places for their values, numbered from the first.
fn fill_in(snippet: &mut String, attributes: &[String], first: usize) {
    let width = attributes.iter().map(String::len).max().unwrap_or(0);
    for (attribute, place) in attributes.iter().zip(first..) {
        snippet.push_str("  ");
        snippet.push_str(attribute);
        snippet.extend(std::iter::repeat_n(' ', width - attribute.len()));
        snippet.push_str(" => $");
        snippet.push_str(&place.to_string());
        snippet.push_str(",\n");
    }
}
