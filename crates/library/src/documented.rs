//! The attributes and facts that are used most: their documentation is measured.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("../documented.toml");

/// The key under which `documented.toml` lists metaparameters.
pub const METAPARAMETERS: &str = "metaparameters";

/// What is used most.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MostUsed {
    /// Attributes by resource type, and metaparameters under [`METAPARAMETERS`].
    pub attributes: BTreeMap<String, Vec<String>>,
    /// Facts.
    pub facts: Facts,
}

/// The facts of [`MostUsed`].
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Their paths, with dots.
    pub names: Vec<String>,
}

/// The checked-in list. A test reads it, so an unreadable one is never released.
#[must_use]
pub fn most_used() -> &'static MostUsed {
    static LIST: OnceLock<MostUsed> = OnceLock::new();
    LIST.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    #[test]
    fn the_list_names_what_exists() {
        assert!(toml::from_str::<MostUsed>(TEXT).is_ok());
        let list = most_used();
        assert_eq!(list.attributes.values().flatten().count(), 120);
        assert_eq!(list.facts.names.len(), 60);
        for (ty, names) in &list.attributes {
            let attributes = match Library.resource_type(ty) {
                Some(stub) => &*stub.attributes,
                None if ty == METAPARAMETERS => Library.metaparameters(),
                None => panic!("no resource type {ty}"),
            };
            for name in names {
                assert!(attributes.iter().any(|it| it.name == *name), "{ty}.{name}");
            }
        }
        for name in &list.facts.names {
            assert!(Library.facts().iter().any(|it| it.name == *name), "{name}");
        }
    }
}
