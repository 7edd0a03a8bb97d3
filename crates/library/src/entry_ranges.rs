//! Ranges of a stub file's entries in its text.
//!
//! The text is read a second time for the places alone, so that stubs themselves stay plain data.

use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// An entry of a stub file, or a part of one, by its position among the entries of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The name of a function.
    Function(usize),
    /// A signature of a function.
    Signature(usize, usize),
    /// The name of a resource type.
    Type(usize),
    /// The name of an attribute of a resource type.
    Attribute(usize, usize),
    /// The default of an attribute of a resource type.
    Default(usize, usize),
    /// The name of a metaparameter.
    Metaparameter(usize),
    /// The name of a fact.
    Fact(usize),
    /// The type of a fact.
    FactType(usize),
    /// The name of a data type.
    DataType(usize),
    /// The name of a variable.
    Variable(usize),
}

#[derive(Deserialize, Default)]
struct File {
    #[serde(default)]
    function: Vec<Function>,
    #[serde(default, rename = "type")]
    types: Vec<ResourceType>,
    #[serde(default)]
    metaparameter: Vec<Named>,
    #[serde(default)]
    fact: Vec<Fact>,
    #[serde(default)]
    datatype: Vec<Named>,
    #[serde(default)]
    variable: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    pub name: Spanned<String>,
}

#[derive(Deserialize)]
struct Function {
    name: Spanned<String>,
    #[serde(default)]
    signatures: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct ResourceType {
    name: Spanned<String>,
    #[serde(default)]
    attribute: Vec<Attribute>,
}

#[derive(Deserialize)]
struct Attribute {
    name: Spanned<String>,
    default: Option<Spanned<String>>,
}

#[derive(Deserialize)]
struct Fact {
    name: Spanned<String>,
    #[serde(rename = "type")]
    ty: Spanned<String>,
}

/// The places of the entries of a stub file.
pub struct Places(File);

impl Places {
    /// Looks for the entries in the text of a stub file.
    pub fn from_text(text: &str) -> Self {
        Self(toml::from_str(text).unwrap_or_default())
    }

    /// Where an entry stands, in bytes.
    pub fn range(&self, entry: Entry) -> Option<Range<usize>> {
        let file = &self.0;
        match entry {
            Entry::Function(n) => file.function.get(n).map(|it| it.name.span()),
            Entry::Signature(n, m) => {
                let function = file.function.get(n)?;
                function.signatures.get(m).map(Spanned::span)
            }
            Entry::Type(n) => file.types.get(n).map(|it| it.name.span()),
            Entry::Attribute(n, m) => {
                let attribute = file.types.get(n)?.attribute.get(m)?;
                Some(attribute.name.span())
            }
            Entry::Default(n, m) => {
                let attribute = file.types.get(n)?.attribute.get(m)?;
                Some(attribute.default.as_ref().unwrap_or(&attribute.name).span())
            }
            Entry::Metaparameter(n) => file.metaparameter.get(n).map(|it| it.name.span()),
            Entry::Fact(n) => file.fact.get(n).map(|it| it.name.span()),
            Entry::FactType(n) => file.fact.get(n).map(|it| it.ty.span()),
            Entry::DataType(n) => file.datatype.get(n).map(|it| it.name.span()),
            Entry::Variable(n) => file.variable.get(n).map(|it| it.name.span()),
        }
    }
}
