//! Targets of a rename.

use puppet_db::File;
use puppet_ide_db::workspace_files::is_workspace_module;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::Definition;
use puppet_text::{TextRange, TextSize};

use super::{RenameError, refuse};
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resolve::Found;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_at};
use puppet_ide_db::local_scopes::BindingKind;
use puppet_ide_db::search::{last_segment, name_text};
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext;

/// A thing that can be renamed.
pub(super) struct Target {
    /// The name at the cursor.
    pub(super) at: NameRef,
    /// Its definitions: several for a variable that is assigned in several branches.
    pub(super) found: Vec<Found>,
    pub(super) kind: TargetKind,
}

/// What a [`Target`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TargetKind {
    /// A variable, or a parameter of a lambda.
    Variable,
    /// A parameter that others give a value by its name.
    Parameter,
    /// A class, defined type, function, plan or type alias, with its full name as it is written where it is defined.
    Item(SymbolKind, String),
}

impl Target {
    /// The part of the name at the cursor that changes.
    pub(super) fn range(&self) -> TextRange {
        match self.kind {
            TargetKind::Variable | TargetKind::Parameter => last_segment_range(&self.at),
            TargetKind::Item(..) => self.at.range,
        }
    }

    /// The name that the user starts from.
    pub(super) fn old_name(&self) -> String {
        match &self.kind {
            TargetKind::Item(_, name) => name.clone(),
            TargetKind::Variable | TargetKind::Parameter => self.word().to_owned(),
        }
    }

    /// The word that every place that names the thing has in it.
    pub(super) fn word(&self) -> &str {
        match &self.kind {
            TargetKind::Item(_, name) => last_segment(name),
            TargetKind::Variable | TargetKind::Parameter => last_segment(name_text(&self.at.name)),
        }
    }

    /// The definition of an item.
    pub(super) fn definition(&self) -> Option<(File, &Definition)> {
        match self.found.first()? {
            Found::Item(file, definition) => Some((*file, definition)),
            Found::Binding(..) | Found::Parameter(..) | Found::Ruby(..) => None,
        }
    }
}

/// Where the part of a name stands that is behind the last `::`.
pub(super) fn last_segment_range(at: &NameRef) -> TextRange {
    let segment = TextSize::of(last_segment(name_text(&at.name)));
    TextRange::new(at.range.end() - segment.min(at.range.len()), at.range.end())
}

pub(super) fn target_at(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Result<Target, RenameError> {
    let root = syntax_ext::root(context.db, file);
    let Some(at) = name_at(&root, offset) else {
        return refuse("there is no name here");
    };
    if matches!(at.name, NameRefKind::PerhapsClass(_)) {
        return refuse("this string may be more than the name of a class");
    }
    let found = resolve::find(context, file, &at);
    let Some(first) = found.first() else {
        return refuse(unknown(&at.name));
    };
    for found in &found {
        ours(context, found.file())?;
    }
    let kind = match first {
        Found::Item(_, definition) => {
            let Some((kind, name, _)) = named_definition(definition) else {
                return refuse("this has no name that can be changed");
            };
            if kind == SymbolKind::Node {
                return refuse("a node has the name of a machine");
            }
            TargetKind::Item(kind, name)
        }
        Found::Parameter(..) => TargetKind::Parameter,
        Found::Ruby(..) => return refuse(format!("`{}` is defined in Ruby", name_text(&at.name))),
        Found::Binding(_, binding) => match &binding.kind {
            BindingKind::Parameter(_) => TargetKind::Parameter,
            BindingKind::LambdaParameter(_) | BindingKind::Assignment(_) => TargetKind::Variable,
        },
    };
    Ok(Target { at, found, kind })
}

/// Why a name that we did not find cannot be renamed.
fn unknown(name: &NameRefKind) -> String {
    let text = name_text(name);
    let (shown, is_puppets) = match name {
        NameRefKind::Variable(_) => (format!("${text}"), is_set_by_puppet(text)),
        NameRefKind::Function(_) => (text.to_owned(), Library.function(text).is_some()),
        NameRefKind::Type(_) => (
            text.to_owned(),
            Library.language_type(text).is_some()
                || Library.resource_type(&text.to_ascii_lowercase()).is_some(),
        ),
        NameRefKind::ResourceType(_) => (
            text.to_owned(),
            Library.resource_type(&text.to_ascii_lowercase()).is_some(),
        ),
        _ => (text.to_owned(), false),
    };
    if is_puppets {
        format!("`{shown}` is part of Puppet")
    } else {
        format!("`{shown}` is not defined in the Puppet code of this workspace")
    }
}

fn is_set_by_puppet(name: &str) -> bool {
    matches!(
        name,
        "facts" | "trusted" | "server_facts" | "environment" | "title" | "name" | "module_name"
    ) || Library.facts().iter().any(|fact| fact.name == name)
}

/// Refuses what belongs to others.
pub(super) fn ours(context: Context<'_>, file: File) -> Result<(), RenameError> {
    let module = owner(context.db, file).and_then(|owner| owner.module);
    match module {
        Some(module) if !is_workspace_module(context.db, module) => refuse(format!(
            "this belongs to the module `{}`, which is not part of the workspace",
            module.name(context.db)
        )),
        _ => Ok(()),
    }
}
