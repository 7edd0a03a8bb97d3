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
        let before = same_before(old, new, change);
        let most = old.len().min(new.len()) - before;
        let behind = same_behind(old, new, change, most);
        Tokens {
            old,
            positions,
            before,
            behind: old.len() - behind,
            more: new.len().cast_signed() - old.len().cast_signed(),
        }
    }

    /// The significant tokens in the new text that a statement of the old one has become, if they are the same, and those
    /// that are looked at behind it.
    pub(super) fn of(&self, statement: TextRange) -> Option<Places> {
        let first = self.old.first_from(statement.start());
        let end = self.old.first_from(statement.end());
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

/// How many tokens at the start are the same, of those that end before the change.
fn same_before(old: &Lexed, new: &Lexed, change: &Change) -> usize {
    let most = old
        .first_from(change.old.start() + TextSize::new(1))
        .saturating_sub(1);
    let kinds = old.kinds().iter().zip(new.kinds()).take(most);
    let starts = old.starts().iter().zip(new.starts()).skip(1);
    let same = kinds.zip(starts);
    same.take_while(|(kinds, starts)| kinds.0 == kinds.1 && starts.0 == starts.1)
        .count()
}

/// How many tokens at the end are the same, of those that start behind the change; not more than these.
fn same_behind(old: &Lexed, new: &Lexed, change: &Change, most: usize) -> usize {
    let most = most.min(old.len() - old.first_from(change.old.end()).min(old.len()));
    let kinds = old.kinds().iter().rev().zip(new.kinds().iter().rev());
    let starts = old.starts().iter().rev().zip(new.starts().iter().rev());
    let is_same =
        |one: u32, other: u32| moved(TextSize::new(one), change.growth) == TextSize::new(other);
    // The last kind is that of the end of the text.
    let same = kinds.zip(starts).skip(1).take(most);
    same.take_while(|(kinds, starts)| kinds.0 == kinds.1 && is_same(*starts.0, *starts.1))
        .count()
}
