//! The context that a check of a data file gets.

use std::sync::Arc;

use puppet_data::DataEntry;
use puppet_db::{Db, Environment, File, FilePlace, Module};
use puppet_diagnostics::Place;
use puppet_project::hiera::HieraConfig;
use puppet_semantic::hiera::data_origin;
use puppet_semantic::hiera::document::{DataDocument, document_of};
use puppet_text::TextRange;

/// A data file of Hiera, and whose it is.
pub(crate) struct DataContext<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) file: File,
    pub(crate) environment: Environment,
    /// The module whose data it is; none for that of the environment.
    pub(crate) module: Option<Module>,
    pub(crate) document: Arc<DataDocument>,
}

impl<'db> DataContext<'db> {
    /// The context of a data file; none for other files.
    pub(crate) fn read(db: &'db dyn Db, file: File) -> Option<Self> {
        let origin = data_origin(db, file)?;
        Some(Self {
            db,
            file,
            environment: origin.environment,
            module: origin.module,
            document: document_of(db, file),
        })
    }

    /// Whether no `hiera.yaml` names the file: it stands where data does by convention, and Puppet may never read it.
    pub(crate) fn is_inferred(&self) -> bool {
        let config = self.environment.data(self.db).config;
        let levels = |config: File| HieraConfig::parse(config.text(self.db)).levels;
        self.module.is_none() && config.is_none_or(|config| levels(config).is_empty())
    }

    /// The entries of the file.
    pub(crate) fn entries(&self) -> &[DataEntry] {
        self.document.entries()
    }

    pub(crate) fn place(&self, range: TextRange) -> FilePlace {
        Place::new(self.file, range)
    }

    /// The source text at a range.
    pub(crate) fn source(&self, range: TextRange) -> &str {
        let text = self.file.text(self.db);
        text.get(usize::from(range.start())..usize::from(range.end()))
            .unwrap_or_default()
    }
}
