//! A tree as a row of pieces with gaps between them: what a formatter keeps, and what it may change.

use puppet_syntax::{Parse, SyntaxKind, TreeEvent, walk};

/// No piece, or no node.
pub(crate) const NONE: usize = usize::MAX;

/// A token, a comment, or a text whose inside is never changed: a string or the text of a heredoc.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    /// The kind of the token, or of the node that is taken as a whole.
    pub(crate) kind: SyntaxKind,
    /// Where it is, in bytes. Blanks at the end of a line comment belong to the gap behind it.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// The node that it is part of.
    pub(crate) node: usize,
}

/// A node that is not taken as a whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) kind: SyntaxKind,
    /// The node around it.
    pub(crate) parent: usize,
    /// Its first piece that is no comment; [`NONE`] if nothing is in it.
    pub(crate) first: usize,
    /// Its last piece that is no comment.
    pub(crate) last: usize,
    /// Its own opening bracket.
    pub(crate) open: usize,
    /// Its own closing bracket.
    pub(crate) close: usize,
}

/// The row of pieces, and the nodes, each before what is in it.
pub(crate) struct Pieces<'t> {
    pub(crate) text: &'t str,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) nodes: Vec<Node>,
    /// For each piece: the first piece from it on that is code.
    next_code: Vec<usize>,
}

impl<'t> Pieces<'t> {
    pub(crate) fn new(text: &'t str, parse: &Parse) -> Pieces<'t> {
        let mut row = Pieces {
            text,
            pieces: Vec::with_capacity(text.len() / 4),
            nodes: Vec::with_capacity(text.len() / 5),
            next_code: Vec::new(),
        };
        let (mut at, mut node) = (0, NONE);
        walk(parse.green(), |event| {
            match event {
                TreeEvent::Start(kind, length) if is_whole(kind) => {
                    row.add(kind, at, at + length, node);
                    at += length;
                    return false;
                }
                TreeEvent::Start(kind, _) => node = row.start(kind, node),
                TreeEvent::Finish => node = row.finish(node),
                TreeEvent::Token(kind, token) => {
                    let end = at + token.len();
                    match kind {
                        SyntaxKind::WHITESPACE => {}
                        SyntaxKind::COMMENT => {
                            row.add(kind, at, at + token.trim_ascii_end().len(), node);
                        }
                        _ => row.add(kind, at, end, node),
                    }
                    at = end;
                }
            }
            true
        });
        row.next_code = next_code(&row.pieces);
        row
    }

    fn start(&mut self, kind: SyntaxKind, parent: usize) -> usize {
        self.nodes.push(Node {
            kind,
            parent,
            first: NONE,
            last: NONE,
            open: NONE,
            close: NONE,
        });
        self.nodes.len() - 1
    }

    /// Ends a node, and tells the one around it, which ends where it does or later.
    fn finish(&mut self, node: usize) -> usize {
        let Some(Node { parent, last, .. }) = self.nodes.get(node).copied() else {
            return NONE;
        };
        if let Some(around) = self.nodes.get_mut(parent)
            && last != NONE
        {
            around.last = last;
        }
        parent
    }

    fn add(&mut self, kind: SyntaxKind, start: usize, end: usize, node: usize) {
        let at = self.pieces.len();
        self.pieces.push(Piece {
            kind,
            start,
            end,
            node,
        });
        if kind.is_trivia() || kind == SyntaxKind::HEREDOC_BODY {
            return;
        }
        self.begins(at, node);
        let Some(holder) = self.nodes.get_mut(node) else {
            return;
        };
        holder.last = at;
        if opens(kind) && holder.open == NONE {
            holder.open = at;
        } else if closes(kind) {
            holder.close = at;
        }
    }

    /// Notes the first piece of all nodes that nothing was in up to now.
    fn begins(&mut self, at: usize, mut node: usize) {
        while let Some(holder) = self.nodes.get_mut(node)
            && holder.first == NONE
        {
            holder.first = at;
            node = holder.parent;
        }
    }

    pub(crate) fn kind(&self, piece: usize) -> Option<SyntaxKind> {
        self.pieces.get(piece).map(|it| it.kind)
    }

    /// The kind of the node that a piece is part of.
    pub(crate) fn holder(&self, piece: usize) -> Option<SyntaxKind> {
        let node = self.pieces.get(piece)?.node;
        self.nodes.get(node).map(|it| it.kind)
    }

    pub(crate) fn piece_text(&self, piece: usize) -> &'t str {
        let range = self.pieces.get(piece).map_or(0..0, |it| it.start..it.end);
        self.text.get(range).unwrap_or_default()
    }

    /// Where the gap before a piece is; behind the last piece, the gap up to the end of the text.
    pub(crate) fn gap(&self, piece: usize) -> std::ops::Range<usize> {
        let before = piece.checked_sub(1).and_then(|it| self.pieces.get(it));
        let start = before.map_or(0, |it| it.end);
        let end = self
            .pieces
            .get(piece)
            .map_or(self.text.len(), |it| it.start);
        start..end.max(start)
    }

    /// The text of the gap before a piece.
    pub(crate) fn gap_text(&self, piece: usize) -> &'t str {
        self.text.get(self.gap(piece)).unwrap_or_default()
    }

    /// The first piece from here on that is neither a comment nor the text of a heredoc; the number of pieces if there
    /// is none.
    pub(crate) fn next_code(&self, piece: usize) -> usize {
        let next = self.next_code.get(piece).copied();
        next.unwrap_or(self.pieces.len())
    }

    /// The last piece before this one that is neither a comment nor the text of a heredoc.
    pub(crate) fn previous_code(&self, piece: usize) -> Option<usize> {
        let before = self.pieces.get(..piece)?;
        before.iter().rposition(|it| is_code(it.kind))
    }
}

fn next_code(pieces: &[Piece]) -> Vec<usize> {
    let mut next = vec![pieces.len(); pieces.len()];
    let mut found = pieces.len();
    for ((at, piece), next) in pieces.iter().enumerate().zip(&mut next).rev() {
        if is_code(piece.kind) {
            found = at;
        }
        *next = found;
    }
    next
}

fn is_code(kind: SyntaxKind) -> bool {
    !kind.is_trivia() && kind != SyntaxKind::HEREDOC_BODY
}

/// Whether a node is taken as a whole, since nothing within it may change.
fn is_whole(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::INTERPOLATED_STRING | SyntaxKind::HEREDOC_BODY
    )
}

pub(crate) fn opens(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        L_BRACE | L_BRACK | L_PAREN | PIPE | L_COLLECT | LL_COLLECT
    )
}

pub(crate) fn closes(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        R_BRACE | R_BRACK | R_PAREN | PIPE | R_COLLECT | RR_COLLECT
    )
}
