//! The statements of a file or definition, lowered in groups: each becomes a chunk of the body. So do the parameters.
//!
//! A chunk is a pure function of the tree of its group and of the base of its ids (which follows from the lengths and
//! numbers of what is before, and never from what the text was before). After an edit, the groups whose trees
//! are the very same ones as before (`reparse` keeps those of the statements that it does not read again) keep their
//! chunks, too, unless their bases have moved.

use std::collections::HashMap;
use std::sync::Arc;

use puppet_syntax::ast::{AstNode, Expr as AstExpr, ParamList};
use puppet_syntax::{
    GreenNode, GreenToken, NodeOrToken, Parse, SyntaxElement, SyntaxKind, SyntaxNode,
};
use text_size::{TextRange, TextSize};

use super::Lowerer;
use crate::model::{ExprId, Parameter, PlacedChunk};

/// A group of several statements is not longer than this. In bytes.
const LONG: u32 = 2048;

/// A group with a statement of this length may start a section: statements typed beside it do not change that. In bytes.
const ANCHOR: u32 = 512;

/// Where not more groups than these change, none is kept that is not met any more.
const FEW: usize = 2;

/// The groups of statements that a lowering has met, for the next lowering of the same file.
#[derive(Debug, Clone, Default)]
pub struct Statements {
    groups: Arc<ReuseMap>,
    /// Some that only lowerings before have met. What a half-typed word makes of all statements behind it is undone by the
    /// next letters.
    earlier: Arc<ReuseMap>,
    heads: Arc<Heads>,
}

/// By the base of the chunk and the address of the group's first tree.
type ReuseMap = HashMap<(usize, usize), Arc<StatementRun>>;

/// Lists of parameters by their addresses.
type Heads = HashMap<usize, Arc<Head>>;

/// What a list of parameters has become.
#[derive(Debug)]
struct Head {
    /// Holding it keeps its address from being used again.
    _tree: GreenNode,
    /// Where it starts, from the definition's start.
    start: TextSize,
    chunk: PlacedChunk,
    parameters: Box<[Parameter]>,
    heredocs: usize,
}

#[derive(Debug)]
struct StatementRun {
    /// From the first statement to the last one.
    trees: Box<[Tree]>,
    chunk: PlacedChunk,
    statements: Box<[ExprId]>,
    /// How many there are in it, with their texts.
    heredocs: usize,
}

/// A statement, or what is between two of them. Holding it keeps its address from being used again.
type Tree = NodeOrToken<GreenNode, GreenToken>;

/// StatementRuns of a lowering before, and those of this one.
#[derive(Debug, Default)]
pub(super) struct StatementRuns {
    before: Statements,
    now: ReuseMap,
    heads: Heads,
    /// Whether a group depends on nothing but its own tree. What is before a tag of a template is elsewhere. So may be the
    /// text of a heredoc: which one it is depends on all tags before, unless all of them have their texts in their own
    /// groups.
    are_kept: bool,
    /// How many heredocs of the text have not been met in a group (or head) that holds their texts, too.
    other_heredocs: usize,
    /// Whether groups with heredocs were taken over.
    has_known_heredocs: bool,
    open: OpenGroup,
}

/// The group (or head) that is being lowered.
#[derive(Debug, Default)]
struct OpenGroup {
    range: TextRange,
    /// Where the tags of its heredocs end that have their texts in it.
    tags: Vec<TextSize>,
    /// Whether it depends on more than its own tree.
    is_open: bool,
}

impl StatementRuns {
    pub(super) fn new(parse: &Parse, before: &Statements) -> Self {
        Self {
            before: before.clone(),
            are_kept: parse.manifest().is_some(),
            other_heredocs: parse.heredoc_count(),
            ..Self::default()
        }
    }

    /// Whether the groups that were taken over are what they would have become now.
    pub(super) fn is_certain(&self) -> bool {
        self.other_heredocs == 0 || !self.has_known_heredocs
    }

    pub(super) fn finish(self) -> Statements {
        let is_certain = self.other_heredocs == 0;
        let statements = Statements {
            earlier: self.before.unmet(&self.now),
            groups: Arc::new(self.now),
            heads: Arc::new(self.heads),
        };
        match is_certain {
            true => statements,
            false => statements.without_heredocs(),
        }
    }

    /// A heredoc is lowered; its text may be text of something else.
    pub(super) fn meet_heredoc(&mut self, tag: TextRange, text: Option<TextRange>) {
        let range = self.open.range;
        let is_within = |it: TextRange| range.contains_range(it);
        match is_within(tag) && text.is_some_and(is_within) {
            true => self.open.tags.push(tag.end()),
            false => self.open.is_open = true,
        }
    }

    /// Starts a group in this range; gives the one around it.
    fn start(&mut self, range: TextRange) -> OpenGroup {
        let group = OpenGroup {
            range,
            ..OpenGroup::default()
        };
        std::mem::replace(&mut self.open, group)
    }

    /// Ends the group that was started. Gives how many heredocs are in it with their texts, unless it depends on more.
    fn end(&mut self, around: OpenGroup) -> Option<usize> {
        let mut group = std::mem::replace(&mut self.open, around);
        group.tags.sort_unstable();
        group.tags.dedup();
        (!group.is_open).then_some(group.tags.len())
    }

    /// A group is kept, or was.
    fn count(&mut self, heredocs: usize) {
        self.other_heredocs = self.other_heredocs.saturating_sub(heredocs);
    }
}

impl Statements {
    /// The group that starts in this place, and whose trees these are.
    fn find(&self, place: (usize, usize), trees: &[SyntaxElement]) -> Option<&Arc<StatementRun>> {
        let mut known = [&self.groups, &self.earlier].into_iter();
        known.find_map(|known| known.get(&place).filter(|it| it.is_of(trees)))
    }

    /// Those that are not met now, not more than are met: for those that come back.
    fn unmet(&self, now: &ReuseMap) -> Arc<ReuseMap> {
        let is_unmet =
            |(place, _): &(&(usize, usize), &Arc<StatementRun>)| !now.contains_key(place);
        let last = self.groups.iter().filter(is_unmet);
        if last.clone().nth(FEW).is_none() {
            return Arc::clone(&self.earlier);
        }
        let earlier = self.earlier.iter().filter(is_unmet);
        let earlier = earlier.filter(|(place, _)| !self.groups.contains_key(place));
        let unmet = last.chain(earlier).take(now.len());
        Arc::new(unmet.map(|(place, it)| (*place, Arc::clone(it))).collect())
    }

    /// Those without heredocs.
    pub(super) fn without_heredocs(&self) -> Self {
        let groups = self.groups.iter().filter(|(_, it)| it.heredocs == 0);
        let earlier = self.earlier.iter().filter(|(_, it)| it.heredocs == 0);
        let heads = self.heads.iter().filter(|(_, it)| it.heredocs == 0);
        Self {
            groups: Arc::new(groups.map(|(key, it)| (*key, Arc::clone(it))).collect()),
            earlier: Arc::new(earlier.map(|(key, it)| (*key, Arc::clone(it))).collect()),
            heads: Arc::new(heads.map(|(key, it)| (*key, Arc::clone(it))).collect()),
        }
    }

    /// How many groups there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many groups an earlier lowering had already, or one before it, with the same chunks.
    #[must_use]
    pub fn shared_with(&self, earlier: &Statements) -> usize {
        let groups = self.groups.iter();
        let is_shared = |(place, group): &(&(usize, usize), &Arc<StatementRun>)| {
            let mut known = [&earlier.groups, &earlier.earlier].into_iter();
            known.any(|known| {
                let known = known.get(place);
                known.is_some_and(|known| group.chunk.is_same(&known.chunk))
            })
        };
        groups.filter(is_shared).count()
    }
}

impl Lowerer {
    /// The parameters of a definition of which nothing else is lowered yet: they become a chunk of their own.
    pub(super) fn head(&mut self, list: Option<ParamList>) -> Box<[Parameter]> {
        let (Some(list), Some(frame)) = (list, self.frames.last_mut()) else {
            return Box::default();
        };
        let start = list.syntax().text_range().start();
        let start = start.checked_sub(frame.start).unwrap_or(start);
        let tree = list.syntax().green().to_owned();
        let address = std::ptr::from_ref(&*tree).addr();
        let known = self.groups.before.heads.get(&address);
        if let Some(known) = known.filter(|known| known.start == start && self.groups.are_kept) {
            let known = Arc::clone(known);
            let chunk = known.chunk.clone();
            frame.builder.take_over(chunk, TextSize::new(0));
            let parameters = known.parameters.clone();
            self.groups.has_known_heredocs |= known.heredocs > 0;
            self.groups.count(known.heredocs);
            self.groups.heads.insert(address, known);
            return parameters;
        }
        let around = self.groups.start(list.syntax().text_range());
        let parameters = self.parameters(Some(list));
        let heredocs = self.groups.end(around);
        // Definitions have bodies of their own, also where none can stand.
        let frame = self.frames.last_mut();
        let chunk = frame.and_then(|frame| {
            let chunk = frame.builder.end_chunk();
            chunk.filter(|_| frame.builder.definition_count() == 0)
        });
        if let (Some(chunk), Some(heredocs)) = (chunk, heredocs) {
            self.groups.count(heredocs);
            let head = Head {
                _tree: tree,
                start,
                chunk,
                parameters: parameters.clone(),
                heredocs,
            };
            self.groups.heads.insert(address, Arc::new(head));
        }
        parameters
    }

    /// The statements that stand directly in a node, in groups.
    pub(super) fn statements_in(&mut self, parent: &SyntaxNode) -> Vec<ExprId> {
        let mut result = Vec::new();
        let mut group = Vec::new();
        let mut length = 0;
        let mut trivia = Vec::new();
        for element in parent.children_with_tokens() {
            let NodeOrToken::Node(node) = &element else {
                trivia.push(element);
                continue;
            };
            let is_statement = AstExpr::can_cast(node.kind());
            if group.is_empty() && !is_statement {
                continue;
            }
            let own = u32::from(node.text_range().len());
            // The text of a heredoc stays with its tag.
            if is_statement && (length + own > LONG || trivia.iter().any(is_gap)) {
                self.group(&std::mem::take(&mut group), &mut result);
                length = 0;
            }
            if group.is_empty() {
                trivia.clear();
            }
            length += own;
            group.append(&mut trivia);
            group.push(element);
        }
        self.group(&group, &mut result);
        result
    }

    /// Lowers a group, or takes over what it became before.
    fn group(&mut self, group: &[SyntaxElement], result: &mut Vec<ExprId>) {
        let Some(start) = group.first().map(|it| it.text_range().start()) else {
            return;
        };
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let from_definition = start.checked_sub(frame.start).unwrap_or(TextSize::new(0));
        let may_start_section = result.is_empty() || group.iter().any(is_anchor);
        let base = frame
            .builder
            .start_chunk(from_definition, may_start_section);
        let key = (base, group.first().map_or(0, address));
        let known = self.groups.before.find(key, group);
        if let Some(known) = known.filter(|_| self.groups.are_kept) {
            let known = Arc::clone(known);
            frame
                .builder
                .take_over(known.chunk.clone(), from_definition);
            result.extend_from_slice(&known.statements);
            self.groups.has_known_heredocs |= known.heredocs > 0;
            self.groups.count(known.heredocs);
            self.groups.now.insert(key, known);
            return;
        }
        let definitions = frame.builder.definition_count();
        let end = group.last().map_or(start, |it| it.text_range().end());
        let around = self.groups.start(TextRange::new(start, end));
        let nodes = group.iter().filter_map(|it| it.as_node().cloned());
        let statements = self.statements(nodes.filter_map(AstExpr::cast));
        result.extend_from_slice(&statements);
        let heredocs = self.groups.end(around);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        // Definitions have bodies of their own, and names that depend on what is around them.
        let is_plain = frame.builder.definition_count() == definitions;
        let chunk = frame.builder.end_chunk();
        if let (Some(chunk), Some(heredocs)) = (chunk, heredocs)
            && is_plain
            && self.groups.are_kept
        {
            self.groups.count(heredocs);
            let group = StatementRun {
                trees: group.iter().map(tree).collect(),
                chunk,
                statements: statements.into(),
                heredocs,
            };
            self.groups.now.insert(key, Arc::new(group));
        }
    }
}

impl StatementRun {
    /// Whether these are its very trees.
    fn is_of(&self, trees: &[SyntaxElement]) -> bool {
        let addresses = self.trees.iter().map(|tree| match tree {
            NodeOrToken::Node(node) => std::ptr::from_ref(&**node).addr(),
            NodeOrToken::Token(token) => std::ptr::from_ref(&**token).addr(),
        });
        addresses.eq(trees.iter().map(address))
    }
}

fn tree(element: &SyntaxElement) -> Tree {
    match element {
        NodeOrToken::Node(node) => NodeOrToken::Node(node.green().to_owned()),
        NodeOrToken::Token(token) => NodeOrToken::Token(token.green().to_owned()),
    }
}

/// Whether statements that this is between are of different groups: an empty line, or a comment.
fn is_gap(element: &SyntaxElement) -> bool {
    let NodeOrToken::Token(token) = element else {
        return false;
    };
    match token.kind() {
        SyntaxKind::WHITESPACE => token.text().matches('\n').nth(1).is_some(),
        kind => kind.is_trivia(),
    }
}

fn is_anchor(element: &SyntaxElement) -> bool {
    let NodeOrToken::Node(node) = element else {
        return false;
    };
    u32::from(node.text_range().len()) >= ANCHOR
}

fn address(element: &SyntaxElement) -> usize {
    match element {
        NodeOrToken::Node(node) => std::ptr::from_ref(node.green()).addr(),
        NodeOrToken::Token(token) => std::ptr::from_ref(token.green()).addr(),
    }
}
