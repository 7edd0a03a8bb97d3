//! Fixes of a manifest make no new error, and end.

#![cfg_attr(fuzzing, no_main)]

use std::collections::HashMap;

use puppet_db::{FilePlace, RootDatabase};
use puppet_diagnostics::{Diagnostic, Severity};
use puppet_fuzz::project::Project;
use puppet_ide::{FixAll, FixProvider};

/// Passes and trials end after so many.
const MOST_PASSES: usize = 200;

puppet_fuzz::fuzz_target!(|text: &str| {
    let mut project = Project::with_file("modules/web/manifests/init.pp", text);
    let mut run = FixAll::new(project.files());
    let fixer = FixProvider::new(project.inputs.model_files(&project.model));
    let before = errors(&project.db, &project.diagnostics());
    for pass in 0.. {
        assert!(
            pass < MOST_PASSES,
            "there are always more fixes of {text:?}"
        );
        let mut diagnostics = project.diagnostics();
        for diagnostic in &mut diagnostics {
            diagnostic.fixes = fixer
                .best(&project.db, diagnostic, true)
                .into_iter()
                .collect();
        }
        let texts = run.apply_pass(&project.db, &diagnostics);
        if texts.is_empty() {
            break;
        }
        for (file, text) in texts {
            let path = file.path(&project.db).clone();
            project
                .inputs
                .set_text(&mut project.db, &path, Some(text.into()));
        }
    }
    // What cannot be read hides other errors.
    let is_readable = before.keys().all(|(_, code)| !code.starts_with('S'));
    for (key, now) in errors(&project.db, &project.diagnostics()) {
        let was = before.get(&key).copied().unwrap_or_default();
        assert!(
            !is_readable || now <= was,
            "{key:?} in what becomes of {text:?}"
        );
    }
});

/// How many errors and warnings of each rule each file has.
fn errors(
    db: &RootDatabase,
    diagnostics: &[Diagnostic<FilePlace>],
) -> HashMap<(String, &'static str), usize> {
    let mut errors = HashMap::new();
    for it in diagnostics.iter().filter(|it| it.severity > Severity::Hint) {
        *errors
            .entry((it.place.file.path(db).to_string(), it.code()))
            .or_default() += 1;
    }
    errors
}
