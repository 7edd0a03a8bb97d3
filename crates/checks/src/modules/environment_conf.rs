//! `environment.conf`: lines that are no settings, and directories of the module path that do not exist.

use puppet_data::environment_conf::{self, Setting};
use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place};
use puppet_text::{TextRange, TextSize};

use crate::rules;
use puppet_semantic::index::file_origin::owner;

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if file.kind(db) != FileKind::EnvironmentConf || file.problem(db).is_some() {
        return;
    }
    let conf = environment_conf::parse(file.text(db));
    if let (Some(owner), Some(setting)) = (owner(db, file), conf.get("modulepath")) {
        for entry in owner.environment.missing_directories(db).iter() {
            let place = Place::new(file, place_of_entry(file.text(db), setting, entry));
            let message = format!("Directory '{entry}' of the module path does not exist");
            out.push(Diagnostic::new(&rules::MODULE_PATH, place, message));
        }
    }
    for error in conf.errors {
        out.push(Diagnostic::new(
            &rules::SYNTAX_ERROR,
            Place::new(file, error.range),
            error.message,
        ));
    }
}

/// Where an entry stands in the value of the setting.
fn place_of_entry(text: &str, setting: &Setting, entry: &str) -> TextRange {
    let value = text.get(std::ops::Range::<usize>::from(setting.range));
    let mut start = 0;
    for part in value.unwrap_or_default().split(':') {
        if part.trim_matches([' ', '\t', '"', '\'']) == entry {
            let start = start + part.find(entry).unwrap_or_default();
            let size = |n: usize| TextSize::new(u32::try_from(n).unwrap_or(u32::MAX));
            return TextRange::at(setting.range.start() + size(start), size(entry.len()));
        }
        start += part.len() + 1;
    }
    setting.range
}
