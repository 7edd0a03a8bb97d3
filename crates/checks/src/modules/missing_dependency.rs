//! Dependencies in `metadata.json` that are not on disk. Nothing is known of what they define, and nothing about it is
//! reported: one hint says why.

use puppet_db::{Db, File, FileKind, ModuleOrigin};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_project::metadata::{Dependency, Metadata, module_part};

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::autoload::module_named;

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if file.kind(db) != FileKind::Metadata || file.problem(db).is_some() {
        return;
    }
    let Some(owner) = owner(db, file) else { return };
    let is_own = |module: puppet_db::Module| module.origin(db) == ModuleOrigin::Workspace;
    if !owner.module.is_some_and(is_own) {
        return;
    }
    for dependency in Metadata::parse(file.text(db)).dependencies {
        let Some(name) = module_part(&dependency.name) else {
            continue;
        };
        if module_named(db, owner.environment, name).is_none() {
            let message = format!(
                "Module '{name}' is not installed: its types, classes and functions cannot be checked"
            );
            let diagnostic = Diagnostic::new(
                &rules::MISSING_DEPENDENCY,
                Place::new(file, dependency.range),
                message,
            );
            out.push(diagnostic.with_help(advice(&dependency)));
        }
    }
}

fn advice(dependency: &Dependency) -> String {
    let name = dependency.name.replace('/', "-");
    let version = dependency
        .version_requirement
        .as_deref()
        .map_or_else(String::new, |range| format!(" --version '{range}'"));
    format!(
        "Install it beside this module, or into spec/fixtures/modules: `puppet module install {name}{version}`"
    )
}
