//! Between URIs and file ids.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use dashmap::DashMap;
use puppet_vfs::{FileId, FilePath, PathInterner};

use crate::lsp::Url;

/// Knows every document by its URI. Clients spell URIs in their own ways (`file:///c%3A/…`), so a document keeps the
/// spelling under which the client opened it, as long as it is open.
#[derive(Debug)]
pub(crate) struct Uris {
    paths: Arc<PathInterner>,
    spelled: DashMap<FileId, Url>,
    /// The documents that were marked.
    marked: DashMap<u64, FileId>,
}

/// How many marks there are: they stand in each completion item, and few documents are open at once.
const MARKS: u64 = 1 << 24;

impl Uris {
    pub(crate) fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            paths,
            spelled: DashMap::new(),
            marked: DashMap::new(),
        }
    }

    /// The file of `uri`; registered on first use.
    pub(crate) fn file(&self, uri: &Url) -> FileId {
        self.paths.intern(&file_path(uri))
    }

    /// Remembers the client's spelling.
    pub(crate) fn remember(&self, file: FileId, uri: Url) {
        self.spelled.insert(file, uri);
        self.mark(file);
    }

    /// A number for `file` that a client can give back ([`Self::marked`]). It is the same in every session, since answers
    /// are; two files that share one (which is rare) are taken for the one that was marked last.
    pub(crate) fn mark(&self, file: FileId) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.paths.path(file).hash(&mut hasher);
        let mark = hasher.finish() % MARKS;
        self.marked.insert(mark, file);
        mark
    }

    /// The file that got a mark in this session.
    pub(crate) fn file_of_mark(&self, mark: u64) -> Option<FileId> {
        self.marked.get(&mark).map(|file| *file)
    }

    /// Forgets the client's spelling: the document is closed.
    pub(crate) fn forget(&self, file: FileId) {
        self.spelled.remove(&file);
    }

    /// Whether the client has the document open.
    pub(crate) fn is_open(&self, file: FileId) -> bool {
        self.spelled.contains_key(&file)
    }

    /// The URI of `file`.
    pub(crate) fn uri(&self, file: FileId) -> Option<Url> {
        if let Some(uri) = self.spelled.get(&file) {
            return Some(uri.clone());
        }
        let path = self.paths.path(file)?;
        match path.as_disk() {
            Some(path) => Url::from_file_path(path).ok(),
            None => Url::parse(path.as_virtual()?).ok(),
        }
    }
}

/// The path of a `file:` URI, or the name of a document that is nowhere on disk.
pub(crate) fn file_path(uri: &Url) -> FilePath {
    match uri.scheme() {
        "file" => match uri.to_file_path() {
            Ok(path) => FilePath::disk(path),
            Err(()) => FilePath::virtual_document(uri.as_str()),
        },
        _ => FilePath::virtual_document(uri.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_spelling_is_kept() {
        let uris = Uris::new(Arc::default());
        let spelled = Url::parse("file:///m/manifests/a%2Bb.pp").expect("URI");
        let file = uris.file(&spelled);
        assert_eq!(
            uris.uri(file).map(String::from).as_deref(),
            Some("file:///m/manifests/a+b.pp")
        );
        uris.remember(file, spelled.clone());
        assert_eq!(uris.uri(file), Some(spelled));
        uris.forget(file);
        assert_eq!(
            uris.uri(file).map(String::from).as_deref(),
            Some("file:///m/manifests/a+b.pp")
        );
    }

    #[test]
    fn marks_are_those_of_paths() {
        let uri = |name: &str| Url::parse(&format!("file:///m/manifests/{name}.pp")).expect("URI");
        let uris = Uris::new(Arc::default());
        let [a, b] = ["a", "b"].map(|it| uris.file(&uri(it)));
        assert_eq!(
            [a, b].map(|it| uris.file_of_mark(uris.mark(it))),
            [Some(a), Some(b)]
        );
        let other = Uris::new(Arc::default());
        assert_eq!(other.file_of_mark(uris.mark(b)), None);
        let [other_b, _] = ["b", "a"].map(|it| other.file(&uri(it)));
        other.remember(other_b, uri("b"));
        assert_eq!(other.file_of_mark(uris.mark(b)), Some(other_b));
    }

    #[test]
    fn documents_outside_the_disk_keep_their_uri() {
        let uris = Uris::new(Arc::default());
        let uri = Url::parse("untitled:Untitled-1").expect("URI");
        assert_eq!(uris.uri(uris.file(&uri)), Some(uri));
    }
}
