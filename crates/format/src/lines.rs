//! Which pieces start a line, and how many blank lines stand before them: as the author wrote it, with few exceptions.

use puppet_syntax::SyntaxKind;

use crate::token_gaps::{Pieces, opens};

/// What the gap before a piece becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// It stays as it is.
    Kept,
    /// So many blanks, on one line.
    Blanks(usize),
    /// So many line breaks, and then so many blanks.
    Breaks(usize, usize),
}

impl Gap {
    /// Whether the piece behind the gap is the first on its line.
    pub(crate) fn starts_line(self) -> bool {
        matches!(self, Gap::Breaks(..))
    }
}

/// The gaps before all pieces, with line breaks and without blanks; the last gap is that at the end of the text.
pub(crate) fn gaps(row: &Pieces<'_>, kept: &[bool]) -> Vec<Gap> {
    let is_kept = |piece: usize| kept.get(piece).copied().unwrap_or_default();
    (0..=row.pieces.len())
        .map(
            |piece| match is_kept(piece) || belongs_to_text(row, piece) {
                true => Gap::Kept,
                false => gap(row, piece),
            },
        )
        .collect()
}

/// Whether a gap is part of a template's text, or stands between the texts of heredocs.
fn belongs_to_text(row: &Pieces<'_>, piece: usize) -> bool {
    use SyntaxKind::*;
    let is_text = |kind| matches!(kind, Some(EPP_TEXT | EPP_COMMENT));
    let before = piece.checked_sub(1).and_then(|it| row.kind(it));
    is_text(before)
        || is_text(row.kind(piece))
        || matches!(before, Some(EPP_CLOSE | EPP_CLOSE_TRIM))
        || before == Some(HEREDOC_BODY) && row.kind(piece) == Some(HEREDOC_BODY)
}

fn gap(row: &Pieces<'_>, piece: usize) -> Gap {
    let found = row.gap_text(piece).matches('\n').count();
    let Some(before) = piece.checked_sub(1) else {
        return Gap::Blanks(0);
    };
    if piece == row.pieces.len() {
        return match row.kind(before) {
            Some(SyntaxKind::BOM) | None => Gap::Blanks(0),
            Some(_) => Gap::Breaks(1, 0),
        };
    }
    if row.kind(before) == Some(SyntaxKind::BOM) || found == 0 || is_joined(row, before, piece) {
        return Gap::Blanks(0);
    }
    let is_edge = starts_content(row, before) || ends_content(row, piece);
    Gap::Breaks(if is_edge { 1 } else { found.min(2) }, 0)
}

/// Whether a bracket opens here, behind which no blank line stays.
fn starts_content(row: &Pieces<'_>, piece: usize) -> bool {
    row.kind(piece).is_some_and(|it| {
        opens(it) || matches!(it, SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM)
    }) && !is_closing_pipe(row, piece)
}

/// Whether a bracket closes here, before which no blank line stays.
fn ends_content(row: &Pieces<'_>, piece: usize) -> bool {
    use SyntaxKind::*;
    match row.kind(piece) {
        Some(R_BRACE | R_BRACK | R_PAREN | R_COLLECT | RR_COLLECT | EPP_CLOSE | EPP_CLOSE_TRIM) => {
            true
        }
        Some(PIPE) => is_closing_pipe(row, piece),
        _ => false,
    }
}

/// Whether a pipe is the one behind parameters.
pub(crate) fn is_closing_pipe(row: &Pieces<'_>, piece: usize) -> bool {
    let at = row.pieces.get(piece);
    at.is_some_and(|it| {
        it.kind == SyntaxKind::PIPE && row.nodes.get(it.node).is_some_and(|it| it.close == piece)
    })
}

/// Whether a piece goes to the end of the line before it: braces of what is a statement, `else` behind a brace on a line
/// of its own.
fn is_joined(row: &Pieces<'_>, before: usize, piece: usize) -> bool {
    use SyntaxKind::*;
    let Some(kind) = row.kind(before) else {
        return false;
    };
    if kind.is_trivia() || kind == HEREDOC_BODY {
        return false;
    }
    match (row.kind(piece), row.holder(piece)) {
        (Some(L_BRACE), Some(holder)) => {
            let is_block = holder == BLOCK && !matches!(kind, EPP_OPEN_EXPR);
            is_block || is_braced(holder)
        }
        (Some(L_PAREN), Some(PARAM_LIST)) => true,
        (Some(ELSE_KW | ELSIF_KW), Some(ELSE_CLAUSE | IF_EXPR)) => {
            kind == R_BRACE && row.gap_text(before).contains('\n')
        }
        _ => false,
    }
}

/// Whether braces of a node stand behind something that belongs to it.
fn is_braced(holder: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        holder,
        RESOURCE_EXPR
            | RESOURCE_OVERRIDE
            | RESOURCE_DEFAULTS
            | UNTITLED_RESOURCE
            | COLLECT_EXPR
            | CASE_EXPR
            | SELECTOR_EXPR
    )
}
