//! The semantic tokens that were sent last, by file: a client requests the difference to them.

use crate::lsp;
use dashmap::DashMap;
use puppet_vfs::FileId;
use std::sync::Arc;

/// The last tokens that were sent of each document, for differences to them.
#[derive(Debug, Default)]
pub(crate) struct SemanticTokensCache(DashMap<FileId, (String, Arc<[lsp::SemanticToken]>)>);

impl SemanticTokensCache {
    /// Forgets a document that was closed.
    pub(crate) fn forget(&self, file: FileId) {
        self.0.remove(&file);
    }

    pub(crate) fn sent(&self, file: FileId, id: &str) -> Option<Arc<[lsp::SemanticToken]>> {
        let known = self.0.get(&file)?;
        (known.0 == id).then(|| Arc::clone(&known.1))
    }

    pub(crate) fn remember(&self, file: FileId, id: &str, tokens: &Arc<[lsp::SemanticToken]>) {
        self.0.insert(file, (id.to_owned(), Arc::clone(tokens)));
    }
}
