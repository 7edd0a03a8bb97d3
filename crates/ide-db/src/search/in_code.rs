//! Usages in Puppet code and its comments.

use crate::defs::classify::task_parameter;
use crate::defs::{Definition, NameRefKind, any_name_of, asset_paths, providers, resource_titles};
use crate::search::{
    DefinitionSearch, Reference, comments, is_one_of, is_write, occurrences, undeclared,
};
use crate::struct_members;
use crate::symbol_index::named_definition;
use crate::syntax_ext::{self};
use puppet_db::File;
use puppet_text::TextRange;

impl DefinitionSearch<'_> {
    pub(super) fn search_code(&self, file: File) -> Vec<Reference> {
        let context = self.context;
        let tokens = || {
            let root = syntax_ext::root(context.db, file);
            syntax_ext::tokens_with(file.text(context.db), &root, &self.word)
        };
        match self.first {
            Definition::StructMember(_) => self.members(file),
            Definition::Resource(ty, title) => {
                let titled = tokens().into_iter();
                let titled = titled.filter_map(|token| resource_titles::titled(&token));
                let same = titled.filter(|it| it.ty == *ty && it.title == *title);
                same.map(|it| Reference {
                    is_declaration: it.is_declaration,
                    is_write: it.is_declaration,
                    ..Reference::naming(context.file_context(file), it.range)
                })
                .collect()
            }
            Definition::Provider(of, name) => {
                let values = tokens().into_iter();
                let values = values.filter_map(|token| providers::value(&token));
                let same = values.filter(|it| it.of == *of && it.name == *name);
                same.map(|it| self.reference(file, it.range, false))
                    .collect()
            }
            Definition::Asset(..) | Definition::Task(_) => {
                let named = tokens().into_iter();
                let named = named
                    .filter_map(|it| asset_paths::asset_at_token(context.file_context(file), &it));
                let same = named.filter(|(_, it)| match (it, self.first) {
                    (Definition::Asset(kind, name), Definition::Asset(own_kind, own)) => {
                        (kind, name) == (own_kind, own)
                    }
                    (Definition::Task(name), Definition::Task(own)) => name == own,
                    _ => false,
                });
                let mut ranges: Vec<TextRange> = same.map(|(range, _)| range).collect();
                // The texts of one string are parts of one name.
                ranges.dedup();
                ranges
                    .into_iter()
                    .map(|range| self.reference(file, range, false))
                    .collect()
            }
            Definition::TaskParameter(..) => {
                let named = tokens().into_iter();
                let named = named.filter_map(|it| task_parameter(context.file_context(file), &it));
                let same =
                    named.filter(|(_, it)| is_one_of(std::slice::from_ref(it), &self.wanted));
                same.map(|(range, _)| self.reference(file, range, true))
                    .collect()
            }
            Definition::HieraKey(key) => {
                let names = tokens().into_iter().filter_map(|it| any_name_of(&it));
                let same = names.filter(|at| matches!(&at.name, NameRefKind::Key(it) if it == key));
                same.map(|at| self.reference(file, at.range, false))
                    .collect()
            }
            Definition::Builtin(..) | Definition::Unresolved(_) => {
                undeclared::references(context.file_context(file), self.classified)
            }
            Definition::DataFiles(_) | Definition::Module(_) => Vec::new(),
            _ => {
                let names =
                    occurrences(context.file_context(file), &self.word, &self.wanted).into_iter();
                let names = names.map(|at| self.reference(file, at.range, is_write(&at.token)));
                names.chain(self.search_comments(file)).collect()
            }
        }
    }

    /// What comments call by its full name.
    pub(super) fn search_comments(&self, file: File) -> Vec<Reference> {
        let name = match self.first {
            Definition::Item(_, definition) => {
                named_definition(definition).map(|(_, name, _)| name)
            }
            _ => None,
        };
        let ranges = name.map(|name| comments::ranges(self.context.file_context(file), &name));
        let ranges = ranges.into_iter().flatten();
        ranges
            .map(|range| Reference::naming(self.context.file_context(file), range))
            .collect()
    }

    pub(super) fn members(&self, file: File) -> Vec<Reference> {
        let names = struct_members::names_in(
            self.context.file_context(file),
            &self.classified.definitions,
        );
        let names = names.into_iter();
        names
            .map(|it| self.reference(file, it.range, it.is_write))
            .collect()
    }
}
