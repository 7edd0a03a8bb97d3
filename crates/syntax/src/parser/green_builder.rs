//! Builds green trees, with a small cache for what is written again and again.
//!
//! `rowan`'s own builder interns everything in hash tables that grow with the file. Here a new token or node takes the
//! place of an older one in a cache of fixed size, which is several times as fast and shares nearly as much.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::SyntaxKind;

/// A node or a token.
pub(crate) type GreenElement = NodeOrToken<GreenNode, GreenToken>;

/// How many tokens are kept; a power of two.
const TOKENS: usize = 1024;

/// How many nodes are kept; a power of two.
const NODES: usize = 512;

/// A green tree that is being built.
pub(super) struct TreeBuilder {
    /// The nodes that are open, with their first child.
    open: Vec<(SyntaxKind, usize)>,
    children: Vec<GreenElement>,
    tokens: Vec<Option<GreenToken>>,
    /// Nodes whose only child is a token.
    nodes: Vec<Option<GreenNode>>,
}

impl TreeBuilder {
    pub(super) fn new() -> TreeBuilder {
        TreeBuilder {
            open: Vec::new(),
            children: Vec::new(),
            tokens: vec![None; TOKENS],
            nodes: vec![None; NODES],
        }
    }

    pub(super) fn start_node(&mut self, kind: SyntaxKind) {
        self.open.push((kind, self.children.len()));
    }

    pub(super) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let token = self.cached_token(kind, text);
        self.children.push(NodeOrToken::Token(token));
    }

    fn cached_token(&mut self, kind: SyntaxKind, text: &str) -> GreenToken {
        let kind = rowan::SyntaxKind::from(kind);
        let place = self.tokens.get_mut(token_place(kind, text));
        if let Some(Some(token)) = &place
            && token.kind() == kind
            && token.text() == text
        {
            return token.clone();
        }
        let token = GreenToken::new(kind, text);
        if let Some(place) = place {
            *place = Some(token.clone());
        }
        token
    }

    pub(super) fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else {
            return;
        };
        let node = match self.children.get(first..) {
            Some([NodeOrToken::Token(token)]) => {
                let token = token.clone();
                self.children.truncate(first);
                self.cached_node(kind, token)
            }
            _ => GreenNode::new(kind.into(), self.children.drain(first..)),
        };
        self.children.push(NodeOrToken::Node(node));
    }

    /// A node with one token.
    fn cached_node(&mut self, kind: SyntaxKind, token: GreenToken) -> GreenNode {
        let raw = rowan::SyntaxKind::from(kind);
        let place = self.nodes.get_mut(node_place(raw, &token));
        if let Some(Some(node)) = &place
            && node.kind() == raw
            && node.children().next().and_then(|it| it.into_token()) == Some(&*token)
        {
            return node.clone();
        }
        let node = GreenNode::new(raw, [NodeOrToken::Token(token)]);
        if let Some(place) = place {
            *place = Some(node.clone());
        }
        node
    }

    /// The node that was started first.
    pub(super) fn finish(mut self) -> GreenNode {
        while !self.open.is_empty() {
            self.finish_node();
        }
        match self.children.pop() {
            Some(NodeOrToken::Node(node)) => node,
            _ => GreenNode::new(SyntaxKind::ERROR.into(), []),
        }
    }
}

fn token_place(kind: rowan::SyntaxKind, text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut hash = u64::from(kind.0) ^ (bytes.len() as u64) << 16;
    // The start and the end distinguish names well enough; a collision costs one allocation.
    for byte in bytes.iter().take(12).chain(bytes.iter().rev().take(4)) {
        hash = (hash.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash >> 40) as usize % TOKENS
}

fn node_place(kind: rowan::SyntaxKind, token: &GreenToken) -> usize {
    (token_place(token.kind(), token.text()) ^ usize::from(kind.0).wrapping_mul(37)) % NODES
}
