//! Modules that a `Puppetfile` or a `.fixtures.yml` names and that are not on disk: one hint for each says what to install.

use puppet_data::{Value, yaml};
use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_project::metadata::module_part;
use puppet_text::TextRange;

use crate::owner::{Role, owner};
use crate::resolve::module_named;

/// The parts of a `.fixtures.yml` whose keys are names of modules (puppetlabs_spec_helper).
const FIXTURES: [&str; 2] = ["forge_modules", "repositories"];

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Declares) else {
        return;
    };
    if file.problem(db).is_some() {
        return;
    }
    let (named, advice) = match file.kind(db) {
        FileKind::Puppetfile => (
            of_puppetfile(file.text(db)),
            "install what the Puppetfile names, for example with `r10k puppetfile install`",
        ),
        _ => (
            of_fixtures(file.text(db)),
            "fetch the fixtures, for example with `rake spec_prep`",
        ),
    };
    for (name, range) in named {
        if module_named(db, owner.environment, &name).is_none() {
            let message =
                format!("the module '{name}' is not here: nothing is known of what it defines");
            let place = Place::new(file, range);
            out.push(Diagnostic::new(&rules::MISSING_DEPENDENCY, place, message).with_help(advice));
        }
    }
}

/// The names without their authors, and where they stand.
fn of_puppetfile(text: &str) -> Vec<(String, TextRange)> {
    let modules = puppet_ruby::declared_modules(text).into_iter();
    modules
        .map(|module| {
            let name = module_part(&module.name).unwrap_or(&module.name);
            (name.to_owned(), module.range)
        })
        .collect()
}

fn of_fixtures(text: &str) -> Vec<(String, TextRange)> {
    let root = yaml::parse(text).ok();
    let fixtures = root.as_ref().and_then(|root| root.get("fixtures"));
    let parts = FIXTURES.iter().filter_map(|part| fixtures?.get(part));
    let entries = parts.filter_map(Value::as_mapping).flatten();
    entries
        .map(|entry| (entry.key.clone(), entry.key_range))
        .collect()
}
