//! Line breaks and blank lines: as the author wrote them, with few exceptions.

use puppet_syntax::SyntaxKind;

use crate::token_gaps::{TokenRow, opens};

/// What the gap before a token becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// It stays as it is.
    Kept,
    /// So many spaces, on one line.
    Spaces(usize),
    /// So many line breaks, and then so many spaces.
    Breaks(usize, usize),
}

impl Gap {
    /// Whether the token after the gap is the first on its line.
    pub(crate) fn starts_line(self) -> bool {
        matches!(self, Gap::Breaks(..))
    }
}

/// The gaps before all tokens, with line breaks and without spaces; the last gap is that at the end of the text.
pub(crate) fn gaps(row: &TokenRow<'_>, kept: &[bool]) -> Vec<Gap> {
    let is_kept = |token: usize| kept.get(token).copied().unwrap_or_default();
    (0..=row.tokens.len())
        .map(
            |token| match is_kept(token) || belongs_to_text(row, token) {
                true => Gap::Kept,
                false => gap(row, token),
            },
        )
        .collect()
}

/// Whether a gap is part of a template's text, or stands between the texts of heredocs.
fn belongs_to_text(row: &TokenRow<'_>, token: usize) -> bool {
    use SyntaxKind::*;
    let is_text = |kind| matches!(kind, Some(EPP_TEXT | EPP_COMMENT));
    let before = token.checked_sub(1).and_then(|it| row.kind(it));
    is_text(before)
        || is_text(row.kind(token))
        || matches!(before, Some(EPP_CLOSE | EPP_CLOSE_TRIM))
        || before == Some(HEREDOC_BODY) && row.kind(token) == Some(HEREDOC_BODY)
}

fn gap(row: &TokenRow<'_>, token: usize) -> Gap {
    let found = row.gap_text(token).matches('\n').count();
    let Some(before) = token.checked_sub(1) else {
        return Gap::Spaces(0);
    };
    if token == row.tokens.len() {
        return match row.kind(before) {
            Some(SyntaxKind::BOM) | None => Gap::Spaces(0),
            Some(_) => Gap::Breaks(1, 0),
        };
    }
    if row.kind(before) == Some(SyntaxKind::BOM) || found == 0 || is_joined(row, before, token) {
        return Gap::Spaces(0);
    }
    let is_edge = starts_content(row, before) || ends_content(row, token);
    Gap::Breaks(if is_edge { 1 } else { found.min(2) }, 0)
}

/// Whether a bracket opens here, after which no blank line stays.
fn starts_content(row: &TokenRow<'_>, token: usize) -> bool {
    row.kind(token).is_some_and(|it| {
        opens(it) || matches!(it, SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM)
    }) && !is_closing_pipe(row, token)
}

/// Whether a bracket closes here, before which no blank line stays.
fn ends_content(row: &TokenRow<'_>, token: usize) -> bool {
    use SyntaxKind::*;
    match row.kind(token) {
        Some(R_BRACE | R_BRACK | R_PAREN | R_COLLECT | RR_COLLECT | EPP_CLOSE | EPP_CLOSE_TRIM) => {
            true
        }
        Some(PIPE) => is_closing_pipe(row, token),
        _ => false,
    }
}

/// Whether a pipe is the one after parameters.
pub(crate) fn is_closing_pipe(row: &TokenRow<'_>, token: usize) -> bool {
    let at = row.tokens.get(token);
    at.is_some_and(|it| {
        it.kind == SyntaxKind::PIPE && row.nodes.get(it.node).is_some_and(|it| it.close == token)
    })
}

/// Whether a token goes to the end of the line before it: braces of what is a statement, `else` after a brace on a line
/// of its own.
fn is_joined(row: &TokenRow<'_>, before: usize, token: usize) -> bool {
    use SyntaxKind::*;
    let Some(kind) = row.kind(before) else {
        return false;
    };
    if kind.is_trivia() || kind == HEREDOC_BODY {
        return false;
    }
    match (row.kind(token), row.holder(token)) {
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

/// Whether braces of a node stand after something that belongs to it.
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
