//! `puppet-analyzer.toml`: settings that do not exist, and values that do not fit.

use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_project::settings;

use puppet_semantic::body_fix::with_similar;

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if file.kind(db) != FileKind::Settings || file.problem(db).is_some() {
        return;
    }
    for problem in settings::parse(file.text(db), "").problems {
        let place = Place::new(file, problem.range);
        let diagnostic = Diagnostic::new(&rules::INVALID_SETTING, place, problem.message);
        out.push(match (problem.similar, problem.help) {
            (Some(similar), _) => with_similar(db, diagnostic, &similar),
            (None, Some(help)) => diagnostic.with_help(help),
            (None, None) => diagnostic,
        });
    }
}
