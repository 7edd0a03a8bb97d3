//! The part of a text that an edit replaces.

use puppet_text::{TextRange, TextSize, common_prefix, common_suffix};

/// What was replaced in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    pub(crate) old: TextRange,
    /// How many bytes the new text is longer.
    pub(crate) growth: isize,
}

impl Change {
    pub(super) fn from_texts(old: &str, new: &str) -> Option<Change> {
        let (before, after) = (old.as_bytes(), new.as_bytes());
        let start = common_prefix(before, after);
        let end = common_suffix(before.get(start..)?, after.get(start..)?);
        let old = TextRange::new(
            TextSize::try_from(start).ok()?,
            TextSize::try_from(before.len() - end).ok()?,
        );
        let growth = isize::try_from(after.len()).ok()? - isize::try_from(before.len()).ok()?;
        Some(Change { old, growth })
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
            let change = Change::from_texts(old, new).map(|it| (it.old, it.growth));
            let range = TextRange::new(TextSize::new(range.start), TextSize::new(range.end));
            assert_eq!(change, Some((range, growth)), "{old} {new}");
        }
    }
}
