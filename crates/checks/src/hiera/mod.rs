//! Hiera: `hiera.yaml` and the files of its data.
//!
//! Source: `Puppet::Pops::Lookup`. A value in data is an error where Puppet fails whenever it gives that value to the
//! class; whether some node ever gets it does not matter, just as it does not for code under a condition.

pub(crate) mod hiera_bad_interpolation;
pub(crate) mod hiera_bad_key;
pub(crate) mod hiera_config_invalid;
pub(crate) mod hiera_key_never_found;
pub(crate) mod hiera_type_mismatch;
pub(crate) mod hiera_unknown_class;
pub(crate) mod hiera_unknown_parameter;
pub(crate) mod invalid_data_file;
pub(crate) mod keys;
pub(crate) mod lookup_options_problem;

use std::sync::Arc;

use puppet_data::{Entry, yaml};
use puppet_db::{Db, Environment, File, FileKind, Module};
use puppet_diagnostics::{Diagnostic, Place, Severity};
use puppet_text::{TextRange, TextSize};

use crate::rules;
use crate::versions::legacy_fact::in_data;
use puppet_semantic::hiera::document::{DataDocument, document_of};
use puppet_semantic::index::file_origin::{Role, owner};

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Data) else {
        return;
    };
    if file.problem(db).is_some() {
        return;
    }
    if file.kind(db) == FileKind::HieraConfig {
        hiera_config_invalid::check(db, file, owner.module, out);
        let root = yaml::parse_tolerantly(file.text(db)).0;
        in_data::check(db, file, owner.environment, &root, out);
        return;
    }
    let data = Data {
        db,
        file,
        environment: owner.environment,
        module: owner.module,
        document: document_of(db, file),
    };
    data.check_text(out);
    keys::check(&data, out);
    hiera_type_mismatch::check(&data, out);
    invalid_data_file::check(&data, out);
    hiera_bad_interpolation::check(&data, out);
    lookup_options_problem::check(&data, out);
    in_data::check(db, file, data.environment, &data.document.root, out);
}

/// What YAML forbids, and Ruby's reader lets pass.
const STRICTER: [&str; 2] = [
    "Invalid indentation in quoted scalar",
    "Invalid trailing content after double-quoted scalar",
];

/// A data file that is checked.
pub(crate) struct Data<'db> {
    db: &'db dyn Db,
    file: File,
    environment: Environment,
    /// The module whose data it is; none for that of the environment.
    module: Option<Module>,
    document: Arc<DataDocument>,
}

impl Data<'_> {
    /// The entries of the file.
    fn entries(&self) -> &[Entry] {
        self.document.entries()
    }

    fn place(&self, range: TextRange) -> Place<File> {
        Place::new(self.file, range)
    }

    /// The source text at a range.
    fn source(&self, range: TextRange) -> &str {
        let text = self.file.text(self.db);
        text.get(usize::from(range.start())..usize::from(range.end()))
            .unwrap_or_default()
    }

    /// Whether the text is what Puppet can read at all.
    /// Whether an alias stands right before the colon of its entry, `*name: value`: for Ruby's reader, the name ends there.
    fn is_alias_as_key(&self, at: TextRange) -> bool {
        let text = self.file.text(self.db).get(usize::from(at.start())..);
        let word = text.and_then(|it| it.split_ascii_whitespace().next());
        word.is_some_and(|word| word.starts_with('*') && word.ends_with(':'))
    }

    fn check_text(&self, out: &mut Vec<Diagnostic<File>>) {
        if let Some(error) = &self.document.error {
            if self.is_alias_as_key(error.range) {
                return;
            }
            let place = self.place(error.range);
            let message = format!("Puppet cannot read this file: {}", error.message);
            let diagnostic = Diagnostic::new(&rules::INVALID_DATA_FILE, place, message);
            out.push(match STRICTER.contains(&&*error.message) {
                true => diagnostic.with_severity(Severity::Warning),
                false => diagnostic,
            });
            return;
        }
        let root = &self.document.root;
        if root.as_mapping().is_some() {
            return;
        }
        let is_empty = self.file.text(self.db).trim().is_empty();
        // What is empty, or nothing but comments, is only worth a line in Puppet's log.
        let is_nothing = root.describe() == "null";
        if is_empty || is_nothing {
            return;
        }
        let start = TextRange::empty(TextSize::new(0));
        let message = "file does not contain a valid yaml hash";
        let diagnostic = Diagnostic::new(&rules::INVALID_DATA_FILE, self.place(start), message);
        let help = format!(
            "Write a mapping of keys to values: the file contains {}",
            root.describe()
        );
        // Puppet 7 reads such a file as one without keys.
        out.push(diagnostic.with_help(help).with_severity(Severity::Warning));
    }
}
