//! What a growing selection takes in, step by step.

use puppet_db::File;
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::syntax::{self, string_content, trimmed_range, word_at};

/// The ranges around a place, from the word to the file; each is larger than the one before.
pub(crate) fn selection_ranges(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Vec<TextRange> {
    let root = syntax::root(context.db, file);
    let mut ranges: Vec<TextRange> = Vec::new();
    if let Some(token) = word_at(&root, offset) {
        ranges.extend(string_content(&token).map(|(_, range)| range));
        if !token.kind().is_trivia() || token.kind() != SyntaxKind::WHITESPACE {
            ranges.push(token.text_range());
        }
        for node in token.parent_ancestors() {
            ranges.extend(inside(&node));
            ranges.push(trimmed_range(&node));
        }
    }
    ranges.push(root.text_range());
    let mut growing: Vec<TextRange> = Vec::new();
    for range in ranges {
        let grows = growing
            .last()
            .is_none_or(|last| range.contains_range(*last) && range != *last);
        if grows && range.contains_inclusive(offset) {
            growing.push(range);
        }
    }
    growing
}

/// What stands between the brackets of a node.
fn inside(node: &SyntaxNode) -> Option<TextRange> {
    use SyntaxKind::*;
    let tokens = || node.children_with_tokens().filter_map(|it| it.into_token());
    let open = tokens().find(|it| matches!(it.kind(), L_BRACE | L_BRACK | L_PAREN))?;
    let close = tokens()
        .filter(|it| matches!(it.kind(), R_BRACE | R_BRACK | R_PAREN))
        .last()?;
    let first = syntax::next_token(&open).filter(|it| *it != close)?;
    let last = syntax::previous_token(&close)?;
    let start = match first.kind() {
        WHITESPACE => first.text_range().end(),
        _ => first.text_range().start(),
    };
    let end = match last.kind() {
        WHITESPACE => last.text_range().start(),
        _ => last.text_range().end(),
    };
    (start < end).then(|| TextRange::new(start, end))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::cursor;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let text = analysis.text(position.file).expect("not cancelled");
        let ranges = analysis.selection_ranges(position).expect("not cancelled");
        let lines: Vec<String> = ranges
            .iter()
            .map(|range| format!("{:?}", &text[*range]))
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_selection_grows_along_the_tree() {
        check(
            "class a { file { 'x': mode => 'ro$0ot' } }\n",
            &expect![[r#"
            "root"
            "'root'"
            "mode => 'root'"
            "'x': mode => 'root'"
            "file { 'x': mode => 'root' }"
            "{ file { 'x': mode => 'root' } }"
            "class a { file { 'x': mode => 'root' } }"
            "class a { file { 'x': mode => 'root' } }\n""#]],
        );
        check(
            "$x = f(1, \"a ${b$0} c\")\n",
            &expect![[r#"
            "b"
            "${b}"
            "\"a ${b} c\""
            "1, \"a ${b} c\""
            "(1, \"a ${b} c\")"
            "f(1, \"a ${b} c\")"
            "$x = f(1, \"a ${b} c\")"
            "$x = f(1, \"a ${b} c\")\n""#]],
        );
    }

    #[test]
    fn half_typed_code_and_empty_files() {
        check(
            "if $a { $b$0",
            &expect![[r#"
            "$b"
            "{ $b"
            "if $a { $b""#]],
        );
        check("$0", &expect![[r#""""#]]);
    }
}
