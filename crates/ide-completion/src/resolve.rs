//! The documentation of completion items, read when the client asks for that of one: the list is smaller and made
//! faster without.

use puppet_library::{Documented, Library};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::{builtin as named, resolve};
use puppet_ide_db::documentation::{self, builtin};
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::symbol_index::SymbolKind;

/// The documentation of what an item stands for, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolveData {
    /// What it is.
    pub kind: DocumentedKind,
    /// Its full name.
    pub name: String,
    /// What an attribute belongs to; empty for all others.
    pub of: String,
}

/// What a [`ResolveData`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DocumentedKind {
    AttributeValue,
    Class,
    ClassParameter,
    DataType,
    Function,
    Module,
    ResourceAttribute,
    ResourceType,
    TypeAlias,
}

impl DocumentedKind {
    /// All of them. The index of each is its short form for messages.
    pub const ALL: [Self; 9] = [
        Self::Class,
        Self::ClassParameter,
        Self::DataType,
        Self::Function,
        Self::Module,
        Self::ResourceAttribute,
        Self::ResourceType,
        Self::TypeAlias,
        Self::AttributeValue,
    ];
}

impl ResolveData {
    /// The name of the function that it is about.
    pub fn function(&self) -> Option<&str> {
        (self.kind == DocumentedKind::Function).then_some(&*self.name)
    }

    /// The documentation of a name.
    pub fn new(kind: DocumentedKind, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            of: String::new(),
        }
    }

    /// A value of an attribute of one of Puppet's own resource types.
    pub fn value(of: &str, attribute: &str, value: &str) -> Self {
        Self {
            kind: DocumentedKind::AttributeValue,
            name: value.to_owned(),
            of: format!("{of} {attribute}"),
        }
    }

    /// An attribute; parameters of templates and plans have no documentation.
    pub fn attribute(of: &AttributeOwner, name: impl Into<String>) -> Option<Self> {
        let (kind, of) = match of {
            AttributeOwner::Class(of) => (DocumentedKind::ClassParameter, of),
            AttributeOwner::ResourceType(of) => (DocumentedKind::ResourceAttribute, of),
            AttributeOwner::Template(_) | AttributeOwner::Plan(_) => return None,
        };
        Some(Self {
            kind,
            name: name.into(),
            of: of.clone(),
        })
    }
}

/// The documentation of what a completion item stands for, as a file sees it: Markdown.
pub fn documentation(context: FileContext<'_>, about: &ResolveData) -> Option<String> {
    let name = &*about.name;
    let item = |kind| of_item(context, kind, name);
    let whole = |code, subject| builtin::whole(context, code, subject);
    let text = match about.kind {
        DocumentedKind::Class => item(SymbolKind::Class),
        DocumentedKind::TypeAlias => item(SymbolKind::TypeAlias),
        DocumentedKind::DataType => {
            let found = Library.language_type(name).map(Documented::DataType);
            found.map(|it| whole(builtin::code(it), it))
        }
        DocumentedKind::Function => item(SymbolKind::Function)
            .or_else(|| {
                let stub = Library.function(name)?;
                Some(whole(String::new(), Documented::Function(stub)))
            })
            .or_else(|| definitions::function(context, name)?.1.documentation),
        DocumentedKind::ResourceType => item(SymbolKind::DefinedType)
            .or_else(|| {
                let stub = Library.resource_type(name)?;
                Some(whole(String::new(), Documented::Type(stub)))
            })
            .or_else(|| definitions::resource_type(context, name)?.1.documentation),
        DocumentedKind::Module => Some(puppet_ide_db::module_metadata::description::describe(
            context, name,
        )),
        DocumentedKind::AttributeValue => value(&about.of, name),
        DocumentedKind::ClassParameter => {
            let of = AttributeOwner::Class(about.of.clone());
            attribute(context, &of, name)
        }
        DocumentedKind::ResourceAttribute => {
            let of = AttributeOwner::ResourceType(about.of.clone());
            attribute(context, &of, name)
        }
    };
    text.filter(|text| !text.is_empty())
}

/// What a value of an attribute (`type attribute`) means.
fn value(of: &str, value: &str) -> Option<String> {
    let (of, attribute) = of.split_once(' ')?;
    let mut attributes = Library.resource_type(of)?.attributes.iter();
    let attribute = attributes.find(|it| it.name == attribute)?;
    attribute.value_docs.get(value).cloned()
}

fn of_item(context: FileContext<'_>, kind: SymbolKind, name: &str) -> Option<String> {
    match resolve::item(context, kind, name)? {
        Definition::Item(_, definition) => documentation::markdown(&definition.documentation()?),
        _ => None,
    }
}

fn attribute(context: FileContext<'_>, of: &AttributeOwner, name: &str) -> Option<String> {
    if let Some((_, definition)) = resolve::attribute_holder(context, of) {
        let own = definition.documentation();
        if let Some(text) = own.and_then(|comment| documentation::parameter(&comment, name)) {
            return Some(text);
        }
    }
    let whole = |found| builtin::whole(context, builtin::code(found), found);
    let of_library = named::attribute(of, name);
    if let Some(found @ Documented::Attribute(..)) = of_library {
        return Some(whole(found));
    }
    let of_ruby = match of {
        AttributeOwner::ResourceType(of) => definitions::attribute(context, of, name),
        _ => None,
    };
    of_ruby
        .and_then(|(_, definition)| definition.documentation)
        .or_else(|| of_library.map(whole))
}
