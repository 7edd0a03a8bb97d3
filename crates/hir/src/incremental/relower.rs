//! The statements of a file or definition, lowered in runs: each becomes a chunk of the body. So do the parameters.
//!
//! A chunk is a pure function of the tree of its run and of the base of its ids (which follows from the lengths and
//! numbers of what is before, and never from what the text was before). After an edit, the runs whose trees
//! are the very same ones as before (`reparse` keeps those of the statements that it does not read again) keep their
//! chunks, too, unless their bases have moved.

use std::collections::HashMap;
use std::sync::Arc;

use puppet_syntax::ast::{AstNode, Expr as AstExpr, ParamList};
use puppet_syntax::{
    GreenNode, GreenToken, NodeOrToken, Parse, SyntaxElement, SyntaxKind, SyntaxNode,
};
use text_size::{TextRange, TextSize};

use crate::lower::{Lowerer, lower_with};
use crate::model::{ExprId, Parameter, PlacedChunk, Program, ProgramSourceMap};

/// A run of several statements is not longer than this. In bytes.
const LONG: u32 = 2048;

/// A run with a statement of this length may start an id block: statements typed beside it do not change that. In bytes.
const ANCHOR: u32 = 512;

/// [`lower`](crate::lower) for a text of which a tree was lowered before: takes over what became of the statements that are the same.
///
/// The model is the same either way.
pub fn relower(parse: &Parse, before: &Statements) -> (Program, ProgramSourceMap, Statements) {
    let root = parse.syntax();
    let mut lowerer = lower_with(&root, StatementRuns::new(parse, before));
    if !lowerer.runs.is_certain() {
        lowerer = lower_with(&root, StatementRuns::new(parse, &before.without_heredocs()));
    }
    let statements = lowerer.runs.finish();
    let (program, map) = lowerer.program.finish();
    (program, map, statements)
}

/// The runs of statements that a lowering has met, for the next lowering of the same file.
#[derive(Debug, Clone, Default)]
pub struct Statements {
    runs: Arc<ReuseMap>,
    heads: Arc<Heads>,
}

/// By the base of the chunk and the address of the run's first tree.
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
    trees: Box<[StatementNode]>,
    chunk: PlacedChunk,
    statements: Box<[ExprId]>,
    /// How many there are in it, with their texts.
    heredocs: usize,
}

/// A statement, or what is between two of them. Holding it keeps its address from being used again.
type StatementNode = NodeOrToken<GreenNode, GreenToken>;

/// The runs of the previous lowering, and those of this one.
#[derive(Debug, Default)]
pub(crate) struct StatementRuns {
    before: Statements,
    now: ReuseMap,
    heads: Heads,
    /// Whether a run depends on its own tree alone. The text before a tag of a template is in another tree, and the text of a
    /// heredoc may be: which one it is depends on all tags before, unless all of them have their texts in their own runs.
    are_kept: bool,
    /// How many heredocs of the text have not been met in a run (or head) that holds their texts, too.
    other_heredocs: usize,
    /// Whether runs with heredocs were taken over.
    has_known_heredocs: bool,
    open: OpenRun,
}

/// The run (or head) that is being lowered.
#[derive(Debug, Default)]
struct OpenRun {
    range: TextRange,
    /// Where the tags of its heredocs end that have their texts in it.
    tags: Vec<TextSize>,
    /// Whether it depends on more than its own tree.
    is_open: bool,
}

impl StatementRuns {
    pub(crate) fn new(parse: &Parse, before: &Statements) -> Self {
        Self {
            before: before.clone(),
            are_kept: parse.manifest().is_some(),
            other_heredocs: parse.heredoc_count(),
            ..Self::default()
        }
    }

    /// Whether the runs that were taken over are what they would have become now.
    pub(crate) fn is_certain(&self) -> bool {
        self.other_heredocs == 0 || !self.has_known_heredocs
    }

    pub(crate) fn finish(self) -> Statements {
        let is_certain = self.other_heredocs == 0;
        let statements = Statements {
            runs: Arc::new(self.now),
            heads: Arc::new(self.heads),
        };
        match is_certain {
            true => statements,
            false => statements.without_heredocs(),
        }
    }

    /// A heredoc is lowered; its text may be text of something else.
    pub(crate) fn meet_heredoc(&mut self, tag: TextRange, text: Option<TextRange>) {
        let range = self.open.range;
        let is_within = |it: TextRange| range.contains_range(it);
        match is_within(tag) && text.is_some_and(is_within) {
            true => self.open.tags.push(tag.end()),
            false => self.open.is_open = true,
        }
    }

    /// Starts a run in this range; gives the one around it.
    fn start(&mut self, range: TextRange) -> OpenRun {
        let run = OpenRun {
            range,
            ..OpenRun::default()
        };
        std::mem::replace(&mut self.open, run)
    }

    /// Ends the run that was started. Gives how many heredocs are in it with their texts, unless it depends on more.
    fn end(&mut self, around: OpenRun) -> Option<usize> {
        let mut run = std::mem::replace(&mut self.open, around);
        run.tags.sort_unstable();
        run.tags.dedup();
        (!run.is_open).then_some(run.tags.len())
    }

    /// A run is kept, or was.
    fn count(&mut self, heredocs: usize) {
        self.other_heredocs = self.other_heredocs.saturating_sub(heredocs);
    }
}

impl Statements {
    /// The run that starts in this place, and whose trees these are.
    fn find(&self, place: (usize, usize), trees: &[SyntaxElement]) -> Option<&Arc<StatementRun>> {
        self.runs.get(&place).filter(|it| it.is_of(trees))
    }

    /// Those without heredocs.
    pub(crate) fn without_heredocs(&self) -> Self {
        let runs = self.runs.iter().filter(|(_, it)| it.heredocs == 0);
        let heads = self.heads.iter().filter(|(_, it)| it.heredocs == 0);
        Self {
            runs: Arc::new(runs.map(|(key, it)| (*key, Arc::clone(it))).collect()),
            heads: Arc::new(heads.map(|(key, it)| (*key, Arc::clone(it))).collect()),
        }
    }

    /// How many runs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether there is no run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many runs an earlier lowering had already, with the same chunks.
    #[must_use]
    pub fn shared_with(&self, earlier: &Statements) -> usize {
        let runs = self.runs.iter();
        let is_shared = |(place, run): &(&(usize, usize), &Arc<StatementRun>)| {
            let known = earlier.runs.get(place);
            known.is_some_and(|known| run.chunk.is_same(&known.chunk))
        };
        runs.filter(is_shared).count()
    }
}

impl Lowerer {
    /// The parameters of a definition of which nothing else is lowered yet: they become a chunk of their own.
    pub(crate) fn head(&mut self, list: Option<ParamList>) -> Box<[Parameter]> {
        let (Some(list), Some(frame)) = (list, self.frames.last_mut()) else {
            return Box::default();
        };
        let start = list.syntax().text_range().start();
        let start = start.checked_sub(frame.start).unwrap_or(start);
        let tree = list.syntax().green().to_owned();
        let address = std::ptr::from_ref(&*tree).addr();
        let known = self.runs.before.heads.get(&address);
        if let Some(known) = known.filter(|known| known.start == start && self.runs.are_kept) {
            let known = Arc::clone(known);
            let chunk = known.chunk.clone();
            frame.builder.take_over(chunk, TextSize::new(0));
            let parameters = known.parameters.clone();
            self.runs.has_known_heredocs |= known.heredocs > 0;
            self.runs.count(known.heredocs);
            self.runs.heads.insert(address, known);
            return parameters;
        }
        let around = self.runs.start(list.syntax().text_range());
        let parameters = self.parameters(Some(list));
        let heredocs = self.runs.end(around);
        // Definitions have bodies of their own, also where none can stand.
        let frame = self.frames.last_mut();
        let chunk = frame.and_then(|frame| {
            let chunk = frame.builder.end_chunk();
            chunk.filter(|_| frame.builder.definition_count() == 0)
        });
        if let (Some(chunk), Some(heredocs)) = (chunk, heredocs) {
            self.runs.count(heredocs);
            let head = Head {
                _tree: tree,
                start,
                chunk,
                parameters: parameters.clone(),
                heredocs,
            };
            self.runs.heads.insert(address, Arc::new(head));
        }
        parameters
    }

    /// The statements that stand directly in a node, in runs.
    pub(crate) fn statements_in(&mut self, parent: &SyntaxNode) -> Vec<ExprId> {
        let mut result = Vec::new();
        let mut run = Vec::new();
        let mut length = 0;
        let mut trivia = Vec::new();
        for element in parent.children_with_tokens() {
            let NodeOrToken::Node(node) = &element else {
                trivia.push(element);
                continue;
            };
            let is_statement = AstExpr::can_cast(node.kind());
            if run.is_empty() && !is_statement {
                continue;
            }
            let own = u32::from(node.text_range().len());
            // The text of a heredoc stays with its tag.
            if is_statement && (length + own > LONG || trivia.iter().any(is_gap)) {
                self.run(&std::mem::take(&mut run), &mut result);
                length = 0;
            }
            if run.is_empty() {
                trivia.clear();
            }
            length += own;
            run.append(&mut trivia);
            run.push(element);
        }
        self.run(&run, &mut result);
        result
    }

    /// Lowers a run, or takes over what it became before.
    fn run(&mut self, run: &[SyntaxElement], result: &mut Vec<ExprId>) {
        let Some(start) = run.first().map(|it| it.text_range().start()) else {
            return;
        };
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let from_definition = start.checked_sub(frame.start).unwrap_or(TextSize::new(0));
        let may_start_block = result.is_empty() || run.iter().any(is_anchor);
        let base = frame.builder.start_chunk(from_definition, may_start_block);
        let key = (base, run.first().map_or(0, address));
        let known = self.runs.before.find(key, run);
        if let Some(known) = known.filter(|_| self.runs.are_kept) {
            let known = Arc::clone(known);
            frame
                .builder
                .take_over(known.chunk.clone(), from_definition);
            result.extend_from_slice(&known.statements);
            self.runs.has_known_heredocs |= known.heredocs > 0;
            self.runs.count(known.heredocs);
            self.runs.now.insert(key, known);
            return;
        }
        let definitions = frame.builder.definition_count();
        let end = run.last().map_or(start, |it| it.text_range().end());
        let around = self.runs.start(TextRange::new(start, end));
        let nodes = run.iter().filter_map(|it| it.as_node().cloned());
        let statements = self.statements(nodes.filter_map(AstExpr::cast));
        result.extend_from_slice(&statements);
        let heredocs = self.runs.end(around);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        // Definitions have bodies of their own, and names that depend on what is around them.
        let is_plain = frame.builder.definition_count() == definitions;
        let chunk = frame.builder.end_chunk();
        if let (Some(chunk), Some(heredocs)) = (chunk, heredocs)
            && is_plain
            && self.runs.are_kept
        {
            self.runs.count(heredocs);
            let run = StatementRun {
                trees: run.iter().map(tree).collect(),
                chunk,
                statements: statements.into(),
                heredocs,
            };
            self.runs.now.insert(key, Arc::new(run));
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

fn tree(element: &SyntaxElement) -> StatementNode {
    match element {
        NodeOrToken::Node(node) => NodeOrToken::Node(node.green().to_owned()),
        NodeOrToken::Token(token) => NodeOrToken::Token(token.green().to_owned()),
    }
}

/// Whether statements that this is between are of different runs: an empty line, or a comment.
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
