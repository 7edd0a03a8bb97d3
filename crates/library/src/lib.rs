//! Puppet's built-in symbols, as readable stub files: functions with their signatures, resource types with their
//! attributes, metaparameters, facts.
//!
//! Purpose: the checker has Puppet's signatures without running Ruby. The files below `stubs/` are the source of truth; `cargo xtask
//! library` compares their facts with an installed Puppet and rewrites them, and keeps summaries and versions, which are
//! written by hand. Users describe opaque Ruby code of their own in files of the same form.
//! Allowed inputs: the text of a stub file. Forbidden knowledge: files, the database, types as values (types stay texts
//! of the Puppet language).

mod accepted_values;
mod consistency;
mod constructors;
mod documented;
mod documents;
mod entry_ranges;
mod generated;
mod index;
mod keywords;
mod language_types;
mod links;
mod model;
mod module_stub;
mod module_stub_table;
mod signature;
mod type_history;
mod version;
mod well_known_functions;

pub use crate::entry_ranges::{StubEntry, StubPlaces};
pub use crate::well_known_functions::Origin;
pub use accepted_values::pattern_in_words;
pub use constructors::ConstructorStub;
pub use documented::{METAPARAMETERS, MostUsed, most_used};
pub use documents::DocumentKey;
pub use index::Library;
pub use keywords::Keyword;
pub use language_types::{LanguageType, ParameterKind, TypeParameter};
pub use links::{Documented, Publisher, link};
pub use model::{
    AttributeKind, AttributeStub, DataTypeKind, DataTypeStub, FactStub, Form, FunctionStub, Stub,
    StubError, TypeStub, ValueKind, VariableStub,
};
pub use module_stub::{ModuleStub, ModuleStubFile, VersionFamily};
pub use signature::{Parameter, ParameterArity, Signature, SignatureBlock, SignatureError};
pub use type_history::{OldForm, OldType};
pub use version::{Availability, Target};
