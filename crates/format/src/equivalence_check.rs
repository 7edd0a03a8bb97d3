//! The proof that two texts are the same program with the same comments.

use puppet_syntax::{Parse, SyntaxKind};

use crate::token_gaps::{TokenRow, closes};

/// Whether two texts have the same tree, apart from spaces, and commas before closing brackets.
pub(crate) fn is_same(
    before: &TokenRow<'_>,
    parse: &Parse,
    after: &TokenRow<'_>,
    reparse: &Parse,
) -> bool {
    let kinds = |parse: &Parse| parse.errors().iter().map(|it| it.kind).collect::<Vec<_>>();
    let nodes = |row: &TokenRow<'_>| {
        row.nodes
            .iter()
            .map(|it| (it.kind, it.parent))
            .collect::<Vec<_>>()
    };
    kinds(parse) == kinds(reparse)
        && parse.stop().map(|it| it.issue) == reparse.stop().map(|it| it.issue)
        && nodes(before) == nodes(after)
        && tokens(before).eq(tokens(after))
}

/// The tokens with their nodes, without commas that may be left out.
fn tokens<'a>(row: &'a TokenRow<'_>) -> impl Iterator<Item = (SyntaxKind, usize, &'a str)> {
    let all = row.tokens.iter().enumerate();
    all.filter(|(at, it)| {
        let is_last = || row.kind(row.next_code(at + 1)).is_some_and(closes);
        it.kind != SyntaxKind::COMMA || !is_last()
    })
    .map(|(at, it)| (it.kind, it.node, row.token_text(at)))
}
