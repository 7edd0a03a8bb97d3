//! Links of the modules that a file names.

use crate::document_links::{DocumentLink, LinkTarget};
use puppet_ide_db::context::FileContext;
pub use puppet_ide_db::module_metadata::{NamedModule, forge_page, module_of, named_in};

/// Names of modules lead to the modules on disk, or to their pages.
pub(crate) fn links(context: FileContext<'_>) -> Vec<DocumentLink> {
    let db = context.db;
    let link = |named: NamedModule| {
        let module = module_of(db, context.file, &named.name);
        let place = module.and_then(|module| module.place(db));
        let target = match place {
            Some(place) => LinkTarget::Path(place.path(db).to_string()),
            None => LinkTarget::Url(forge_page(&named.name)?),
        };
        Some(DocumentLink {
            range: named.range,
            target,
        })
    };
    named_in(db, context.file)
        .into_iter()
        .filter_map(link)
        .collect()
}
