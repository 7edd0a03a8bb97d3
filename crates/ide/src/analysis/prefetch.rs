//! Computes ahead what the first requests need.

use puppet_db::RootDatabase;
use puppet_db::Workspace;

use puppet_ide_db::context::IdeContext;
use puppet_ide_db::defs::resource_titles;
use puppet_ide_db::hiera;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::symbol_index::file_symbols;

/// Finds the definitions of every `parts`th file, and what other files and completion lists ask of it.
pub(crate) fn prefetch_workspace(context: IdeContext<'_>, part: usize, parts: usize) {
    let files = context.files.all().into_iter();
    for file in files.skip(part).step_by(parts) {
        if file.kind(context.db).is_puppet() {
            file_symbols(context.db, file);
            puppet_ide_completion::prefetch(context.file_context(file));
            hiera::prefetch(context.db, file);
            resource_titles::prefetch(context.db, file);
            puppet_checks::prepare(context.db, file);
            // A request may wait for this thread.
            std::thread::yield_now();
        }
    }
    if part == 0 {
        prefetch_environments(context.db);
        prefetch_documents(context);
    }
}

/// Computes what requests need in the open documents.
fn prefetch_documents(context: IdeContext<'_>) {
    let files = context.files.all().into_iter();
    let documents = files.filter(|file| file.is_edited(context.db));
    for file in documents.filter(|file| file.kind(context.db).is_puppet()) {
        puppet_ide_completion::prefetch_document(context.file_context(file));
    }
}

/// Finds what completion and goto-definition need of whole environments.
fn prefetch_environments(db: &RootDatabase) {
    let Some(workspace) = Workspace::try_get(db) else {
        return;
    };
    for environment in workspace.environments(db).iter() {
        puppet_ide_completion::prefetch_environment(db, *environment);
        resource_titles::prefetch_environment(db, *environment);
        definitions::prefetch_environment(db, *environment);
    }
}
