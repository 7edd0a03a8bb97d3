//! Statements and parameters of an older tree that stand in the text as they did: the parser need not read them again.
//!
//! A statement without errors is read the same way wherever it stands in a list of statements, as long as its tokens are
//! the same, and those that are looked at after it. So is a block of statements, a parameter in
//! parentheses, and all of these.

use std::ops::Range;

use crate::parser::{BraceMatching, DEPTH_OF_BRACE, Element, MAX_DEPTH};

/// What may stay as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Statement,
    /// Statements with the braces around them.
    Block,
    /// A parameter in parentheses.
    Parameter,
    /// Parameters with the parentheses around them.
    Parameters,
}

/// Such parts, in the order of the text.
#[derive(Default)]
pub(crate) struct ReusePlan {
    runs: Vec<ReusableRun>,
    /// The first token of each and what it is, its run and its number there.
    starts: Vec<((usize, Part), usize, usize)>,
    /// How deep rules have called each other in the older text, at most.
    depth: u32,
}

/// Parts of one kind that follow each other in one list, with nothing but trivia and commas between them.
pub(crate) struct ReusableRun {
    pub(crate) part: Part,
    /// The parts and what is between them.
    pub(crate) elements: Vec<Element>,
    pub(crate) parts: Vec<ReusedNode>,
    /// In how many braces they were.
    pub(crate) level: usize,
}

/// One of a [`ReusableRun`].
pub(crate) struct ReusedNode {
    /// Its significant tokens in the new text.
    pub(crate) tokens: Range<usize>,
    /// Its place among the elements.
    pub(crate) element: usize,
}

/// Parts that the parser has taken over.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    run: usize,
    elements: Range<usize>,
    pub(super) tokens: Range<usize>,
}

impl ReusePlan {
    pub(crate) fn new(runs: Vec<ReusableRun>, depth: u32) -> ReusePlan {
        let mut starts = Vec::new();
        for (number, run) in runs.iter().enumerate() {
            let of_run = run.parts.iter().enumerate();
            starts.extend(of_run.map(|(at, it)| ((it.tokens.start, run.part), number, at)));
        }
        starts.sort_unstable();
        ReusePlan {
            runs,
            starts,
            depth,
        }
    }

    /// The parts of a kind that can be taken over at a token in so many braces, and how deep rules call each other for
    /// them. None goes beyond the end of the block around them.
    pub(super) fn reusable_nodes(
        &self,
        part: Part,
        token: usize,
        end_of_block: usize,
        level: usize,
        braces: &BraceMatching,
    ) -> Option<(Taken, u32)> {
        let place = self.starts.binary_search_by_key(&(token, part), |it| it.0);
        let (_, run, first) = *self.starts.get(place.ok()?)?;
        let of_run = self.runs.get(run)?;
        // What follows is looked at.
        let end = end_of_block.min(braces.next(token).saturating_sub(1));
        let rest = of_run.parts.get(first..)?;
        let fitting = rest.iter().take_while(|it| it.tokens.end <= end);
        let (first, last) = (rest.first()?, fitting.last()?);
        let deeper = u32::try_from(level.saturating_sub(of_run.level)).unwrap_or(MAX_DEPTH);
        let depth = self.depth + DEPTH_OF_BRACE.saturating_mul(deeper);
        let taken = Taken {
            run,
            elements: first.element..last.element + 1,
            tokens: first.tokens.start..last.tokens.end,
        };
        (depth < MAX_DEPTH).then_some((taken, depth))
    }

    /// The elements that were taken over.
    pub(super) fn elements(&self, taken: &Taken) -> &[Element] {
        let run = self.runs.get(taken.run);
        run.and_then(|run| run.elements.get(taken.elements.clone()))
            .unwrap_or_default()
    }
}
