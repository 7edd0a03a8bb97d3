//! Selection ranges: the steps of an expanding selection.

mod hiera;

use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::is_data;
use puppet_ide_db::syntax_ext::{self, string_content, trimmed_range, word_at};

/// The ranges around a place, from the word to the file; each is larger than the one before.
pub(crate) fn selection_ranges(context: FileContext<'_>, offset: TextSize) -> Vec<TextRange> {
    let root = syntax_ext::root(context.db, context.file);
    let mut ranges: Vec<TextRange> = Vec::new();
    if is_data(context.db, context.file) {
        ranges.extend(hiera::ranges(context.db, context.file, offset));
        let end = TextSize::of(&**context.file.text(context.db));
        ranges.push(TextRange::up_to(end));
    } else if let Some(token) = word_at(&root, offset) {
        ranges.extend(string_content(&token).map(|(_, range)| range));
        if token.kind() == SyntaxKind::VARIABLE {
            let start = token.text_range().start() + TextSize::new(1);
            ranges.push(TextRange::new(start, token.text_range().end()));
        }
        if !token.kind().is_trivia() || token.kind() != SyntaxKind::WHITESPACE {
            ranges.push(token.text_range());
        }
        ranges.extend(comment_block(&token));
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

/// The comments on the lines above and below a comment, without an empty line between them.
fn comment_block(token: &SyntaxToken) -> Option<TextRange> {
    if token.kind() != SyntaxKind::COMMENT {
        return None;
    }
    let neighbour = |from: &SyntaxToken, next: fn(&SyntaxToken) -> Option<SyntaxToken>| {
        let spaces = next(from).filter(|it| it.kind() == SyntaxKind::WHITESPACE)?;
        let is_near = spaces.text().matches('\n').count() <= 1;
        next(&spaces).filter(|it| is_near && it.kind() == SyntaxKind::COMMENT)
    };
    let (mut first, mut last) = (token.clone(), token.clone());
    while let Some(before) = neighbour(&first, syntax_ext::previous_token) {
        first = before;
    }
    while let Some(after) = neighbour(&last, syntax_ext::next_token) {
        last = after;
    }
    Some(first.text_range().cover(last.text_range()))
}

/// What stands between the brackets, or quotes, of a node.
fn inside(node: &SyntaxNode) -> Option<TextRange> {
    use SyntaxKind::*;
    let tokens = || node.children_with_tokens().filter_map(|it| it.into_token());
    if node.kind() == INTERPOLATED_STRING {
        let start = tokens().find(|it| it.kind() == STRING_START)?;
        let end = tokens().find(|it| it.kind() == STRING_END)?;
        let (start, end) = (start.text_range().end(), end.text_range().start());
        return (start < end).then(|| TextRange::new(start, end));
    }
    let open = tokens().find(|it| matches!(it.kind(), L_BRACE | L_BRACK | L_PAREN))?;
    let close = tokens()
        .filter(|it| matches!(it.kind(), R_BRACE | R_BRACK | R_PAREN))
        .last()?;
    let first = syntax_ext::next_token(&open).filter(|it| *it != close)?;
    let last = syntax_ext::previous_token(&close)?;
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

    use crate::test_fixture::cursor;

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
                "a ${b} c"
                "\"a ${b} c\""
                "1, \"a ${b} c\""
                "(1, \"a ${b} c\")"
                "f(1, \"a ${b} c\")"
                "$x = f(1, \"a ${b} c\")"
                "$x = f(1, \"a ${b} c\")\n""#]],
        );
    }

    #[test]
    fn comments_and_texts() {
        check(
            "# one\n\n# tw$0o\n  # three\nclass a { }\n",
            &expect![[r##"
            "# two"
            "# two\n  # three"
            "# one\n\n# two\n  # three\nclass a { }\n""##]],
        );
        check(
            "$x = \"a ${b} $0c\"",
            &expect![[r#"
            " c"
            "a ${b} c"
            "\"a ${b} c\""
            "$x = \"a ${b} c\"""#]],
        );
    }

    #[test]
    fn incomplete_code_and_empty_files() {
        check(
            "if $a { $b$0",
            &expect![[r#"
                "b"
                "$b"
                "{ $b"
                "if $a { $b""#]],
        );
        check("$0", &expect![[r#""""#]]);
    }
}
