//! The Ruby files of modules.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use puppet_ruby::{Mixin, RubyFacts};
use serde_json::Value;

use crate::case::Case;

/// What the file of a case defines; none if the file is not here.
pub(super) fn facts(case: &Case) -> Option<RubyFacts> {
    Some(puppet_ruby::read(&text(case)?))
}

/// Whether this machine has the module of a case; what belongs to Puppet itself is in our library.
pub(super) fn is_here(case: &Case) -> bool {
    case.text("module")
        .is_none_or(|module| module == "puppet" || module.ends_with("_core"))
        || case.text("file").is_none()
        || module_folder(case).is_some()
}

/// The text of the file of a case; none if the file is not here.
pub(super) fn text(case: &Case) -> Option<String> {
    let file = module_folder(case)?.join(case.text("file")?);
    Some(String::from_utf8_lossy(&fs::read(file).ok()?).into_owned())
}

/// The classes and modules of a case's module that attributes may come from.
pub(super) fn mixins(case: &Case) -> Vec<Mixin> {
    let mut mixins = Vec::new();
    let mut waiting: Vec<PathBuf> = module_folder(case)
        .map(|folder| folder.join("lib"))
        .into_iter()
        .collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rb") {
                let source = fs::read(path).unwrap_or_default();
                mixins.extend(puppet_ruby::read(&String::from_utf8_lossy(&source)).mixins);
            }
        }
    }
    mixins
}

/// The folder of the module: its name is often, but not always, the module's.
fn module_folder(case: &Case) -> Option<PathBuf> {
    static FOLDERS: OnceLock<HashMap<String, PathBuf>> = OnceLock::new();
    let folders = FOLDERS.get_or_init(|| {
        let all = fs::read_dir(&*case.corpus).into_iter().flatten().flatten();
        all.filter_map(|entry| Some((module_name(&entry.path())?, entry.path())))
            .collect()
    });
    folders.get(case.text("module")?).cloned()
}

fn module_name(folder: &Path) -> Option<String> {
    let declared = || {
        let text = fs::read_to_string(folder.join("metadata.json")).ok()?;
        let metadata: Value = serde_json::from_str(&text).ok()?;
        let name = metadata.get("name")?.as_str()?;
        Some(name.rsplit(['/', '-']).next()?.to_owned())
    };
    declared().or_else(|| Some(folder.file_name()?.to_str()?.to_owned()))
}
