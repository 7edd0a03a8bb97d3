//! Parses the statements of a part as if they were all of a block.

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNode, GreenNodeData, NodeOrToken};

use crate::SyntaxKind::*;
use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::incremental::region::Region;
use crate::incremental::region_end::{children_before, starts_statement_token};
use crate::incremental::reparse::DEEPEST;
use crate::lexer::Lexed;
use crate::parse::{all_errors, first_stop, is_legible, run};
use crate::parser::GreenElement;
use crate::parser::{self, BraceMatching, IndentationMark, Input, Layout, Parser};
use crate::{Entry, SyntaxNode};

/// What stands before the statements that are read on their own.
const HEAD: &str = "if x {";

/// The text that is read in the place of all of it.
pub(super) fn source(statements: &str) -> String {
    format!("{HEAD}{statements}}}")
}

/// How many closing braces stand after the statements.
const CLOSERS: usize = 1;

/// The tokens of a part.
pub(super) struct RegionParser<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    pub(super) input: Input<'t>,
    /// Opening parentheses minus closing ones around the part.
    outer_parentheses: isize,
    /// Opening braces minus closing ones in the part.
    pub(super) open_braces: isize,
    /// The tokens after the part that are only looked at.
    fence: Option<std::ops::Range<usize>>,
}

/// What became of a part.
pub(super) struct RegionRead {
    /// The block that it is all of.
    block: GreenNode,
    /// How many children of that are of the part, with the brace before them.
    children: usize,
    /// The errors, in the new text.
    pub(super) errors: Vec<SyntaxError>,
    /// Whether Puppet stops in it.
    pub(super) stops: bool,
}

impl<'t> RegionParser<'t> {
    /// Nothing if the tokens may depend on what is after them.
    pub(super) fn new(
        text: &'t str,
        lexed: &'t Lexed,
        input: Input<'t>,
        region: &Region,
        outer_parentheses: isize,
    ) -> Option<RegionParser<'t>> {
        if !is_legible(text, lexed) {
            return None;
        }
        let fence = region.fence.as_ref();
        let count = |open| fence.map_or(0, |it| it.count(open));
        let reading = RegionParser {
            text,
            lexed,
            outer_parentheses: outer_parentheses - count(L_PAREN),
            open_braces: input.open_braces() - count(L_BRACE),
            fence: match fence {
                Some(fence) => Some(fence.locate(&input, end_of_part(region), CLOSERS)?),
                None => None,
            },
            input,
        };
        (reading.starts_apart(region) && !reading.fence_is_faulty(region)).then_some(reading)
    }

    /// Whether the first token does not continue with the statement before the part.
    fn starts_apart(&self, region: &Region) -> bool {
        let start = TextSize::of(HEAD);
        let mut positions = 0..self.input.len();
        let first = positions.find(|at| self.input.range(*at).start() >= start);
        region.apart.is_none()
            || first.is_some_and(|at| starts_statement_token(self.input.kind(at)))
    }

    /// Whether the lexer reports something after the part.
    fn fence_is_faulty(&self, region: &Region) -> bool {
        let end = end_of_part(region);
        let mut errors = self.lexed.errors().iter();
        self.fence.is_some() && errors.any(|it| it.range.end() > end)
    }

    /// Opening parentheses minus closing ones in the whole new text.
    pub(super) fn open_parentheses(&self) -> isize {
        self.outer_parentheses + self.input.open_parentheses()
    }

    /// The marks of the part in the layout of the whole text, and the significant tokens here that they are.
    pub(super) fn marks(&self, region: &Region) -> Option<(Vec<IndentationMark>, Vec<usize>)> {
        let (layout, positions) = Layout::from_input(&self.input);
        let (start, end) = (TextSize::of(HEAD), end_of_part(region));
        let part = layout.marks_in(region.with_end(TextRange::new(start, end)));
        let found = layout.marks().get(part.clone())?;
        // What stands before the part is not known here.
        let first = found.first().filter(|it| it.is_doubled);
        let spaces = first.and_then(|it| self.text.get(start.into()..it.start.into()));
        if !region.starts_block() && spaces.is_some_and(|it| it.trim_start().is_empty()) {
            return None;
        }
        let marks = found.iter();
        let marks =
            marks.map(|mark| Some(mark.with_start(region.offset_in_text(mark.start, HEAD.len())?)));
        Some((marks.collect::<Option<_>>()?, positions.get(part)?.to_vec()))
    }

    /// The tree of the part; nothing if it does not end as it did before.
    pub(super) fn tree(&self, region: &Region, plan: BraceMatching) -> Option<RegionRead> {
        let mut parser = Parser::new(&self.input)
            .with_parentheses(self.outer_parentheses)
            .with_braces(plan);
        if let Some(fence) = self.fence.clone() {
            parser = parser.with_fence(fence);
        }
        let mut output = run(parser, Entry::Manifest);
        let stop = first_stop(&self.input, self.lexed, output.stop);
        let errors = all_errors(std::mem::take(&mut output.errors), self.lexed, self.text);
        let is_balanced = self.open_braces == 0;
        let end = TextSize::of(self.text) - TextSize::new(1);
        let farthest = match self.fence {
            Some(_) => output.fenced?,
            None => output.farthest,
        };
        if output.saw_first_line || !region.ends_block() && farthest + CLOSERS >= self.input.len() {
            return None;
        }
        let is_lost = |error: &SyntaxError| {
            is_balanced && error.kind == SyntaxErrorKind::Unclosed
                || !region.ends_block() && error.range.end() >= end
                || error.range.start() > end
        };
        if errors.iter().any(is_lost) {
            return None;
        }
        let green = parser::build_tree(self.text, self.lexed, &self.input, output);
        let errors = errors.iter().map(|it| moved(region, it));
        let block = only_block(green)?;
        let before_brace = TextSize::of(HEAD) - TextSize::new(1);
        Some(RegionRead {
            children: match self.fence {
                Some(_) => children_before(&block, end_of_part(region) - before_brace)?,
                None => block.children().len().checked_sub(CLOSERS)?,
            },
            block,
            errors: errors.collect::<Option<_>>()?,
            stops: stop.is_some(),
        })
    }
}

impl Region {
    /// The children of the block, with those in place that were read.
    pub(super) fn replace_children(
        &self,
        block: &SyntaxNode,
        read: &RegionRead,
    ) -> Option<Vec<GreenElement>> {
        let new = read.block.children().take(read.children).skip(1);
        let mut new: Vec<GreenElement> = new.map(|it| it.to_owned()).collect();
        if !new.ends_with(&self.last) {
            return None;
        }
        let old: Vec<GreenElement> = block.green().children().map(|it| it.to_owned()).collect();
        keep_equal(old.get(self.children.clone())?, &mut new);
        let before = old.get(..self.children.start)?.iter().cloned();
        let after = old.get(self.children.end..)?.iter().cloned();
        Some(before.chain(new).chain(after).collect())
    }
}

/// Where a part ends in the text that is read in the place of all of it.
fn end_of_part(region: &Region) -> TextSize {
    TextSize::of(HEAD) + (region.new_end() - region.range.start())
}

/// An error that was read, in the whole new text.
fn moved(region: &Region, error: &SyntaxError) -> Option<SyntaxError> {
    let at = |offset| region.offset_in_text(offset, HEAD.len());
    let range = |it: TextRange| Some(TextRange::new(at(it.start())?, at(it.end())?));
    Some(SyntaxError {
        range: range(error.range)?,
        opener: match error.opener {
            Some(opener) => Some(range(opener)?),
            None => None,
        },
        kind: error.kind,
        missing: error.missing.clone(),
        message: error.message.clone(),
    })
}

/// The block that is all of a text that was read, but for its head.
fn only_block(root: GreenNode) -> Option<GreenNode> {
    let root = SyntaxNode::new_root(root);
    let condition = root.first_child().filter(|it| it.kind() == IF_EXPR)?;
    let inner = condition.last_child().filter(|it| it.kind() == BLOCK)?;
    let brace = TextSize::of(HEAD) - TextSize::new(1);
    let is_whole = inner.text_range() == TextRange::new(brace, root.text_range().end());
    let inner = inner.green();
    (is_whole && is_closed(inner) && is_flat(inner)).then(|| inner.to_owned())
}

/// Puts the old children in the places of new ones at both ends that equal them, so that what is known of them by their
/// addresses stays so.
fn keep_equal(old: &[GreenElement], new: &mut [GreenElement]) {
    for (old, new) in old.iter().zip(new.iter_mut()) {
        if old != new {
            break;
        }
        *new = old.clone();
    }
    for (old, new) in old.iter().rev().zip(new.iter_mut().rev()) {
        if old != new {
            break;
        }
        *new = old.clone();
    }
}

/// Whether a block ends with its brace.
fn is_closed(block: &GreenNodeData) -> bool {
    let last = block.children().last();
    last.is_some_and(|last| last.kind() == R_BRACE.into())
}

/// Whether a tree is not too deep.
fn is_flat(root: &GreenNodeData) -> bool {
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        let children = node.children().filter_map(NodeOrToken::into_node);
        waiting.extend(children.map(|child| (child, depth + 1)));
        if depth > DEEPEST {
            return false;
        }
    }
    true
}
