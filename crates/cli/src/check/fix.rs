//! Application of fixes.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use puppet_db::File;
use puppet_ide::{FixAll, FixProvider};
use puppet_vfs::{atomic_write, disk};

use super::diagnostic_filter::Filter;
use super::input::CheckInput;
use super::{CheckOptions, parallel};

/// The files that fixes have changed, in the database and not yet on disk.
pub struct FixedFiles {
    /// How many fixes were made, by the file of their diagnostics.
    pub fixes: HashMap<File, usize>,
    /// The files that have changed, by their paths, with the texts before.
    pub before: Vec<(File, Arc<str>)>,
}

/// Applies the fixes that the options allow until none is left. Only files that may be changed are.
pub fn fix_all(options: &CheckOptions, filter: &Filter, input: &mut CheckInput) -> FixedFiles {
    let mut run = FixAll::new(input.fixable_files());
    let CheckInput {
        db,
        inputs,
        model,
        files,
        ..
    } = input;
    let fixer = FixProvider::new(inputs.model_files(model));
    let mut before: BTreeMap<Arc<str>, (File, Arc<str>)> = BTreeMap::new();
    loop {
        let diagnostics = parallel::check_all(db, files, &|db, diagnostics| {
            for diagnostic in diagnostics.iter_mut() {
                let fix = filter
                    .shows(db, diagnostic)
                    .then(|| match options.add_ignores {
                        true => fixer.ignore(db, diagnostic),
                        false => fixer.best(db, diagnostic, options.unsafe_fixes),
                    });
                diagnostic.fixes = fix.flatten().into_iter().collect();
            }
        });
        let texts = run.apply_pass(db, &diagnostics);
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
    FixedFiles {
        fixes: run.fixed().clone(),
        before,
    }
}

/// Writes a text to disk, if the disk still has the one that was fixed.
pub fn write(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let now = disk::read(path).map_err(|problem| problem.to_string())?;
    if *now.text != *before {
        return Err("the file has changed meanwhile, and stays as it is".to_owned());
    }
    atomic_write::replace(path, after.as_bytes()).map_err(|error| error.to_string())
}
