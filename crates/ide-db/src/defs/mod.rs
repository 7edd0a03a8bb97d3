//! Classification of the name at the cursor, decided once by [`classify()`] for all kinds of documents and features.

pub mod asset_paths;
pub mod builtin;
pub mod classify;
pub mod definition;
pub mod embedded;
pub mod erb;
pub mod expand_alias;
pub mod inline_template;
pub mod name_ref;
pub mod providers;
pub mod resolve;
pub mod resource_titles;
pub mod string_names;
pub mod template;

pub use crate::defs::classify::{Classified, classify};
pub use crate::defs::definition::Definition;
pub use crate::defs::name_ref::{
    AttributeOwner, NameRef, NameRefKind, absolute, any_name_of, argument_of, attribute_of,
    attribute_owner, declared_parameter, last_segment, name_at, name_of, names_of, resource_type,
};
