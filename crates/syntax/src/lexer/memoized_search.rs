//! Searches ahead that never look at the same text twice.

/// Where something stands next in a text that is read from front to back.
#[derive(Debug, Default)]
pub(super) struct MemoizedSearch {
    /// Where the last search started.
    from: usize,
    /// What it found; `None` before the first search.
    found: Option<Option<usize>>,
}

impl MemoizedSearch {
    /// Whether it is known what stands next from `from` on.
    pub(super) fn knows(&self, from: usize) -> bool {
        self.found
            .is_some_and(|found| self.from <= from && found.is_none_or(|at| at >= from))
    }

    /// The first offset from `from` on that `search` finds in the rest of a text. `search` must find the same for every
    /// start up to there.
    pub(super) fn next(
        &mut self,
        text: &str,
        from: usize,
        search: impl Fn(&str) -> Option<usize>,
    ) -> Option<usize> {
        match self.found {
            Some(found) if self.knows(from) => found,
            _ => {
                let found = text.get(from..).and_then(search).map(|at| from + at);
                *self = MemoizedSearch {
                    from,
                    found: Some(found),
                };
                found
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_starts_use_what_was_found() {
        let mut finder = MemoizedSearch::default();
        let mut next = |from| finder.next("a-b-c", from, |text| text.find('-'));
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(&mut next),
            [Some(1), Some(1), Some(3), Some(3), None, None, None]
        );
    }
}
