//! Usages in data of Hiera.

use crate::defs::{Definition, NameRefKind, resolve};
use crate::hiera::keys::{HieraName, name_references};
use crate::hiera::level_paths;
use crate::search::{DefinitionSearch, Reference, is_one_of, undeclared};
use crate::syntax_ext::mentions;
use puppet_db::{File, FileKind};
use puppet_syntax::ast::{self};

impl DefinitionSearch<'_> {
    /// The names in Hiera's data.
    pub(super) fn search_data(&self, file: File) -> Vec<Reference> {
        let context = self.context;
        match self.first {
            Definition::StructMember(_) => return self.members(file),
            Definition::DataFiles(files) => {
                if file.kind(context.db) != FileKind::HieraConfig {
                    return Vec::new();
                }
                let paths = level_paths::paths(context.file_context(file)).into_iter();
                let same = paths.filter(|it| it.files == *files);
                return same
                    .map(|it| self.reference(file, it.range, false))
                    .collect();
            }
            _ => {}
        }
        let names = name_references(context.db, file).iter();
        let names = names.filter(|it| mentions(it.name.text(), &self.word));
        let meant = names.filter(|it| match (self.first, &it.name) {
            (Definition::HieraKey(key), HieraName::Key(it)) => it == key,
            (Definition::Builtin(wanted, _) | Definition::Unresolved(wanted), name) => {
                undeclared::is_same(&name.clone().kind(), wanted)
                    && resolve::resolve_hiera_name(context.file_context(file), name).is_empty()
            }
            (_, name) => is_one_of(
                &resolve::resolve_hiera_name(context.file_context(file), name),
                &self.wanted,
            ),
        });
        meant
            .map(|it| self.reference(file, it.range, it.is_write))
            .collect()
    }
}

/// Whether Hiera's data can name a definition: it is not read for any other.
pub(super) fn is_known_to_data(definition: &Definition) -> bool {
    match definition {
        Definition::Item(_, item) => matches!(item, ast::Definition::ClassDef(_)),
        Definition::Binding(..) => definition.class().is_some() || definition.is_of_top_scope(),
        Definition::Parameter(..) => definition.class().is_some(),
        // A fact.
        Definition::Ruby(_, definition) => definition.kind.is_none(),
        Definition::StructMember(_) | Definition::HieraKey(_) | Definition::DataFiles(_) => true,
        Definition::Builtin(name, _) | Definition::Unresolved(name) => {
            use NameRefKind::{Class, Fact, Given, Variable};
            // The variables that each definition has for itself.
            let is_own = matches!(name.text(), "title" | "name");
            matches!(name, Class(_) | Fact(_) | Given(_) | Variable(_)) && !is_own
        }
        _ => false,
    }
}
