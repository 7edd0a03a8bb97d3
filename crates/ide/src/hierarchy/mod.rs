//! Hierarchies: calls of functions, inclusions of classes, uses of defined types; and the parts of types.

mod calls;
#[cfg(test)]
mod tests;
mod types;

use puppet_db::File;
use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;

use puppet_ide_db::context::Context;
use puppet_ide_db::defs::embedded;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resolve::Found;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_at};
use puppet_ide_db::ruby::definitions::RubyDefinition;
use puppet_ide_db::search::{identities, last_segment, mentions, occurrences, puppet_files};
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext;
use puppet_ide_db::syntax_ext::trimmed_range;

pub(crate) use calls::{incoming, outgoing};
pub(crate) use types::{subtypes, supertypes};

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

/// The definition that is named at a place.
pub(crate) fn prepare(context: Context<'_>, file: File, offset: TextSize) -> Option<HierarchyItem> {
    let root = syntax_ext::root(context.db, file);
    let found = name_at(&root, offset).map(|at| resolve::find(context, file, &at));
    let name = name_at(&root, offset).map(|at| at.name);
    match found.and_then(|found| found.into_iter().next()) {
        Some(found) => item_of(context, &found, &name?),
        None => match definition_at(context, file, offset) {
            Some(definition) => item(context, file, &definition),
            None => {
                let named = embedded::embedded_name(context, file, offset)?;
                let name = NameRefKind::Function(named.name);
                item_of(context, named.found.first()?, &name)
            }
        },
    }
}

/// The definition whose own name stands at a place, as that of a [`HierarchyItem`] does. The item of a file has none,
/// even where the file starts with another name.
fn definition_at(context: Context<'_>, file: File, offset: TextSize) -> Option<Definition> {
    let root = syntax_ext::root(context.db, file);
    let node = puppet_syntax::tokens_at(&root, offset)
        .right_biased()?
        .parent()?;
    let definition = syntax_ext::enclosing_definition(&node)?;
    let (_, _, name) = named_definition(&definition)?;
    name.contains_inclusive(offset).then_some(definition)
}

/// Every place of the workspace that names a definition.
fn places(context: Context<'_>, found: Found) -> Vec<(File, NameRef)> {
    let name = match &found {
        Found::Item(_, definition) => named_definition(definition).map(|(_, name, _)| name),
        Found::Ruby(file, definition) => ruby_name(context, *file, definition).map(|it| it.0),
        Found::Binding(..) | Found::Parameter(..) => None,
    };
    let Some(name) = name else {
        return Vec::new();
    };
    let word = last_segment(&name).to_owned();
    let wanted = identities(&[found]);
    let mut places = Vec::new();
    for file in puppet_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if mentions(file.text(context.db), &word) {
            let found = occurrences(context, file, &word, &wanted);
            places.extend(found.into_iter().map(|at| (file, at)));
        }
    }
    places
}

/// What a name leads to, if it is something that is used: also functions and types of resources in Ruby.
fn item_of(context: Context<'_>, found: &Found, named: &NameRefKind) -> Option<HierarchyItem> {
    let kind = match named {
        NameRefKind::Function(_) => SymbolKind::Function,
        _ => SymbolKind::DefinedType,
    };
    match (found, named) {
        (Found::Item(file, definition), _) => item(context, *file, definition),
        (
            Found::Ruby(file, definition),
            NameRefKind::Function(_) | NameRefKind::ResourceType(_) | NameRefKind::Type(_),
        ) => {
            let (name, focus_range) = ruby_name(context, *file, definition)?;
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
fn ruby_name(
    context: Context<'_>,
    file: File,
    definition: &RubyDefinition,
) -> Option<(String, TextRange)> {
    let range = definition.focus_range;
    let written = file
        .text(context.db)
        .get(std::ops::Range::<usize>::from(range))?;
    let name = written.trim_start_matches([':', '\'', '"']);
    let start = range.start() + (TextSize::of(written) - TextSize::of(name));
    let name = name.trim_end_matches(['\'', '"']);
    Some((name.to_owned(), TextRange::at(start, TextSize::of(name))))
}

fn item(context: Context<'_>, file: File, definition: &Definition) -> Option<HierarchyItem> {
    let (kind, name, focus_range) = named_definition(definition)?;
    Some(HierarchyItem {
        name,
        kind: Some(kind),
        file: context.files.id(context.db, file),
        full_range: trimmed_range(definition.syntax()),
        focus_range,
    })
}

/// The statements of a file that stand in no definition.
fn file_item(context: Context<'_>, file: File) -> HierarchyItem {
    HierarchyItem {
        name: file.path(context.db).to_string(),
        kind: None,
        file: context.files.id(context.db, file),
        full_range: syntax_ext::root(context.db, file).text_range(),
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
