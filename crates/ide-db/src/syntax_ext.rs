//! Searches in the syntax tree: tokens, nodes and names at an offset.

use puppet_db::{Db, File};
use puppet_syntax::TreeEvent;
use puppet_syntax::ast::{AstNode, Definition, Expr};
use puppet_syntax::walk;
use puppet_syntax::{
    SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TokenAtOffset, nodes_of, token_at,
    tokens_at,
};
pub use puppet_text::occurrences;
use puppet_text::{TextRange, TextSize};

/// The tree of a file.
pub fn root(db: &dyn Db, file: File) -> SyntaxNode {
    puppet_db::parse(db, file).syntax()
}

/// The token at a cursor. Between two tokens, the one that is a word wins, and of two words the later one.
pub fn word_at(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    match tokens_at(root, offset) {
        TokenAtOffset::None => None,
        TokenAtOffset::Single(token) => Some(token),
        TokenAtOffset::Between(left, right) => {
            let takes_left = is_word(left.kind()) || right.kind().is_trivia();
            Some(if takes_left && !is_word(right.kind()) {
                left
            } else {
                right
            })
        }
    }
}

/// The node that holds what stands before an offset.
pub fn node_before(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxNode> {
    tokens_at(root, offset).left_biased()?.parent()
}

/// What an editor marks for a cursor at a name: the name, or all of its word where the cursor stands beside the name, at
/// `$` or a quote.
pub fn token_range_with_sigil(root: &SyntaxNode, name: TextRange, offset: TextSize) -> TextRange {
    match word_at(root, offset) {
        Some(word) if !name.contains_inclusive(offset) => word.text_range(),
        _ => name,
    }
}

/// Whether a token of this kind can name something.
fn is_word(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    kind.is_keyword()
        || matches!(
            kind,
            NAME | WORD
                | CLASS_REF
                | VARIABLE
                | IMPLICIT_VARIABLE
                | SQ_STRING
                | DQ_STRING
                | INTEGER
                | FLOAT
        )
}

/// Whether a text holds a word, in any case.
pub fn mentions(text: &str, word: &str) -> bool {
    word.is_empty() || occurrences(text, word).next().is_some()
}

/// The tokens below a node whose text holds a word, in any case: found by the text, without a walk over the tree.
pub fn tokens_with(text: &str, node: &SyntaxNode, word: &str) -> Vec<SyntaxToken> {
    let within = node.text_range();
    let Some(searched) = text.get(std::ops::Range::<usize>::from(within)) else {
        return Vec::new();
    };
    let places = occurrences(searched, word).map_while(|at| TextSize::try_from(at).ok());
    let places: Vec<TextSize> = places.map(|at| within.start() + at).collect();
    tokens_at_places(node, &places)
}

/// The tokens below a node at places within it that are in order.
pub fn tokens_at_places(node: &SyntaxNode, places: &[TextSize]) -> Vec<SyntaxToken> {
    let mut tokens: Vec<SyntaxToken> = Vec::new();
    for place in places {
        let is_new = |last: &SyntaxToken| last.text_range().end() <= *place;
        if tokens.last().is_none_or(is_new) {
            tokens.extend(token_at(node, *place));
        }
    }
    tokens
}

/// The definitions of a file in the order in which they start: the order of the bodies of its program, without the
/// file's own.
pub fn definitions(root: &SyntaxNode) -> impl Iterator<Item = Definition> {
    root.descendants().filter_map(Definition::cast)
}

/// The same when all of them are needed.
pub fn all_definitions(root: &SyntaxNode) -> impl Iterator<Item = Definition> {
    let nodes = nodes_of(root, Definition::can_cast).into_iter();
    nodes.filter_map(Definition::cast)
}

/// The innermost definition around a node, or the node's own.
pub fn enclosing_definition(node: &SyntaxNode) -> Option<Definition> {
    node.ancestors().find_map(Definition::cast)
}

/// The node that holds the statements around a node: a definition, or the whole file.
pub fn enclosing_body(node: &SyntaxNode) -> SyntaxNode {
    enclosing_definition(node)
        .map(|definition| definition.syntax().clone())
        .or_else(|| node.ancestors().last())
        .unwrap_or_else(|| node.clone())
}

/// The names of the variables in `body`, one for each place, without `$`.
pub fn variable_names(body: &SyntaxNode) -> impl Iterator<Item = String> {
    let tokens = body
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    let variables = tokens.filter(|it| {
        matches!(
            it.kind(),
            SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
        )
    });
    variables.map(|it| it.text().trim_start_matches('$').to_owned())
}

/// The nodes below `body`, without those of definitions inside of it (but with these definitions themselves).
pub fn own_nodes(body: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    let body = body.clone();
    let mut walk = body.preorder();
    std::iter::from_fn(move || {
        loop {
            match walk.next()? {
                puppet_syntax::WalkEvent::Enter(node) => {
                    if node != body && Definition::can_cast(node.kind()) {
                        walk.skip_subtree();
                    }
                    return Some(node);
                }
                puppet_syntax::WalkEvent::Leave(_) => {}
            }
        }
    })
}

/// The range of a node without the spaces and comments at its edges.
pub fn trimmed_range(node: &SyntaxNode) -> TextRange {
    let mut tokens = node
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia());
    let Some(first) = tokens.next() else {
        return node.text_range();
    };
    let end = last_significant_end(node).unwrap_or_else(|| first.text_range().end());
    TextRange::new(
        first.text_range().start(),
        end.max(first.text_range().end()),
    )
}

fn last_significant_end(node: &SyntaxNode) -> Option<TextSize> {
    let mut element = node.last_child_or_token()?;
    loop {
        element = match &element {
            SyntaxElement::Token(token) if !token.kind().is_trivia() => break,
            SyntaxElement::Node(inner) if inner.last_child_or_token().is_some() => {
                inner.last_child_or_token()?
            }
            _ => preceding(&element)?,
        };
    }
    Some(element.text_range().end())
}

/// The token after another. That of the tree gives up at nodes without tokens, which stand where something is missing.
pub fn next_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = succeeding(&SyntaxElement::Token(token.clone()))?;
    loop {
        element = match &element {
            SyntaxElement::Token(token) => return Some(token.clone()),
            SyntaxElement::Node(node) => node
                .first_child_or_token()
                .or_else(|| succeeding(&element))?,
        };
    }
}

/// The token before another, as [`next_token`].
pub fn previous_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = preceding(&SyntaxElement::Token(token.clone()))?;
    loop {
        element = match &element {
            SyntaxElement::Token(token) => return Some(token.clone()),
            SyntaxElement::Node(node) => {
                node.last_child_or_token().or_else(|| preceding(&element))?
            }
        };
    }
}

fn succeeding(element: &SyntaxElement) -> Option<SyntaxElement> {
    let next = element.next_sibling_or_token();
    next.or_else(|| {
        element
            .ancestors()
            .find_map(|it| it.next_sibling_or_token())
    })
}

fn preceding(element: &SyntaxElement) -> Option<SyntaxElement> {
    let before = element.prev_sibling_or_token();
    before.or_else(|| {
        element
            .ancestors()
            .find_map(|it| it.prev_sibling_or_token())
    })
}

/// The text of a string or bare word without quotes, and where it stands.
pub fn string_content(token: &SyntaxToken) -> Option<(String, TextRange)> {
    use SyntaxKind::*;
    let range = token.text_range();
    match token.kind() {
        NAME | WORD => Some((token.text().to_owned(), range)),
        // `type => 'rsa'`
        kind if kind.is_keyword() => Some((token.text().to_owned(), range)),
        // The closing quote may be missing.
        SQ_STRING | DQ_STRING => {
            let text = token.text().get(1..)?;
            let quote = token.text().get(..1)?;
            let text = text.strip_suffix(quote).unwrap_or(text);
            let start = range.start() + TextSize::new(1);
            Some((text.to_owned(), TextRange::at(start, TextSize::of(text))))
        }
        _ => None,
    }
}

/// The same for an expression.
pub fn string_of(expr: &Expr) -> Option<(String, TextRange)> {
    match expr {
        Expr::StringExpr(_) | Expr::NameExpr(_) => {
            let token = expr
                .syntax()
                .children_with_tokens()
                .filter_map(|it| it.into_token())
                .find(|it| !it.kind().is_trivia())?;
            string_content(&token)
        }
        _ => None,
    }
}

/// The source of a node on one line, without comments, and not too long.
pub fn one_line(node: &SyntaxNode) -> String {
    on_one_line(node, 80)
}

/// The same, for as long as it is iterated.
pub fn whole_line(node: &SyntaxNode) -> String {
    on_one_line(node, 1000)
}

fn on_one_line(node: &SyntaxNode, longest: usize) -> String {
    let mut text = String::new();
    walk(node.green(), |event| {
        if let TreeEvent::Token(kind, token) = event {
            match kind {
                SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT => {}
                SyntaxKind::WHITESPACE if text.ends_with(' ') || text.is_empty() => {}
                SyntaxKind::WHITESPACE => text.push(' '),
                _ => text.push_str(token),
            }
        }
        true
    });
    text.truncate(text.trim_end().len());
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use super::*;

    #[test]
    fn neighbours_are_found_across_what_is_missing() {
        let mut gaps = 0;
        for text in [
            "class a($b, $c {\n  $x = \n}\n",
            "file { 'a': mode => , owner => }\n$x = [1,,2]\nif { } else\n",
            "class a inherits { }\ndefine ( ) { }\n$x ? { => 1 }\n",
            "notice('a\n",
        ] {
            let root = parse(text, Entry::Manifest).syntax();
            let all = root.descendants_with_tokens();
            let all: Vec<SyntaxToken> = all.filter_map(|it| it.into_token()).collect();
            for pair in all.windows(2) {
                assert_eq!(next_token(&pair[0]).as_ref(), Some(&pair[1]), "{text}");
                assert_eq!(previous_token(&pair[1]).as_ref(), Some(&pair[0]), "{text}");
            }
            assert_eq!(all.first().and_then(previous_token), None);
            assert_eq!(all.last().and_then(next_token), None);
            for node in root.descendants() {
                gaps += usize::from(node.text_range().is_empty() && node.parent().is_some());
                let own = node.descendants_with_tokens();
                let own = own.filter_map(|it| it.into_token());
                let own: Vec<SyntaxToken> = own.filter(|it| !it.kind().is_trivia()).collect();
                if let [first, ..] = &own[..] {
                    let end = own.iter().map(|it| it.text_range().end()).max();
                    let range = trimmed_range(&node);
                    assert_eq!(range.start(), first.text_range().start(), "{node}");
                    assert_eq!(Some(range.end()), end, "{node}");
                }
            }
        }
        assert!(gaps > 0);
    }

    const TEXT: &str = "class a($a = 'aa') {\n  if $a { $b = \"a${a}\" # a\n  }\n  a { $a: a => $ab }\n}\n\
                        define b { class c { }\n $x = [1].each |$y| { $z = 1 } }\n$a = a\n";

    #[test]
    fn tokens_are_found_as_one_by_one() {
        let root = parse(TEXT, Entry::Manifest).syntax();
        for node in root.descendants() {
            for word in ["a", "$a", "ab", "class", " ", "}", "\n"] {
                let range = node.text_range();
                let mut expected: Vec<SyntaxToken> = occurrences(&TEXT[range], word)
                    .filter_map(|at| TextSize::try_from(at).ok())
                    .filter_map(|at| tokens_at(&node, range.start() + at).right_biased())
                    .collect();
                expected.dedup();
                assert_eq!(tokens_with(TEXT, &node, word), expected, "{word} in {node}");
            }
        }
    }
}
