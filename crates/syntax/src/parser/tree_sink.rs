//! From events and tokens to a tree that holds the whole text.

use std::collections::VecDeque;
use std::ops::Range;

use rowan::GreenNode;

use crate::SyntaxKind::{self, EPP_COMMENT, EPP_TEXT};
use crate::lexer::Lexed;
use crate::parser::green_builder::TreeBuilder;
use crate::parser::{BodyEvents, Event, Input, Output};

/// Builds the tree. Trivia come before the node that follows them; the text of a heredoc stands where it is written.
pub(crate) fn build_tree(
    text: &str,
    lexed: &Lexed,
    input: &Input<'_>,
    output: Output,
) -> GreenNode {
    let mut sink = Sink {
        text,
        lexed,
        input,
        builder: TreeBuilder::new(),
        events: output.events,
        pending: VecDeque::new(),
        bodies: output.bodies,
        raw: 0,
        kinds: Vec::new(),
    };
    sink.build();
    sink.builder.finish()
}

struct Sink<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    input: &'t Input<'t>,
    builder: TreeBuilder,
    events: Vec<Event>,
    /// The heredoc texts whose tags were passed and which are still to come, with their first significant tokens.
    pending: VecDeque<(BodyEvents, usize)>,
    bodies: Vec<BodyEvents>,
    /// The next token of the text.
    raw: usize,
    kinds: Vec<SyntaxKind>,
}

impl Sink<'_> {
    fn build(&mut self) {
        self.bodies
            .sort_by_key(|it| std::cmp::Reverse(it.events.start));
        let last = self.events.len().saturating_sub(1);
        self.run(0..last, 0);
        let end = self.lexed.len();
        self.trivia_until(end);
        self.builder.finish_node();
    }

    /// Runs some events, the first of whose tokens is the significant token `position`.
    fn run(&mut self, events: Range<usize>, mut position: usize) {
        let mut index = events.start;
        while index < events.end {
            if let Some(body) = self.bodies.pop_if(|body| body.events.start == index) {
                index = body.events.end;
                let tokens = body
                    .raw
                    .clone()
                    .filter(|it| !self.lexed.kind(*it).is_trivia());
                let count = tokens.count();
                self.pending.push_back((body, position));
                position += count;
                continue;
            }
            match std::mem::replace(&mut self.events[index], Event::Abandoned) {
                Event::Start {
                    kind,
                    forward_parent,
                } => self.start(index, kind, forward_parent, position),
                Event::Finish => self.builder.finish_node(),
                Event::Token => {
                    self.trivia_until(self.input.raw(position));
                    debug_assert_eq!(self.raw, self.input.raw(position), "tokens in order");
                    self.significant();
                    position += 1;
                }
                Event::Abandoned => {}
            }
            index += 1;
        }
    }

    /// Starts a node, and before it those around it that were recognised later.
    fn start(&mut self, index: usize, kind: SyntaxKind, forward_parent: u32, position: usize) {
        if index > 0 {
            self.trivia_until(self.input.raw(position));
        }
        self.kinds.clear();
        self.kinds.push(kind);
        let (mut at, mut distance) = (index, forward_parent as usize);
        while distance != 0 {
            at += distance;
            distance = 0;
            if let Event::Start {
                kind,
                forward_parent,
            } = std::mem::replace(&mut self.events[at], Event::Abandoned)
            {
                self.kinds.push(kind);
                distance = forward_parent as usize;
            }
        }
        while let Some(kind) = self.kinds.pop() {
            self.builder.start_node(kind);
        }
    }

    /// Copies the tokens before the given one: trivia, and texts of heredocs.
    fn trivia_until(&mut self, end: usize) {
        while self.raw < end {
            let raw = self.raw;
            let is_body = |it: &(BodyEvents, usize)| it.0.raw.start == raw;
            match self
                .pending
                .front()
                .is_some_and(is_body)
                .then(|| self.pending.pop_front())
            {
                Some(Some((body, position))) => {
                    self.run(body.events.start..body.events.end - 1, position);
                    self.trivia_until(body.raw.end);
                    self.builder.finish_node();
                }
                _ => self.token(),
            }
        }
    }

    /// Copies a significant token: with a text of a template, all of its run of texts and comments.
    fn significant(&mut self) {
        let is_text = self.lexed.kind(self.raw) == EPP_TEXT;
        self.token();
        while is_text && matches!(self.lexed.kind(self.raw), EPP_TEXT | EPP_COMMENT) {
            self.token();
        }
    }

    fn token(&mut self) {
        let kind = self.lexed.kind(self.raw);
        let text = self.lexed.text(self.text, self.raw);
        self.builder.token(kind, text);
        self.raw += 1;
    }
}
