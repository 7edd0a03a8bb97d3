//! On-type formatting: a typed arrow is aligned with the others, and the line after a heredoc starts where the statement
//! does, not where the text of the heredoc did.

use std::ops::Range;

use puppet_db::editor_line_index;
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize, indentation};

use puppet_ide_assists::handlers::align_arrows::aligned;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext;

/// The edits after a character was typed before `offset`: `>` of an arrow, or a line break, after which an editor has
/// put the indentation of the line before.
pub(crate) fn format_on_type(
    context: FileContext<'_>,
    offset: TextSize,
    typed: char,
) -> Vec<TextEdit> {
    let root = syntax_ext::root(context.db, context.file);
    match typed {
        '>' => align_arrow(context.file.text(context.db), &root, offset),
        '\n' => Vec::from_iter(indent_after_heredoc(context, &root, offset)),
        _ => Vec::new(),
    }
}

fn align_arrow(text: &str, root: &SyntaxNode, offset: TextSize) -> Vec<TextEdit> {
    let arrow = puppet_syntax::tokens_at(root, offset)
        .left_biased()
        .filter(|token| {
            matches!(token.kind(), SyntaxKind::FAT_ARROW | SyntaxKind::PLUS_ARROW)
                && token.text_range().end() == offset
        });
    let holder = arrow.and_then(|arrow| arrow.parent()?.parent());
    holder.map_or_else(Vec::new, |holder| aligned(text, &holder))
}

/// Gives a new line below a heredoc the indentation of the line with its tag.
fn indent_after_heredoc(
    context: FileContext<'_>,
    root: &SyntaxNode,
    offset: TextSize,
) -> Option<TextEdit> {
    let (text, lines) = (
        context.file.text(context.db),
        editor_line_index(context.db, context.file),
    );
    let indentation_at = |offset| {
        let range = lines.line_range(lines.line(offset))?;
        let line = text.get(Range::<usize>::from(range))?;
        Some((range.start(), indentation(line)))
    };
    let (start, carried) = indentation_at(offset)?;
    let before = text.get(..usize::from(start))?;
    let end_at = TextSize::of(before.trim_end_matches(['\r', '\n']));
    let end = puppet_syntax::tokens_at(root, end_at)
        .left_biased()
        .filter(|token| token.kind() == SyntaxKind::HEREDOC_END)?;
    let (_, of_end) = indentation_at(end_at)?;
    let (_, wanted) = indentation_at(tag_offset(end)?)?;
    (carried == of_end && carried != wanted).then(|| TextEdit {
        range: TextRange::at(start, TextSize::of(carried)),
        text: wanted.to_owned(),
    })
}

/// An offset in the line whose tags the heredoc that ends here belongs to: the one before its text, or before that of
/// the others of the line.
fn tag_offset(mut end: SyntaxToken) -> Option<TextSize> {
    loop {
        let mut before = end.parent()?.first_token()?.prev_token()?;
        while before.kind().is_trivia() {
            before = before.prev_token()?;
        }
        if before.kind() != SyntaxKind::HEREDOC_END {
            return Some(before.text_range().start());
        }
        end = before;
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::cursor;
    use puppet_ide_db::source_change::apply_edits;

    fn check(fixture: &str, expected: &Expect) {
        check_typed(fixture, '>', expected);
    }

    fn check_typed(fixture: &str, typed: char, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let edits = analysis
            .format_on_type(position, typed)
            .expect("not cancelled");
        let text = analysis.text(position.file).expect("not cancelled");
        expected.assert_eq(&apply_edits(&text, &edits));
    }

    #[test]
    fn a_new_arrow_moves_the_others_or_itself() {
        check(
            "file { 'x':\n  ensure => file,\n  mode =>$0\n}\n",
            &expect![[r#"
                file { 'x':
                  ensure => file,
                  mode   =>
                }
            "#]],
        );
        check(
            "file { 'x':\n  mode => '1',\n  recurse =>$0 true,\n}\n",
            &expect![[r#"
                file { 'x':
                  mode    => '1',
                  recurse => true,
                }
            "#]],
        );
        check(
            "$x = {\n  'a' => 1,\n  'bcd' =>$0\n}\n",
            &expect![[r#"
            $x = {
              'a'   => 1,
              'bcd' =>
            }
        "#]],
        );
        check(
            "$x = { 'a' => 1, 'bcd' =>$0 }\n",
            &expect![[r#"
            $x = { 'a' => 1, 'bcd' => }
        "#]],
        );
        check(
            "if 2 >$0 1 { }\n",
            &expect![[r#"
            if 2 > 1 { }
        "#]],
        );
    }

    #[test]
    fn incomplete_code_and_templates() {
        check(
            "class a {\n  file { 'x':\n    ensure => file,\n    mode =>$0\n",
            &expect![[r#"
                class a {
                  file { 'x':
                    ensure => file,
                    mode   =>
            "#]],
        );
        check(
            "file { 'x':\n  ensure => 'a\n  mode =>$0\n}\n",
            &expect![[r#"
                file { 'x':
                  ensure => 'a
                  mode   =>
                }
            "#]],
        );
        check(
            "#- /a.epp\n<%= f({\n  a => 1,\n  bcd =>$0\n}) %>\n",
            &expect![[r#"
                <%= f({
                  a   => 1,
                  bcd =>
                }) %>
            "#]],
        );
    }

    #[test]
    fn a_line_below_a_heredoc_starts_where_the_statement_does() {
        let indentation = |fixture: &str| {
            let (analysis, position) = cursor(fixture);
            let edits = analysis
                .format_on_type(position, '\n')
                .expect("not cancelled");
            edits.into_iter().next().map(|it| it.text)
        };
        let cases = [
            (
                "class a {\n  $x = @(END)\n      text\n      | END\n      $0\n}\n",
                Some("  "),
            ),
            (
                "f(@(A), @(B))\n  a\n  | A\n  b\n    | B\n    $0$b = 1\n",
                Some(""),
            ),
            (
                "\t$x = @(END)\r\n\t\ttext\r\n\t\t| END\r\n\t\t$0",
                Some("\t"),
            ),
            // The text is as deep as the tag, or the editor has put another indentation.
            ("  $x = @(END)\n  text\n  | END\n  $0", None),
            ("$x = @(END)\n  text\n  | END\n    $0", None),
            // Within the text, and below anything else.
            ("$x = @(END)\n    text\n    $0\n  | END\n", None),
            ("$x = @(END)\n    text\n    $0", None),
            ("  $x = 1\n  $0", None),
        ];
        for (fixture, expected) in cases {
            assert_eq!(indentation(fixture).as_deref(), expected, "{fixture}");
        }
    }
}
