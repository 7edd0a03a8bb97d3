//! Mending what is found.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use puppet_db::File;
use puppet_ide::{FixAll, FixProvider};
use puppet_project::{ProjectInputs, ProjectModel};
use puppet_semantic::RootDatabase;
use puppet_vfs::{atomic_write, disk};

use super::{Options, workers};

/// What was mended, in the database and not yet on disk.
pub struct Mended {
    /// How many fixes were made.
    pub fixes: usize,
    /// The files that have changed, by their paths, with the texts before.
    pub before: Vec<(File, Arc<str>)>,
}

/// Mends what the options ask for in `files`, until nothing is left that can be mended. Only some files may change.
pub fn mend(
    options: &Options,
    db: &mut RootDatabase,
    inputs: &mut ProjectInputs,
    model: &ProjectModel,
    files: &[File],
    may_change: Vec<File>,
) -> Mended {
    let fixer = FixProvider::new(inputs.found(model));
    let mut run = FixAll::new(may_change);
    let mut before: BTreeMap<Arc<str>, (File, Arc<str>)> = BTreeMap::new();
    loop {
        let findings = workers::check_all(db, files, &|db, findings| {
            for finding in findings.iter_mut() {
                let best = options
                    .shows(finding.severity)
                    .then(|| fixer.best(db, finding, options.unsafe_fixes));
                finding.fixes = best.flatten().into_iter().collect();
            }
        });
        let texts = run.round(db, &findings);
        if texts.is_empty() {
            break;
        }
        for (file, text) in texts {
            let path = Arc::clone(file.path(db));
            let old = Arc::clone(file.text(db));
            before.entry(Arc::clone(&path)).or_insert((file, old));
            inputs.set_text(db, &path, Some(text.into()));
        }
    }
    let mut before: Vec<_> = before.into_values().collect();
    before.retain(|(file, text)| file.text(db) != text);
    Mended {
        fixes: run.fixed(),
        before,
    }
}

/// Writes a text to disk, if there is still the one that was mended.
pub fn write(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let now = disk::read(path).map_err(|problem| problem.to_string())?;
    if *now.text != *before {
        return Err("the file has changed meanwhile, and stays as it is".to_owned());
    }
    atomic_write::replace(path, after.as_bytes()).map_err(|error| error.to_string())
}
