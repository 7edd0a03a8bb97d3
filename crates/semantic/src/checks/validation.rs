//! What Puppet's own validation finds before it evaluates a file.

use puppet_db::{Db, File, has_syntax_errors, is_plan, program, source_map};
use puppet_diagnostics::Diagnostic;
use puppet_hir::validate::{Options, validate};
use puppet_project::autoload;

use crate::owner::{Role, owner, path_in_module};

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    // Puppet does not validate what it cannot parse.
    if !file.kind(db).is_puppet() || has_syntax_errors(db, file) {
        return;
    }
    let module_file = module_file(db, file);
    let options = Options {
        tasks: is_plan(file.path(db)),
        module_file: module_file.as_deref(),
        ..Options::default()
    };
    let program = program(db, file);
    let map = source_map(db, file);
    let issues = validate(&program, &options);
    out.extend(
        issues
            .iter()
            .map(|issue| issue.to_diagnostic(&map).map_files(|()| file)),
    );
}

/// The path of a file that Puppet loads by its name, from the folder of modules on.
fn module_file(db: &dyn Db, file: File) -> Option<String> {
    let owner = owner(db, file).filter(|owner| owner.role == Role::Module)?;
    let module = owner.module?;
    let path = path_in_module(db, module, file)?;
    let name = module.name(db);
    autoload::expected_name(name, path).map(|_| format!("{name}/{path}"))
}
