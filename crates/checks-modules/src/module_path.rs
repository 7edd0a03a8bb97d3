//! Modules that are not used (another one of the same name hides them, or no module can have their name), directories
//! of the module path that do not exist, and paths that lead outside of the opened folder.

use puppet_data::environment_conf::{self, Setting};
use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, Severity, declare_rule};
use puppet_text::{TextRange, TextSize};

use puppet_checks_syntax::syntax_error;
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::resolve::module_items::module_named;

declare_rule! {
    /// A module is hidden by another one, or a directory that is named does not exist or is outside of the folder.
    pub MODULE_PATH = { code: "M712", name: "module-path", level: Hint, no_fix: "directories must be moved" }
}

/// Where r10k installs modules.
const INSTALLED: &str = "modules";

/// Reports a module that is hidden by another one.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Hidden) else {
        return;
    };
    let hidden = owner.environment.hidden(db).iter();
    for module in hidden.filter(|module| module.place == file) {
        let message = match &module.winner {
            Some(winner) => format!(
                "Module '{}' is not used: {winner} comes first in the module path",
                module.name
            ),
            None => format!(
                "Directory '{}' is not a module: module names are lower-case",
                module.name
            ),
        };
        let place = Place::new(file, TextRange::default());
        let mut diagnostic = Diagnostic::new(&MODULE_PATH, place, message);
        if module.winner.is_none() {
            let name = module.name.to_lowercase();
            diagnostic = diagnostic.with_help(match module_named(db, owner.environment, &name) {
                Some(_) => format!("Remove or rename it: there is also a module '{name}', and on Windows and macOS both are the same directory"),
                None => format!("Rename the directory to '{name}'"),
            });
        }
        out.push(diagnostic);
    }
}

/// `environment.conf`: directories of the module path that do not exist, and lines that are no settings.
pub fn check_environment_conf(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::EnvironmentConf || file.problem(db).is_some() {
        return;
    }
    let conf = environment_conf::parse(file.text(db));
    if let (Some(owner), Some(setting)) = (owner(db, file), conf.get("modulepath")) {
        let missing = owner.environment.missing_directories(db).iter();
        // r10k makes the directory of the modules that the Puppetfile names.
        let mut declaring = owner.environment.declaring(db).iter();
        let has_puppetfile = declaring.any(|file| file.kind(db) == FileKind::Puppetfile);
        for entry in missing.filter(|entry| !(has_puppetfile && ***entry == *INSTALLED)) {
            let place = Place::new(file, place_of_entry(file.text(db), setting, entry));
            let message = format!("Directory '{entry}' of the module path does not exist");
            out.push(Diagnostic::new(&MODULE_PATH, place, message));
        }
    }
    for error in conf.errors {
        out.push(syntax_error::diagnostic(file, error.range, error.message));
    }
}

/// Paths of settings, `environment.conf`, a `Puppetfile` or `hiera.yaml` that are not read, because they lead outside.
pub fn check_outside_paths(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(owner) = owner(db, file) else {
        return;
    };
    let outside = owner.environment.outside(db).iter();
    for path in outside.filter(|path| path.file == file) {
        let (setting, entry) = (path.setting, &path.entry);
        let place = Place::new(file, place_in_text(file.text(db), setting, entry));
        let message = format!(
            "Path '{entry}' of '{setting}' leads outside of the opened folder and is not read"
        );
        let diagnostic =
            Diagnostic::new(&MODULE_PATH, place, message).with_severity(Severity::Warning);
        out.push(diagnostic.with_help(
            "Open a folder that holds both, or name the path in your own settings or with --module-path",
        ));
    }
}

/// Where a path stands after the key of its setting.
fn place_in_text(text: &str, setting: &str, entry: &str) -> TextRange {
    let key = text.find(setting).unwrap_or_default();
    let start = text[key..].find(entry).map(|at| key + at);
    let size = |n: usize| TextSize::new(u32::try_from(n).unwrap_or(u32::MAX));
    start.map_or_else(TextRange::default, |start| {
        TextRange::at(size(start), size(entry.len()))
    })
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
