//! The parser's machinery: a cursor over significant tokens, markers, events, and errors.
//!
//! It is independent of Puppet's grammar, which is in [`grammar`](crate::grammar). Rules keep this contract: a rule
//! that returns `Option` returns `None` only if it has eaten nothing and reported nothing; the caller decides then.

mod event;
mod green_builder;
mod input;
mod marker;
pub(crate) mod recovery;
mod token_set;
mod tree_sink;
mod trivia_filter;

pub(crate) use crate::parser::green_builder::GreenElement;
pub(crate) use crate::parser::recovery::brace_matching::BraceMatching;
pub(crate) use crate::parser::recovery::indentation::{IndentationMark, Layout, shift_offset};
pub(crate) use crate::parser::tree_sink::build_tree;
pub(crate) use crate::parser::trivia_filter::Significant;
pub(crate) use event::Event;
pub(crate) use input::Input;
pub(crate) use marker::{CompletedMarker, Marker};
pub(crate) use token_set::TokenSet;

use rowan::{TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::error::{Stop, SyntaxError, SyntaxErrorKind};

/// How deep rules may call each other. Deeper code is reported, and becomes a flat error node.
pub(crate) const MAX_DEPTH: u32 = 500;

/// How many open brackets are looked through.
const MAX_BRACKETS: usize = 64;

/// How high the tree of an expression may grow (operators in a chain nest to the left without recursion).
pub(crate) const MAX_HEIGHT: u32 = 1500;

/// A cursor over the significant tokens that collects events and errors.
pub(crate) struct Parser<'t> {
    input: &'t Input<'t>,
    position: usize,
    /// No token from this one on can be seen: the end of the text of a heredoc.
    limit: usize,
    events: Vec<Event>,
    /// The heights of the trees below the nodes that are open.
    heights: Vec<u32>,
    errors: Vec<SyntaxError>,
    stop: Option<(u32, Stop)>,
    /// The token at which the last error was reported: one error per token is enough.
    error_position: Option<usize>,
    depth: u32,
    /// The last token at which recovery has looked.
    farthest: usize,
    bodies: Vec<BodyEvents>,
    braces: BraceMatching,
    /// Opening parentheses minus closing ones, in the whole text.
    open_parentheses: isize,
    /// The blocks that are open.
    frames: Vec<OpenBlock>,
    /// The closing brackets of everything that is open.
    brackets: Vec<SyntaxKind>,
    /// How many brackets are around the condition that is read.
    head: Option<usize>,
    /// Tokens that are only there to be looked at.
    fence: std::ops::Range<usize>,
    /// How far was looked when a statement would have started with them.
    fenced: Option<usize>,
    /// Whether what is read is read only to see where Puppet stops.
    is_ahead: bool,
    /// Whether the indentation of the first line counted.
    saw_first_line: bool,
}

/// A block that is open.
struct OpenBlock {
    /// Where it ends, or one around it, although it is not closed there.
    end: usize,
    /// Whether its opening brace is missing: any closing brace closes it.
    without_brace: bool,
}

/// The events of one heredoc's text, which stand where its tag is.
pub(crate) struct BodyEvents {
    /// The events, the start and end of the node included.
    pub(crate) events: std::ops::Range<usize>,
    /// The tokens of the text, trivia included.
    pub(crate) raw: std::ops::Range<usize>,
}

/// What a parser has found.
pub(crate) struct Output {
    pub(crate) events: Vec<Event>,
    pub(crate) bodies: Vec<BodyEvents>,
    pub(crate) errors: Vec<SyntaxError>,
    /// Where Puppet's parser would stop, with its place in the order of Puppet's reading.
    pub(crate) stop: Option<(u32, Stop)>,
    /// The last token at which recovery has looked far ahead.
    pub(crate) farthest: usize,
    /// The same when the parser came to its fence; nothing if it never did.
    pub(crate) fenced: Option<usize>,
    /// Whether the indentation of the first line counted.
    pub(crate) saw_first_line: bool,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(input: &'t Input<'t>) -> Parser<'t> {
        Parser {
            input,
            position: 0,
            limit: usize::MAX,
            events: Vec::with_capacity(input.len() * 3),
            heights: vec![0],
            errors: Vec::new(),
            stop: None,
            error_position: None,
            depth: 0,
            farthest: 0,
            bodies: Vec::new(),
            braces: BraceMatching::default(),
            open_parentheses: input.open_parentheses(),
            frames: Vec::new(),
            brackets: Vec::new(),
            head: None,
            is_ahead: false,
            saw_first_line: false,
            fence: usize::MAX..usize::MAX,
            fenced: None,
        }
    }

    /// A parser that makes sense of braces that are not balanced. It finds better places for errors than without the
    /// plan, but not the place where Puppet stops.
    pub(crate) fn with_braces(self, braces: BraceMatching) -> Parser<'t> {
        Parser { braces, ..self }
    }

    /// A parser of a part of a text, around which so many parentheses are open.
    pub(crate) fn with_parentheses(self, open: isize) -> Parser<'t> {
        Parser {
            open_parentheses: self.open_parentheses + open,
            ..self
        }
    }

    /// A parser that reads no statement that starts where these tokens do, but leaves them as they are.
    pub(crate) fn with_fence(self, fence: std::ops::Range<usize>) -> Parser<'t> {
        Parser { fence, ..self }
    }

    pub(crate) fn finish(self) -> Output {
        Output {
            events: self.events,
            bodies: self.bodies,
            errors: self.errors,
            stop: self.stop,
            farthest: self.farthest,
            fenced: self.fenced,
            saw_first_line: self.saw_first_line,
        }
    }

    // Looking

    /// The kind of the current token; [`EOF`] at the end.
    #[inline]
    pub(crate) fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    /// The kind of the token `ahead` of the current one.
    #[inline]
    pub(crate) fn nth(&self, ahead: usize) -> SyntaxKind {
        let position = self.position + ahead;
        match position < self.limit {
            true => self.input.kind(position),
            false => EOF,
        }
    }

    #[inline]
    pub(crate) fn is_at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    #[inline]
    pub(crate) fn is_at_any(&self, kinds: TokenSet) -> bool {
        kinds.contains(self.current())
    }

    #[inline]
    pub(crate) fn at_end(&self) -> bool {
        self.is_at(EOF)
    }

    /// The number of the current token.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The text of the current token.
    pub(crate) fn current_text(&self) -> &'t str {
        self.input.text(self.position)
    }

    /// Whether white space is directly before the current token: a `[` is then the start of an array.
    pub(crate) fn follows_white_space(&self) -> bool {
        self.input.follows_white_space(self.position)
    }

    /// Whether only spaces are before the current token on its line: a `(` does then not start arguments.
    pub(crate) fn first_on_line(&self) -> bool {
        self.input.first_on_line(self.position)
    }

    /// Whether a line break is between the last token and the current one.
    pub(crate) fn follows_line_break(&self) -> bool {
        self.input.follows_line_break(self.position)
    }

    /// Whether the current token starts a line that is not indented more than that of an opening bracket, while what is
    /// in the brackets is, or may be no more than that (`may_be_flush`).
    pub(crate) fn is_outdented(&mut self, open: usize, may_be_flush: bool) -> bool {
        if !self.follows_line_break() {
            return false;
        }
        let margin = self.margin(open);
        (may_be_flush || !self.is_flush(open)) && self.input.indentation(self.position) <= margin
    }

    /// Whether the first line in brackets is not indented more than that of the opening one.
    pub(crate) fn is_flush(&mut self, open: usize) -> bool {
        let margin = self.margin(open);
        self.input.follows_line_break(open + 1) && self.input.indentation(open + 1) <= margin
    }

    /// How far the line of an opening bracket is indented. Of the first line of a part, that is not known.
    fn margin(&mut self, open: usize) -> usize {
        self.saw_first_line |= self.input.is_on_first_line(open);
        self.input.indentation(open)
    }

    /// Whether a line break is before a token.
    pub(crate) fn starts_line(&self, position: usize) -> bool {
        self.input.follows_line_break(position)
    }

    // Eating

    /// Eats the current token, whatever it is; nothing at the end. The text of a heredoc is skipped with its tag.
    #[inline]
    pub(crate) fn bump(&mut self) {
        let is_tag = self.is_at(HEREDOC_TAG);
        self.bump_tag();
        if is_tag {
            self.skip_heredoc_body();
        }
    }

    /// Eats the current token; if it is the tag of a heredoc, not its text.
    #[inline]
    pub(crate) fn bump_tag(&mut self) {
        if self.position < self.input.len().min(self.limit) {
            self.events.push(Event::Token);
            self.position += 1;
        }
    }

    /// Eats the current token if it is of this kind.
    #[inline]
    pub(crate) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.is_at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Eats the tokens of the fence if the current one is the first of them.
    pub(crate) fn eat_fence(&mut self) -> bool {
        let is_here = self.position == self.fence.start;
        if is_here {
            self.fenced = Some(self.farthest);
            while self.position < self.fence.end {
                self.bump();
            }
        }
        is_here
    }

    // Nodes

    /// Starts a node, which must be completed or abandoned.
    #[inline]
    pub(crate) fn start(&mut self) -> Marker {
        let position = self.events.len() as u32;
        self.events.push(Event::Abandoned);
        self.heights.push(0);
        Marker::new(position)
    }

    #[inline]
    fn complete(&mut self, position: u32, kind: SyntaxKind) -> CompletedMarker {
        if let Some(event) = self.events.get_mut(position as usize) {
            *event = Event::Start {
                kind,
                forward_parent: 0,
            };
        }
        self.events.push(Event::Finish);
        let height = self.heights.pop().unwrap_or(0) + 1;
        self.raise(height);
        CompletedMarker::new(position, kind, height)
    }

    #[inline]
    fn raise(&mut self, height: u32) {
        if let Some(parent) = self.heights.last_mut() {
            *parent = (*parent).max(height);
        }
    }

    fn precede(&mut self, inner: CompletedMarker) -> Marker {
        let marker = self.start();
        self.raise(inner.height());
        let distance = marker.position() - inner.position();
        if let Some(Event::Start { forward_parent, .. }) =
            self.events.get_mut(inner.position() as usize)
        {
            *forward_parent = distance;
        }
        marker
    }

    fn abandon(&mut self, position: u32) {
        if self.events.len() == position as usize + 1 {
            self.events.pop();
        }
        let height = self.heights.pop().unwrap_or(0);
        self.raise(height);
    }

    /// An empty node in the place of something that is missing.
    pub(crate) fn missing_node(&mut self, kind: SyntaxKind) -> CompletedMarker {
        self.start().complete(self, kind)
    }

    // Limits

    /// Runs a rule that can contain itself, one level deeper. Beyond the limit it is not run, and what follows up to
    /// the end of the brackets around becomes an error node.
    pub(crate) fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return None;
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        Some(result)
    }

    /// Whether one more operator may be put around the expression; reports it otherwise.
    pub(crate) fn may_wrap(&mut self, inner: CompletedMarker) -> bool {
        if inner.height() < MAX_HEIGHT {
            return true;
        }
        self.too_deep();
        false
    }

    fn too_deep(&mut self) {
        if self.at_end() {
            return;
        }
        self.report(
            SyntaxErrorKind::NestedTooDeeply,
            "This code is nested too deeply",
        );
        let error = self.start();
        let mut open = 0u32;
        loop {
            match self.current() {
                EOF => break,
                L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START | STRING_START => open += 1,
                R_BRACE | R_BRACK | R_PAREN | INTERPOLATION_END | STRING_END if open == 0 => break,
                R_BRACE | R_BRACK | R_PAREN | INTERPOLATION_END | STRING_END => open -= 1,
                _ => {}
            }
            self.bump();
        }
        error.complete(self, ERROR);
    }

    // Braces

    /// Notes that something is open until a closing bracket of this kind.
    pub(crate) fn open_bracket(&mut self, close: SyntaxKind) {
        self.brackets.push(close);
    }

    /// Notes that what was opened last is no longer open.
    pub(crate) fn close_bracket(&mut self) {
        self.brackets.pop();
    }

    /// Runs a rule for what stands between a keyword and a block.
    pub(crate) fn parse_head<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.head.replace(self.brackets.len());
        let result = rule(self);
        self.head = around;
        result
    }

    /// Whether what is read stands between a keyword and a block, in no brackets.
    #[inline]
    pub(crate) fn is_in_head(&self) -> bool {
        self.head == Some(self.brackets.len())
    }

    /// Whether anything is open until a closing bracket of this kind.
    pub(crate) fn is_open(&self, close: SyntaxKind) -> bool {
        self.brackets
            .iter()
            .rev()
            .take(MAX_BRACKETS)
            .any(|it| *it == close)
    }

    /// Notes that a block is open since the token at this position, which was the last one to be eaten.
    pub(crate) fn enter(&mut self, open: usize) {
        self.brackets.push(R_BRACE);
        let outer = self.end_of_blocks();
        let end = self.braces.end(open).unwrap_or(usize::MAX).min(outer);
        self.frames.push(OpenBlock {
            end,
            without_brace: false,
        });
        self.skip_doubled_brace();
    }

    /// Skips an opening brace after another one if one of them is too many.
    pub(crate) fn skip_doubled_brace(&mut self) {
        if self.is_at(L_BRACE) && self.braces.is_stray(self.position) {
            self.unexpected("only one `{`");
            self.bump_error();
        }
    }

    /// Notes that a block is open whose opening brace is missing.
    pub(crate) fn enter_without_brace(&mut self) {
        self.brackets.push(R_BRACE);
        self.frames.push(OpenBlock {
            end: self.end_of_blocks(),
            without_brace: true,
        });
    }

    /// Notes that the innermost block was left.
    pub(crate) fn leave(&mut self) {
        self.frames.pop();
        self.brackets.pop();
    }

    fn end_of_blocks(&self) -> usize {
        self.frames.last().map_or(usize::MAX, |it| it.end)
    }

    /// Whether an open block ends before the current token, although no brace closes it.
    #[inline]
    pub(crate) fn block_ends_here(&self) -> bool {
        self.position >= self.end_of_blocks()
    }

    /// Whether an opening brace must be missing somewhere.
    pub(crate) fn brace_is_missing(&self) -> bool {
        self.braces.balance < 0
    }

    /// Whether an opening parenthesis must be missing somewhere.
    pub(crate) fn parenthesis_is_missing(&self) -> bool {
        self.open_parentheses < 0
    }

    /// Whether a closing parenthesis must be missing somewhere.
    pub(crate) fn closing_parenthesis_is_missing(&self) -> bool {
        self.open_parentheses > 0
    }

    /// Whether the current token is a closing brace that closes nothing.
    pub(crate) fn is_stray_closer(&self) -> bool {
        self.is_at(R_BRACE)
            && self.braces.is_stray(self.position)
            && !self.frames.last().is_some_and(|it| it.without_brace)
    }

    /// Reports that the brace at this position is never closed, where its block must end.
    pub(crate) fn report_unclosed(&mut self, open: usize) {
        self.stop_here();
        if self.suppressed() {
            return;
        }
        self.errors.push(SyntaxError {
            kind: SyntaxErrorKind::Unclosed,
            range: TextRange::empty(self.last_end()),
            message: "Expected `}` here to close this block".to_owned(),
            opener: Some(self.input.range(open)),
            missing: Some("}".into()),
        });
    }

    /// Whether a line break is before the token that is so many tokens ahead.
    pub(crate) fn line_break_before(&self, ahead: usize) -> bool {
        self.input.follows_line_break(self.position + ahead)
    }

    /// Notes that recovery has looked at the token that is so many tokens ahead.
    pub(crate) fn record_lookahead(&mut self, ahead: usize) {
        self.farthest = self.farthest.max(self.position + ahead);
    }

    // Looking where Puppet stops

    /// Whether it is known already where Puppet stops.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stop.is_some()
    }

    /// Runs a rule and undoes it, but for what it tells of where Puppet stops. Not within itself.
    pub(crate) fn look_ahead(&mut self, rule: impl FnOnce(&mut Self)) {
        if self.is_ahead {
            return;
        }
        self.is_ahead = true;
        let before = (self.position, self.error_position, self.limit);
        let lengths = (self.events.len(), self.errors.len(), self.bodies.len());
        let heights = self.heights.clone();
        rule(self);
        (self.position, self.error_position, self.limit) = before;
        self.events.truncate(lengths.0);
        self.errors.truncate(lengths.1);
        self.bodies.truncate(lengths.2);
        self.heights = heights;
        self.is_ahead = false;
    }

    // Heredocs

    /// Runs a rule over the text of the heredoc whose tag was the last token, if it has one.
    pub(crate) fn heredoc_body(&mut self, rule: impl FnOnce(&mut Self, usize)) {
        let Some(tag) = self.position.checked_sub(1) else {
            return;
        };
        let Some(body) = self.input.heredoc_body(tag) else {
            return;
        };
        let start = self.events.len();
        let heights = std::mem::replace(&mut self.heights, vec![0]);
        let end = self.position + body.tokens;
        let limit = std::mem::replace(&mut self.limit, end);
        rule(self, end);
        self.limit = limit;
        self.heights = heights;
        self.bodies.push(BodyEvents {
            events: start..self.events.len(),
            raw: body.raw,
        });
    }

    #[cold]
    fn skip_heredoc_body(&mut self) {
        self.heredoc_body(|p, end| {
            let body = p.start();
            p.bump_until(end);
            body.complete(p, HEREDOC_BODY);
        });
    }

    // Errors

    /// The range of the current token; empty at the end of the text.
    pub(crate) fn current_range(&self) -> TextRange {
        self.input.range(self.position)
    }

    /// The end of the token before the current one.
    pub(crate) fn last_end(&self) -> TextSize {
        match self.position.checked_sub(1) {
            Some(last) => self.input.range(last).end(),
            None => TextSize::new(0),
        }
    }

    /// Notes that Puppet's parser stops at the current token, which it has read and cannot use.
    pub(crate) fn stop_here(&mut self) {
        if self.stop.is_none() {
            let stop = Stop::unexpected(self.input.stop_offset(self.position));
            self.stop = Some((self.position as u32 * 2, stop));
        }
    }

    /// Notes that Puppet's parser stops after the last token that was eaten, and points at the token `at`.
    pub(crate) fn stop_after(&mut self, at: usize) {
        if self.stop.is_none() {
            let order = (self.position as u32 * 2).saturating_sub(1);
            let stop = Stop::rejected(self.input.range(at).start());
            self.stop = Some((order, stop));
        }
    }

    /// Notes that Puppet's parser stops once it has seen the current token, and points at the token `at`.
    pub(crate) fn stop_before(&mut self, at: usize) {
        if self.stop.is_none() {
            let stop = Stop::rejected(self.input.range(at).start());
            self.stop = Some((self.position as u32 * 2, stop));
        }
    }

    /// Reports what is wrong with the current token, which Puppet's parser cannot use; or that something is missing if a
    /// block ends before it.
    pub(crate) fn unexpected(&mut self, expected: &str) {
        if self.block_ends_here() {
            return self.expected(expected);
        }
        self.stop_here();
        if self.suppressed() {
            return;
        }
        let message = if self.at_end() {
            format!("Expected {expected}, but the text ends here")
        } else {
            format!(
                "Expected {expected}, found `{}`",
                shortened(self.current_text())
            )
        };
        self.push_error(SyntaxErrorKind::Unexpected, self.current_range(), message);
    }

    /// Reports that something is missing between the last token and the current one.
    pub(crate) fn expected(&mut self, what: &str) {
        self.stop_here();
        if self.suppressed() {
            return;
        }
        self.push_missing(TextRange::empty(self.last_end()), what);
    }

    /// Reports that something is missing after a token, which Puppet's parser sees at the current one.
    pub(crate) fn expected_after(&mut self, token: usize, what: &str) {
        self.stop_here();
        if !self.suppressed() {
            let range = TextRange::empty(self.input.range(token).end());
            self.push_missing(range, what);
        }
    }

    /// Reports something about the current token, without a word about what Puppet does.
    pub(crate) fn report(&mut self, kind: SyntaxErrorKind, message: &str) {
        self.stop_here();
        if !self.suppressed() {
            self.push_error(kind, self.current_range(), message.to_owned());
        }
    }

    /// Reports something about the token with this number.
    pub(crate) fn report_at(&mut self, position: usize, kind: SyntaxErrorKind, message: &str) {
        self.push_error(kind, self.input.range(position), message.to_owned());
    }

    fn suppressed(&mut self) -> bool {
        let known = self.error_position == Some(self.position)
            || matches!(self.current(), BAD_TOKEN | EPP_OPEN | EPP_OPEN_TRIM);
        self.error_position = Some(self.position);
        known
    }

    fn push_error(&mut self, kind: SyntaxErrorKind, range: TextRange, message: String) {
        self.errors.push(SyntaxError {
            kind,
            range,
            message,
            opener: None,
            missing: None,
        });
    }

    fn push_missing(&mut self, range: TextRange, what: &str) {
        self.errors.push(SyntaxError {
            kind: SyntaxErrorKind::Missing,
            range,
            message: format!("Expected {what} here"),
            opener: None,
            missing: only_token(what).map(Into::into),
        });
    }

    /// Whether an error was reported at the current token.
    pub(crate) fn has_error_here(&self) -> bool {
        self.error_position == Some(self.position)
    }

    /// Eats all tokens before this position.
    pub(crate) fn bump_until(&mut self, end: usize) {
        while self.position < end && !self.at_end() {
            self.bump();
        }
    }

    /// Eats the current token into an error node.
    pub(crate) fn bump_error(&mut self) {
        let error = self.start();
        self.bump();
        error.complete(self, ERROR);
    }
}

/// The token that words name, if they name nothing but one: "`}`".
fn only_token(what: &str) -> Option<&str> {
    let token = what.strip_prefix('`')?.strip_suffix('`')?;
    (!token.contains(|c: char| c == '`' || c.is_whitespace())).then_some(token)
}

/// The start of a token's text, for messages.
fn shortened(text: &str) -> &str {
    let line = text.lines().next().unwrap_or(text);
    match line.char_indices().nth(30) {
        Some((end, _)) => line.get(..end).unwrap_or(line),
        None => line,
    }
}
