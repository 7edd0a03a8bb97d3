//! Contents of files, read on demand.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// What is wrong with a file as such. Its text is empty then, unless it is only partly broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileProblem {
    /// There is no such file (any more).
    Missing,
    /// The system refused: the reason in its words.
    Unreadable(Arc<str>),
    /// The bytes are not UTF-8: the offset of the first one that does not fit. The text has U+FFFD in their places.
    NotUtf8(u32),
    /// The file holds NUL bytes: it is no text.
    Binary,
    /// git-crypt has encrypted the file: a clone with its key has another text.
    Encrypted,
    /// The file is larger than we read; its size in bytes.
    TooLarge(u64),
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("The file is not there"),
            Self::Unreadable(reason) => write!(f, "The file cannot be read: {reason}"),
            Self::NotUtf8(_) => f.write_str("The file is not UTF-8"),
            Self::Binary => f.write_str("The file is no text"),
            Self::Encrypted => f.write_str("The file is encrypted"),
            Self::TooLarge(size) => write!(f, "The file is too large: {size} bytes"),
        }
    }
}

/// The text of a file, and what is wrong with the file as such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The text.
    pub text: Arc<str>,
    /// What is wrong with the file as such.
    pub problem: Option<FileProblem>,
}

impl Contents {
    /// Those of a file that has no text.
    #[must_use]
    pub fn without_text(problem: FileProblem) -> Self {
        Self {
            text: Arc::from(""),
            problem: Some(problem),
        }
    }
}

/// Where the contents of a file come from.
pub trait ContentSource: Send + Sync {
    /// Reads them; may take as long as a disk does.
    fn read(&self) -> Contents;
}

/// The contents of a file, or how to read them on first access. From then on they
/// stay the same, whatever becomes of the file.
#[derive(Clone)]
pub struct LazyContents(Arc<Lazy>);

enum Lazy {
    Known(Contents),
    Unread {
        source: Arc<dyn ContentSource>,
        contents: OnceLock<Contents>,
    },
}

impl LazyContents {
    /// Contents that are already in memory.
    #[must_use]
    pub fn from_text(text: Arc<str>) -> Self {
        let problem = None;
        Contents { text, problem }.into()
    }

    /// Contents that are read on first access.
    #[must_use]
    pub fn from_source(source: Arc<dyn ContentSource>) -> Self {
        let contents = OnceLock::new();
        Self(Arc::new(Lazy::Unread { source, contents }))
    }

    /// The contents, read now on first access.
    #[must_use]
    pub fn get(&self) -> &Contents {
        match &*self.0 {
            Lazy::Known(contents) => contents,
            Lazy::Unread { source, contents } => contents.get_or_init(|| source.read()),
        }
    }

    /// Whether the contents have been read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.known().is_some()
    }

    fn known(&self) -> Option<&Contents> {
        match &*self.0 {
            Lazy::Known(contents) => Some(contents),
            Lazy::Unread { contents, .. } => contents.get(),
        }
    }
}

impl From<&str> for LazyContents {
    fn from(text: &str) -> Self {
        Self::from_text(text.into())
    }
}

impl From<Contents> for LazyContents {
    fn from(contents: Contents) -> Self {
        Self(Arc::new(Lazy::Known(contents)))
    }
}

impl fmt::Debug for LazyContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyContents").field(&self.known()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counted(AtomicUsize);

    impl ContentSource for Counted {
        fn read(&self) -> Contents {
            let times = self.0.fetch_add(1, Ordering::Relaxed);
            Contents {
                text: format!("read {times} times before").into(),
                problem: None,
            }
        }
    }

    #[test]
    fn a_source_is_read_once_and_only_on_access() {
        let contents = LazyContents::from_source(Arc::new(Counted(AtomicUsize::new(0))));
        let same = contents.clone();
        assert!(!contents.is_read());
        assert_eq!(&*same.get().text, "read 0 times before");
        assert!(contents.is_read());
        assert_eq!(contents.get(), same.get());
    }
}
