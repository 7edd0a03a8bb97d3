//! The index of definitions: kinds, names and ranges by file.

use puppet_db::File;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_syntax::ast::{AstNode, Definition, NodeDef};
use puppet_text::TextRange;

use crate::syntax_ext::{self, trimmed_range};

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SymbolKind {
    Class,
    DefinedType,
    Function,
    Plan,
    TypeAlias,
    Node,
    Parameter,
    Variable,
    Resource,
    Lambda,
    Fact,
    Key,
}

impl SymbolKind {
    /// The kind of item, for what other files find by its name.
    pub fn item_kind(self) -> Option<ItemKind> {
        match self {
            Self::Class => Some(ItemKind::Class),
            Self::DefinedType => Some(ItemKind::DefinedType),
            Self::Function => Some(ItemKind::Function),
            Self::Plan => Some(ItemKind::Plan),
            Self::TypeAlias => Some(ItemKind::TypeAlias),
            Self::Node
            | Self::Parameter
            | Self::Variable
            | Self::Resource
            | Self::Lambda
            | Self::Fact
            | Self::Key => None,
        }
    }
}

/// The kind of a definition, its name, and the range of the name.
pub fn named_definition(definition: &Definition) -> Option<(SymbolKind, String, TextRange)> {
    let kind = match definition {
        Definition::ClassDef(_) => SymbolKind::Class,
        Definition::DefineDef(_) => SymbolKind::DefinedType,
        Definition::FunctionDef(_) => SymbolKind::Function,
        Definition::PlanDef(_) => SymbolKind::Plan,
        Definition::TypeAlias(_) | Definition::TypeDef(_) => SymbolKind::TypeAlias,
        Definition::NodeDef(node) => return node_name(node),
        Definition::TypeMapping(_) => return None,
    };
    let node = definition.name_node()?;
    let range = trimmed_range(&node);
    let text = node.text().to_string();
    let name = text.trim().trim_start_matches("::");
    (!name.is_empty()).then(|| (kind, name.to_owned(), range))
}

fn node_name(node: &NodeDef) -> Option<(SymbolKind, String, TextRange)> {
    let matches = node.host_matches()?;
    let range = trimmed_range(matches.syntax());
    let text = matches.syntax().text().to_string();
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Editors refuse symbols without names.
    (!name.is_empty()).then_some((SymbolKind::Node, name, range))
}

/// The name of a definition with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSymbol {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The range of the name.
    pub range: TextRange,
}

/// The definitions of a file, without their contents.
#[salsa::tracked(returns(deref))]
pub fn file_symbols(db: &dyn puppet_db::Db, file: File) -> Box<[FileSymbol]> {
    let root = syntax_ext::root(db, file);
    let symbols = syntax_ext::all_definitions(&root).filter_map(|definition| {
        let (kind, name, range) = named_definition(&definition)?;
        (kind != SymbolKind::Node).then_some(FileSymbol { name, kind, range })
    });
    symbols.collect()
}
