//! Expressions that mean the same in the crate `regex`, which matches in linear time.
//!
//! Options, names and shorthands are gone from the tree: what is left are characters, sets, sequences, alternatives,
//! repetitions, groups and anchors. Both engines prefer the first alternative that leads to a match. They differ about
//! iterations that match nothing, and about a few texts; see [`Linear::decides`].

use std::fmt::Write;

use regex::{Regex, RegexBuilder};
use regex_syntax::hir::ClassUnicode;

use super::{
    Captures,
    ast::{PositionAssertion, RegexpNode, Repeat},
    parse::RegexpTree,
};

/// Most bytes of a compiled expression; larger ones are left to the other engine.
const MAX_SIZE: usize = 1 << 20;

/// An expression of the crate `regex`.
#[derive(Debug)]
pub(super) struct Linear {
    regex: Regex,
    /// Whether it matters that a text ends with a line end: after that, Ruby's `^` does not match, and before that, its
    /// `\Z` does.
    reads_last_line_end: bool,
    /// Whether it matters which characters beyond ASCII are part of a word.
    reads_words: bool,
}

impl Linear {
    /// The expression that means the same as the tree, if there is one.
    pub(super) fn from_tree(tree: &RegexpTree) -> Option<Self> {
        let mut translation = Translation::default();
        translation.add(&tree.root)?;
        let regex = RegexBuilder::new(&translation.pattern)
            .size_limit(MAX_SIZE)
            .build()
            .ok()?;
        (regex.captures_len() == tree.groups + 1).then_some(Self {
            regex,
            reads_last_line_end: translation.reads_last_line_end,
            reads_words: translation.reads_words,
        })
    }

    /// Whether a match of the text is what Ruby finds.
    pub(super) fn decides(&self, text: &str) -> bool {
        // For `regex`, but not for Ruby, the characters that join or separate letters are part of a word.
        let is_joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
        let differs = (self.reads_last_line_end && text.ends_with('\n'))
            || (self.reads_words && !text.is_ascii() && text.contains(is_joiner));
        !differs
    }

    /// Whether some part of the text matches.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Finds the first match that starts at `start` or later.
    pub(super) fn search(&self, text: &str, start: usize) -> Option<Captures> {
        let captures = self.regex.captures_at(text, start)?;
        let groups = captures
            .iter()
            .map(|group| group.map(|group| (group.start(), group.end())))
            .collect();
        Some(Captures { groups })
    }
}

/// The syntax of `regex` for a tree.
#[derive(Default)]
struct Translation {
    pattern: String,
    groups: usize,
    reads_last_line_end: bool,
    reads_words: bool,
}

impl Translation {
    /// Appends a node; nothing if it means something else in `regex`, or if that does not know it.
    fn add(&mut self, node: &RegexpNode) -> Option<()> {
        match node {
            RegexpNode::Empty => self.pattern.push_str("(?:)"),
            RegexpNode::Char(c) => self.add_char(*c),
            RegexpNode::Set(set) => self.add_set(set),
            RegexpNode::Any { newline: true } => self.pattern.push_str("(?s:.)"),
            RegexpNode::Any { newline: false } => self.pattern.push_str(r"[^\n]"),
            RegexpNode::Sequence(nodes) => nodes.iter().try_for_each(|node| self.add(node))?,
            RegexpNode::Alternatives(nodes) => self.add_alternatives(nodes)?,
            RegexpNode::Repeat(repeat) => self.add_repeat(repeat)?,
            RegexpNode::Capture { number, node } => {
                self.groups += 1;
                if *number != self.groups {
                    return None;
                }
                self.add_between("(", node)?;
            }
            RegexpNode::Options(node) => self.add(node)?,
            RegexpNode::Anchor(anchor) => self.add_anchor(*anchor)?,
            RegexpNode::Atomic(_)
            | RegexpNode::Look { .. }
            | RegexpNode::Absent(_)
            | RegexpNode::Condition(_)
            | RegexpNode::Backref(_)
            | RegexpNode::Call(_)
            | RegexpNode::Keep
            | RegexpNode::Grapheme => return None,
        }
        Some(())
    }

    fn add_between(&mut self, open: &str, node: &RegexpNode) -> Option<()> {
        self.pattern.push_str(open);
        self.add(node)?;
        self.pattern.push(')');
        Some(())
    }

    fn add_char(&mut self, c: char) {
        self.pattern
            .push_str(&regex_syntax::escape(c.encode_utf8(&mut [0; 4])));
    }

    fn add_set(&mut self, set: &ClassUnicode) {
        if set.ranges().is_empty() {
            self.pattern.push_str(r"[^\x{0}-\x{10ffff}]");
            return;
        }
        self.pattern.push('[');
        for range in set.ranges() {
            let (start, end) = (u32::from(range.start()), u32::from(range.end()));
            // Writing to a string does not fail.
            let _ = write!(self.pattern, r"\x{{{start:x}}}-\x{{{end:x}}}");
        }
        self.pattern.push(']');
    }

    fn add_alternatives(&mut self, nodes: &[RegexpNode]) -> Option<()> {
        self.pattern.push_str("(?:");
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                self.pattern.push('|');
            }
            self.add(node)?;
        }
        self.pattern.push(')');
        Some(())
    }

    fn add_repeat(&mut self, repeat: &Repeat) -> Option<()> {
        let Repeat {
            node,
            min,
            max,
            greedy,
        } = repeat;
        // Ruby leaves a repetition at the first iteration that matches nothing.
        let iterates = *max != Some(1);
        if *max == Some(0) || (iterates && may_be_empty(node)) {
            return None;
        }
        self.add_between("(?:", node)?;
        // Writing to a string does not fail.
        let _ = match max {
            Some(max) => write!(self.pattern, "{{{min},{max}}}"),
            None => write!(self.pattern, "{{{min},}}"),
        };
        if !greedy {
            self.pattern.push('?');
        }
        Some(())
    }

    fn add_anchor(&mut self, anchor: PositionAssertion) -> Option<()> {
        let text = match anchor {
            PositionAssertion::TextStart => r"\A",
            PositionAssertion::TextEnd => r"\z",
            PositionAssertion::TextEndOrNewline => {
                self.reads_last_line_end = true;
                r"\z"
            }
            PositionAssertion::LineStart => {
                self.reads_last_line_end = true;
                "(?m:^)"
            }
            PositionAssertion::LineEnd => "(?m:$)",
            PositionAssertion::WordBoundary { ascii: true } => r"(?-u:\b)",
            PositionAssertion::NotWordBoundary { ascii: true } => r"(?-u:\B)",
            PositionAssertion::WordBoundary { ascii: false } => {
                self.reads_words = true;
                r"\b"
            }
            PositionAssertion::NotWordBoundary { ascii: false } => {
                self.reads_words = true;
                r"\B"
            }
            PositionAssertion::SearchStart => return None,
        };
        self.pattern.push_str(text);
        Some(())
    }
}

/// Whether a node that `regex` knows may match the empty text.
fn may_be_empty(node: &RegexpNode) -> bool {
    match node {
        RegexpNode::Char(_) | RegexpNode::Set(_) | RegexpNode::Any { .. } => false,
        RegexpNode::Sequence(nodes) => nodes.iter().all(may_be_empty),
        RegexpNode::Alternatives(nodes) => nodes.iter().any(may_be_empty),
        RegexpNode::Repeat(repeat) => repeat.min == 0 || may_be_empty(&repeat.node),
        RegexpNode::Capture { node, .. } | RegexpNode::Options(node) => may_be_empty(node),
        _ => true,
    }
}
