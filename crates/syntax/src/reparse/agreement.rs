//! Which tokens of two texts are the same.

use std::ops::Range;

use puppet_text::{TextRange, TextSize};

use super::change::Change;
use crate::SyntaxKind;
use crate::lexer::Lexed;
use crate::parser::Input;

/// How many significant tokens are looked at behind a statement, at most.
const LOOKAHEAD: usize = 4;

/// So many tokens are compared at once.
const BLOCK: usize = 64;

/// The tokens of two texts, and which of them are the same.
pub(super) struct Tokens<'t> {
    pub(super) old: &'t Lexed,
    /// By the tokens of the new text: their places among the significant ones.
    positions: Positions<'t>,
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
        input: &'t Input<'_>,
        change: &Change,
    ) -> Tokens<'t> {
        let before = same_before(old, new, change);
        let most = old.len().min(new.len()) - before;
        let behind = same_behind(old, new, change, most);
        Tokens {
            old,
            positions: Positions::new(new, input),
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
        // The text of a heredoc is read with its tag.
        let bodies = self.old.heredocs().iter().filter_map(|it| it.body.clone());
        let is_apart = |at: &usize| !bodies.clone().any(|body| body.contains(at));
        let mut behind = (end..self.old.len()).filter(|at| significant(at) && is_apart(at));
        let next = behind.next().unwrap_or(self.old.len());
        let looked_at = behind.nth(LOOKAHEAD - 2).unwrap_or(self.old.len());
        let shift = match (looked_at < self.before, first >= self.behind) {
            (true, _) => 0,
            (_, true) => self.more,
            _ => return None,
        };
        let position = |old: usize| self.positions.of(old.checked_add_signed(shift)?);
        let last = (first..end).rev().find(significant)?;
        Some(Places {
            raw: first..end,
            tokens: position(first)?..position(last)? + 1,
            next: self.old.range(next),
        })
    }
}

/// Where tokens are among the significant ones.
enum Positions<'t> {
    /// The significant ones are in order.
    InOrder(&'t [u32]),
    /// Some of them are read before others that stand before them: texts of heredocs.
    ByToken(Vec<Option<u32>>),
}

impl<'t> Positions<'t> {
    fn new(new: &Lexed, input: &'t Input<'_>) -> Self {
        if new.heredocs().is_empty() {
            return Self::InOrder(input.raws());
        }
        let mut positions = vec![None; new.len() + 1];
        for (position, raw) in (0..).zip(input.raws()) {
            if let Some(place) = positions.get_mut(*raw as usize) {
                *place = Some(position);
            }
        }
        Self::ByToken(positions)
    }

    fn of(&self, token: usize) -> Option<usize> {
        match self {
            Self::InOrder(raws) => raws
                .binary_search_by(|raw| (*raw as usize).cmp(&token))
                .ok(),
            Self::ByToken(positions) => usize::try_from((*positions.get(token)?)?).ok(),
        }
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
    let place = change.old.start() + TextSize::new(1);
    let most = old.first_from(place).saturating_sub(1).min(new.len());
    // A token is the same if the next one starts at the same place.
    let (one, other) = (Part::of(old, 0..most, 1), Part::of(new, 0..most, 1));
    count_same(most, |tokens| one.is_same(&other, tokens, 0))
}

/// How many tokens at the end are the same, of those that start behind the change; not more than these.
fn same_behind(old: &Lexed, new: &Lexed, change: &Change, most: usize) -> usize {
    let most = most.min(old.len().saturating_sub(old.first_from(change.old.end())));
    let last = |lexed: &Lexed| lexed.len() - most..lexed.len();
    let (one, other) = (Part::of(old, last(old), 0), Part::of(new, last(new), 0));
    count_same(most, |tokens| {
        let from_end = most - tokens.end..most - tokens.start;
        one.is_same(&other, from_end, change.growth as u32)
    })
}

/// How many of so many tokens are the same before the first one that is not.
fn count_same(most: usize, is_same: impl Fn(Range<usize>) -> bool) -> usize {
    let mut same = 0;
    while same < most {
        let block = same..most.min(same + BLOCK);
        if !is_same(block.clone()) {
            return same + block.take_while(|at| is_same(*at..at + 1)).count();
        }
        same = block.end;
    }
    same
}

/// Some of the tokens of a text.
struct Part<'l> {
    kinds: &'l [SyntaxKind],
    starts: &'l [u32],
}

impl<'l> Part<'l> {
    /// Tokens, with the starts of those that are so many tokens behind them.
    fn of(lexed: &'l Lexed, tokens: Range<usize>, behind: usize) -> Self {
        let starts = tokens.start + behind..tokens.end + behind;
        Self {
            kinds: lexed.kinds().get(tokens).unwrap_or_default(),
            starts: lexed.starts().get(starts).unwrap_or_default(),
        }
    }

    /// Whether some of the tokens are the same in another text, moved by so many bytes.
    fn is_same(&self, other: &Self, tokens: Range<usize>, growth: u32) -> bool {
        let starts = self.starts.get(tokens.clone()).unwrap_or_default();
        let others = other.starts.get(tokens.clone()).unwrap_or_default();
        let mut starts = starts.iter().zip(others);
        self.kinds.get(tokens.clone()) == other.kinds.get(tokens)
            && starts.all(|(one, other)| one.wrapping_add(growth) == *other)
    }
}
