//! Definitions of a Ruby file, as plain data.
//!
//! Ranges are byte ranges of the file. A thing that the code computes when it runs is marked as computed or opaque:
//! nothing may be concluded from what is missing in it.

use puppet_library::{AttributeKind, ParameterArity};
use puppet_text::TextRange;

use crate::fact_value::FactValue;

/// Everything that one Ruby file defines for Puppet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RubyFacts {
    /// Functions of both APIs, in the order of the file.
    pub functions: Vec<Function>,
    /// Resource types, of `newtype` and of the Resource API.
    pub resource_types: Vec<ResourceType>,
    /// Attributes that the file adds to types it does not define.
    pub type_extensions: Vec<TypeExtension>,
    /// Attributes of every resource.
    pub metaparameters: Vec<TypeAttribute>,
    /// Providers.
    pub providers: Vec<Provider>,
    /// Object types made by `Puppet::DataTypes`.
    pub data_types: Vec<DataType>,
    /// Custom facts.
    pub facts: Vec<Fact>,
    /// Classes and modules whose body defines attributes or is a base of attributes; types of other files may use them.
    pub mixins: Vec<Mixin>,
    /// What the Ruby parser complained about.
    pub errors: Vec<RubyError>,
}

/// A syntax error of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubyError {
    /// Where the parser stopped understanding.
    pub range: TextRange,
    /// The Ruby parser's own words.
    pub message: String,
}

/// A function that Puppet code can call.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// The full name, without leading `::`.
    pub name: String,
    /// The range of the name.
    pub name_range: TextRange,
    /// The range of the whole definition.
    pub range: TextRange,
    /// Which API it is written for, and what that API says about it.
    pub api: FunctionApi,
    /// The comment above the definition, or the `:doc` option.
    pub docs: Option<String>,
    /// With which words its code says first of all that it is deprecated; empty where they are computed.
    pub deprecation: Option<String>,
}

/// The two APIs of functions in Ruby (`Puppet::Functions` and `Puppet::Parser::Functions`).
#[derive(Debug, Clone, PartialEq)]
pub enum FunctionApi {
    /// The 4.x API.
    Modern(ModernFunction),
    /// The 3.x API.
    Legacy(LegacyFunction),
}

/// A function of the 4.x API.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModernFunction {
    /// The base class is an `InternalFunction`.
    pub internal: bool,
    /// Signatures in the order in which Puppet tries them.
    pub dispatches: Vec<Dispatch>,
    /// There is no `dispatch`: the signature is that of the method with the function's name.
    pub default_dispatch: bool,
    /// The function has its own `call`: its signatures are not all of the truth.
    pub custom_call: bool,
    /// `local_types`: the texts `Name = Type`.
    pub local_types: Vec<LocalType>,
    /// Some signature could not be read.
    pub opaque: bool,
    /// The function to which it only hands its arguments, after it says that it should not be called any more.
    pub delegate: Option<String>,
}

/// A type alias that only one function knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalType {
    /// `Name = Type`, as in a type definition of the Puppet language.
    pub definition: String,
    /// The range of that text.
    pub range: TextRange,
}

/// One signature of a 4.x function.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dispatch {
    /// The Ruby method that is called.
    pub method: String,
    /// The range of the call of `dispatch`.
    pub range: TextRange,
    /// The parameters, without injected ones.
    pub params: Vec<Param>,
    /// The block, if the signature takes one.
    pub block: Option<BlockParam>,
    /// The declared return type.
    pub return_type: Option<TypeText>,
    /// An `argument_mismatch`: arguments that match it are an error.
    pub mismatch_handler: bool,
    /// The signature holds code that would have to be run.
    pub opaque: bool,
    /// The comment above it.
    pub docs: Option<String>,
}

/// A type in the Puppet language within Ruby code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeText {
    /// The text; none where it is computed.
    pub text: Option<String>,
    /// The range of the Ruby expression.
    pub range: TextRange,
}

/// A parameter of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// The name; empty where it is computed.
    pub name: String,
    /// The declared type.
    pub ty: TypeText,
    /// How many arguments it takes.
    pub arity: ParameterArity,
}

/// The block parameter of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockParam {
    /// The name; `block` where none is given.
    pub name: String,
    /// The type; none for any block.
    pub ty: Option<TypeText>,
    /// The block may be left out.
    pub optional: bool,
}

/// A function of the 3.x API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegacyFunction {
    /// It returns a value; otherwise it is a statement.
    pub returns_value: bool,
    /// The number of arguments; `-n` is `n - 1` or more. None where it is computed.
    pub arity: Option<i64>,
}

/// A resource type.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResourceType {
    /// The name.
    pub name: String,
    /// The range of the name.
    pub name_range: TextRange,
    /// The range of the whole definition.
    pub range: TextRange,
    /// Made by `Puppet::ResourceApi.register_type`.
    pub resource_api: bool,
    /// Attributes, in the order of the file; the last of a name counts.
    pub attributes: Vec<TypeAttribute>,
    /// Features that providers may have.
    pub features: Vec<String>,
    /// Resource types that are required, and so on, without being named.
    pub auto_relations: Vec<AutoRelation>,
    /// The type has a `validate` block of its own.
    pub validates: bool,
    /// Titles must be unique among the values of the namevar.
    pub isomorphic: bool,
    /// The type has title patterns of its own.
    pub title_patterns: bool,
    /// Modules whose attributes the type takes over: names of constants.
    pub mixins: Vec<String>,
    /// There may be attributes that cannot be read here.
    pub opaque: bool,
    /// The documentation.
    pub docs: Option<String>,
}

/// An attribute that a file adds to a type of another file.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeExtension {
    /// The name of the type.
    pub type_name: String,
    /// The attribute.
    pub attribute: TypeAttribute,
}

/// A class or module that other types take attributes or behaviour from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mixin {
    /// The constant's path.
    pub name: String,
    /// The base class.
    pub superclass: Option<String>,
    /// What a type gets that takes it over and calls its methods.
    pub attributes: Vec<TypeAttribute>,
    /// Auto relations that it adds to a type.
    pub auto_relations: Vec<AutoRelation>,
    /// What it adds to an attribute of which it is the base class or that includes it.
    pub behaviour: TypeAttribute,
}

/// A property or parameter of a resource type.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypeAttribute {
    /// The name.
    pub name: String,
    /// The range of the name.
    pub range: TextRange,
    /// What it is to the type.
    pub kind: AttributeKind,
    /// It identifies the resource.
    pub namevar: bool,
    /// It must be given.
    pub required: bool,
    /// The base class, where it is not the plain one.
    pub parent: Option<String>,
    /// The values that it accepts as text, in order.
    pub values: Vec<AttributeValue>,
    /// Regular expressions of which one must match, in Puppet's spelling.
    pub value_regexes: Vec<String>,
    /// Other spellings of a value: (other, value).
    pub aliases: Vec<(String, String)>,
    /// Some of the values are computed.
    pub values_computed: bool,
    /// A Boolean, by `boolean: true`.
    pub boolean: bool,
    /// All elements of an array are one value (`array_matching: all`).
    pub array: bool,
    /// The default.
    pub default: Option<DefaultValue>,
    /// Features that a provider needs for it.
    pub features: Vec<String>,
    /// It has its own `validate`.
    pub validates: bool,
    /// It has its own `munge`.
    pub munges: bool,
    /// The type, of the Resource API.
    pub ty: Option<TypeText>,
    /// The behaviour, of the Resource API: `namevar`, `parameter`, `read_only`, `init_only`.
    pub behaviour: Option<String>,
    /// Modules that add to its behaviour: names of constants.
    pub mixins: Vec<String>,
    /// The definition stands in a condition: it may not be there.
    pub conditional: bool,
    /// The documentation.
    pub docs: Option<String>,
}

/// A value that an attribute accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeValue {
    /// The text of the value.
    pub text: String,
    /// Features that the value needs.
    pub features: Vec<String>,
}

/// The default of an attribute.
#[derive(Debug, Clone, PartialEq)]
pub enum DefaultValue {
    /// A literal.
    Literal(Literal),
    /// Code that has to be run.
    Computed,
}

/// A literal of Ruby.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `nil`
    Nil,
    /// `true` or `false`
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// A string.
    String(String),
    /// A symbol, without its colon.
    Symbol(String),
    /// A list.
    Array(Vec<Literal>),
    /// A hash.
    Hash(Vec<(Literal, Literal)>),
}

/// `autorequire`, `autobefore`, `autonotify`, `autosubscribe`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutoRelation {
    /// `require`, `before`, `subscribe` or `notify`.
    pub relation: String,
    /// The type of the other resources.
    pub type_name: String,
}

/// A provider of a resource type.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Provider {
    /// The type it is for.
    pub type_name: String,
    /// The name.
    pub name: String,
    /// The range of the name.
    pub range: TextRange,
    /// The parent: a provider of the same type, or a constant.
    pub parent: Option<String>,
    /// Features by `has_feature`.
    pub features: Vec<String>,
    /// The documentation.
    pub docs: Option<String>,
}

/// An object type of `Puppet::DataTypes.create_type`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataType {
    /// The name.
    pub name: String,
    /// The range of the name.
    pub range: TextRange,
    /// The text of the interface, in the Puppet language.
    pub interface: Option<TypeText>,
    /// The documentation.
    pub docs: Option<String>,
}

/// A custom fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The name; none where it is computed.
    pub name: Option<String>,
    /// The range of the name.
    pub range: TextRange,
    /// `type: :aggregate`: its value is put together from chunks.
    pub aggregate: bool,
    /// The names of chunks.
    pub chunks: Vec<String>,
    /// What its value is made of.
    pub value: FactValue,
}
