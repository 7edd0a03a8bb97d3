//! Modules that another one of the same name hides.

use puppet_db::{Db, File};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_text::TextRange;

use crate::owner::{Role, owner};

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Hidden) else {
        return;
    };
    let hidden = owner.environment.hidden(db).iter();
    for module in hidden.filter(|module| module.place == file) {
        let message = format!(
            "the module '{}' here is not used: {} comes first in the module path",
            module.name, module.winner
        );
        let place = Place::new(file, TextRange::default());
        out.push(Diagnostic::new(&rules::MODULE_PATH, place, message));
    }
}
