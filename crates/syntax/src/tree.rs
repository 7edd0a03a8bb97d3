//! The tree: nodes and tokens that hold the whole text.

use crate::SyntaxKind;

/// The language of the trees, for `rowan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuppetLanguage {}

impl rowan::Language for PuppetLanguage {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::from_number(raw.0)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        kind.into()
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    #[inline]
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the tree.
pub type SyntaxNode = rowan::SyntaxNode<PuppetLanguage>;
/// A token of the tree.
pub type SyntaxToken = rowan::SyntaxToken<PuppetLanguage>;
/// A node or a token of the tree.
pub type SyntaxElement = rowan::SyntaxElement<PuppetLanguage>;
/// A place in the tree, to find a node again in a tree of the same text.
pub type SyntaxNodePtr = rowan::ast::SyntaxNodePtr<PuppetLanguage>;
