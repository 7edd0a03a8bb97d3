//! Parsing again after an edit: only the statements around it.
//!
//! What comes out is what [`parse_with`] gives for the whole text; where that is not certain, nothing comes out.
//! A statement is read the same way wherever it stands in a block, as long as nothing continues after it that is open in
//! it. So the statements that an edit touches are read on their own, with some of their neighbours that it does not
//! touch: if the last of these is read as before, so is all after it. Where that is not enough, nothing comes out.
//!
//! Braces that are not balanced are matched by the layout of the whole text, which is kept beside the tree. That the part
//! can be read on its own is then certain only if all braces without partners are in it.
//!
//! [`parse_with`]: crate::parse_with

use std::sync::{Arc, OnceLock};

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNode, NodeOrToken};

use crate::SyntaxKind::{self, *};
use crate::lexer::tokenize_with;
use crate::parse::{Braces, Parse, ParseFlags, ParseOptions, PuppetParseErrors};
use crate::parser::{BraceMatching, Input, Layout, Significant};
use crate::{Entry, SyntaxNode, SyntaxToken};

use crate::incremental::region::{Neighbours, Region};
use crate::incremental::region_parser::{self, RegionParser};
use crate::incremental::surroundings::BlockSurroundings;
use puppet_text::TextChange;

/// What is read again around an edit: more where the edit continues with the statement before it, or has taken in the one
/// after.
const NEIGHBOURS: [Neighbours; 3] = [
    Neighbours::Edges,
    Neighbours::Whole(1),
    Neighbours::Whole(3),
];

/// Deeper trees are read as a whole: how deep code may be nested depends on what is around it.
pub(super) const DEEPEST: usize = 100;

/// An edit of a text that was read.
#[derive(Clone, Copy)]
pub(super) struct EditedText<'a> {
    pub(super) old: &'a Parse,
    pub(super) old_text: &'a str,
    text: &'a str,
    change: TextChange,
    options: ParseOptions,
}

/// The tree of `text`, made of that of `old_text`, which was read with the same options; `None` if it is better to read
/// all of it.
pub fn reparse(old: &Parse, old_text: &str, text: &str, options: ParseOptions) -> Option<Parse> {
    if options.entry != Entry::Manifest {
        return None;
    }
    let edit = EditedText {
        old,
        old_text,
        text,
        change: TextChange::new(old_text, text),
        options,
    };
    if !edit.old.facts().is_legible {
        return None;
    }
    let block = block_around(&edit.old.syntax(), edit.change.old)?;
    if block.ancestors().any(|it| is_looked_into(&it)) {
        return None;
    }
    let reparse = RegionReparse { edit, block };
    NEIGHBOURS.iter().find_map(|it| reparse.with(*it))
}

/// Whether what is in a node may decide how it is read: in a block, if the name before it may be the type of a resource; in
/// the braces after an expression.
fn is_looked_into(node: &SyntaxNode) -> bool {
    let first = || node.first_child_or_token().map(|it| it.kind());
    match node.kind() {
        BLOCK => {
            let before = node.first_token().and_then(|it| last_significant(&it));
            let is_type = |it: &SyntaxToken| matches!(it.kind(), NAME | CLASS_REF | CLASS_KW);
            before.is_some_and(|it| is_type(&it) && starts_line(&it))
        }
        IF_EXPR => !matches!(first(), Some(IF_KW | ELSIF_KW)),
        RESOURCE_EXPR | UNTITLED_RESOURCE => first() != Some(NAME_EXPR),
        _ => false,
    }
}

/// The token before this one that is no trivia.
fn last_significant(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut last = token.prev_token()?;
    while last.kind().is_trivia() {
        last = last.prev_token()?;
    }
    Some(last)
}

/// Whether only spaces are before a token on its line.
fn starts_line(token: &SyntaxToken) -> bool {
    let before = token.prev_token();
    before.is_none_or(|it| it.kind().is_trivia() && it.text().contains('\n'))
}

/// What the statements around an edit are read again with.
pub(super) struct RegionReparse<'a> {
    pub(super) edit: EditedText<'a>,
    /// The block that has them.
    pub(super) block: SyntaxNode,
}

impl RegionReparse<'_> {
    /// The tree, if it is enough to read these neighbours of the edit.
    fn with(&self, neighbours: Neighbours) -> Option<Parse> {
        let TextChange { old, growth } = self.edit.change;
        let region = Region::from_change(&self.block, old, growth, neighbours)?;
        if usize::from(region.range.len()) > self.edit.old_text.len() / 2
            || self.heredoc_is_open(&region)
        {
            return None;
        }
        let outside = BlockSurroundings::new(self, &region)?;
        let statements = std::ops::Range::<usize>::from(region.read());
        let statements = self.edit.text.get(statements)?;
        let source = region_parser::source(statements);
        let lexed = tokenize_with(&source, Entry::Manifest, self.edit.options.keywords);
        let significant = Significant::new(&source, &lexed);
        let input = Input::new(&source, &lexed, &significant);
        let reading = RegionParser::new(&source, &lexed, input, &region, outside.open_parentheses)?;
        let (braces, plan) = self.braces(&region, &reading)?;
        let open_braces = reading.open_braces;
        if !outside.bears(self, &region, open_braces, reading.open_parentheses()) {
            return None;
        }
        let read = reading.tree(&region, plan)?;
        let children = region.replace_children(&self.block, &read)?;
        // Where that is depends on all of the text: Puppet takes each closing brace for that of the block that was opened
        // last.
        let stops = match open_braces != 0 || read.stops || outside.has_stop() {
            true => PuppetParseErrors::unlocated(self.edit.options),
            false => PuppetParseErrors::Nowhere,
        };
        let errors = outside.join_errors(read.errors, &region);
        let green = self
            .block
            .replace_with(GreenNode::new(BLOCK.into(), children));
        let facts = ParseFlags {
            is_legible: true,
            open_braces,
            open_parentheses: reading.open_parentheses(),
            heredocs: outside.heredocs + lexed.heredocs().len(),
            braces,
        };
        Some(Parse::from_parts(green, errors, stops, facts))
    }

    /// Whether the text of a heredoc may start with the next line break after the start of a region.
    fn heredoc_is_open(&self, region: &Region) -> bool {
        let before = self.edit.old_text.get(..usize::from(region.range.start()));
        let line = before.and_then(|before| before.rsplit('\n').next());
        line.is_none_or(|line| line.contains("@("))
    }

    /// The layout of the new text, if it matters, and what it says about the braces of a part.
    fn braces(
        &self,
        region: &Region,
        reading: &RegionParser<'_>,
    ) -> Option<(Arc<OnceLock<Braces>>, BraceMatching)> {
        let old = &self.edit.old.facts().braces;
        let is_balanced = reading.open_braces == 0;
        if is_balanced && old.get().is_none() {
            return Some((Arc::default(), BraceMatching::default()));
        }
        let known = match old.get() {
            Some(known) => known,
            None => {
                let layout = Layout::from_tree(self.edit.old.green(), self.edit.old_text)?;
                old.get_or_init(|| Braces::new(layout))
            }
        };
        let range = region.with_end(region.range);
        let (marks, positions) = reading.marks(region)?;
        let (layout, place) = known
            .layout
            .replace(range, &marks, self.edit.change.growth)?;
        let braces = Braces::new(layout);
        let position = |mark: usize| positions.get(mark.checked_sub(place.start)?).copied();
        let plan = braces.plan.renumber(position)?;
        Some((Arc::new(OnceLock::from(braces)), plan))
    }
}

/// The innermost block around a range that stands in nothing but blocks and what has them.
pub(super) fn block_around(root: &SyntaxNode, range: TextRange) -> Option<SyntaxNode> {
    let inner = match root.covering_element(range) {
        NodeOrToken::Node(node) => node,
        NodeOrToken::Token(token) => token.parent()?,
    };
    let mut found = None;
    for node in inner.ancestors() {
        if !holds_blocks(node.kind()) {
            found = None;
        } else if found.is_none() && node.kind() == BLOCK && is_inside(&node, range) {
            found = Some(node);
        }
    }
    found.filter(|block| block.ancestors().take(DEEPEST).count() < DEEPEST)
}

fn holds_blocks(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SOURCE_FILE
            | BLOCK
            | CLASS_DEF
            | DEFINE_DEF
            | FUNCTION_DEF
            | PLAN_DEF
            | NODE_DEF
            | IF_EXPR
            | ELSE_CLAUSE
            | UNLESS_EXPR
            | CASE_EXPR
            | CASE_OPTION
    )
}

/// Whether a range is between the braces of a block.
fn is_inside(block: &SyntaxNode, range: TextRange) -> bool {
    let is =
        |element: Option<crate::SyntaxElement>, kind| element.is_some_and(|it| it.kind() == kind);
    let brace = TextSize::new(1);
    is(block.first_child_or_token(), L_BRACE)
        && is(block.last_child_or_token(), R_BRACE)
        && block.text_range().start() + brace <= range.start()
        && range.end() + brace <= block.text_range().end()
}
