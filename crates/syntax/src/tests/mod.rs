//! Tests of the whole way from text to tree.

mod documentation;
mod errors;
mod incomplete_code;
mod trees;

use std::fmt::Write;

use crate::{
    Entry, Keywords, Parse, ParseOptions, SyntaxElement, SyntaxNode, WalkEvent, parse_with,
};

/// Parses, and checks that no byte is lost.
fn parse(text: &str, entry: Entry) -> Parse {
    let options = ParseOptions {
        entry,
        keywords: Keywords::Tasks,
    };
    let parse = parse_with(text, options);
    assert_eq!(parse.syntax().text().to_string(), text);
    parse
}

/// The nodes with the tokens that are no trivia, in one line.
fn outline(node: &SyntaxNode) -> String {
    let mut result = String::new();
    for event in node.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(SyntaxElement::Node(node)) => {
                let _ = write!(result, " ({:?}", node.kind());
            }
            WalkEvent::Enter(SyntaxElement::Token(token)) if !token.kind().is_trivia() => {
                let _ = write!(result, " {}", token.text());
            }
            WalkEvent::Leave(SyntaxElement::Node(_)) => result.push(')'),
            _ => {}
        }
    }
    result.trim_start().to_owned()
}

/// The errors, one in a line, with the text in which they are marked.
fn error_list(text: &str, entry: Entry) -> String {
    let parse = parse(text, entry);
    let mut result = String::new();
    for error in parse.errors() {
        let start = usize::from(error.range.start());
        let end = usize::from(error.range.end());
        let line = text[..start].matches('\n').count() + 1;
        let _ = writeln!(result, "{line}: {:?}: {}", &text[start..end], error.message);
    }
    result
}
