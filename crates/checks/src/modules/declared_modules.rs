//! Modules that a `Puppetfile` or a `.fixtures.yml` names and that are not on disk: one hint for each says what to install.

use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place, rules};

use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::module_dependencies::missing::declared_modules;
use puppet_semantic::resolve::autoload::module_named;

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Declares) else {
        return;
    };
    if file.problem(db).is_some() {
        return;
    }
    let advice = match file.kind(db) {
        FileKind::Puppetfile => {
            "Install the modules of the Puppetfile, for example with `r10k puppetfile install`"
        }
        _ => "Fetch the fixtures, for example with `rake spec_prep`",
    };
    for module in declared_modules(db, file) {
        let name = &module.name;
        if module_named(db, owner.environment, name).is_none() {
            let message = format!(
                "Module '{name}' is not installed: its types, classes and functions cannot be checked"
            );
            let place = Place::new(file, module.range);
            out.push(Diagnostic::new(&rules::MISSING_DEPENDENCY, place, message).with_help(advice));
        }
    }
}
