//! The form of a stub file, as serde reads it from TOML.

use crate::consistency::contradictions;
use crate::entry_ranges::StubPlaces;
use crate::signature::{Signature, SignatureError};
use crate::version::Availability;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// The content of a stub file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stub {
    /// Functions.
    #[serde(default, rename = "function", skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionStub>,
    /// Resource types.
    #[serde(default, rename = "type", skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<TypeStub>,
    /// Attributes that every resource has.
    #[serde(
        default,
        rename = "metaparameter",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub metaparameters: Vec<AttributeStub>,
    /// Facts.
    #[serde(default, rename = "fact", skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactStub>,
    /// Data types that are no aliases.
    #[serde(default, rename = "datatype", skip_serializing_if = "Vec::is_empty")]
    pub data_types: Vec<DataTypeStub>,
    /// Variables of the top scope.
    #[serde(default, rename = "variable", skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<VariableStub>,
}

/// A function.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionStub {
    /// The name, without leading `::`.
    pub name: String,
    /// What it does, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// It should not be used any more: what to do instead.
    pub deprecated: Option<String>,
    /// The versions in which it exists.
    #[serde(default, skip_serializing_if = "Availability::is_always")]
    pub versions: Availability,
    /// It is called for its effect and has no value.
    #[serde(default, skip_serializing_if = "is_false")]
    pub statement: bool,
    /// It fails where no catalog is compiled: in plans, outside of `apply`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub needs_catalog: bool,
    /// The signatures are not all of the truth.
    #[serde(default, skip_serializing_if = "is_false")]
    pub opaque: bool,
    /// Local type aliases of the signatures: `Name = Type`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub local_types: Vec<String>,
    /// The signatures, in the order in which Puppet tries them.
    #[serde(default)]
    pub signatures: Vec<Signature>,
}

impl TypeStub {
    /// The attributes in the order in which one sets them: the required ones, common ones, the others.
    pub fn ordered_attributes(&self) -> impl Iterator<Item = &AttributeStub> {
        let is_common = |it: &AttributeStub| self.common.contains(&it.name);
        let required = self.attributes.iter().filter(|it| it.required);
        let find = |name: &String| self.attributes.iter().find(|it| it.name == *name);
        let common = self.common.iter().filter_map(find);
        let common = common.filter(|it| !it.required);
        let others = self.attributes.iter();
        let others = others.filter(move |it| !it.required && !is_common(it));
        required.chain(common).chain(others)
    }
}

/// A resource type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeStub {
    /// The name, in lower case.
    pub name: String,
    /// What it manages, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// The attributes that are set most often, besides the required ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub common: Vec<String>,
    /// The module that it belongs to, where it is not Puppet itself.
    pub module: Option<String>,
    /// The versions in which it exists.
    #[serde(default, skip_serializing_if = "Availability::is_always")]
    pub versions: Availability,
    /// Several resources may have the same namevar.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_isomorphic: bool,
    /// Titles are taken apart by patterns of the type.
    #[serde(default, skip_serializing_if = "is_false")]
    pub title_patterns: bool,
    /// There may be attributes that the stub does not name.
    #[serde(default, skip_serializing_if = "is_false")]
    pub opaque: bool,
    /// Features that providers may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Providers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub providers: Vec<String>,
    /// The attributes, in order of definition.
    #[serde(default, rename = "attribute")]
    pub attributes: Vec<AttributeStub>,
}

/// An attribute of a resource type, or a metaparameter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeStub {
    /// The name.
    pub name: String,
    /// What it is for, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// What it is to the type.
    pub kind: AttributeKind,
    /// The versions in which it exists.
    #[serde(default, skip_serializing_if = "Availability::is_always")]
    pub versions: Availability,
    /// It identifies the resource; the title stands in for it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub namevar: bool,
    /// It must be given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub required: bool,
    /// Puppet sets it: manifests cannot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// All elements of an array are one value.
    #[serde(default, skip_serializing_if = "is_false")]
    pub array: bool,
    /// It is a switch.
    #[serde(default, skip_serializing_if = "is_false")]
    pub boolean: bool,
    /// The values that it accepts, as text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The values and aliases that are set most often, most frequent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub common_values: Vec<String>,
    /// What each value means, in one line.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub value_docs: BTreeMap<String, String>,
    /// Other spellings of values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Regular expressions of which one must match, where no value does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// What the patterns accept, in words: `a version`, `an absolute path`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pattern_docs: Vec<String>,
    /// The values are not all that it accepts: it has a validation of its own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub validates: bool,
    /// There are values that are not listed, and that depend on the system.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open_values: bool,
    /// Forms of values of which one must fit, where the validation of the type's own code is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepts: Vec<Form>,
    /// What Puppet says of a value that no form fits; `{value}` stands for the value as Ruby shows it, `{text}` for its
    /// text, `{class}` for its Ruby class.
    pub refusal: Option<String>,
    /// What Puppet says of a value of a kind that no form has, where that is not the `refusal`.
    pub kind_refusal: Option<String>,
    /// The forms are those of the elements, where the value is an array (as for every property).
    #[serde(default, skip_serializing_if = "is_false")]
    pub each: bool,
    /// The default, as a literal of the Puppet language.
    pub default: Option<String>,
    /// Features that the provider needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Its Puppet type, where it is known.
    #[serde(rename = "type")]
    pub ty: Option<String>,
}

/// A form of values: what kind of value, and which of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The kind of value.
    pub kind: ValueKind,
    /// A regular expression (as Ruby writes it, without slashes) that must match the text of a string.
    pub pattern: Option<String>,
    /// The least number.
    pub min: Option<i64>,
    /// The greatest number.
    pub max: Option<i64>,
}

/// The kinds of values that forms distinguish.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// `'text'`
    #[default]
    String,
    /// `1`
    Integer,
    /// `1.5`
    Float,
    /// `true`, `false`
    Boolean,
    /// `[…]`
    Array,
    /// `{…}`
    Hash,
    /// Anything else: `default`, regular expressions, types, and what else there is.
    Other,
}

/// What an attribute is to its type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttributeKind {
    /// A property: Puppet reads and sets it.
    Property,
    /// A parameter that selects the behaviour.
    #[default]
    Param,
    /// A metaparameter.
    Meta,
}

/// A core fact.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactStub {
    /// The path, with dots: `os.release.major`.
    pub name: String,
    /// Its description, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// The type of its value, in the Puppet language.
    #[serde(rename = "type")]
    pub ty: String,
    /// A regular expression for facts whose names hold the name of a device or an interface.
    pub pattern: Option<String>,
    /// It is from before facts were structured: Puppet 8 does not have it unless it is asked to.
    #[serde(default, skip_serializing_if = "is_false")]
    pub legacy: bool,
    /// The systems that have it; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<String>,
    /// Its names before facts were structured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legacy_names: Vec<String>,
    /// The value that a legacy name had, as an expression, where it was another: in another unit, or of another type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legacy_values: BTreeMap<String, String>,
}

/// A variable that Puppet sets, or a part of its value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableStub {
    /// The name without `$`, followed by the path into its value after dots: `trusted.certname`.
    pub name: String,
    /// Its description, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// The type of its value, in the Puppet language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The versions in which it exists.
    #[serde(default, skip_serializing_if = "Availability::is_always")]
    pub versions: Availability,
}

/// An object type or a set of types.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataTypeStub {
    /// The full name, as it is written: `Pcore::AnyType`.
    pub name: String,
    /// What it is, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it does, what to set first and what to beware of: 30 to 80 words of Markdown.
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    pub example: Option<String>,
    /// The versions in which it exists.
    #[serde(default, skip_serializing_if = "Availability::is_always")]
    pub versions: Availability,
    /// Whether it is an object type or a set of types.
    #[serde(default, skip_serializing_if = "DataTypeKind::is_object")]
    pub kind: DataTypeKind,
    /// The type that it derives from.
    pub parent: Option<String>,
    /// What `Object[…]` says of it: a hash with `attributes` and `functions`, in the Puppet language.
    pub interface: Option<String>,
    /// Its attributes and functions without parameters, with their types, where no interface is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub members: BTreeMap<String, String>,
}

/// The kinds of data types that are no aliases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataTypeKind {
    /// `Object[…]`
    #[default]
    Object,
    /// `TypeSet[…]`
    TypeSet,
}

impl DataTypeKind {
    fn is_object(&self) -> bool {
        *self == Self::Object
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Why a stub file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StubError {
    /// Where in the file, in bytes; none where the whole file is meant.
    pub range: Option<Range<usize>>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for StubError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StubError {}

impl Stub {
    /// Reads a stub file that must not contradict itself.
    ///
    /// # Errors
    ///
    /// What is wrong first.
    pub fn parse(text: &str) -> Result<Stub, StubError> {
        let (stub, errors) = Stub::read(text);
        errors.into_iter().next().map_or(Ok(stub), Err)
    }

    /// Reads a stub file, with all that is wrong in it. What contradicts itself is there all the same; of a text that is
    /// no stub file, nothing is.
    pub fn read(text: &str) -> (Stub, Vec<StubError>) {
        let stub: Stub = match toml::from_str(text) {
            Ok(stub) => stub,
            Err(error) => {
                let error = StubError {
                    range: error.span(),
                    message: error.message().to_owned(),
                };
                return (Stub::default(), vec![error]);
            }
        };
        let contradictions = contradictions(&stub);
        if contradictions.is_empty() {
            return (stub, Vec::new());
        }
        let places = StubPlaces::from_text(text);
        let errors = contradictions
            .into_iter()
            .map(|(entry, message)| StubError {
                range: places.range(entry),
                message,
            });
        (stub, errors.collect())
    }
}

impl From<SignatureError> for StubError {
    fn from(error: SignatureError) -> Self {
        StubError {
            range: None,
            message: error.to_string(),
        }
    }
}
