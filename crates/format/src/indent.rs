//! Indentation of lines: two spaces for each enclosing bracket that was opened on a line of its own, and for the
//! continuation of an expression.

use puppet_syntax::SyntaxKind;

use crate::lines::Gap;
use crate::token_gaps::{NONE, TokenRow, closes, opens};

/// Spaces for one level.
const LEVEL: usize = 2;

/// Sets the spaces of all gaps with line breaks.
pub(crate) fn indent(row: &TokenRow<'_>, gaps: &mut [Gap]) {
    let mut indenter = Indenter {
        row,
        lines: line_numbers(gaps),
        has_lines: holders_of_lines(row, gaps),
        frames: Vec::new(),
        next_node: 0,
        margin: 0,
        continues: false,
    };
    for token in 0..row.tokens.len() {
        // The text of a heredoc has its own margin.
        if row.kind(token) != Some(SyntaxKind::HEREDOC_BODY)
            && let Some(Gap::Breaks(_, spaces)) = gaps.get_mut(token)
        {
            *spaces = indenter.starts_line(token);
        }
        indenter.pass(token);
    }
}

/// The number of the line on which each token starts.
fn line_numbers(gaps: &[Gap]) -> Vec<usize> {
    let mut line = 0;
    let numbers = gaps.iter().map(|gap| {
        line += usize::from(gap.starts_line());
        line
    });
    numbers.collect()
}

/// For each node: whether a line starts directly between its brackets, apart from closing brackets.
pub(crate) fn holders_of_lines(row: &TokenRow<'_>, gaps: &[Gap]) -> Vec<bool> {
    let mut holds = vec![false; row.nodes.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in row.tokens.iter().enumerate() {
        let node = row.nodes.get(token.node);
        let is_close = closes(token.kind) && node.is_some_and(|it| it.close == at);
        if gaps.get(at).is_some_and(|it| it.starts_line())
            && !is_close
            && let Some(holder) = open.last().and_then(|it| holds.get_mut(*it))
        {
            *holder = true;
        }
        if is_close {
            open.pop_if(|it| *it == token.node);
        } else if opens(token.kind) && node.is_some_and(|it| it.open == at && it.close != NONE) {
            open.push(token.node);
        }
    }
    holds
}

/// What the lines in a frame are indented for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IndentKind {
    /// Brackets.
    Bracket,
    /// The marks of a template's code: lines between them are where the author has put them.
    Tag,
    /// The attributes after a title.
    Attributes,
    /// An expression that continues after a line break.
    Continuation,
    /// Operands of arrows and values of options, which stand below each other.
    Flat,
    /// Calls of methods, each on a line of its own.
    Chain,
}

/// Something around the current token that decides how far a line is indented.
#[derive(Debug, Clone, Copy)]
struct IndentFrame {
    kind: IndentKind,
    node: usize,
    /// Its last token.
    last: usize,
    /// The line on which it starts.
    line: usize,
    /// The spaces before its closing bracket.
    base: usize,
    /// The spaces before lines in it.
    content: usize,
}

struct Indenter<'a> {
    row: &'a TokenRow<'a>,
    lines: Vec<usize>,
    has_lines: Vec<bool>,
    frames: Vec<IndentFrame>,
    /// The first node that has not started yet.
    next_node: usize,
    /// The spaces before what the current line belongs to.
    margin: usize,
    /// Whether the current line continues with what an earlier one started.
    continues: bool,
}

impl Indenter<'_> {
    /// The spaces before a token that starts a line.
    fn starts_line(&mut self, token: usize) -> usize {
        self.leave(token);
        let kind = self.row.kind(token);
        let is_comment = kind.is_some_and(SyntaxKind::is_trivia);
        let code = if is_comment {
            self.row.next_code(token)
        } else {
            token
        };
        let top = self.frames.last().copied();
        let closes = top.is_some_and(|it| it.kind == IndentKind::Bracket && it.last == code);
        self.continues = false;
        self.margin = match top {
            None => 0,
            Some(top)
                if matches!(
                    kind,
                    Some(SyntaxKind::EPP_CLOSE | SyntaxKind::EPP_CLOSE_TRIM)
                ) =>
            {
                self.frames.first().unwrap_or(&top).base
            }
            Some(top) if top.kind == IndentKind::Tag => self.found_spaces(token),
            Some(_) if code == self.row.tokens.len() => 0,
            Some(top) if closes && !is_comment => top.base,
            Some(top) if !closes && self.stays_outside(top, code) => top.base,
            Some(top) => {
                self.continues = top.kind == IndentKind::Continuation && !is_comment;
                top.content
            }
        };
        self.margin
    }

    /// Whether a token stands as far left as the statement that it is part of.
    fn stays_outside(&self, frame: IndentFrame, token: usize) -> bool {
        use SyntaxKind::*;
        let holder = self.row.nodes.get(frame.node).map(|it| it.kind);
        match self.row.kind(token) {
            Some(ELSE_KW | ELSIF_KW) => matches!(holder, Some(IF_EXPR | UNLESS_EXPR)),
            Some(L_BRACE) => {
                frame.kind == IndentKind::Continuation
                    && matches!(
                        self.row.holder(token),
                        Some(BLOCK | RESOURCE_EXPR | CASE_EXPR)
                    )
            }
            _ => false,
        }
    }

    /// The spaces that stand before a token now.
    fn found_spaces(&self, token: usize) -> usize {
        let gap = self.row.gap_text(token);
        gap.rsplit('\n').next().map_or(0, |it| it.chars().count())
    }

    /// Enters what starts at a token.
    fn pass(&mut self, token: usize) {
        self.leave(token);
        self.enter_nodes(token);
        let Some(at) = self.row.tokens.get(token) else {
            return;
        };
        match at.kind {
            SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM | SyntaxKind::EPP_OPEN_EXPR => {
                self.enter_tag(token)
            }
            SyntaxKind::EPP_CLOSE | SyntaxKind::EPP_CLOSE_TRIM => self.frames.clear(),
            kind if opens(kind) => self.enter_bracket(token),
            _ => {}
        }
    }

    /// Leaves what ended before a token. What its last line was part of started further up.
    fn leave(&mut self, token: usize) {
        let line = self.line(token.saturating_sub(1));
        while let Some(frame) = self.frames.pop_if(|it| it.last < token) {
            if frame.line < line {
                self.margin = frame.base;
                self.continues = false;
            }
        }
    }

    fn line(&self, token: usize) -> usize {
        self.lines.get(token).copied().unwrap_or_default()
    }

    fn enter_nodes(&mut self, token: usize) {
        while let Some(node) = self.row.nodes.get(self.next_node)
            && (node.first == NONE || node.first <= token)
        {
            if node.first == token
                && let Some(kind) = frame_kind(node.kind)
            {
                self.enter_node(self.next_node, token, kind);
            }
            self.next_node += 1;
        }
    }

    fn enter_node(&mut self, index: usize, token: usize, kind: IndentKind) {
        let Some(node) = self.row.nodes.get(index) else {
            return;
        };
        let line = self.line(token);
        let base = self.margin;
        let around = self.frames.last().copied();
        let beside = self.bracket_on(line);
        let content = match kind {
            _ if node.kind == SyntaxKind::BIN_EXPR && self.is_alone_in_parentheses(index) => base,
            // All calls of a chain start at the same token.
            IndentKind::Chain => match around {
                Some(it) if it.kind == IndentKind::Chain && self.is_start(it, token) => it.content,
                _ => beside.map_or(base + LEVEL, |it| it.content),
            },
            _ => match beside {
                Some(bracket) => bracket.content,
                None if kind == IndentKind::Flat
                    || self.continues && kind == IndentKind::Continuation =>
                {
                    base
                }
                None => base + LEVEL,
            },
        };
        let last = match kind {
            IndentKind::Attributes => self.end_of_attributes(node.last),
            _ => node.last,
        };
        self.frames.push(IndentFrame {
            kind,
            node: index,
            last,
            line,
            base,
            content,
        });
    }

    /// Whether an operation is all that stands between parentheses, from the start of a line on.
    fn is_alone_in_parentheses(&self, node: usize) -> bool {
        let Some(inner) = self.row.nodes.get(node) else {
            return false;
        };
        let mut around = self.row.nodes.get(inner.parent);
        while let Some(holder) = around
            && holder.kind == SyntaxKind::BIN_EXPR
            && holder.first == inner.first
        {
            around = self.row.nodes.get(holder.parent);
        }
        let line = self.line(inner.first);
        around.is_some_and(|it| it.kind == SyntaxKind::PAREN_EXPR && self.line(it.first) < line)
            && self.line(inner.first.saturating_sub(1)) < line
    }

    /// Whether a frame starts at a token.
    fn is_start(&self, frame: IndentFrame, token: usize) -> bool {
        self.row
            .nodes
            .get(frame.node)
            .is_some_and(|it| it.first == token)
    }

    /// Comments after the last attribute belong to the attributes.
    fn end_of_attributes(&self, last: usize) -> usize {
        self.row.next_code(last.saturating_add(1)).saturating_sub(1)
    }

    /// The innermost bracket that is open and was opened on a line.
    fn bracket_on(&self, line: usize) -> Option<IndentFrame> {
        let mut inner = self.frames.iter().rev().take_while(|it| it.line == line);
        inner.find(|it| it.kind == IndentKind::Bracket).copied()
    }

    fn enter_bracket(&mut self, token: usize) {
        let Some(index) = self.row.tokens.get(token).map(|it| it.node) else {
            return;
        };
        let Some(node) = self.row.nodes.get(index) else {
            return;
        };
        if node.open != token || node.close == NONE || node.close == token {
            return;
        }
        let line = self.line(token);
        let base = match self.bracket_on(line) {
            Some(outer) if self.is_hugged(outer) => outer.base,
            Some(outer) => outer.content,
            None => self.base_of_block(index).unwrap_or(self.margin),
        };
        self.frames.push(IndentFrame {
            kind: IndentKind::Bracket,
            node: index,
            last: node.close,
            line,
            base,
            content: base + LEVEL,
        });
    }

    /// Whether brackets that are opened on the line of this one count with it as one: nothing but they is between its
    /// lines, or it is that of a resource, whose title they are part of.
    fn is_hugged(&self, outer: IndentFrame) -> bool {
        let has_lines = self.has_lines.get(outer.node).copied().unwrap_or_default();
        let kind = self.row.nodes.get(outer.node).map(|it| it.kind);
        !has_lines || kind == Some(SyntaxKind::RESOURCE_EXPR)
    }

    /// The spaces before the end of a block whose head continues to the line of its brace.
    fn base_of_block(&self, node: usize) -> Option<usize> {
        let block = self.row.nodes.get(node)?;
        let head = self.frames.last()?;
        let is_head = block.kind == SyntaxKind::BLOCK
            && head.kind == IndentKind::Continuation
            && head.node == block.parent;
        is_head.then_some(head.base)
    }

    /// Code of a template is indented from the line on which its mark stands.
    fn enter_tag(&mut self, token: usize) {
        let Some(at) = self.row.tokens.get(token) else {
            return;
        };
        let before = self.row.text.get(..at.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let base = line
            .chars()
            .take_while(|it| matches!(it, ' ' | '\t'))
            .count();
        let is_close = |it: &crate::token_gaps::RowToken| {
            matches!(it.kind, SyntaxKind::EPP_CLOSE | SyntaxKind::EPP_CLOSE_TRIM)
        };
        let rest = self.row.tokens.get(token..).unwrap_or_default();
        let close = rest.iter().position(is_close).map_or(NONE, |it| token + it);
        self.margin = base;
        self.frames.clear();
        self.frames.push(IndentFrame {
            kind: IndentKind::Tag,
            node: NONE,
            last: close,
            line: self.line(token),
            base,
            content: base,
        });
    }
}

/// What the lines of a node are indented for; nothing for nodes that leave it to their brackets.
fn frame_kind(kind: SyntaxKind) -> Option<IndentKind> {
    use SyntaxKind::*;
    Some(match kind {
        RESOURCE_BODY => IndentKind::Attributes,
        METHOD_CALL_EXPR => IndentKind::Chain,
        RELATIONSHIP_EXPR | CASE_OPTION => IndentKind::Flat,
        ASSIGN_EXPR | BIN_EXPR | PREFIX_EXPR | SELECTOR_EXPR | SELECTOR_ENTRY | HASH_ENTRY
        | ATTRIBUTE | ATTRIBUTE_SPLAT | PARAM | STATEMENT_CALL | IF_EXPR | UNLESS_EXPR
        | CASE_EXPR | CALL_EXPR | VIRTUAL_EXPR | RESOURCE_EXPR | RESOURCE_DEFAULTS
        | RESOURCE_OVERRIDE | COLLECT_EXPR | CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF
        | NODE_DEF | TYPE_ALIAS | TYPE_MAPPING | TYPE_DEF | RETURN_TYPE | APPLY_EXPR => {
            IndentKind::Continuation
        }
        _ => return None,
    })
}
