//! Places in files.

use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;

/// A place in a file, usually the cursor's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FilePosition {
    /// The file.
    pub file: FileId,
    /// Bytes from its start.
    pub offset: TextSize,
}

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileRange {
    /// The file.
    pub file: FileId,
    /// In bytes.
    pub range: TextRange,
}

/// Something that an editor can jump to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavigationTarget {
    /// Where it is.
    pub file: FileId,
    /// The whole of it.
    pub full_range: TextRange,
    /// Its name: where the cursor goes.
    pub focus_range: TextRange,
}

impl NavigationTarget {
    /// A file as a whole.
    pub fn start_of(file: FileId) -> Self {
        let start = TextRange::empty(TextSize::new(0));
        Self {
            file,
            full_range: start,
            focus_range: start,
        }
    }
}

/// The places that define something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GotoTarget {
    /// The name that was asked about.
    pub origin: TextRange,
    /// Usually one.
    pub targets: Vec<NavigationTarget>,
}

impl GotoTarget {
    /// Nothing without targets.
    pub fn from_targets(origin: TextRange, targets: Vec<NavigationTarget>) -> Option<Self> {
        (!targets.is_empty()).then_some(Self { origin, targets })
    }
}
