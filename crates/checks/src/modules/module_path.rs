//! Modules that are not used: another one of the same name hides them, or no module can have their name.

use puppet_db::{Db, File};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::TextRange;

use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::resolve::autoload::module_named;

declare_rule! {
    /// A module is hidden by another one, or a directory of the module path does not exist.
    pub MODULE_PATH = { code: "M712", name: "module-path", level: Hint, no_fix: "directories must be moved" }
}

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
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
