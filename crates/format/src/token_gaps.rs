//! A tree as a row of tokens with gaps between them: a formatter keeps the tokens and changes the gaps.

use puppet_syntax::{Parse, SyntaxKind, TreeEvent, walk};

/// No token, or no node.
pub(crate) const NONE: usize = usize::MAX;

/// A token, a comment, or a text whose inside is never changed: a string or the text of a heredoc.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowToken {
    /// The kind of the token, or of the node that is taken as a whole.
    pub(crate) kind: SyntaxKind,
    /// Where it is, in bytes. Spaces at the end of a line comment belong to the gap after it.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// The node that it is part of.
    pub(crate) node: usize,
}

/// A node that is not taken as a whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GapNode {
    pub(crate) kind: SyntaxKind,
    /// The node around it.
    pub(crate) parent: usize,
    /// Its first token that is no comment; [`NONE`] if nothing is in it.
    pub(crate) first: usize,
    /// Its last token that is no comment.
    pub(crate) last: usize,
    /// Its own opening bracket.
    pub(crate) open: usize,
    /// Its own closing bracket.
    pub(crate) close: usize,
}

/// The row of tokens, and the nodes, each before what is in it.
pub(crate) struct TokenRow<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<RowToken>,
    pub(crate) nodes: Vec<GapNode>,
    /// For each token: the first token from it on that is code.
    next_code: Vec<usize>,
}

impl<'t> TokenRow<'t> {
    pub(crate) fn new(text: &'t str, parse: &Parse) -> TokenRow<'t> {
        let mut row = TokenRow {
            text,
            tokens: Vec::with_capacity(text.len() / 4),
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
        row.next_code = next_code(&row.tokens);
        row
    }

    fn start(&mut self, kind: SyntaxKind, parent: usize) -> usize {
        self.nodes.push(GapNode {
            kind,
            parent,
            first: NONE,
            last: NONE,
            open: NONE,
            close: NONE,
        });
        self.nodes.len() - 1
    }

    /// Ends a node, and returns the one around it, which ends where it does or later.
    fn finish(&mut self, node: usize) -> usize {
        let Some(GapNode { parent, last, .. }) = self.nodes.get(node).copied() else {
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
        let at = self.tokens.len();
        self.tokens.push(RowToken {
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

    /// Notes the first token of all nodes that nothing was in up to now.
    fn begins(&mut self, at: usize, mut node: usize) {
        while let Some(holder) = self.nodes.get_mut(node)
            && holder.first == NONE
        {
            holder.first = at;
            node = holder.parent;
        }
    }

    pub(crate) fn kind(&self, token: usize) -> Option<SyntaxKind> {
        self.tokens.get(token).map(|it| it.kind)
    }

    /// The kind of the node that a token is part of.
    pub(crate) fn holder(&self, token: usize) -> Option<SyntaxKind> {
        let node = self.tokens.get(token)?.node;
        self.nodes.get(node).map(|it| it.kind)
    }

    pub(crate) fn token_text(&self, token: usize) -> &'t str {
        let range = self.tokens.get(token).map_or(0..0, |it| it.start..it.end);
        self.text.get(range).unwrap_or_default()
    }

    /// Where the gap before a token is; after the last token, the gap up to the end of the text.
    pub(crate) fn gap(&self, token: usize) -> std::ops::Range<usize> {
        let before = token.checked_sub(1).and_then(|it| self.tokens.get(it));
        let start = before.map_or(0, |it| it.end);
        let end = self
            .tokens
            .get(token)
            .map_or(self.text.len(), |it| it.start);
        start..end.max(start)
    }

    /// The text of the gap before a token.
    pub(crate) fn gap_text(&self, token: usize) -> &'t str {
        self.text.get(self.gap(token)).unwrap_or_default()
    }

    /// The first token from here on that is neither a comment nor the text of a heredoc; the number of tokens if there
    /// is none.
    pub(crate) fn next_code(&self, token: usize) -> usize {
        let next = self.next_code.get(token).copied();
        next.unwrap_or(self.tokens.len())
    }

    /// The last token before this one that is neither a comment nor the text of a heredoc.
    pub(crate) fn previous_code(&self, token: usize) -> Option<usize> {
        let before = self.tokens.get(..token)?;
        before.iter().rposition(|it| is_code(it.kind))
    }
}

fn next_code(tokens: &[RowToken]) -> Vec<usize> {
    let mut next = vec![tokens.len(); tokens.len()];
    let mut found = tokens.len();
    for ((at, token), next) in tokens.iter().enumerate().zip(&mut next).rev() {
        if is_code(token.kind) {
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
