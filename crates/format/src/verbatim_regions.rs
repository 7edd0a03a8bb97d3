//! Regions that are not formatted: statements with syntax errors.

use puppet_syntax::{Parse, SyntaxError, SyntaxErrorKind, SyntaxKind, TextRange, TreeEvent, walk};

use crate::token_gaps::{NONE, TokenRow};

/// A text with more errors than these is not a program, and is not formatted.
const MOST_ERRORS: usize = 500;

/// For each gap: whether it belongs to a statement with an error. Nothing if an error is in no statement, so that nothing
/// can be told about the rest, or if code is the text of a heredoc too.
pub(crate) fn verbatim_gaps(row: &TokenRow<'_>, parse: &Parse) -> Option<Vec<bool>> {
    if parse.has_heredocs() && !has_all_bodies(parse) {
        return None;
    }
    let mut kept = vec![false; row.tokens.len() + 1];
    if parse.errors().is_empty() {
        return Some(kept);
    }
    if parse.errors().len() > MOST_ERRORS {
        return None;
    }
    let statements = statements(row);
    // A byte order mark is an error, and hides nothing.
    let mark = row.tokens.first().filter(|it| it.kind == SyntaxKind::BOM);
    let code = mark.map_or(0, |it| it.end);
    for error in parse.errors() {
        if usize::from(error.range.end()) <= code {
            continue;
        }
        let broken: Vec<usize> = broken(row, &statements, error);
        if broken.is_empty() {
            return None;
        }
        for node in broken.into_iter().filter_map(|it| row.nodes.get(it)) {
            let gaps = kept.get_mut(node.first..=node.last.saturating_add(1));
            gaps?.fill(true);
        }
    }
    Some(kept)
}

/// Whether each heredoc has a text of its own. That of a heredoc starts on the line after its tag, even if a comment or
/// string continues there, which then is part of both.
fn has_all_bodies(parse: &Parse) -> bool {
    let (mut tags, mut bodies) = (0, 0);
    walk(parse.green(), |event| {
        match event {
            TreeEvent::Token(SyntaxKind::HEREDOC_TAG, _) => tags += 1,
            TreeEvent::Start(SyntaxKind::HEREDOC_BODY, _) => bodies += 1,
            _ => {}
        }
        true
    });
    tags == bodies
}

/// The nodes that are statements, outer before inner.
pub(crate) fn statements(row: &TokenRow<'_>) -> Vec<usize> {
    let nodes = row.nodes.iter().enumerate();
    nodes
        .filter(|(_, node)| {
            node.first != NONE
                && row
                    .nodes
                    .get(node.parent)
                    .is_some_and(|it| is_list(it.kind))
        })
        .map(|(index, _)| index)
        .collect()
}

/// Whether a node has statements.
pub(crate) fn is_list(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::SOURCE_FILE | SyntaxKind::EPP_TEMPLATE | SyntaxKind::BLOCK
    )
}

/// The statements that an error breaks: the innermost ones at its place. What is never closed breaks all that is around
/// it.
fn broken(row: &TokenRow<'_>, statements: &[usize], error: &SyntaxError) -> Vec<usize> {
    let holds = |node: usize, range: TextRange| {
        let Some(node) = row.nodes.get(node) else {
            return false;
        };
        // The gaps beside a statement are its own here.
        let (start, end) = (row.gap(node.first).start, row.gap(node.last + 1).end);
        start <= usize::from(range.start()) && usize::from(range.end()) <= end
    };
    let place = error
        .opener
        .map_or(error.range, |opener| opener.cover(error.range));
    let around = || statements.iter().copied().filter(|it| holds(*it, place));
    let is_wide = matches!(
        error.kind,
        SyntaxErrorKind::Unclosed | SyntaxErrorKind::Lexical(_)
    );
    if is_wide || error.opener.is_some() {
        return around().take(1).collect();
    }
    let all: Vec<usize> = around().collect();
    let is_outer = |outer: usize| {
        all.iter().any(|inner| {
            let mut parents =
                std::iter::successors(row.nodes.get(*inner), |it| row.nodes.get(it.parent));
            parents.any(|it| it.parent == outer)
        })
    };
    all.iter().copied().filter(|it| !is_outer(*it)).collect()
}
