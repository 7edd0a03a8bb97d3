//! Hiera's data follows: the keys that give values to the parameters of classes, and what `%{…}` names.

use puppet_db::File;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast;
use puppet_text::{TextRange, TextSize};

use crate::rename::target::{ResolvedTarget, TargetKind, ours};
use crate::rename::{RenameError, refuse};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::{NameRefKind, name_of};
use puppet_ide_db::hiera::keys::{HieraName, HieraNameRef, data_files, name_references};
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, mentions};
use puppet_ide_db::workspace_files::puppet_files;

/// What changes in data: old and new names.
pub(super) struct DataNames {
    /// Keys that give parameters their values, `class::parameter`.
    keys: Vec<(String, String)>,
    /// A variable with its class, or one of top scope.
    variable: Option<(String, String)>,
    /// A class, in front of any of its variables.
    class: Option<(String, String)>,
}

impl DataNames {
    pub(super) fn for_target(target: &ResolvedTarget, new_name: &str) -> Self {
        let mut names = Self {
            keys: Vec::new(),
            variable: None,
            class: None,
        };
        match &target.kind {
            TargetKind::Item(SymbolKind::Class, old) => {
                let (old, new) = (canonical(old), canonical(new_name));
                let definition = target.definition().map(|(_, definition)| definition);
                let parameters = definition.into_iter().flat_map(ast::Definition::parameters);
                let key = |name: String| (format!("{old}::{name}"), format!("{new}::{name}"));
                names.keys = parameters.filter_map(|it| it.name()).map(key).collect();
                names.class = Some((old.to_string(), new.to_string()));
            }
            TargetKind::Parameter | TargetKind::Variable => {
                let old = target.word();
                let found = target.found.first();
                let of_class = found
                    .and_then(Definition::class)
                    .map(|class| (format!("{class}::{old}"), format!("{class}::{new_name}")));
                if target.kind == TargetKind::Parameter {
                    names.keys.extend(of_class.clone());
                }
                names.variable = match found.is_some_and(Definition::is_of_top_scope) {
                    true => Some((old.to_owned(), new_name.to_owned())),
                    false => of_class,
                };
            }
            TargetKind::Item(..) => {}
        }
        names
    }

    fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.variable.is_none() && self.class.is_none()
    }

    /// What a place becomes.
    fn edit(&self, place: &HieraNameRef) -> Option<TextEdit> {
        let new = |pairs: &[(String, String)], name: &str| {
            let (_, new) = pairs.iter().find(|(old, _)| old == name)?;
            Some(TextEdit::replace(place.range, new))
        };
        match &place.name {
            HieraName::Key(key) => new(&self.keys, key),
            HieraName::Variable(name) => {
                new(self.variable.as_slice(), name).or_else(|| self.edit_class(place, name))
            }
            HieraName::Class(class) => {
                let (old, new) = self.class.as_ref()?;
                (class == old).then(|| TextEdit::replace(place.range, new))
            }
            HieraName::MaybeClass(_) | HieraName::Given(_) => None,
        }
    }

    /// `%{class::variable}`
    fn edit_class(&self, place: &HieraNameRef, name: &str) -> Option<TextEdit> {
        let (old, new) = self.class.as_ref()?;
        let (class, _) = name.rsplit_once("::")?;
        let range = TextRange::at(place.range.start(), TextSize::of(class));
        (class == old).then(|| TextEdit::replace(range, new))
    }
}

/// Data that is the user's own and mentions a word.
fn files(context: IdeContext<'_>, word: &str) -> Vec<File> {
    let mut files = data_files(context);
    files.retain(|file| {
        ours(context.file_context(*file)).is_ok() && mentions(file.text(context.db), word)
    });
    files
}

/// Adds the edits of data files.
pub(super) fn add_edits(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    names: &DataNames,
    change: &mut SourceChange,
) {
    if names.is_empty() {
        return;
    }
    for file in files(context, target.word()) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let places = name_references(context.db, file);
        let edits = places.iter().filter_map(|place| names.edit(place));
        change.add(context.files.id(context.db, file), edits.collect());
    }
}

/// Refuses what would give a parameter the values that are meant for something else.
pub(super) fn conflicts(context: IdeContext<'_>, names: &DataNames) -> Result<(), RenameError> {
    // All keys are of one class.
    let Some((class, _)) = names
        .keys
        .first()
        .and_then(|(_, new)| new.rsplit_once("::"))
    else {
        return Ok(());
    };
    let is_taken = |key: &str| {
        let is_old = names.keys.iter().any(|(old, _)| old == key);
        !is_old && names.keys.iter().any(|(_, new)| new == key)
    };
    for file in files(context, class) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        for place in name_references(context.db, file) {
            if let HieraName::Key(key) = &place.name
                && is_taken(key)
            {
                let path = file.path(context.db);
                return refuse(format!("there is data for `{key}` already, in {path}"));
            }
        }
    }
    for file in puppet_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        let looks_up = mentions(text, "lookup") || mentions(text, "hiera");
        if !looks_up || !mentions(text, class) || ours(context.file_context(file)).is_err() {
            continue;
        }
        let root = syntax_ext::root(context.db, file);
        let tokens = syntax_ext::tokens_with(text, &root, class);
        for name in tokens.iter().filter_map(name_of).map(|at| at.name) {
            if let NameRefKind::Key(key) = name
                && is_taken(&key)
            {
                let path = file.path(context.db);
                return refuse(format!("`{key}` is looked up already, in {path}"));
            }
        }
    }
    Ok(())
}
