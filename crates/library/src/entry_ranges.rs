//! Ranges of a stub file's entries in its text.
//!
//! The text is read a second time for the places alone, so that stubs themselves stay plain data.

use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// An entry of a stub file, or a part of one, by its position among the entries of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StubEntry {
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
struct StubLines {
    #[serde(default)]
    function: Vec<StubFunction>,
    #[serde(default, rename = "type")]
    types: Vec<StubResourceType>,
    #[serde(default)]
    metaparameter: Vec<StubName>,
    #[serde(default)]
    fact: Vec<StubFact>,
    #[serde(default)]
    datatype: Vec<StubName>,
    #[serde(default)]
    variable: Vec<StubName>,
}

#[derive(Deserialize)]
struct StubName {
    pub name: Spanned<String>,
}

#[derive(Deserialize)]
struct StubFunction {
    name: Spanned<String>,
    #[serde(default)]
    signatures: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct StubResourceType {
    name: Spanned<String>,
    #[serde(default)]
    attribute: Vec<StubAttribute>,
}

#[derive(Deserialize)]
struct StubAttribute {
    name: Spanned<String>,
    default: Option<Spanned<String>>,
}

#[derive(Deserialize)]
struct StubFact {
    name: Spanned<String>,
    #[serde(rename = "type")]
    ty: Spanned<String>,
}

/// The places of the entries of a stub file.
pub struct StubPlaces(StubLines);

impl StubPlaces {
    /// Looks for the entries in the text of a stub file.
    pub fn from_text(text: &str) -> Self {
        Self(toml::from_str(text).unwrap_or_default())
    }

    /// Where an entry stands, in bytes.
    pub fn range(&self, entry: StubEntry) -> Option<Range<usize>> {
        let file = &self.0;
        match entry {
            StubEntry::Function(n) => file.function.get(n).map(|it| it.name.span()),
            StubEntry::Signature(n, m) => {
                let function = file.function.get(n)?;
                function.signatures.get(m).map(Spanned::span)
            }
            StubEntry::Type(n) => file.types.get(n).map(|it| it.name.span()),
            StubEntry::Attribute(n, m) => {
                let attribute = file.types.get(n)?.attribute.get(m)?;
                Some(attribute.name.span())
            }
            StubEntry::Default(n, m) => {
                let attribute = file.types.get(n)?.attribute.get(m)?;
                Some(attribute.default.as_ref().unwrap_or(&attribute.name).span())
            }
            StubEntry::Metaparameter(n) => file.metaparameter.get(n).map(|it| it.name.span()),
            StubEntry::Fact(n) => file.fact.get(n).map(|it| it.name.span()),
            StubEntry::FactType(n) => file.fact.get(n).map(|it| it.ty.span()),
            StubEntry::DataType(n) => file.datatype.get(n).map(|it| it.name.span()),
            StubEntry::Variable(n) => file.variable.get(n).map(|it| it.name.span()),
        }
    }
}
