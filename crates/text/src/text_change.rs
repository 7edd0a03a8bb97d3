//! The part of a text that an edit replaces.

use text_size::{TextRange, TextSize};

use crate::common_affix::{common_prefix, common_suffix};

/// What is not the same at the start and at the end of two texts. Texts are shorter than 4 GiB.
#[derive(Debug, Clone, Copy)]
pub struct TextChange {
    /// The part of the old text that was replaced.
    pub old: TextRange,
    /// How many bytes the new text is longer.
    pub growth: isize,
}

impl TextChange {
    /// What makes the new text of the old one.
    pub fn new(old: &str, new: &str) -> Self {
        let (before, after) = (old.as_bytes(), new.as_bytes());
        let start = common_prefix(before, after);
        let (old_rest, new_rest) = (before.get(start..), after.get(start..));
        let end = common_suffix(old_rest.unwrap_or_default(), new_rest.unwrap_or_default());
        let size = |length: usize| TextSize::try_from(length).unwrap_or_default();
        Self {
            old: TextRange::new(size(start), size(before.len() - end)),
            growth: after.len().cast_signed() - before.len().cast_signed(),
        }
    }

    /// Where a range is after the edit; none if the edit touches it.
    pub fn new_range(&self, range: TextRange) -> Option<TextRange> {
        if range.end() <= self.old.start() {
            return Some(range);
        }
        let moved = |at: TextSize| {
            let at = usize::from(at).checked_add_signed(self.growth)?;
            TextSize::try_from(at).ok()
        };
        (range.start() >= self.old.end())
            .then(|| Some(TextRange::new(moved(range.start())?, moved(range.end())?)))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_what_differs() {
        let long = "x".repeat(100);
        for (old, new, range, growth) in [
            ("abc", "abc", 3..3, 0),
            ("abc", "aXc", 1..2, 0),
            ("aa", "aaa", 2..2, 1),
            ("aaa", "aa", 2..3, -1),
            (long.as_str(), "", 0..100, -100),
            (
                &format!("{long}a{long}"),
                &format!("{long}{long}"),
                100..101,
                -1,
            ),
        ] {
            let change = TextChange::new(old, new);
            let range = TextRange::new(TextSize::new(range.start), TextSize::new(range.end));
            assert_eq!((change.old, change.growth), (range, growth), "{old} {new}");
        }
    }

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
