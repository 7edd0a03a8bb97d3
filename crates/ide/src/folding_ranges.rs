//! Folding ranges.

use puppet_db::{Db, File};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{LineIndex, TextRange, TextSize};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;

/// A part of a file that can be folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldingRange {
    /// From the bracket that stays visible, to the one that closes it.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

/// What a [`FoldingRange`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// Code.
    Code,
    /// Comment lines.
    Comment,
}

pub(crate) fn folding_ranges(context: FileContext<'_>) -> Vec<FoldingRange> {
    folds(context.db, context.file).to_vec()
}

/// The folds of a text are asked for again and again while it stays the same.
#[salsa::tracked(returns(deref), lru = 32)]
fn folds(db: &dyn Db, file: File) -> Box<[FoldingRange]> {
    let root = syntax_ext::root(db, file);
    let lines = puppet_db::editor_line_index(db, file);
    let mut folds = Vec::new();
    for node in root.descendants() {
        if let Some(range) = brackets(&node).filter(|range| spans_lines(lines, *range)) {
            folds.push(FoldingRange {
                range,
                kind: FoldKind::Code,
            });
        }
    }
    folds.extend(comment_blocks(&root, lines));
    folds.sort_by_key(|fold| (fold.range.start(), fold.range.end()));
    folds.into()
}

/// From the opening to the closing bracket of a node, or the text of a heredoc.
fn brackets(node: &SyntaxNode) -> Option<TextRange> {
    use SyntaxKind::*;
    if node.kind() == HEREDOC_BODY {
        return Some(node.text_range());
    }
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    let open = tokens.find(|it| matches!(it.kind(), L_BRACE | L_BRACK | L_PAREN | PIPE))?;
    let close = tokens
        .filter(|it| matches!(it.kind(), R_BRACE | R_BRACK | R_PAREN | PIPE))
        .last()?;
    Some(TextRange::new(
        open.text_range().end(),
        close.text_range().start(),
    ))
}

fn spans_lines(lines: &LineIndex, range: TextRange) -> bool {
    lines.line(range.start()) != lines.line(range.end())
}

/// Comments over several lines: `/* */`, or line comments directly below each other.
fn comment_blocks(root: &SyntaxNode, lines: &LineIndex) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut block: Option<TextRange> = None;
    let tokens = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    for token in tokens {
        match token.kind() {
            SyntaxKind::COMMENT if block.is_some() || starts_line(&token) => {
                let range = token.text_range();
                block = Some(block.map_or(range, |block| block.cover(range)));
            }
            SyntaxKind::WHITESPACE if token.text().matches('\n').count() <= 1 => {}
            kind => {
                if matches!(kind, SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT) {
                    folds.push(FoldingRange {
                        range: token.text_range(),
                        kind: FoldKind::Comment,
                    });
                }
                folds.extend(block.take().map(|range| FoldingRange {
                    range,
                    kind: FoldKind::Comment,
                }));
            }
        }
    }
    folds.extend(block.map(|range| FoldingRange {
        range,
        kind: FoldKind::Comment,
    }));
    folds.retain(|fold| spans_lines(lines, fold.range));
    folds
}

/// Whether only spaces stand before a token on its line.
fn starts_line(token: &SyntaxToken) -> bool {
    match syntax_ext::previous_token(token) {
        None => true,
        Some(before) => {
            token.text_range().start() == TextSize::new(0)
                || before
                    .text()
                    .rsplit('\n')
                    .next()
                    .is_some_and(|rest| rest.trim().is_empty())
                    && (before.text().contains('\n')
                        || syntax_ext::previous_token(&before).is_none())
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::FoldKind;
    use crate::test_fixture::single;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, file) = single(fixture);
        let text = analysis.text(file).expect("not cancelled");
        let folds = analysis.folding_ranges(file).expect("not cancelled");
        let lines: Vec<String> = folds
            .iter()
            .map(|fold| {
                let kind = if fold.kind == FoldKind::Comment {
                    "comment "
                } else {
                    ""
                };
                format!("{kind}{:?}", &text[fold.range])
            })
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn brackets_comments_and_heredocs_fold_when_they_span_lines() {
        check(
            "# a\n# b\n\n# c\nclass x(\n  $a,\n) {\n  file { 'a':\n    mode => '1',\n  }\n  $l = [1, 2]\n}\n/* d\n e */\n",
            &expect![[r##"
                comment "# a\n# b"
                "\n  $a,\n"
                "\n  file { 'a':\n    mode => '1',\n  }\n  $l = [1, 2]\n"
                " 'a':\n    mode => '1',\n  "
                comment "/* d\n e */""##]],
        );
        check(
            "$x = @(E)\n  text\n  | E\n",
            &expect![[r#""  text\n  | E""#]],
        );
    }

    #[test]
    fn incomplete_code_folds_what_is_closed() {
        check(
            "class x {\n  if y {\n    $a = {\n      'k' => 1,\n    }\n",
            &expect![[r#""\n      'k' => 1,\n    ""#]],
        );
    }
}
