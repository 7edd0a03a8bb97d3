//! The region of a block that is parsed again, and its brackets and heredocs.

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNodeData, NodeOrToken};

use crate::SyntaxKind::{self, *};
use crate::incremental::region_end::{Fence, ends_for_good};
use crate::parser::GreenElement;
use crate::parser::shift_offset;
use crate::{PuppetLanguage, SyntaxError, SyntaxNode, token_at};

/// The part of a block that is read again.
pub(super) struct Region {
    pub(super) range: TextRange,
    /// Its first child among those of the block, and the first after it.
    pub(super) children: std::ops::Range<usize>,
    /// The statement before it, if that is known to end there.
    pub(super) apart: Option<TextRange>,
    /// The last statement, if it must be read as before, with what belongs to it.
    pub(super) last: Vec<GreenElement>,
    /// The start of the statement after it, if it ends there.
    pub(super) fence: Option<Fence>,
    /// How many bytes it has become longer.
    pub(super) growth: isize,
}

/// Brackets and heredocs of some children of a block.
#[derive(Default)]
pub(super) struct RegionContents {
    pub(super) open_braces: isize,
    pub(super) open_parentheses: isize,
    pub(super) heredocs: usize,
    /// Tags of heredocs without their texts.
    pub(super) open_heredocs: usize,
    /// Whether there is a text of a heredoc before its tag.
    pub(super) has_foreign_text: bool,
}

/// What of the statements around a change is read again with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// The one before, unless it is known to end there; after it only the first tokens.
    Edges,
    /// The one before, and so many after.
    Whole(usize),
}

impl Region {
    /// From the statement before the change to its neighbours after, or to the braces.
    pub(super) fn from_change(
        block: &SyntaxNode,
        change: TextRange,
        growth: isize,
        neighbours: Neighbours,
    ) -> Option<Region> {
        let count = match neighbours {
            Neighbours::Edges => 1,
            Neighbours::Whole(count) => count,
        };
        let mut region = Region::with_statements(block, change, growth, count)?;
        if neighbours == Neighbours::Edges {
            region.shrink(block, change)?;
        }
        Some(region)
    }

    /// From the statement before the change to so many after it, or to the braces.
    fn with_statements(
        block: &SyntaxNode,
        change: TextRange,
        growth: isize,
        count: usize,
    ) -> Option<Region> {
        let green = block.green();
        let start = block.text_range().start();
        let mut region = Region {
            range: TextRange::empty(start + TextSize::new(1)),
            children: 1..green.children().len().checked_sub(1)?,
            apart: None,
            last: Vec::new(),
            fence: None,
            growth,
        };
        // The child after the statement before the last one that ends before the change.
        let (mut before, mut after) = ((1, region.range.start()), 0);
        let mut first_of_last = None;
        let mut offset = start;
        for (index, child) in green.children().enumerate() {
            let end = offset + child_len(child);
            if let NodeOrToken::Node(node) = child {
                // The text of a heredoc belongs to the statement before it.
                let is_statement = node.kind() != HEREDOC_BODY.into();
                if end < change.start() {
                    if is_statement {
                        region.children.start = before.0;
                        region.range = TextRange::empty(before.1);
                    }
                    before = (index + 1, end);
                } else if offset > change.end() {
                    if is_statement && first_of_last.is_some() {
                        break;
                    }
                    after += usize::from(is_statement);
                    if is_statement && after == count {
                        first_of_last = Some(index);
                    }
                    if first_of_last.is_some() {
                        region.children.end = index + 1;
                        region.range = TextRange::new(region.range.start(), end);
                    }
                }
            }
            offset = end;
        }
        match first_of_last {
            Some(first) => {
                let last = green.children().take(region.children.end).skip(first);
                region.last = last.map(|it| it.to_owned()).collect();
            }
            None => {
                let end = block.text_range().end() - TextSize::new(1);
                region.range = TextRange::new(region.range.start(), end);
            }
        }
        Some(region)
    }

    /// Leaves out the statements at both ends; nothing if the first tokens of the one after do not identify it.
    fn shrink(&mut self, block: &SyntaxNode, change: TextRange) -> Option<()> {
        if !self.last.is_empty() {
            let end = self.children.end;
            self.children.end -= self.last.len();
            let last = block.green().children().take(end).skip(self.children.end);
            let start = self.range.end() - last.map(child_len).sum::<TextSize>();
            self.fence = Some(Fence::from_statement(block, start)?);
            self.last.clear();
            self.range = TextRange::new(self.range.start(), start);
        }
        let mut end = self.range.start();
        let children = block.green().children().skip(self.children.start);
        let first = children.take(self.children.len()).position(|child| {
            end += child_len(child);
            child.as_node().is_some()
        });
        if let Some(first) = first
            && end < change.start()
            && ends_for_good(token_at(block, end - TextSize::new(1))?.kind())
        {
            self.apart = Some(TextRange::new(self.range.start(), end));
            self.children.start += first + 1;
            self.range = TextRange::new(end, self.range.end());
        }
        Some(())
    }

    /// Whether it starts with the block.
    pub(super) fn starts_block(&self) -> bool {
        self.children.start == 1
    }

    /// Whether it ends with the block.
    pub(super) fn ends_block(&self) -> bool {
        self.last.is_empty() && self.fence.is_none()
    }

    /// A range that ends where it ends, with the token after it if that may end something in it: the closing brace of the
    /// block, or the start of the statement after.
    pub(super) fn with_end(&self, range: TextRange) -> TextRange {
        let has_end = self.ends_block() || self.fence.is_some();
        TextRange::new(
            range.start(),
            range.end() + TextSize::new(u32::from(has_end)),
        )
    }

    /// Where something that was read after so many bytes of other text stands in the whole text.
    pub(super) fn offset_in_text(&self, offset: TextSize, head: usize) -> Option<TextSize> {
        (self.range.start() + offset).checked_sub(TextSize::try_from(head).ok()?)
    }

    /// The offset after it in the new text.
    pub(super) fn new_end(&self) -> TextSize {
        shift_offset(self.range.end(), self.growth)
    }

    /// What of the new text is read: with the tokens that are only looked at.
    pub(super) fn read(&self) -> TextRange {
        let end = self.fence.as_ref().map_or(self.range.end(), |it| it.end);
        TextRange::new(self.range.start(), shift_offset(end, self.growth))
    }

    /// What is in it before the change.
    pub(super) fn contents(&self, block: &SyntaxNode) -> RegionContents {
        let mut contents = RegionContents::default();
        let children = block.green().children().take(self.children.end);
        for child in children.skip(self.children.start) {
            contents.add(child);
        }
        contents
    }

    /// Whether an error belongs to what is read again: not one at its edges, which statements around it may have. What a
    /// statement lacks is reported at the first token after it.
    pub(super) fn holds(&self, error: &SyntaxError, first: TextSize) -> bool {
        (first < error.range.start()
            || self.starts_block() && self.range.start() <= error.range.start())
            && (error.range.end() < self.range.end()
                || self.ends_block() && error.range.end() == self.range.end())
    }

    /// Where the first token starts that is read again; `None` if it is none of a statement: it belongs to the one before.
    pub(super) fn first_token(&self, block: &SyntaxNode) -> Option<TextSize> {
        let mut start = self.range.start();
        for child in block.green().children().skip(self.children.start) {
            if !kind_of(child).is_trivia() {
                return (self.starts_block() || child.as_node().is_some()).then_some(start);
            }
            start += child_len(child);
        }
        Some(start)
    }
}

impl RegionContents {
    fn add(&mut self, child: NodeOrToken<&GreenNodeData, &rowan::GreenTokenData>) {
        let mut waiting = vec![(child, false)];
        while let Some((element, in_text)) = waiting.pop() {
            match (element, kind_of(element)) {
                (NodeOrToken::Node(node), kind) => {
                    if kind == HEREDOC_BODY {
                        match self.open_heredocs.checked_sub(1) {
                            Some(rest) => self.open_heredocs = rest,
                            None => self.has_foreign_text = true,
                        }
                    }
                    let in_text = in_text || kind == HEREDOC_BODY;
                    let children = node.children().rev();
                    waiting.extend(children.map(|child| (child, in_text)));
                }
                (NodeOrToken::Token(_), kind) => match kind {
                    L_PAREN => self.open_parentheses += 1,
                    R_PAREN => self.open_parentheses -= 1,
                    L_BRACE if !in_text => self.open_braces += 1,
                    R_BRACE if !in_text => self.open_braces -= 1,
                    HEREDOC_TAG => {
                        self.heredocs += 1;
                        self.open_heredocs += 1;
                    }
                    _ => {}
                },
            }
        }
    }
}

pub(super) fn child_len(child: NodeOrToken<&GreenNodeData, &rowan::GreenTokenData>) -> TextSize {
    match child {
        NodeOrToken::Node(node) => node.text_len(),
        NodeOrToken::Token(token) => token.text_len(),
    }
}

fn kind_of(child: NodeOrToken<&GreenNodeData, &rowan::GreenTokenData>) -> SyntaxKind {
    kind_of_raw(child.kind())
}

pub(super) fn kind_of_raw(kind: rowan::SyntaxKind) -> SyntaxKind {
    <PuppetLanguage as rowan::Language>::kind_from_raw(kind)
}
