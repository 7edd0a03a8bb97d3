//! The text of a data file as values with places.

use std::sync::Arc;

use puppet_data::{DataEntry, DataSyntaxError, DataValue, json, yaml};
use puppet_db::{Db, File};
use puppet_project::hiera::Format;

/// A data file, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataDocument {
    /// What it says. Of broken YAML, those entries at the left margin that can be read, and the keys of the others.
    pub root: DataValue,
    /// Why Puppet cannot read it.
    pub error: Option<DataSyntaxError>,
}

impl DataDocument {
    /// The keys with their values, in the order of the file; one may come twice.
    #[must_use]
    pub fn entries(&self) -> &[DataEntry] {
        self.root.as_mapping().unwrap_or_default()
    }
}

/// How a data file is written, by its name.
#[must_use]
pub fn format_of(path: &str) -> Format {
    if path.ends_with(".json") {
        Format::Json
    } else {
        Format::Yaml
    }
}

/// What a data file says. Large data need not stay in memory: the keys are kept apart.
#[salsa::tracked(returns(clone), lru = 64)]
pub fn document(db: &dyn Db, file: File, format: Format) -> Arc<DataDocument> {
    let text = file.text(db);
    let (root, error) = match format {
        Format::Yaml => yaml::parse_tolerantly(text),
        Format::Json => match json::parse(text) {
            Ok(root) => (root, None),
            Err(error) => (yaml::parse_tolerantly("").0, Some(error)),
        },
    };
    Arc::new(DataDocument { root, error })
}

/// The same, read in the way that its name says.
pub fn document_of(db: &dyn Db, file: File) -> Arc<DataDocument> {
    document(db, file, format_of(file.path(db)))
}
