//! The items that files define, without their contents.
//!
//! This is the wall between the text of a file and everything in other files that refers to it: an edit inside of a
//! definition leaves the list of items equal, and so nothing outside is looked at again.

use std::sync::Arc;

use puppet_db::{Db, File, program};
pub use puppet_hir::canonical;
use puppet_hir::model::{
    Body, BodyBuilder, BodyId, BodyOwner, DefinitionKind, PartSpan, Program, Span,
};
use puppet_project::autoload::Autoloaded;
use puppet_text::TextRange;
use smol_str::SmolStr;

/// A definition, or a file's own statements: a body of a file's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Item {
    /// The file.
    pub file: File,
    /// The body within its program.
    pub body: BodyId,
}

impl Item {
    /// The statements of a file that stand in no definition.
    #[must_use]
    pub fn outside_definitions(file: File) -> Self {
        Self {
            file,
            body: Program::FILE,
        }
    }
}

/// What is defined under a name. Each kind has names of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// A class.
    Class,
    /// A defined type.
    DefinedType,
    /// A function in the Puppet language.
    Function,
    /// A plan.
    Plan,
    /// A type alias.
    TypeAlias,
}

impl ItemKind {
    /// The rule by which Puppet finds its file.
    #[must_use]
    pub fn autoloaded(self) -> Autoloaded {
        match self {
            Self::Class | Self::DefinedType => Autoloaded::ClassOrDefine,
            Self::Function => Autoloaded::Function,
            Self::Plan => Autoloaded::Plan,
            Self::TypeAlias => Autoloaded::TypeAlias,
        }
    }

    /// What a definition is, if it has a name by which others find it.
    #[must_use]
    pub fn from_definition(definition: &BodyOwner) -> Option<Self> {
        Some(match definition.kind() {
            DefinitionKind::Class => Self::Class,
            DefinitionKind::DefinedType => Self::DefinedType,
            DefinitionKind::Function => Self::Function,
            DefinitionKind::Plan => Self::Plan,
            DefinitionKind::TypeAlias => Self::TypeAlias,
            DefinitionKind::File
            | DefinitionKind::Node
            | DefinitionKind::TypeMapping
            | DefinitionKind::TypeDefinition => return None,
        })
    }

    /// The word for it in messages.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::DefinedType => "defined type",
            Self::Function => "function",
            Self::Plan => "plan",
            Self::TypeAlias => "type alias",
        }
    }
}

/// One entry of the list of items.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ItemEntry {
    /// What it is.
    pub kind: ItemKind,
    /// Its name as it is looked up: in lower case, without leading `::`.
    pub name: SmolStr,
    /// Where its body is.
    pub item: Item,
}

/// The named definitions of a file, in the order of the source.
#[salsa::tracked(returns(deref))]
pub fn items(db: &dyn Db, file: File) -> Box<[ItemEntry]> {
    program(db, file)
        .bodies()
        .filter_map(|(body, contents)| {
            let kind = ItemKind::from_definition(contents.definition())?;
            let name = canonical(contents.name()?);
            Some(ItemEntry {
                kind,
                name,
                item: Item { file, body },
            })
        })
        .collect()
}

/// The contents of a definition. An edit in another part of the file leaves them equal.
#[must_use]
pub fn body(db: &dyn Db, item: Item) -> Arc<Body> {
    body_of(db, item.file, item.body).unwrap_or_else(|| {
        let nowhere = PartSpan::new(Span::new(TextRange::default()));
        Arc::new(BodyBuilder::new().finish(BodyOwner::File, None, nowhere).0)
    })
}

#[salsa::tracked(returns(clone), lru = 4096)]
fn body_of(db: &dyn Db, file: File, body: BodyId) -> Option<Arc<Body>> {
    program(db, file).body(body).cloned()
}

/// The parameters of a definition with their types and defaults. An edit of its statements leaves them equal.
#[salsa::tracked(returns(clone), lru = 4096)]
fn head_of(db: &dyn Db, file: File, body: BodyId) -> Arc<Body> {
    Arc::new(crate::index::item_tree::body(db, Item { file, body }).head())
}

/// The contents of a definition without its statements.
pub fn head(db: &dyn Db, item: Item) -> Arc<Body> {
    head_of(db, item.file, item.body)
}
