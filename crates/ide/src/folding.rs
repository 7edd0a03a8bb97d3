//! What an editor can fold.

use puppet_db::File;
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::syntax;

/// A part of a file that can be folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// From the bracket that stays visible, to the one that closes it.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

/// What a [`Fold`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// Code.
    Code,
    /// Comment lines.
    Comment,
}

pub(crate) fn folding_ranges(context: Context<'_>, file: File) -> Vec<Fold> {
    let root = syntax::root(context.db, file);
    let mut folds = Vec::new();
    for node in root.descendants() {
        if let Some(range) = brackets(&node).filter(|range| spans_lines(&root, *range)) {
            folds.push(Fold {
                range,
                kind: FoldKind::Code,
            });
        }
    }
    folds.extend(comment_blocks(&root));
    folds.sort_by_key(|fold| (fold.range.start(), fold.range.end()));
    folds
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

fn spans_lines(root: &SyntaxNode, range: TextRange) -> bool {
    let mut lines = false;
    root.text()
        .slice(range)
        .for_each_chunk(|chunk| lines |= chunk.contains('\n'));
    lines
}

/// Comments over several lines: `/* */`, or line comments directly below each other.
fn comment_blocks(root: &SyntaxNode) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut block: Option<TextRange> = None;
    let mut tokens = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .peekable();
    while let Some(token) = tokens.next() {
        match token.kind() {
            SyntaxKind::COMMENT if block.is_some() || starts_line(&token) => {
                let range = token.text_range();
                block = Some(block.map_or(range, |block| block.cover(range)));
            }
            SyntaxKind::WHITESPACE if token.text().matches('\n').count() <= 1 => {}
            kind => {
                if matches!(kind, SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT) {
                    folds.push(Fold {
                        range: token.text_range(),
                        kind: FoldKind::Comment,
                    });
                }
                folds.extend(block.take().map(|range| Fold {
                    range,
                    kind: FoldKind::Comment,
                }));
            }
        }
    }
    folds.extend(block.map(|range| Fold {
        range,
        kind: FoldKind::Comment,
    }));
    folds.retain(|fold| spans_lines(root, fold.range));
    folds
}

/// Whether only blanks stand before a token on its line.
fn starts_line(token: &SyntaxToken) -> bool {
    match token.prev_token() {
        None => true,
        Some(before) => {
            token.text_range().start() == TextSize::new(0)
                || before
                    .text()
                    .rsplit('\n')
                    .next()
                    .is_some_and(|rest| rest.trim().is_empty())
                    && (before.text().contains('\n') || before.prev_token().is_none())
        }
    }
}
