//! Hover: types, values and documentation.

mod branches;
mod builtin;
mod declaration;
mod expression;
mod facts;
#[cfg(test)]
pub(crate) mod forge_tests;
mod hiera;
mod hiera_keywords;
pub(crate) mod inferred_type;
mod keywords;
mod literals;
mod markup;
pub(crate) mod missing_module;
mod module_metadata;
mod module_stub;
mod narrowing;
mod node_value;
mod resource_declaration;
mod ruby_function;
mod ruby_resource_type;
mod struct_members;
mod tasks;
mod user_stubs;

use crate::hover::markup::Markup;
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::{Classified, Definition, NameRef, NameRefKind, classify};
use puppet_ide_db::hiera::is_data;
use puppet_ide_db::module_metadata::is_metadata_file;
use puppet_ide_db::syntax_ext;
use puppet_semantic::tasks::is_task;

/// The text of a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: TextRange,
    /// Puppet code: a declaration, a type.
    pub code: Vec<String>,
    /// Documentation in Markdown.
    pub documentation: Option<String>,
}

impl Hover {
    /// As Markdown: the code in fences.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut sections: Vec<String> = self
            .code
            .iter()
            .map(|code| format!("```puppet\n{code}\n```"))
            .collect();
        sections.extend(self.documentation.clone());
        sections.join("\n\n")
    }

    /// Without markup.
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut sections = self.code.clone();
        sections.extend(self.documentation.clone());
        sections.join("\n\n")
    }
}

pub(crate) fn hover(context: FileContext<'_>, offset: TextSize) -> Option<Hover> {
    let hover = of_any_node(context, offset);
    match node_value::describe(context, offset) {
        None => hover,
        Some((range, value)) => Some(node_value::add(hover, range, value)),
    }
}

/// What holds whichever node the code is for.
fn of_any_node(context: FileContext<'_>, offset: TextSize) -> Option<Hover> {
    let classified = classify(context, offset);
    let text = classified
        .as_ref()
        .and_then(|it| of_definition(*context, it, offset));
    let (Some(text), Some(classified)) = (text, &classified) else {
        return without_definition(context, offset, classified.as_ref());
    };
    let root = syntax_ext::root(context.db, context.file);
    Some(Hover {
        range: syntax_ext::token_range_with_sigil(&root, classified.range, offset),
        code: text.code,
        documentation: text.documentation,
    })
}

/// What is known of what a name stands for.
fn of_definition(context: IdeContext<'_>, found: &Classified, offset: TextSize) -> Option<Markup> {
    let context = context.file_context(found.file);
    let first = found.definitions.first()?;
    let text = match (first, &found.name) {
        (Definition::Module(named), _) => module_metadata::describe_module(context, named),
        (Definition::StructMember(member), _) => struct_members::describe(context, offset, member),
        (Definition::Task(name), _) => tasks::describe(context, name)?,
        (Definition::TaskParameter(_, parameter), _) => tasks::describe_parameter(parameter),
        (Definition::Asset(kind, name), _) => literals::named_file(context, *kind, name)?,
        (Definition::Provider(..), _) => return None,
        (Definition::Resource(ty, title), _) => resource_declaration::describe(context, ty, title)?,
        (Definition::DataFiles(files), _) => hiera::data_files(*context, files),
        (_, Some(at)) => return of_name(*context, found, at),
        (Definition::Builtin(name @ NameRefKind::Given(_), subject), None) => {
            builtin::named_text(name, *subject)?
        }
        _ => text_of(*context, found)?,
    };
    Some(text)
}

/// What is known of a name in data, in a comment, in Ruby code or in a template of Embedded Ruby.
fn text_of(context: IdeContext<'_>, found: &Classified) -> Option<Markup> {
    let context = context.file_context(found.file);
    let first = found.definitions.first()?;
    let text = branches::describe_at_end(context, &found.definitions);
    let mut text = text.unwrap_or_else(|| declaration::describe(context, first));
    if let Some(key) = hiera::key_at(context, found.range) {
        if let Some((class, _)) = key.rsplit_once("::").filter(|_| first.file().is_some()) {
            text.code.insert(0, format!("class {class}"));
        }
        text.add(hiera::values(context, &key));
    }
    (!text.is_empty()).then_some(text)
}

/// What is known of a name in code.
fn of_name(context: IdeContext<'_>, classified: &Classified, at: &NameRef) -> Option<Markup> {
    let context = context.file_context(classified.file);
    let found = &classified.definitions;
    let first = found.first().filter(|it| it.file().is_some());
    let meant = branches::certain(context.file, at, found).or(first);
    let text = branches::describe(context, at, found)
        .or_else(|| meant.map(|found| declaration::describe(context, found)))
        .or_else(|| builtin::describe(context, at))
        .or_else(|| user_stubs::describe(context, at))
        .or_else(|| builtin::plan_name(context, at))
        .or_else(|| literals::module_name(context, at))
        .or_else(|| missing_module::describe(context, at));
    let inferred = match &at.name {
        NameRefKind::Variable(name) => inferred_type::type_of_variable(context, at, name),
        _ => None,
    };
    let mut text = with_type(text.unwrap_or_default(), inferred);
    text.add(narrowing::describe(context, at, found));
    let key = found.first().and_then(Definition::hiera_key);
    if let Some(key) = key {
        text.add(hiera::values(context, &key));
    }
    (!text.is_empty()).then_some(text)
}

/// Adds `$name: Type`, before which `$name` and `Type $name` would add nothing.
fn with_type(mut text: Markup, inferred: Option<String>) -> Markup {
    let Some(inferred) = inferred else {
        return text;
    };
    let typed = inferred.split_once(": ");
    let typed = typed.map(|(name, ty)| format!("{ty} {name}"));
    text.code
        .retain(|code| typed.as_ref() != Some(code) && !inferred.starts_with(&format!("{code}:")));
    text.code.insert(0, inferred);
    text
}

/// What is known where no name with a definition stands: keywords of data and metadata, literals, types of expressions.
fn without_definition(
    context: FileContext<'_>,
    offset: TextSize,
    classified: Option<&Classified>,
) -> Option<Hover> {
    if is_metadata_file(context.db, context.file) {
        return module_metadata::key(context, offset);
    }
    if is_task(context.db, context.file) {
        return tasks::key(context, offset);
    }
    if is_data(context.db, context.file) {
        return match classified {
            None => hiera_keywords::hover(context, offset),
            Some(_) => None,
        };
    }
    let name = classified.and_then(|it| it.name.as_ref());
    let is_value = name.is_none_or(|at| {
        use NameRefKind::{Fact, Given, MaybeClass};
        matches!(at.name, MaybeClass(_) | Given(_) | Fact(_))
    });
    if !is_value {
        return None;
    }
    let root = syntax_ext::root(context.db, context.file);
    let keys = name.and_then(|at| facts::fact(context, at));
    keys.or_else(|| literals::literal_at(context, &root, offset))
        .or_else(|| keywords::keyword(&root, offset))
        .or_else(|| expression::expression(context, &root, offset))
}

#[cfg(test)]
mod tests;
