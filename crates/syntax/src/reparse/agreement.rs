//! Which tokens of two texts are the same.

use std::ops::Range;

use puppet_text::{TextRange, TextSize};

use super::change::Change;
use crate::lexer::Lexed;
use crate::parser::{Input, moved};

/// How many significant tokens are looked at behind a statement, at most.
const LOOKAHEAD: usize = 4;

/// The place of a token that is not significant.
const NO_POSITION: u32 = u32::MAX;

/// The tokens of two texts, and which of them are the same.
pub(super) struct Tokens<'t> {
    pub(super) old: &'t Lexed,
    /// By the tokens of the new text: their places among the significant ones.
    positions: Vec<u32>,
    /// How many tokens at the start are the same.
    before: usize,
    /// The first of the tokens at the end of the old text that are the same.
    behind: usize,
    /// How many more tokens the new text has.
    more: isize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(
        old: &'t Lexed,
        new: &Lexed,
        input: &Input<'_>,
        change: &Change,
    ) -> Tokens<'t> {
        let mut positions = vec![NO_POSITION; new.len() + 1];
        for position in 0..input.len() {
            if let Some(place) = positions.get_mut(input.raw(position)) {
                *place = u32::try_from(position).unwrap_or(NO_POSITION);
            }
        }
        let most = old.len().min(new.len());
        let is_same = |one: usize, other: usize, growth: isize| {
            old.kind(one) == new.kind(other)
                && moved(old.start(one), growth) == new.start(other)
                && moved(old.start(one + 1), growth) == new.start(other + 1)
        };
        let before = (0..most)
            .take_while(|at| old.start(at + 1) <= change.old.start() && is_same(*at, *at, 0));
        let before = before.count();
        let behind = (1..=most - before).take_while(|back| {
            let (one, other) = (old.len() - back, new.len() - back);
            old.start(one) >= change.old.end() && is_same(one, other, change.growth)
        });
        Tokens {
            old,
            positions,
            before,
            behind: old.len() - behind.count(),
            more: new.len().cast_signed() - old.len().cast_signed(),
        }
    }

    /// The significant tokens in the new text that a statement of the old one has become, if they are the same, and those
    /// that are looked at behind it.
    pub(super) fn of(&self, statement: TextRange) -> Option<Places> {
        let first = self.at(statement.start());
        let end = self.at(statement.end());
        let significant = |at: &usize| !self.old.kind(*at).is_trivia();
        let mut behind = (end..self.old.len()).filter(significant);
        let next = behind.next().unwrap_or(self.old.len());
        let looked_at = behind.nth(LOOKAHEAD - 2).unwrap_or(self.old.len());
        let shift = match (looked_at < self.before, first >= self.behind) {
            (true, _) => 0,
            (_, true) => self.more,
            _ => return None,
        };
        let position = |old: usize| {
            let position = self.positions.get(old.checked_add_signed(shift)?)?;
            let is_significant = *position != NO_POSITION;
            usize::try_from(*position).ok().filter(|_| is_significant)
        };
        let last = (first..end).rev().find(significant)?;
        Some(Places {
            raw: first..end,
            tokens: position(first)?..position(last)? + 1,
            next: self.old.range(next),
        })
    }

    /// The token of the old text that starts at an offset, or goes on there.
    fn at(&self, offset: TextSize) -> usize {
        let before = |token: usize| self.old.start(token) < offset;
        let (mut low, mut high) = (0, self.old.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match before(middle) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
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
}
