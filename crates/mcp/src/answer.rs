//! Answers that stay short: as much as fits, and how to get the rest.

use puppet_text::{TextSize, floor_char_boundary};

/// The most bytes of an answer, unless its call names a limit. In JSON, with its frame, it stays below 2 kB.
const DEFAULT_BYTES: usize = 1_700;

/// The most bytes of an answer in any case.
const MOST_BYTES: usize = 200_000;

/// The most bytes of one item of a list.
const ITEM_BYTES: usize = 600;

/// Longer lines of texts are broken, so that pages can end in them.
const LINE_BYTES: usize = 300;

/// Which part of an answer is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PageRange {
    /// How many items are left out.
    pub(crate) offset: usize,
    /// The most items; as many as fit if it is not said.
    pub(crate) limit: Option<usize>,
}

/// What a tool answers: a line about the whole, and items of which only some may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ToolAnswer {
    head: String,
    items: Vec<String>,
}

impl ToolAnswer {
    /// One line.
    pub(crate) fn line(text: impl Into<String>) -> Self {
        Self {
            head: text.into(),
            items: Vec::new(),
        }
    }

    /// A list, with a line about it.
    pub(crate) fn list(head: impl Into<String>, items: Vec<String>) -> Self {
        let head = head.into();
        let items = items.iter().map(|item| cut(item, ITEM_BYTES));
        Self {
            head,
            items: items.collect(),
        }
    }

    /// A text, whose lines are the items.
    pub(crate) fn text(head: impl Into<String>, text: &str) -> Self {
        let lines = text.trim_end().lines();
        let lines = lines.flat_map(|line| wrapped(line.trim_end()));
        Self {
            head: head.into(),
            items: lines.collect(),
        }
    }

    /// The part that is wanted.
    pub(crate) fn page(&self, page: PageRange) -> String {
        let bytes = match page.limit {
            Some(_) => MOST_BYTES,
            None => DEFAULT_BYTES,
        };
        let mut out = cut(&self.head, ITEM_BYTES);
        let items = self.items.iter().skip(page.offset);
        let mut shown = 0;
        for item in items.take(page.limit.unwrap_or(usize::MAX)) {
            // Each character that JSON escapes counts twice.
            let length = out.len() + escapes(&out) + item.len() + escapes(item);
            if shown > 0 && length > bytes {
                break;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(item);
            shown += 1;
        }
        let next = page.offset.saturating_add(shown);
        let left = self.items.len().saturating_sub(next);
        if left > 0 {
            out.push_str(&format!("\n({left} more: offset {next})"));
        } else if shown == 0 && !self.items.is_empty() {
            out.push_str(&format!("\n(there are {} in all)", self.items.len()));
        }
        out
    }
}

fn escapes(text: &str) -> usize {
    let special = |byte: &u8| matches!(byte, b'\n' | b'\t' | b'"' | b'\\');
    text.bytes().filter(|byte| special(byte)).count()
}

/// A text without what is longer than wanted.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = floor_char_boundary(text, most);
    let kept = text.get(..end).unwrap_or_default();
    format!("{kept}… ({} bytes more)", text.len() - end)
}

/// A line in parts that are not too long, broken at spaces where there are any.
fn wrapped(line: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = line;
    while rest.len() > LINE_BYTES {
        let end = floor_char_boundary(rest, LINE_BYTES);
        let (start, _) = rest.split_at(end);
        let end = start.rfind(' ').filter(|it| *it > 0).unwrap_or(end);
        let (part, after) = rest.split_at(end);
        parts.push(part.to_owned());
        rest = after.trim_start();
    }
    parts.push(rest.to_owned());
    parts
}

/// An offset of a text as it is counted in bytes.
pub(crate) fn bytes(offset: TextSize) -> usize {
    usize::from(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(offset: usize, limit: Option<usize>) -> PageRange {
        PageRange { offset, limit }
    }

    #[test]
    fn lists_are_shown_as_far_as_they_fit() {
        let items: Vec<String> = (0..100)
            .map(|number| format!("{number:02} {}", "x".repeat(77)))
            .collect();
        let answer = ToolAnswer::list("100 things", items.clone());
        let first = answer.page(PageRange::default());
        assert!(first.len() < 2_000, "{}", first.len());
        assert!(first.ends_with("more: offset 20)"), "{first}");
        assert!(answer.page(page(20, None)).contains("\n20 x"));
        let all = answer.page(page(0, Some(100)));
        assert_eq!(all, format!("100 things\n{}", items.join("\n")));
        assert_eq!(answer.page(page(98, Some(1))).lines().count(), 3);
        let beyond = answer.page(page(200, None));
        assert_eq!(beyond, "100 things\n(there are 100 in all)");
    }

    #[test]
    fn long_items_and_lines_are_cut_between_characters() {
        let long = "ä".repeat(100_000);
        let answer = ToolAnswer::list(&*long, vec![long.clone(), long.clone()]);
        assert!(answer.page(PageRange::default()).len() < 2_100);
        let text = ToolAnswer::text("", &long);
        assert!(text.page(PageRange::default()).len() < 2_000);
        let words = ToolAnswer::text("", &"word ".repeat(200));
        assert!(words.items.iter().all(|line| line.ends_with("word")));
    }
}
