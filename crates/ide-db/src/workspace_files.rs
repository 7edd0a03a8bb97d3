//! Files of the workspace itself, as opposed to those of dependencies, and their diagnostics.

use puppet_db::{Db, File, FileKind, FilePlace, FileProblem, Module, ModuleOrigin};
use puppet_diagnostics::Rule;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::is_ruby_template;
use puppet_text::TextRange;
use puppet_vfs::FileId;

use crate::context::{FileContext, IdeContext};

/// Whether a module is the user's own.
pub fn is_workspace_module(db: &dyn Db, module: Module) -> bool {
    module.origin(db) == ModuleOrigin::Workspace
}

/// All files with Puppet code, in the order of their paths.
pub fn puppet_files(context: IdeContext<'_>) -> Vec<File> {
    let mut files = context.files.all();
    files.retain(|file| file.kind(context.db).is_puppet());
    files.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    files
}

/// The files that belong to no dependency and whose contents are checked.
pub fn workspace_files(context: IdeContext<'_>) -> Vec<FileId> {
    let db = context.db;
    let mut files = context.files.all();
    files.retain(|file| {
        let module = owner(db, *file).map(|owner| owner.module);
        let is_checked = matches!(
            file.kind(db),
            FileKind::Manifest
                | FileKind::Epp
                | FileKind::Metadata
                | FileKind::EnvironmentConf
                | FileKind::HieraConfig
                | FileKind::Data
                | FileKind::Settings
                | FileKind::Puppetfile
                | FileKind::Fixtures
                | FileKind::Stub
                | FileKind::Ruby
        );
        let is_there = file.problem(db) != Some(&FileProblem::Missing);
        is_checked
            && !is_ruby_template(db, *file)
            && is_there
            && module.is_some_and(|it| it.is_none_or(|it| is_workspace_module(db, it)))
    });
    files.sort_unstable_by(|a, b| a.path(db).cmp(b.path(db)));
    let ids = files.into_iter().map(|file| context.files.id(db, file));
    ids.collect()
}

/// The diagnostics of a file.
pub fn file_diagnostics(context: FileContext<'_>) -> &[puppet_diagnostics::Diagnostic<FilePlace>] {
    match context.file.problem(context.db) {
        // An editor may ask for what it has just moved away.
        Some(FileProblem::Missing) => &[],
        _ => puppet_checks::file_diagnostics(context.db, context.file),
    }
}

/// The diagnostic of a rule at a selection: what a change there fixes.
pub fn diagnostic_at(
    context: FileContext<'_>,
    selection: TextRange,
    rule: &Rule,
) -> Option<(&'static str, TextRange)> {
    let mut found = file_diagnostics(context).iter();
    let diagnostic =
        found.find(|it| it.rule == rule && it.place.range.intersect(selection).is_some())?;
    Some((diagnostic.code(), diagnostic.place.range))
}
