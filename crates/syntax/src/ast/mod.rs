//! The typed AST: structs over the nodes of the tree, with accessors for what they hold.
//!
//! Every accessor may find nothing: the tree is that of a text with faults.

mod definitions;
mod docs;
mod expressions;
mod param_tags;
mod strings;

pub use docs::{DocTag, Documentation};
pub use param_tags::{ParamTagEdit, ParamTags};
pub use strings::{HeredocBodies, StringPart, string_value};

pub use crate::generated::ast::*;
use crate::{SyntaxKind, SyntaxNode};

/// A struct over a node of certain kinds.
pub trait AstNode: Sized {
    /// Whether nodes of this kind are meant.
    fn can_cast(kind: SyntaxKind) -> bool;

    /// The struct over a node, if its kind fits.
    fn cast(syntax: SyntaxNode) -> Option<Self>;

    /// The node.
    fn syntax(&self) -> &SyntaxNode;
}

/// The children of a node that are of one type.
#[derive(Debug, Clone)]
pub struct AstChildren<N> {
    children: rowan::SyntaxNodeChildren<crate::PuppetLanguage>,
    marker: std::marker::PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.children.find_map(N::cast)
    }
}

/// What the generated accessors are made of.
pub(crate) mod support {
    use super::{AstChildren, AstNode};
    use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

    pub(crate) fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
        parent.children().find_map(N::cast)
    }

    pub(crate) fn nth_child<N: AstNode>(parent: &SyntaxNode, number: usize) -> Option<N> {
        children(parent).nth(number)
    }

    pub(crate) fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
        AstChildren {
            children: parent.children(),
            marker: std::marker::PhantomData,
        }
    }

    pub(crate) fn token(parent: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
        parent
            .children_with_tokens()
            .filter_map(|it| it.into_token())
            .find(|it| kinds.contains(&it.kind()))
    }
}
