//! The places of a text after it was edited.

use puppet_text::{TextRange, TextSize, common_prefix, common_suffix};

/// What is the same at the start and at the end of two texts.
pub(crate) struct TextChange {
    start: TextSize,
    old_end: TextSize,
    new_end: TextSize,
}

impl TextChange {
    pub(crate) fn new(old: &str, new: &str) -> Self {
        let start = common_prefix(old.as_bytes(), new.as_bytes());
        let (old_rest, new_rest) = (old.as_bytes().get(start..), new.as_bytes().get(start..));
        let end = common_suffix(old_rest.unwrap_or_default(), new_rest.unwrap_or_default());
        let size = |length: usize| TextSize::try_from(length).unwrap_or_default();
        Self {
            start: size(start),
            old_end: size(old.len() - end),
            new_end: size(new.len() - end),
        }
    }

    /// Where a range is after the edit; none if the edit touches it.
    pub(crate) fn new_range(&self, range: TextRange) -> Option<TextRange> {
        if range.end() <= self.start {
            return Some(range);
        }
        (range.start() >= self.old_end).then(|| range - self.old_end + self.new_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_edits() {
        let range = |start: u32, end: u32| TextRange::new(start.into(), end.into());
        for (old, new, before, after) in [
            ("abc def", "abc def", (4, 7), Some((4, 7))),
            ("abc def", "xabc def", (4, 7), Some((5, 8))),
            ("abc def", "abc", (0, 3), Some((0, 3))),
            ("abc def", "c def", (4, 7), Some((2, 5))),
            ("abc def", "abc dxf", (4, 7), None),
            ("abc def", "", (4, 7), None),
            ("aa", "aaa", (0, 1), Some((0, 1))),
        ] {
            let moved = TextChange::new(old, new).new_range(range(before.0, before.1));
            assert_eq!(moved, after.map(|it| range(it.0, it.1)), "{old} -> {new}");
        }
    }
}
