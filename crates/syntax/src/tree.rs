//! The tree: nodes and tokens that hold the whole text.

use std::collections::HashSet;

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNodeData, Language as _, NodeOrToken, WalkEvent};

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

/// The nodes of some kinds below a node, and itself, each before what is in it.
///
/// Hardly anything of a large tree is of these kinds: only what holds such a node gets a cursor.
pub fn nodes_of(root: &SyntaxNode, is_it: impl Fn(SyntaxKind) -> bool) -> Vec<SyntaxNode> {
    let holders = holders(root.green(), &is_it);
    let mut nodes = Vec::new();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else {
            continue;
        };
        if !holders.contains(&address(node.green())) {
            walk.skip_subtree();
        } else if is_it(node.kind()) {
            nodes.push(node);
        }
    }
    nodes
}

/// The addresses of the nodes that are of a kind, or have such a node below them.
fn holders(root: &GreenNodeData, is_it: impl Fn(SyntaxKind) -> bool) -> HashSet<usize> {
    let mut holders = HashSet::new();
    // Each node with the place of the one around it, and whether it is known to be a holder: one and the same node may be
    // in several others.
    let mut nodes = vec![(root, 0, false)];
    let mut next = 0;
    while let Some((node, _, _)) = nodes.get(next).copied() {
        if is_it(PuppetLanguage::kind_from_raw(node.kind())) {
            let mut at = next;
            while let Some((holder, around, is_known)) = nodes.get_mut(at)
                && !std::mem::replace(is_known, true)
            {
                holders.insert(address(holder));
                at = *around;
            }
        }
        let inner = node.children().filter_map(NodeOrToken::into_node);
        nodes.extend(inner.map(|inner| (inner, next, false)));
        next += 1;
    }
    holders
}

/// What [`walk`] meets, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeEvent<'t> {
    /// A node starts; its text has so many bytes.
    Start(SyntaxKind, usize),
    /// A token with its text.
    Token(SyntaxKind, &'t str),
    /// The last node that was entered and not left ends.
    Finish,
}

/// Tells all nodes and tokens of a tree, without cursors: several times as fast as a walk with them. A node for whose
/// start the answer is false is left out, with its end and all that is in it.
pub fn walk(root: &GreenNodeData, mut visit: impl FnMut(TreeEvent<'_>) -> bool) {
    let start = |node: &GreenNodeData| {
        let kind = PuppetLanguage::kind_from_raw(node.kind());
        TreeEvent::Start(kind, usize::from(node.text_len()))
    };
    if !visit(start(root)) {
        return;
    }
    let mut open = vec![root.children()];
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(NodeOrToken::Node(node)) => {
                if visit(start(node)) {
                    open.push(node.children());
                }
            }
            Some(NodeOrToken::Token(token)) => {
                let kind = PuppetLanguage::kind_from_raw(token.kind());
                visit(TreeEvent::Token(kind, token.text()));
            }
            None => {
                open.pop();
                visit(TreeEvent::Finish);
            }
        }
    }
}

/// A node or token below another node, without a cursor.
#[derive(Debug, Clone, Copy)]
pub struct Child<'t> {
    /// What it is.
    pub kind: SyntaxKind,
    /// Where it stands in the text.
    pub range: TextRange,
    /// The node, if it is one.
    pub node: Option<&'t GreenNodeData>,
}

/// The children of a node that starts at an offset, without cursors.
pub fn children_at(node: &GreenNodeData, start: TextSize) -> impl Iterator<Item = Child<'_>> {
    let mut end = start;
    node.children().map(move |child| {
        let start = end;
        let (kind, length, node) = match child {
            NodeOrToken::Node(node) => (node.kind(), node.text_len(), Some(node)),
            NodeOrToken::Token(token) => (token.kind(), token.text_len(), None),
        };
        end += length;
        Child {
            kind: PuppetLanguage::kind_from_raw(kind),
            range: TextRange::new(start, end),
            node,
        }
    })
}

/// What distinguishes a node from others while the tree lives; equal nodes may be one.
fn address(node: &GreenNodeData) -> usize {
    std::ptr::from_ref(node).addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, parse};

    const TEXT: &str = "class a($a = 'aa') {\n  if $a { $b = \"a${a}\" # a\n  }\n  a { $a: a => $ab }\n}\n\
                        define b { class c { }\n $x = [1].each |$y| { $z = 1 } }\n$a = a\nf() |$y| { }\nf() |$y| { }\n";

    #[test]
    fn a_walk_meets_the_whole_text() {
        let parse = parse(TEXT, Entry::Manifest);
        let (mut text, mut nodes, mut depth) = (String::new(), 0, 0);
        walk(parse.green(), |event| {
            match event {
                TreeEvent::Start(kind, length) => {
                    (nodes, depth) = (nodes + 1, depth + 1);
                    assert!(kind != SyntaxKind::SOURCE_FILE || length == TEXT.len());
                }
                TreeEvent::Token(_, token) => text.push_str(token),
                TreeEvent::Finish => depth -= 1,
            }
            true
        });
        assert_eq!((text.as_str(), depth), (TEXT, 0));
        assert_eq!(nodes, parse.syntax().descendants().count());
    }

    #[test]
    fn children_without_cursors_stand_where_those_with_cursors_do() {
        let root = parse(TEXT, Entry::Manifest).syntax();
        for node in root.descendants() {
            let start = node.text_range().start();
            let children = children_at(node.green(), start);
            let found: Vec<_> = children
                .map(|it| (it.kind, it.range, it.node.is_some()))
                .collect();
            let children = node.children_with_tokens();
            let expected: Vec<_> = children
                .map(|it| (it.kind(), it.text_range(), it.as_node().is_some()))
                .collect();
            assert_eq!(found, expected, "{node}");
        }
    }

    #[test]
    fn nodes_left_out_are_not_entered() {
        let mut events = Vec::new();
        walk(parse("f(a)", Entry::Manifest).green(), |event| {
            events.push(format!("{event:?}"));
            !matches!(event, TreeEvent::Start(SyntaxKind::ARG_LIST, _))
        });
        assert_eq!(
            events.join(" "),
            "Start(SOURCE_FILE, 4) Start(CALL_EXPR, 4) Start(NAME_EXPR, 1) Token(NAME, \"f\") Finish Start(ARG_LIST, 3) \
             Finish Finish"
        );
    }

    #[test]
    fn nodes_are_found_as_one_by_one() {
        let root = parse(TEXT, Entry::Manifest).syntax();
        for node in root.descendants() {
            for kinds in [
                &[SyntaxKind::CLASS_DEF, SyntaxKind::DEFINE_DEF][..],
                &[SyntaxKind::PARAM, SyntaxKind::ASSIGN_EXPR],
                &[SyntaxKind::BLOCK],
                &[],
            ] {
                let is_it = |kind| kinds.contains(&kind);
                let expected: Vec<SyntaxNode> =
                    node.descendants().filter(|it| is_it(it.kind())).collect();
                assert_eq!(nodes_of(&node, is_it), expected, "{kinds:?} in {node}");
            }
        }
    }
}
