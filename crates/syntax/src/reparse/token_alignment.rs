//! The common tokens of the old and the new text.

use std::ops::Range;

use puppet_text::TextRange;

use crate::lexer::{Lexed, Shared, overlapping};
use crate::parser::Input;

/// How many significant tokens are looked at after a statement, at most.
const LOOKAHEAD: usize = 2;

/// The tokens of two texts, and which of them are the same.
pub(super) struct Tokens<'t> {
    pub(super) old: &'t Lexed,
    new: &'t Lexed,
    /// The tokens of the old text during which heredocs are open.
    open: Vec<Range<usize>>,
    /// By the tokens of the new text: their places among the significant ones.
    positions: Positions<'t>,
    shared: Shared,
    /// How many more tokens the new text has.
    more: isize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(
        old: &'t Lexed,
        new: &'t Lexed,
        input: &Input<'t>,
        shared: Shared,
    ) -> Tokens<'t> {
        Tokens {
            old,
            new,
            open: old.open_heredocs(),
            positions: Positions::new(new, input),
            shared,
            more: new.len().cast_signed() - old.len().cast_signed(),
        }
    }

    /// The significant tokens in the new text that a statement of the old one has become, if they are the same, and those
    /// that are looked at after it.
    pub(super) fn tokens_of_statement(&self, statement: TextRange) -> Option<Places> {
        let first = self.old.first_from(statement.start());
        let end = self.old.first_from(statement.end());
        let significant = |at: &usize| !self.old.kind(*at).is_trivia();
        let mut after = looked_at(self.old, end);
        let next = after.next().unwrap_or(self.old.len());
        let last = after.last().unwrap_or(next);
        let is_before = last < self.shared.before || self.is_followed_alike(next);
        let shift = match (is_before, first >= self.shared.after) {
            (true, _) => 0,
            (_, true) => self.more,
            _ => return None,
        };
        let begin = first.checked_add_signed(shift)?;
        if has_empty_text(self.old, first..end)
            || has_empty_text(self.new, begin..begin + end - first)
        {
            return None;
        }
        let position = |old: usize| self.positions.of(old.checked_add_signed(shift)?);
        let last = (first..end).rev().find(significant)?;
        Some(Places {
            raw: first..end,
            tokens: position(first)?..position(last)? + 1,
            next: self.old.range(next),
            is_before,
        })
    }

    /// Whether a heredoc is open during one of some tokens of the old text.
    pub(super) fn have_heredoc(&self, tokens: Range<usize>) -> bool {
        overlapping(&self.open, tokens).is_some()
    }

    /// Whether tokens of the same kinds follow from one on up to which all are shared: no more of them is looked at after a
    /// statement.
    fn is_followed_alike(&self, next: usize) -> bool {
        let is_plain = self.old.heredocs().is_empty() && self.new.heredocs().is_empty();
        let kinds = |lexed| looked_at(lexed, next).map(|at| Lexed::kind(lexed, at));
        let starts_here = next < self.new.len() && !self.new.kind(next).is_trivia();
        is_plain && starts_here && next <= self.shared.before && kinds(self.old).eq(kinds(self.new))
    }
}

/// Whether the text of a heredoc stands among tokens, and has none itself.
fn has_empty_text(lexed: &Lexed, tokens: Range<usize>) -> bool {
    let mut texts = lexed.heredocs().iter().filter_map(|it| it.body.as_ref());
    texts.any(|it| it.is_empty() && tokens.start <= it.start && it.start <= tokens.end)
}

/// The significant tokens that are looked at from a token on. The text of a heredoc is read with its tag.
fn looked_at(lexed: &Lexed, from: usize) -> impl Iterator<Item = usize> + '_ {
    let bodies = lexed.heredocs().iter().filter_map(|it| it.body.clone());
    let is_apart = move |at: &usize| !bodies.clone().any(|body| body.contains(at));
    let significant = (from..lexed.len()).filter(|at| !lexed.kind(*at).is_trivia());
    significant.filter(is_apart).take(LOOKAHEAD)
}

/// Where tokens are among the significant ones.
struct Positions<'t> {
    raws: &'t [u32],
    /// Where these are not in order: texts of heredocs are read before other tokens that stand before them.
    open: Vec<Range<usize>>,
}

impl<'t> Positions<'t> {
    fn new(new: &Lexed, input: &Input<'t>) -> Self {
        Self {
            raws: input.raws(),
            open: new.open_heredocs(),
        }
    }

    fn of(&self, token: usize) -> Option<usize> {
        let place = |token: usize| self.raws.partition_point(|raw| (*raw as usize) < token);
        let searched = match overlapping(&self.open, token..token + 1) {
            Some(open) => place(open.start)..place(open.end),
            None => place(token)..place(token + 1),
        };
        let mut raws = self.raws.get(searched.clone())?.iter();
        Some(searched.start + raws.position(|raw| *raw as usize == token)?)
    }
}

/// What became of a statement that stays.
pub(super) struct Places {
    /// Its tokens in the old text.
    pub(super) raw: Range<usize>,
    /// Its significant tokens in the new text.
    pub(super) tokens: Range<usize>,
    /// Where the next significant token is in the old text.
    pub(super) next: TextRange,
    /// Whether it is before the edit.
    pub(super) is_before: bool,
}
