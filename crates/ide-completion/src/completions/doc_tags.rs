//! The tags of comments above definitions, and the names of parameters that they document.

use puppet_syntax::ast::{AstNode as _, Definition, Documentation};
use puppet_syntax::{SyntaxElement, SyntaxKind, SyntaxToken};

use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::syntax_ext::one_line;

/// The tags that puppet-strings knows, with what they say, and what is written after them.
const TAGS: [(&str, &str, &str); 13] = [
    ("api", "who may use it: `private`", "api private"),
    ("author", "who wrote it", "author $1"),
    ("deprecated", "what to use instead", "deprecated $1"),
    ("enum", "a value of a parameter", "enum $1"),
    ("example", "how it is used", "example ${1:title}\n  $2"),
    ("note", "something to know", "note $1"),
    ("option", "a key of a parameter", "option $1"),
    ("param", "a parameter", "param $1"),
    ("raise", "when it fails", "raise $1"),
    ("return", "the result", "return $1"),
    ("see", "where to read more", "see $1"),
    ("since", "the version that brought it", "since $1"),
    ("summary", "what it is, in one line", "summary $1"),
];

pub fn tags() -> Vec<CompletionItem> {
    let items = TAGS.iter().map(|(tag, about, snippet)| {
        let rank = if *tag == "param" { 5 } else { 10 };
        CompletionItem::new(*tag, CompletionKind::Keyword)
            .detail(about.replace('`', "'"))
            .snippet(*snippet)
            .rank(rank)
    });
    items.collect()
}

/// The parameters of the definition below a comment, those first that nothing is said of.
pub fn parameters(comment: &SyntaxToken) -> Vec<CompletionItem> {
    let Some(definition) = below(comment) else {
        return Vec::new();
    };
    let documentation = Documentation::from_comment_above(definition.syntax());
    let is_named = |name: &str| {
        let documentation = documentation.as_ref();
        documentation.is_some_and(|it| it.param(name).is_some())
    };
    let items = definition
        .parameters()
        .enumerate()
        .filter_map(|(index, parameter)| {
            let name = parameter.name()?;
            let ty = parameter.ty().map(|ty| one_line(ty.syntax()));
            // In the order of the parameters.
            let place = u8::try_from(index).unwrap_or(u8::MAX).min(40);
            let rank = if is_named(&name) { 50 } else { place };
            let item = CompletionItem::new(name, CompletionKind::Parameter).rank(rank);
            Some(item.detail(ty.unwrap_or_default()))
        });
    items.collect()
}

/// The definition that a comment stands above.
fn below(comment: &SyntaxToken) -> Option<Definition> {
    let mut next = comment.next_sibling_or_token();
    while let Some(SyntaxElement::Token(token)) = next {
        let is_between = matches!(token.kind(), SyntaxKind::COMMENT | SyntaxKind::WHITESPACE);
        if !is_between || token.text().matches('\n').count() > 1 {
            return None;
        }
        next = token.next_sibling_or_token();
    }
    Definition::cast(next?.into_node()?)
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    #[test]
    fn parameters_and_tags() {
        let code = |comment: &str| {
            format!("{comment}\nclass web(Integer $port, String $host, $root = 1) {{ }}\n")
        };
        let of = |comment: &str| first_labels(&code(comment), 3);
        assert_eq!(of("# @param $0"), "port host root");
        assert_eq!(of("# @param ho$0"), "host");
        assert_eq!(of("# @param [String] ho$0 which it is"), "host");
        // What is documented already comes last.
        assert_eq!(of("# @param port The port.\n# @param $0"), "host root port");
        assert_eq!(of("# @$0"), "param api author");
        assert_eq!(of("# @su$0"), "summary");
        for other in [
            "# @param port $0",
            "# mail@$0",
            "# $0",
            "# @param $0\n\n",
            "#$0",
        ] {
            assert_eq!(of(other), "", "{other}");
        }
    }
}
