//! The proof that two texts are the same program with the same comments.

use puppet_syntax::{Parse, SyntaxKind};

use crate::token_gaps::{Pieces, closes};

/// Whether two texts have the same tree, apart from blanks, and commas before closing brackets.
pub(crate) fn is_same(
    before: &Pieces<'_>,
    parse: &Parse,
    after: &Pieces<'_>,
    reparse: &Parse,
) -> bool {
    let kinds = |parse: &Parse| parse.errors().iter().map(|it| it.kind).collect::<Vec<_>>();
    let nodes = |row: &Pieces<'_>| {
        row.nodes
            .iter()
            .map(|it| (it.kind, it.parent))
            .collect::<Vec<_>>()
    };
    kinds(parse) == kinds(reparse)
        && parse.stop().map(|it| it.issue) == reparse.stop().map(|it| it.issue)
        && nodes(before) == nodes(after)
        && pieces(before).eq(pieces(after))
}

/// The pieces with their nodes, without commas that may be left out.
fn pieces<'a>(row: &'a Pieces<'_>) -> impl Iterator<Item = (SyntaxKind, usize, &'a str)> {
    let all = row.pieces.iter().enumerate();
    all.filter(|(at, it)| {
        let is_last = || row.kind(row.next_code(at + 1)).is_some_and(closes);
        it.kind != SyntaxKind::COMMA || !is_last()
    })
    .map(|(at, it)| (it.kind, it.node, row.piece_text(at)))
}
