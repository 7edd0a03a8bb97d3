//! Tokens by their positions.
//!
//! Children are looked for by halves, which the tree's own search does not do: a class of thousands of statements is one
//! node.

use puppet_text::{TextRange, TextSize};
use rowan::TokenAtOffset;

use crate::{SyntaxElement, SyntaxNode, SyntaxToken};

/// The token below a node that starts at a place (in bytes) or continues there; `None` at its end and outside of it.
#[must_use]
pub fn token_at(node: &SyntaxNode, place: TextSize) -> Option<SyntaxToken> {
    let range = node.text_range();
    if !range.contains(place) {
        return None;
    }
    let place = TextRange::at(place, TextSize::new(1));
    let mut element = node.child_or_token_at_range(place)?;
    loop {
        element = match element {
            SyntaxElement::Token(token) => return Some(token),
            SyntaxElement::Node(node) => node.child_or_token_at_range(place)?,
        };
    }
}

/// The tokens below a node that a place (in bytes) is in or between; none outside of the node.
#[must_use]
pub fn tokens_at(node: &SyntaxNode, offset: TextSize) -> TokenAtOffset<SyntaxToken> {
    let right = token_at(node, offset);
    if let Some(token) = &right
        && token.text_range().start() < offset
    {
        return TokenAtOffset::Single(token.clone());
    }
    let before = offset.checked_sub(TextSize::new(1));
    let left = before.and_then(|before| token_at(node, before));
    match (left, right) {
        (Some(left), Some(right)) => TokenAtOffset::Between(left, right),
        (Some(token), None) | (None, Some(token)) => TokenAtOffset::Single(token),
        (None, None) => TokenAtOffset::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, parse};

    #[test]
    #[expect(clippy::disallowed_methods, reason = "it is what is compared with")]
    fn tokens_are_found_as_the_tree_finds_them() {
        for text in [
            "",
            " ",
            "class a($a = 'ä') {\n  if $a { $b = \"a${a}\" # ö\n  }\n  a { $a: a => $ab }\n}\n",
            "$a = \n  notice(, ) if { } [",
        ] {
            let root = parse(text, Entry::Manifest).syntax();
            let ends = TextSize::of(text) + TextSize::new(2);
            for node in root.descendants() {
                let range = node.text_range();
                for offset in (0..u32::from(ends)).map(TextSize::new) {
                    let expected = match range.contains_inclusive(offset) {
                        true => node.token_at_offset(offset),
                        false => TokenAtOffset::None,
                    };
                    let found = tokens_at(&node, offset);
                    assert_eq!(
                        found.clone().collect::<Vec<_>>(),
                        expected.clone().collect::<Vec<_>>(),
                        "{offset:?} in {node:?} of {text}"
                    );
                    let single = |it: &TokenAtOffset<_>| matches!(it, TokenAtOffset::Single(_));
                    assert_eq!(single(&found), single(&expected));
                    let right = expected.right_biased().filter(|_| offset < range.end());
                    assert_eq!(token_at(&node, offset), right);
                }
            }
        }
    }
}
