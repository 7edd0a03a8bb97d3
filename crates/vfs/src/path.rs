//! Names of files: on disk, or anywhere an editor can put text.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// The name of a file: an absolute, lexically normalised path on disk, or the URI of a document that is not on disk
/// (`untitled:Untitled-1`, `git:/…`). Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FilePath(Repr);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Repr {
    Disk(Arc<Path>),
    Virtual(Arc<str>),
}

impl Hash for Repr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            // Normal paths are equal only as texts there, which is much less work than part by part.
            Self::Disk(path) if MAIN_SEPARATOR == '/' => path.as_os_str().hash(state),
            Self::Disk(path) => path.hash(state),
            Self::Virtual(uri) => uri.hash(state),
        }
    }
}

impl FilePath {
    /// A file on disk. `.` and `..` are removed lexically, so that one file written in two ways gets one name; symbolic
    /// links are not followed. A relative path stays relative: make it absolute first.
    #[must_use]
    pub fn disk(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        Self(Repr::Disk(match is_normal(path) {
            true => path.into(),
            false => normalize(path).into(),
        }))
    }

    /// A document that exists only in an editor, named by its URI.
    #[must_use]
    pub fn virtual_document(uri: impl Into<Arc<str>>) -> Self {
        Self(Repr::Virtual(uri.into()))
    }

    /// The path, when this is a file on disk.
    #[must_use]
    pub fn as_disk(&self) -> Option<&Path> {
        match &self.0 {
            Repr::Disk(path) => Some(path),
            Repr::Virtual(_) => None,
        }
    }

    /// The URI, when this document exists only in an editor.
    #[must_use]
    pub fn as_virtual(&self) -> Option<&str> {
        match &self.0 {
            Repr::Disk(_) => None,
            Repr::Virtual(uri) => Some(uri),
        }
    }

    /// The part of the last path segment after its last dot, if there is one.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        match &self.0 {
            Repr::Disk(path) => path.extension()?.to_str(),
            Repr::Virtual(uri) => {
                let name = uri.rsplit(['/', ':']).next()?;
                name.rsplit_once('.').map(|(_, extension)| extension)
            }
        }
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Disk(path) => path.display().fmt(f),
            Repr::Virtual(uri) => uri.fmt(f),
        }
    }
}

/// Whether [`normalize`] would change nothing; a quick look, which may say no of a path that is normal.
fn is_normal(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let may_be_other = |pair: &[u8]| matches!(pair, b"//" | b"/.");
    MAIN_SEPARATOR == '/'
        && matches!(bytes, [b'/', .., last] if *last != b'/')
        && !bytes.windows(2).any(may_be_other)
}

/// Removes `.` and `..` without asking the disk; a `..` at the root stays at the root.
fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normal.components().next_back() {
                Some(Component::Normal(_)) => {
                    normal.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => normal.push(".."),
            },
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                normal.push(component)
            }
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_spellings_of_one_file_are_one_name() {
        for (spelled, normal) in [
            ("/a/b/../c.pp", "/a/c.pp"),
            ("/a/./c.pp", "/a/c.pp"),
            ("/../c.pp", "/c.pp"),
            ("a/../../c.pp", "../c.pp"),
            ("/a//b/", "/a/b"),
            ("/a/.b/c..", "/a/.b/c.."),
            ("/a/b/", "/a/b"),
            ("/", "/"),
        ] {
            assert_eq!(FilePath::disk(spelled), FilePath::disk(normal), "{spelled}");
            assert_eq!(FilePath::disk(spelled).to_string(), normal);
        }
    }

    #[test]
    fn the_extension_is_found_in_paths_and_uris() {
        assert_eq!(FilePath::disk("/m/init.pp").extension(), Some("pp"));
        assert_eq!(FilePath::disk("/m/README").extension(), None);
        assert_eq!(
            FilePath::virtual_document("git:/m/a.epp").extension(),
            Some("epp")
        );
        assert_eq!(
            FilePath::virtual_document("untitled:Untitled-1").extension(),
            None
        );
    }
}
