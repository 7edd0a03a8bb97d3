//! Files that Puppet does not find, because it looks for names in lower case.

use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_project::autoload;
use puppet_text::TextRange;

use puppet_semantic::index::file_origin::{Role, owner, path_in_module};
use puppet_semantic::resolve::module_items::module_file;

declare_rule! {
    /// A file has capital letters in its name, so Puppet does not autoload it.
    pub FILE_NAME_CASE = { code: "M715", name: "file-name-case", level: Warning }
}

/// Reports manifests whose file name differs from their definition in case alone.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Manifest {
        return;
    }
    let module = owner(db, file)
        .filter(|owner| owner.role == Role::Module)
        .and_then(|owner| owner.module);
    let Some(module) = module else { return };
    let Some(path) = path_in_module(db, module, file) else {
        return;
    };
    let looked_for = path.to_lowercase();
    if looked_for == path || autoload::expected_name(module.name(db), path).is_none() {
        return;
    }
    let place = Place::new(file, TextRange::default());
    let message = format!("File name has capital letters: Puppet looks for '{looked_for}'");
    let mut diagnostic =
        Diagnostic::new(&FILE_NAME_CASE, place, message).with_help("Rename the file to lower case");
    if let Some(other) = module_file(db, module, &looked_for) {
        let other = Place::new(other, TextRange::default());
        diagnostic =
            diagnostic.with_related(other, "On Windows and macOS, both names are the same file");
    }
    out.push(diagnostic);
}
