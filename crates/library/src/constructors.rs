//! The signatures of the function `new` of each type of the language.

use serde::Deserialize;
use std::sync::OnceLock;

use crate::{Library, Signature};

const TEXT: &str = include_str!("../stubs/constructors.toml");

/// The function `new` of some types.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstructorStub {
    /// The names of the types.
    pub types: Vec<String>,
    /// The name of the function in messages.
    pub name: String,
    /// Local type aliases of the signatures: `Name = Type`; each may use those before it.
    #[serde(default)]
    pub local_types: Vec<String>,
    /// The signatures, in the order in which Puppet tries them.
    pub signatures: Vec<Signature>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Constructors {
    constructor: Vec<ConstructorStub>,
}

impl Library {
    /// The functions `new` of all types.
    pub fn constructors(self) -> &'static [ConstructorStub] {
        static CONSTRUCTORS: OnceLock<Constructors> = OnceLock::new();
        // Tests of types read the checked-in file.
        &CONSTRUCTORS
            .get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
            .constructor
    }
}
