//! Helpers of the tests.

use puppet_format::{FormatEdit, apply, format};
use puppet_syntax::{
    Entry, Keywords, Parse, ParseOptions, SyntaxKind, TreeEvent, parse_with, walk,
};

pub fn options(entry: Entry) -> ParseOptions {
    ParseOptions {
        entry,
        keywords: Keywords::Tasks,
    }
}

pub fn parse(text: &str, entry: Entry) -> Parse {
    parse_with(text, options(entry))
}

pub fn edits(text: &str, entry: Entry) -> Vec<FormatEdit> {
    format(text, &parse(text, entry), options(entry))
}

pub fn formatted(text: &str, entry: Entry) -> String {
    apply(text, &edits(text, entry))
}

/// Formats a manifest without mistakes, and sees that nothing but its looks has changed.
pub fn manifest(text: &str) -> String {
    assert_eq!(parse(text, Entry::Manifest).errors(), [], "in {text}");
    let after = formatted(text, Entry::Manifest);
    assert_same(text, &after, Entry::Manifest);
    after
}

/// What must hold for every text and what formatting makes of it.
pub fn assert_same(before: &str, after: &str, entry: Entry) {
    let first = parse(before, entry);
    let again = match before == after {
        true => None,
        false => Some(parse(after, entry)),
    };
    let second = again.as_ref().unwrap_or(&first);
    assert_eq!(
        program(&first),
        program(second),
        "another program:\n{before}\n---\n{after}"
    );
    assert_eq!(
        tokens(&first),
        tokens(second),
        "other tokens:\n{before}\n---\n{after}"
    );
    let twice = apply(after, &format(after, second, options(entry)));
    assert_eq!(twice, after, "formatted twice:\n{before}\n---\n{after}");
}

/// The model of a program, without positions.
fn program(parse: &Parse) -> String {
    puppet_hir::dump(&puppet_hir::lower(parse).0, None)
}

/// All tokens and comments, without commas before closing brackets and spaces after comments.
pub fn tokens(parse: &Parse) -> Vec<(SyntaxKind, String)> {
    let mut tokens: Vec<(SyntaxKind, String)> = Vec::new();
    walk(parse.green(), |event| {
        if let TreeEvent::Token(kind, text) = event
            && kind != SyntaxKind::WHITESPACE
        {
            tokens.push((kind, text.trim_ascii_end().to_owned()));
        }
        true
    });
    use SyntaxKind::*;
    let is_text = |kind: SyntaxKind| kind.is_trivia() || matches!(kind, HEREDOC_TEXT | HEREDOC_END);
    let is_last = |at: usize| {
        let next = tokens.iter().skip(at + 1).find(|(kind, _)| !is_text(*kind));
        next.is_some_and(|(kind, _)| matches!(kind, R_BRACE | R_BRACK | R_PAREN | PIPE))
    };
    let kept = tokens.iter().enumerate();
    kept.filter(|(at, (kind, _))| *kind != COMMA || !is_last(*at))
        .map(|(_, token)| token.clone())
        .collect()
}
