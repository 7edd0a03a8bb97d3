//! The things that can change, and that can differ because of a change.

use std::fmt;

use puppet_semantic::index::item_tree::ItemKind;
use smol_str::SmolStr;

/// The kinds of entities, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntityKind {
    /// A node definition.
    Node,
    /// A class.
    Class,
    /// A defined type.
    DefinedType,
    /// A function, in the Puppet language or in Ruby.
    Function,
    /// A plan.
    Plan,
    /// A type alias, or a data type in Ruby.
    TypeAlias,
    /// A resource type in Ruby, with its providers.
    ResourceType,
    /// A key of Hiera's data.
    DataKey,
    /// An entry of `lookup_options`.
    LookupOption,
    /// A `hiera.yaml`, and the data files that cannot be read.
    Hierarchy,
    /// Data that are not read: files that are too large or too many, and backends in Ruby.
    UnreadData,
    /// A template.
    Template,
    /// Another file of a module.
    File,
    /// A fact.
    Fact,
    /// A file of Ruby code that others use.
    RubyCode,
    /// The statements of a manifest of the site that stand in no definition.
    Site,
    /// A variable of the top scope.
    Variable,
    /// The defaults of a resource type that the site sets.
    ResourceDefaults,
    /// A module of the `Puppetfile`.
    Module,
    /// The settings of the environment.
    Environment,
    /// Something of a kind whose name is computed.
    Computed,
}

impl EntityKind {
    /// The word for one of them.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Class => "class",
            Self::DefinedType => "defined type",
            Self::Function => "function",
            Self::Plan => "plan",
            Self::TypeAlias => "type alias",
            Self::ResourceType => "resource type",
            Self::DataKey => "data key",
            Self::LookupOption => "lookup option",
            Self::Hierarchy => "hierarchy",
            Self::UnreadData => "data that is not read",
            Self::Template => "template",
            Self::File => "file",
            Self::Fact => "fact",
            Self::RubyCode => "Ruby code",
            Self::Site => "site manifest",
            Self::Variable => "variable",
            Self::ResourceDefaults => "resource defaults",
            Self::Module => "module",
            Self::Environment => "environment",
            Self::Computed => "computed name",
        }
    }

    /// Whether entities of the kind are results of their own, and not only steps on the way to one.
    #[must_use]
    pub fn is_result(self) -> bool {
        !matches!(
            self,
            Self::UnreadData | Self::Variable | Self::ResourceDefaults | Self::Computed
        )
    }
}

impl From<ItemKind> for EntityKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Class => Self::Class,
            ItemKind::DefinedType => Self::DefinedType,
            ItemKind::Function => Self::Function,
            ItemKind::Plan => Self::Plan,
            ItemKind::TypeAlias => Self::TypeAlias,
        }
    }
}

/// What can change, by its name. Names are in lower case, except for those of files.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityKey {
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: SmolStr,
}

impl EntityKey {
    /// The entity of a kind with a name.
    pub fn new(kind: EntityKind, name: impl Into<SmolStr>) -> Self {
        Self {
            kind,
            name: name.into(),
        }
    }
}

impl fmt::Display for EntityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &*self.name) {
            (
                kind @ (EntityKind::Environment | EntityKind::Hierarchy | EntityKind::UnreadData),
                "",
            ) => f.write_str(kind.describe()),
            (EntityKind::Computed, name) => write!(f, "a {name} whose name is computed"),
            (kind, name) => write!(f, "{} {name}", kind.describe()),
        }
    }
}

/// Where an entity is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityPlace {
    /// The path of the file.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
}
