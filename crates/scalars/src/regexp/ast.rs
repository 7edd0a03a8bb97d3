//! The tree of a regular expression.

use regex_syntax::hir::ClassUnicode;

/// A node.
#[derive(Debug, Clone)]
pub(super) enum RegexpNode {
    /// Matches the empty text.
    Empty,
    /// One character.
    Char(char),
    /// One character of a set.
    Set(ClassUnicode),
    /// Any character; a line end only if `newline`.
    Any { newline: bool },
    /// One after the other.
    Sequence(Vec<RegexpNode>),
    /// The first that leads to a match.
    Alternatives(Vec<RegexpNode>),
    /// A repetition.
    Repeat(Box<Repeat>),
    /// A group that captures.
    Capture {
        number: usize,
        node: Box<RegexpNode>,
    },
    /// A group that exists only for its options: `(?i:…)`.
    Options(Box<RegexpNode>),
    /// `(?>…)`: once matched, not tried otherwise.
    Atomic(Box<RegexpNode>),
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    Look {
        is_lookbehind: bool,
        negative: bool,
        node: Box<RegexpNode>,
    },
    /// `(?~…)`: the longest text that holds no match.
    Absent(Box<RegexpNode>),
    /// `(?(1)…|…)`
    Condition(Box<Condition>),
    /// `\1`, `\k<name>`
    Backref(Backref),
    /// `\g<name>`
    Call(GroupCall),
    /// A place.
    Anchor(PositionAssertion),
    /// `\K`: the match starts here.
    Keep,
    /// `\X`: one grapheme cluster.
    Grapheme,
}

/// A repetition.
#[derive(Debug, Clone)]
pub(super) struct Repeat {
    pub node: RegexpNode,
    pub min: u32,
    /// Nothing: any number.
    pub max: Option<u32>,
    pub greedy: bool,
}

/// A choice by whether a group took part.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub group: usize,
    pub by_name: bool,
    pub yes: RegexpNode,
    pub no: RegexpNode,
}

/// A reference to what groups matched; of several, the last one that took part.
#[derive(Debug, Clone)]
pub(super) struct Backref {
    pub groups: Vec<usize>,
    pub by_name: bool,
    pub ignore_case: bool,
    /// Whether a level of recursion was given.
    pub level: bool,
}

/// A call of a group.
#[derive(Debug, Clone)]
pub(super) enum GroupCall {
    /// By number; 0 is the whole expression.
    Number(usize),
    /// By name.
    Name(String),
}

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PositionAssertion {
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\Z`: the end, or before a final line end.
    TextEndOrNewline,
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `\b`
    WordBoundary { ascii: bool },
    /// `\B`
    NotWordBoundary { ascii: bool },
    /// `\G`: where the search started.
    SearchStart,
}

/// The nodes directly below a node, which is borrowed or mutable.
macro_rules! children {
    ($node:ident, $iter:ident $(, $mutable:tt)?) => {
        match $node {
            Self::Sequence(nodes) | Self::Alternatives(nodes) => nodes.$iter().collect(),
            Self::Repeat(repeat) => vec![& $($mutable)? repeat.node],
            Self::Capture { node, .. }
            | Self::Options(node)
            | Self::Atomic(node)
            | Self::Look { node, .. }
            | Self::Absent(node) => vec![node],
            Self::Condition(condition) => {
                vec![& $($mutable)? condition.yes, & $($mutable)? condition.no]
            }
            Self::Empty
            | Self::Char(_)
            | Self::Set(_)
            | Self::Any { .. }
            | Self::Backref(_)
            | Self::Call(_)
            | Self::Anchor(_)
            | Self::Keep
            | Self::Grapheme => Vec::new(),
        }
    };
}

impl RegexpNode {
    /// The nodes directly below.
    pub(super) fn children(&self) -> Vec<&RegexpNode> {
        children!(self, iter)
    }

    /// Whether it matches at the start of every text: it asks for nothing.
    pub(super) fn matches_everywhere(&self) -> bool {
        match self {
            Self::Empty
            | Self::Anchor(PositionAssertion::TextStart | PositionAssertion::LineStart) => true,
            Self::Repeat(repeat) => repeat.min == 0,
            Self::Sequence(nodes) => nodes.iter().all(Self::matches_everywhere),
            Self::Alternatives(nodes) => nodes.iter().any(Self::matches_everywhere),
            Self::Capture { node, .. } | Self::Options(node) => node.matches_everywhere(),
            _ => false,
        }
    }

    /// Adds the numbers of the groups that take part in every match.
    pub(super) fn add_certain_groups(&self, groups: &mut Vec<usize>) {
        match self {
            Self::Capture { number, node } => {
                groups.push(*number);
                node.add_certain_groups(groups);
            }
            Self::Sequence(nodes) => nodes.iter().for_each(|it| it.add_certain_groups(groups)),
            Self::Options(node)
            | Self::Atomic(node)
            | Self::Look {
                negative: false,
                node,
                ..
            } => node.add_certain_groups(groups),
            Self::Repeat(repeat) if repeat.min > 0 => repeat.node.add_certain_groups(groups),
            _ => {}
        }
    }

    /// The highest number of a group.
    pub(super) fn group_count(&self) -> usize {
        let own = match self {
            Self::Capture { number, .. } => *number,
            _ => 0,
        };
        let below = self.children().into_iter().map(Self::group_count);
        below.fold(own, usize::max)
    }

    /// The nodes directly below, to change them.
    pub(super) fn children_mut(&mut self) -> Vec<&mut RegexpNode> {
        children!(self, iter_mut, mut)
    }
}
