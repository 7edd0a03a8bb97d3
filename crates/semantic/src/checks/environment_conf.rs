//! `environment.conf`: lines that are no settings.

use puppet_data::environment_conf;
use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place, rules};

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if file.kind(db) != FileKind::EnvironmentConf || file.problem(db).is_some() {
        return;
    }
    for error in environment_conf::parse(file.text(db)).errors {
        out.push(Diagnostic::new(
            &rules::SYNTAX_ERROR,
            Place::new(file, error.range),
            error.message,
        ));
    }
}
