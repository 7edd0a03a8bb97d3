//! Targets of a rename.

use puppet_db::File;
use puppet_ide_db::workspace_files::is_workspace_module;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast;
use puppet_text::{TextRange, TextSize};

use super::{RenameError, refuse};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::{Classified, NameRef, NameRefKind, classify, last_segment};
use puppet_ide_db::local_scopes::BindingKind;
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};

/// A thing that can be renamed.
pub(super) struct ResolvedTarget {
    /// The file of the name.
    pub(super) file: File,
    /// The name at the cursor, or where it is declared.
    pub(super) at: NameRef,
    /// Its definitions: several for a variable that is assigned in several branches.
    pub(super) found: Vec<Definition>,
    pub(super) kind: TargetKind,
}

/// What a [`ResolvedTarget`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TargetKind {
    /// A variable, or a parameter of a lambda.
    Variable,
    /// A parameter that others give a value by its name.
    Parameter,
    /// A class, defined type, function, plan or type alias, with its full name as it is written where it is defined.
    Item(SymbolKind, String),
}

impl ResolvedTarget {
    /// The name that the user starts from.
    pub(super) fn old_name(&self) -> String {
        match &self.kind {
            TargetKind::Item(_, name) => name.clone(),
            TargetKind::Variable | TargetKind::Parameter => self.word().to_owned(),
        }
    }

    /// The word that every reference to the definition contains.
    pub(super) fn word(&self) -> &str {
        match &self.kind {
            TargetKind::Item(_, name) => last_segment(name),
            TargetKind::Variable | TargetKind::Parameter => last_segment(self.at.name.text()),
        }
    }

    /// The definition of an item.
    pub(super) fn definition(&self) -> Option<(File, &ast::Definition)> {
        match self.found.first()? {
            Definition::Item(file, definition) => Some((*file, definition)),
            _ => None,
        }
    }
}

/// Where the part of a name stands that is after the last `::`.
pub(super) fn last_segment_range(at: &NameRef) -> TextRange {
    let segment = TextSize::of(last_segment(at.name.text()));
    TextRange::new(at.range.end() - segment.min(at.range.len()), at.range.end())
}

/// What can be renamed at an offset, and where its name stands there.
///
/// # Errors
/// Says why it cannot.
pub(super) fn target_at(
    context: FileContext<'_>,
    offset: TextSize,
) -> Result<(ResolvedTarget, TextRange), RenameError> {
    let Some(classified) = classify(context, offset) else {
        return refuse("there is no name here");
    };
    let range = classified.range;
    let Some(first) = classified.definitions.first() else {
        return refuse("there is no name here");
    };
    // Hashes are handed on, and keys are read by code that names them in ways that cannot be followed.
    if let Definition::StructMember(member) = first {
        return refuse(format!(
            "`{}` is a member of a structure: not all code that reads it can be known",
            member.name
        ));
    }
    if let Definition::Ruby(_, definition) = first {
        return refuse(format!("`{}` is defined in Ruby", definition.name));
    }
    match (&classified.name, first.declared_at()) {
        (Some(_), _) => Ok((of_name(*context, classified)?, range)),
        // What data, a comment or Ruby code names, by its declaration: after the `$`.
        (None, Some((declared_in, at))) if (declared_in, at) != (context.file, range) => {
            let (target, _) = self::target_at(context.file_context(declared_in), at.end())?;
            Ok((target, range))
        }
        _ => refuse("there is no name here"),
    }
}

fn of_name(context: IdeContext<'_>, classified: Classified) -> Result<ResolvedTarget, RenameError> {
    let (Some(at), found) = (classified.name, classified.definitions) else {
        return refuse("there is no name here");
    };
    if matches!(at.name, NameRefKind::MaybeClass(_)) {
        return refuse("this string may be more than the name of a class");
    }
    for file in found.iter().filter_map(Definition::file) {
        ours(context.file_context(file))?;
    }
    let Some(first) = found.first() else {
        return refuse(unknown(&at.name));
    };
    let kind = match first {
        Definition::Item(_, definition) => {
            let Some((kind, name, _)) = named_definition(definition) else {
                return refuse("this has no name that can be changed");
            };
            if kind == SymbolKind::Node {
                return refuse("a node has the name of a machine");
            }
            TargetKind::Item(kind, name)
        }
        Definition::Parameter(..) => TargetKind::Parameter,
        Definition::Binding(_, binding) => match &binding.kind {
            BindingKind::Parameter(_) => TargetKind::Parameter,
            BindingKind::LambdaParameter(_) | BindingKind::Assignment(_) => TargetKind::Variable,
        },
        _ => return refuse(unknown(&at.name)),
    };
    Ok(ResolvedTarget {
        file: classified.file,
        at,
        found,
        kind,
    })
}

/// Why a name that we did not find cannot be renamed.
fn unknown(name: &NameRefKind) -> String {
    let text = name.text();
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
    ) || Library.fact(name).is_some()
}

/// Refuses what belongs to others.
pub(super) fn ours(context: FileContext<'_>) -> Result<(), RenameError> {
    let module = owner(context.db, context.file).and_then(|owner| owner.module);
    match module {
        Some(module) if !is_workspace_module(context.db, module) => refuse(format!(
            "this belongs to the module `{}`, which is not part of the workspace",
            module.name(context.db)
        )),
        _ => Ok(()),
    }
}
