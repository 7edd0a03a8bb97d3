//! The entry point: from text to a tree with its errors.

use std::sync::Arc;

use rowan::GreenNode;

use crate::error::{Stop, SyntaxError, SyntaxErrorKind};
use crate::lexer::{self, Entry, Keywords, LexError, Lexed};
use crate::parser::{self, Input, Parser};
use crate::{SyntaxNode, ast, grammar};

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ParseOptions {
    /// What the text is.
    pub entry: Entry,
    /// Which words are keywords: those of plans are in the files of `plans/`.
    pub keywords: Keywords,
}

/// A tree and what is wrong with its text. Cheap to clone, and equal if the texts and errors are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parse {
    green: GreenNode,
    errors: Arc<[SyntaxError]>,
    stop: Option<Stop>,
    is_regular: bool,
    has_heredocs: bool,
}

impl Parse {
    /// The root of the tree. The text of the tree is the text that was parsed, whatever it was.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// The root without positions and parents, which can be shared between threads.
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// The tree of a manifest; nothing if the text was read as something else.
    pub fn manifest(&self) -> Option<ast::SourceFile> {
        ast::AstNode::cast(self.syntax())
    }

    /// The tree of a template; nothing if the text was read as something else.
    pub fn template(&self) -> Option<ast::EppTemplate> {
        ast::AstNode::cast(self.syntax())
    }

    /// What is wrong, in the order of the text: one error for one mistake, at the place where it can be mended.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Where Puppet itself would stop reading; nothing exactly if Puppet accepts the text.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Whether the text has tags of heredocs.
    pub fn has_heredocs(&self) -> bool {
        self.has_heredocs
    }

    /// Whether all quotes and braces pair up, and the lexer could read everything.
    pub(crate) fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// A tree of a text without heredocs in which all quotes and braces pair up.
    pub(crate) fn regular(green: GreenNode, errors: Vec<SyntaxError>, stop: Option<Stop>) -> Parse {
        Parse {
            green,
            errors: errors.into(),
            stop,
            is_regular: true,
            has_heredocs: false,
        }
    }
}

/// Parses a text. Never fails: see [`Parse::errors`].
pub fn parse(text: &str, entry: Entry) -> Parse {
    parse_with(
        text,
        ParseOptions {
            entry,
            keywords: Keywords::Manifest,
        },
    )
}

/// Parses a text, with the keywords of plans if they are asked for.
pub fn parse_with(text: &str, options: ParseOptions) -> Parse {
    let lexed = lexer::tokenize_with(text, options.entry, options.keywords);
    let input = Input::new(text, &lexed);
    let mut output = run(Parser::new(&input), options.entry);
    let stop = match lexed.is_repaired() {
        true => stop_without_repairs(text, options),
        false => first_stop(&input, &lexed, output.stop),
    };
    let mut is_regular =
        !lexed.is_repaired() && lexed.errors().is_empty() && lexed.stop().is_none();
    if let Some(parser) = stop.and_then(|_| Parser::with_unbalanced_braces(&input)) {
        output = run(parser, options.entry);
        is_regular = false;
    }
    let mut errors = output.errors;
    errors.extend(lexed.errors().iter().map(lexical));
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    let green = parser::build_tree(text, &lexed, &input, output.events, output.bodies);
    Parse {
        green,
        errors: errors.into(),
        stop,
        is_regular,
        has_heredocs: !lexed.heredocs().is_empty(),
    }
}

fn run(mut parser: Parser<'_>, entry: Entry) -> parser::Output {
    match entry {
        Entry::Manifest => grammar::manifest(&mut parser),
        Entry::Epp => grammar::template(&mut parser),
        Entry::TypeExpr => grammar::type_source(&mut parser),
    }
    parser.finish()
}

fn lexical(error: &LexError) -> SyntaxError {
    SyntaxError {
        kind: SyntaxErrorKind::Lexical(error.kind),
        range: error.range,
        message: error.kind.message().to_owned(),
        opener: None,
    }
}

/// Where Puppet stops in a text with a string or tag that is never closed.
fn stop_without_repairs(text: &str, options: ParseOptions) -> Option<Stop> {
    let lexed = lexer::tokenize_unrepaired(text, options.entry, options.keywords);
    let input = Input::new(text, &lexed);
    let output = run(Parser::new(&input), options.entry);
    first_stop(&input, &lexed, output.stop)
}

/// Where Puppet stops if it reads these tokens. Its lexer runs one token ahead of its parser, but reads a string or
/// heredoc as a whole.
fn first_stop(input: &Input<'_>, lexed: &Lexed, stop: Option<(u32, Stop)>) -> Option<Stop> {
    match (lexed.stop(), stop) {
        (None, stop) => stop.map(|it| it.1),
        (Some(error), None) => Some(Stop::lexical(error)),
        (Some(error), Some((order, stop))) => {
            let asked = input.asked_at(error.range.start()) * 2;
            Some(if asked <= order {
                Stop::lexical(error)
            } else {
                stop
            })
        }
    }
}
