//! The facts of real machines that are kept beside the code: their names and kinds.
//!
//! Another machine may have others, so that nothing is concluded from them: they are proposed, and known names.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_db::{Db, Environment, File};

use puppet_project::discover::starts_machines;

use super::given;
use crate::hiera::document::document_of;

/// Facts by their paths with dots, `os.family`, each with the name of the type of a value that it has somewhere.
pub type FactPaths = BTreeMap<String, &'static str>;

/// The deepest parts of facts that are known.
const MAX_DEPTH: usize = 6;

/// The most paths of one file; the keys of some facts are names of devices.
const MAX_PATHS: usize = 5_000;

/// The facts that the files of an environment have or give.
#[salsa::tracked(returns(ref))]
pub fn fact_sets(db: &dyn Db, environment: Environment) -> FactPaths {
    let mut all = FactPaths::new();
    for file in environment.fact_sets(db).iter() {
        for (path, ty) in &*facts_in(db, *file) {
            all.entry(path.clone()).or_insert(ty);
        }
    }
    all
}

/// The files of an environment that have a fact of a path, in order.
pub fn fact_files(db: &dyn Db, environment: Environment, path: &str) -> Vec<File> {
    let files = environment.fact_sets(db).iter().copied();
    files
        .filter(|file| facts_in(db, *file).contains_key(path))
        .collect()
}

/// What one file says: `facter --yaml` or `--json`, `puppet facts`, or the facts of tests.
#[salsa::tracked(returns(clone))]
fn facts_in(db: &dyn Db, file: File) -> Arc<FactPaths> {
    let path = Path::new(&**file.path(db));
    if starts_machines(path) {
        return Arc::new(given::facts_given_in(path, file.text(db)));
    }
    if path.extension().is_some_and(|it| it == "txt") {
        return Arc::new(in_lines(file.text(db)));
    }
    let document = document_of(db, file);
    let mut found = FactPaths::new();
    let sets = match &document.root.kind {
        ValueKind::Sequence(sets) => sets.iter().collect(),
        _ => vec![&document.root],
    };
    for set in sets {
        // `puppet facts` writes a node with its facts.
        let values = set.get("values").filter(|_| set.get("name").is_some());
        add(values.unwrap_or(set), "", 0, &mut found);
    }
    Arc::new(found)
}

/// `name=value` on each line, as external facts may be written.
fn in_lines(text: &str) -> FactPaths {
    let facts = text.lines().filter_map(|line| line.split_once('='));
    let names = facts.map(|(name, _)| name.trim().to_lowercase());
    let plain = names.filter(|name| !name.is_empty() && !name.contains(['.', ' ', '#']));
    plain.take(MAX_PATHS).map(|name| (name, "String")).collect()
}

fn add(value: &DataValue, prefix: &str, depth: usize, found: &mut FactPaths) {
    let entries = value.as_mapping().unwrap_or_default().iter();
    for DataEntry { key, value, .. } in entries {
        let is_plain = !key.is_empty() && !key.contains('.');
        if !is_plain || found.len() >= MAX_PATHS {
            continue;
        }
        // Facter once wrote facts as symbols.
        let path = format!("{prefix}{}", key.trim_start_matches(':'));
        if depth < MAX_DEPTH {
            add(value, &format!("{path}."), depth + 1, found);
        }
        found.entry(path).or_insert(type_of(value));
    }
}

fn type_of(value: &DataValue) -> &'static str {
    match &value.kind {
        ValueKind::Scalar(Scalar::Boolean(_)) => "Boolean",
        ValueKind::Scalar(Scalar::Number(text)) if text.contains(['.', 'e', 'E']) => "Float",
        ValueKind::Scalar(Scalar::Number(_)) => "Integer",
        ValueKind::Scalar(Scalar::String(_)) => "String",
        ValueKind::Scalar(Scalar::Null | Scalar::Other(..)) => "Any",
        ValueKind::Sequence(_) => "Array",
        ValueKind::Mapping(_) => "Hash",
    }
}
