//! Mistakes in real modules that fail as soon as they are evaluated, where the modules are installed: each is an error.

use std::collections::BTreeMap;

use puppet_checks::file_diagnostics;
use puppet_db::RootDatabase;
use puppet_diagnostics::Severity;

use crate::debian::{MODULES, installed};

#[test]
fn mistakes_that_wait_are_errors() {
    let table: BTreeMap<String, Vec<BTreeMap<String, String>>> =
        toml::from_str(include_str!("../../../../tests/debian/latent.toml")).expect("a table");
    let mistakes = table.get("mistake").expect("mistakes");
    let Some((mut db, mut inputs, _)) = installed() else {
        return;
    };
    let mut missed = Vec::new();
    for mistake in mistakes {
        let [name, before, after] = ["file", "before", "after"].map(|key| mistake[key].as_str());
        let path = format!("{MODULES}/{name}");
        let Some(file) = inputs.file(&path) else {
            continue;
        };
        let original = file.text(&db).to_string();
        if !original.contains(before) {
            continue;
        }
        let errors = |db: &RootDatabase| {
            let found = file_diagnostics(db, file).iter();
            found.filter(|it| it.severity == Severity::Error).count()
        };
        let usual = errors(&db);
        let text = original.replacen(before, after, 1);
        inputs.set_text(&mut db, &path, Some(text.as_str().into()));
        if errors(&db) <= usual {
            missed.push(format!("{path}: {after}"));
        }
        inputs.set_text(&mut db, &path, Some(original.as_str().into()));
    }
    assert_eq!(missed, Vec::<String>::new());
}
