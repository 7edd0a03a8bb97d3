//! Hierarchies: calls of functions, inclusions of classes, uses of defined types; and the parts of types.

mod call_hierarchy;
#[cfg(test)]
mod tests;
mod type_hierarchy;

use puppet_db::File;
use puppet_syntax::ast::{self, AstNode as _};
use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;

use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::{NameRef, classify};
use puppet_ide_db::ruby::definitions::RubyDefinition;
use puppet_ide_db::search::occurrences;
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext::{self, mentions, trimmed_range};
use puppet_ide_db::workspace_files::puppet_files;

pub(crate) use call_hierarchy::{incoming, outgoing};
pub(crate) use type_hierarchy::{subtypes, supertypes};

/// A definition in a hierarchy, or a file with statements of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyItem {
    /// Its full name; of a file, its path.
    pub name: String,
    /// What it is; nothing for a file.
    pub kind: Option<SymbolKind>,
    /// Where it is.
    pub file: FileId,
    /// All of it.
    pub full_range: TextRange,
    /// Its name.
    pub focus_range: TextRange,
}

/// A use of one item by another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyCall {
    /// The item at the other end.
    pub item: HierarchyItem,
    /// Where the user names the used.
    pub ranges: Vec<TextRange>,
}

/// The definition at an offset.
pub(crate) fn prepare(context: FileContext<'_>, offset: TextSize) -> Option<HierarchyItem> {
    if let Some(definition) = definition_at(context, offset) {
        return item(context, &definition);
    }
    let classified = classify(context, offset)?;
    item_of(*context, classified.definitions.first()?)
}

/// The definition whose own name stands at an offset, as that of a [`HierarchyItem`] does. The item of a file has none,
/// even where the file starts with another name.
fn definition_at(context: FileContext<'_>, offset: TextSize) -> Option<ast::Definition> {
    let root = syntax_ext::root(context.db, context.file);
    let node = puppet_syntax::tokens_at(&root, offset)
        .right_biased()?
        .parent()?;
    let definition = syntax_ext::enclosing_definition(&node)?;
    let (_, _, name) = named_definition(&definition)?;
    name.contains_inclusive(offset).then_some(definition)
}

/// All references of the workspace to a definition.
fn places(context: IdeContext<'_>, found: Definition) -> Vec<(File, NameRef)> {
    let word = found.word();
    let wanted = declarations(std::slice::from_ref(&found));
    let mut places = Vec::new();
    for file in puppet_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if mentions(file.text(context.db), &word) {
            let found = occurrences(context.file_context(file), &word, &wanted);
            places.extend(found.into_iter().map(|at| (file, at)));
        }
    }
    places
}

/// What is used of a definition: also functions and resource types in Ruby.
fn item_of(context: IdeContext<'_>, found: &Definition) -> Option<HierarchyItem> {
    match found {
        Definition::Item(file, definition) => item(context.file_context(*file), definition),
        Definition::Ruby(file, definition) => {
            let kind = definition.kind?;
            let (name, focus_range) = ruby_name(context.file_context(*file), definition)?;
            Some(HierarchyItem {
                name,
                kind: Some(kind),
                file: context.files.id(context.db, *file),
                full_range: definition.full_range,
                focus_range,
            })
        }
        _ => None,
    }
}

/// The name that Ruby code defines, without its quotes, and where it stands.
fn ruby_name(context: FileContext<'_>, definition: &RubyDefinition) -> Option<(String, TextRange)> {
    let range = definition.focus_range;
    let written = context
        .file
        .text(context.db)
        .get(std::ops::Range::<usize>::from(range))?;
    let name = written.trim_start_matches([':', '\'', '"']);
    let start = range.start() + (TextSize::of(written) - TextSize::of(name));
    let name = name.trim_end_matches(['\'', '"']);
    Some((name.to_owned(), TextRange::at(start, TextSize::of(name))))
}

fn item(context: FileContext<'_>, definition: &ast::Definition) -> Option<HierarchyItem> {
    let (kind, name, focus_range) = named_definition(definition)?;
    Some(HierarchyItem {
        name,
        kind: Some(kind),
        file: context.files.id(context.db, context.file),
        full_range: trimmed_range(definition.syntax()),
        focus_range,
    })
}

/// The statements of a file that stand in no definition.
fn file_item(context: FileContext<'_>) -> HierarchyItem {
    HierarchyItem {
        name: context.file.path(context.db).to_string(),
        kind: None,
        file: context.files.id(context.db, context.file),
        full_range: syntax_ext::root(context.db, context.file).text_range(),
        focus_range: TextRange::empty(TextSize::new(0)),
    }
}

/// Adds a use to those of the same item.
fn add(calls: &mut Vec<HierarchyCall>, item: HierarchyItem, range: TextRange) {
    match calls.iter_mut().find(|call| call.item == item) {
        Some(call) => call.ranges.push(range),
        None => calls.push(HierarchyCall {
            item,
            ranges: vec![range],
        }),
    }
}
