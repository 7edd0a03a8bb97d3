//! One mismatch: its path, and its kind.

use std::fmt;

use smol_str::SmolStr;

use crate::ty::{IntegerRange, Type};

/// A step on the way to what does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PathElement {
    /// What the whole is about.
    Subject(String),
    /// The value of an entry of a hash.
    EntryValue(SmolStr),
    /// The key of an entry of a hash.
    EntryKey(SmolStr),
    /// A parameter.
    Parameter(SmolStr),
    /// What a callable returns.
    Return,
    /// The block of a callable.
    Block,
    /// An element of an array.
    Index(usize),
    /// A member of a `Variant`.
    Variant(usize),
    /// One of several signatures.
    Signature(usize),
}

/// The way to what does not fit.
pub(super) type Path = Vec<PathElement>;

impl fmt::Display for PathElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathElement::Subject(name) => f.write_str(name),
            PathElement::EntryValue(key) => write!(f, "entry '{key}'"),
            PathElement::EntryKey(key) => write!(f, "key of entry '{key}'"),
            PathElement::Parameter(name) => write!(f, "parameter '{name}'"),
            PathElement::Return => f.write_str("return"),
            PathElement::Block => f.write_str("block"),
            PathElement::Index(index) => write!(f, "index {index}"),
            PathElement::Variant(index) => write!(f, "variant {index}"),
            PathElement::Signature(index) => write!(f, "{}.", index + 1),
        }
    }
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where.
    pub path: Vec<PathElement>,
    pub(super) kind: MismatchKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MismatchKind {
    MissingKey(SmolStr),
    MissingParameter(SmolStr),
    ExtraneousKey(SmolStr),
    InvalidParameter(SmolStr),
    UnexpectedBlock,
    MissingBlock,
    Unresolved(SmolStr),
    Type {
        expected: Type,
        actual: Type,
    },
    Pattern {
        expected: Type,
        actual: Type,
    },
    Size {
        expected: IntegerRange,
        actual: IntegerRange,
    },
    Count {
        expected: IntegerRange,
        actual: IntegerRange,
    },
}

impl MismatchKind {
    pub(super) fn is_size(&self) -> bool {
        matches!(self, MismatchKind::Size { .. } | MismatchKind::Count { .. })
    }

    pub(super) fn is_count(&self) -> bool {
        matches!(self, MismatchKind::Count { .. })
    }

    pub(super) fn is_missing_block(&self) -> bool {
        *self == MismatchKind::MissingBlock
    }

    pub(super) fn is_unexpected_block(&self) -> bool {
        *self == MismatchKind::UnexpectedBlock
    }

    pub(super) fn is_type(&self) -> bool {
        matches!(
            self,
            MismatchKind::Type { .. } | MismatchKind::Pattern { .. }
        )
    }
}

impl Mismatch {
    /// The path without the members of variants and the numbers of signatures.
    pub(super) fn canonical_path(&self) -> Vec<&PathElement> {
        let is_variant = |element: &&PathElement| {
            matches!(element, PathElement::Variant(_) | PathElement::Signature(_))
        };
        self.path
            .iter()
            .filter(|element| !is_variant(element))
            .collect()
    }

    /// Does Puppet take both for the same? Only mismatches of blocks ever are.
    pub(super) fn is_same(&self, other: &Mismatch) -> bool {
        matches!(
            self.kind,
            MismatchKind::UnexpectedBlock | MismatchKind::MissingBlock
        ) && self.kind == other.kind
            && self.canonical_path() == other.canonical_path()
    }
}
