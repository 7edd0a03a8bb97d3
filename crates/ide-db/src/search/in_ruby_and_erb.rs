//! Usages in Ruby code and templates in embedded Ruby.

use crate::defs::{Definition, NameRefKind, erb};
use crate::ruby::rspec::is_spec;
use crate::ruby::{rspec, usages};
use crate::search::{DefinitionSearch, Reference};
use puppet_db::{File, FileKind};
use puppet_text::TextRange;

impl DefinitionSearch<'_> {
    /// The names in Ruby code, and in templates of Embedded Ruby.
    pub(super) fn search_ruby(&self, file: File) -> Vec<Reference> {
        let text = &**file.text(self.context.db);
        let mut ranges: Vec<TextRange> = match self.first {
            Definition::Binding(..) | Definition::Parameter(..) => self.reads(file),
            Definition::Builtin(NameRefKind::Variable(name), _)
            | Definition::Unresolved(NameRefKind::Variable(name)) => {
                let reads = erb::reads(text, Some(&self.word)).into_iter();
                let class = name.rsplit_once("::").map_or("", |(class, _)| class);
                let same = reads.filter(|it| it.class == class);
                same.map(|it| it.range).collect()
            }
            Definition::Unresolved(NameRefKind::MaybeClass(name)) => {
                usages::usage_ranges(text, name)
            }
            definition => self.names_in_ruby(file, definition),
        };
        if is_spec(file.path(self.context.db)) {
            ranges.extend(rspec::names(text, self.first));
            ranges.sort_by_key(|range| (range.start(), range.end()));
            ranges.dedup();
        }
        ranges
            .into_iter()
            .map(|range| self.reference(file, range, false))
            .collect()
    }

    /// Where a template reads a variable.
    pub(super) fn reads(&self, file: File) -> Vec<TextRange> {
        if file.kind(self.context.db) != FileKind::Erb {
            return Vec::new();
        }
        let reads = erb::reads_of(self.context, file, self.first, &self.word, || {
            erb::users(self.context, file, self.first, &self.word).own
        });
        reads.into_iter().map(|read| read.range).collect()
    }

    /// Where Ruby code names an item, and where it defines it.
    pub(super) fn names_in_ruby(&self, file: File, definition: &Definition) -> Vec<TextRange> {
        let Some(name) = usages::name_of(self.context, definition) else {
            return Vec::new();
        };
        let mut ranges = usages::usage_ranges(file.text(self.context.db), &name);
        if let Definition::Ruby(declared_in, definition) = definition
            && *declared_in == file
        {
            let own = definition.focus_range;
            ranges.retain(|range| !own.contains_range(*range));
            ranges.push(own);
        }
        ranges.sort_by_key(|range| range.start());
        ranges
    }
}
