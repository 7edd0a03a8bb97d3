//! The common tokens of two texts.

use std::ops::Range;

use puppet_text::{TextRange, TextSize};

use crate::SyntaxKind;
use crate::lexer::Lexed;

/// So many tokens are compared at once.
const BLOCK: usize = 64;

/// The tokens that two texts share: at their starts, and at their ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shared {
    /// So many at the start.
    pub(crate) before: usize,
    /// Those at the end: the first of them in the old text.
    pub(crate) after: usize,
}

impl Shared {
    /// None.
    pub(crate) fn empty(old: &Lexed) -> Shared {
        Shared {
            before: 0,
            after: old.len(),
        }
    }

    /// These, and what else is the same around an edit of the old text, by which the text has become so many bytes longer.
    pub(crate) fn extended(
        self,
        old: &Lexed,
        new: &Lexed,
        edit: TextRange,
        growth: isize,
    ) -> Shared {
        let before = same_before(self.before, old, new, edit);
        let most = old.len().min(new.len()) - before;
        let most = most.min(old.len().saturating_sub(old.first_from(edit.end())));
        let known = (old.len() - self.after).min(most);
        let after = same_after(known, most, (old, new), growth);
        Shared {
            before,
            after: old.len() - after,
        }
    }
}

/// How many tokens at the start are the same, of those that end before the edit.
fn same_before(known: usize, old: &Lexed, new: &Lexed, edit: TextRange) -> usize {
    let place = edit.start() + TextSize::new(1);
    let most = old.first_from(place).saturating_sub(1).min(new.len());
    // A token is the same if the next one starts at the same place.
    let (one, other) = (Part::of(old, 0..most, 1), Part::of(new, 0..most, 1));
    count_same(known.min(most)..most, |tokens| {
        one.is_same(&other, tokens, 0)
    })
}

/// How many tokens at the end are the same, of so many; that the first of these are is known.
fn same_after(known: usize, most: usize, (old, new): (&Lexed, &Lexed), growth: isize) -> usize {
    let last = |lexed: &Lexed| lexed.len() - most..lexed.len();
    let (one, other) = (Part::of(old, last(old), 0), Part::of(new, last(new), 0));
    count_same(known..most, |tokens| {
        let from_end = most - tokens.end..most - tokens.start;
        one.is_same(&other, from_end, growth as u32)
    })
}

/// The first of some tokens that is not the same.
fn count_same(tokens: Range<usize>, is_same: impl Fn(Range<usize>) -> bool) -> usize {
    let mut same = tokens.start;
    while same < tokens.end {
        let block = same..tokens.end.min(same + BLOCK);
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
    /// Tokens, with the starts of those that are so many tokens after them.
    fn of(lexed: &'l Lexed, tokens: Range<usize>, after: usize) -> Self {
        let starts = tokens.start + after..tokens.end + after;
        Self {
            kinds: lexed.kinds().get(tokens).unwrap_or_default(),
            starts: lexed.offsets().get(starts).unwrap_or_default(),
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
