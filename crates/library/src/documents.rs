//! Keys and usual values of documents beside manifests: `hiera.yaml`, `metadata.json`, `Puppetfile`, `.fixtures.yml`, tasks.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::Library;

const TEXT: &str = include_str!("../documents.toml");

/// A key, and what it means in Markdown.
pub type DocumentKey = (String, String);

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    keys: BTreeMap<String, Vec<DocumentKey>>,
    values: BTreeMap<String, Vec<String>>,
    facts: Vec<FactValues>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactValues {
    names: Vec<String>,
    values: Vec<String>,
}

/// A test reads the checked-in file, so an unreadable one is never released.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

impl Library {
    /// The keys at a place of a document: `metadata.json`, `metadata.json dependencies`.
    pub fn document_keys(self, place: &str) -> &'static [DocumentKey] {
        tables().keys.get(place).map_or(&[], Vec::as_slice)
    }

    /// What a key of a document means, wherever it stands there.
    pub fn document_key(self, document: &str, key: &str) -> Option<&'static str> {
        let mut places = tables().keys.iter();
        places.find_map(|(place, keys)| {
            let is_of_document = place.split(' ').next() == Some(document);
            let mut keys = keys.iter().filter(|_| is_of_document);
            keys.find(|(word, _)| word == key)
                .map(|(_, about)| &**about)
        })
    }

    /// The usual values at a place of a document: `metadata.json license`.
    pub fn document_values(self, place: &str) -> &'static [String] {
        tables().values.get(place).map_or(&[], Vec::as_slice)
    }

    /// The values of a fact that has few; empty for others.
    pub fn fact_values(self, name: &str) -> &'static [String] {
        let mut all = tables().facts.iter();
        let of_fact = all.find(|it| it.names.iter().any(|it| it == name));
        of_fact.map_or(&[], |it| &it.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_keys_and_values() {
        assert!(toml::from_str::<Tables>(TEXT).is_ok());
        assert_eq!(Library.document_keys("task parameter").len(), 4);
        assert!(
            Library
                .document_key("metadata.json", "operatingsystem")
                .is_some()
        );
        assert_eq!(Library.document_key("metadata.json", "git"), None);
        assert_eq!(Library.document_values("hiera.yaml datadir"), ["data"]);
        assert_eq!(Library.fact_values("kernel").len(), 11);
        assert!(Library.fact_values("nosuch").is_empty());
    }
}
