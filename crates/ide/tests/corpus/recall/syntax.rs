//! Small questions about the tree.

use puppet_ide::{TextRange, TextSize};
use puppet_syntax::SyntaxKind::{self, *};
use puppet_syntax::{SyntaxNode, SyntaxToken};

/// A string or bare word without its quotes.
pub(super) fn string_of(node: &SyntaxNode) -> Option<String> {
    let token = first_token(node)?;
    let is_text = matches!(token.kind(), SQ_STRING | DQ_STRING | NAME | WORD);
    is_text.then(|| token.text().trim_matches(['\'', '"']).to_owned())
}

/// The first token that is no blank.
pub(super) fn first_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    let tokens = node.descendants_with_tokens();
    let mut tokens = tokens.filter_map(|it| it.into_token());
    tokens.find(|it| !it.kind().is_trivia())
}

/// What stands in the quotes of a token.
pub(super) fn quoted_range(token: &SyntaxToken) -> TextRange {
    let range = token.text_range();
    let one = TextSize::new(1);
    TextRange::new(range.start() + one, range.end() - one)
}

/// The part of a token after a text that it starts with.
pub(super) fn token_after(token: &SyntaxToken, start: &str) -> TextRange {
    let range = token.text_range();
    TextRange::new(range.start() + TextSize::of(start), range.end())
}

/// The nearest node around a token that is of a kind.
pub(super) fn enclosing_node(token: &SyntaxToken, kind: SyntaxKind) -> Option<SyntaxNode> {
    token.parent_ancestors().find(|it| it.kind() == kind)
}

/// A node without the lists around it: what each of its members is given to.
pub(super) fn outermost_list(node: SyntaxNode) -> SyntaxNode {
    let mut node = node;
    while let Some(list) = node.parent().filter(|it| it.kind() == LIST_EXPR) {
        node = list;
    }
    node
}

/// The place of a node among those of the same parent.
pub(super) fn index_of(node: &SyntaxNode) -> usize {
    let before = |node: &SyntaxNode| node.prev_sibling();
    std::iter::successors(before(node), before).count()
}

/// The function of which a node is an argument, with the place of the argument.
pub(super) fn argument_of(node: &SyntaxNode) -> Option<(String, usize)> {
    let parent = node.parent()?;
    let (call, index) = match parent.kind() {
        ARG_LIST => (parent.parent()?, index_of(node)),
        STATEMENT_CALL => (parent.clone(), index_of(node).checked_sub(1)?),
        _ => return None,
    };
    let function = call.first_child()?.text().to_string();
    Some((function.trim().trim_start_matches("::").to_owned(), index))
}
