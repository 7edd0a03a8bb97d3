//! The entry point: from text to a tree with its errors.

use std::sync::{Arc, OnceLock};

use rowan::GreenNode;

use crate::author_tokens::author_tokens;
use crate::error::{Stop, SyntaxError, SyntaxErrorKind};
use crate::lexer::{self, Entry, Keywords, LexError, Lexed};
use crate::parser::{self, BraceMatching, Input, Layout, Parser, Significant};
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
#[derive(Debug, Clone)]
pub struct Parse {
    green: GreenNode,
    errors: Arc<[SyntaxError]>,
    stops: PuppetParseErrors,
    facts: ParseFlags,
}

/// Where Puppet stops follows from the text.
impl PartialEq for Parse {
    fn eq(&self, other: &Parse) -> bool {
        self.green == other.green && self.errors == other.errors && self.facts == other.facts
    }
}

impl Eq for Parse {}

/// Where Puppet stops.
#[derive(Debug, Clone)]
pub(crate) enum PuppetParseErrors {
    Nowhere,
    At(Stop),
    /// Somewhere: its range is computed by lexing all of the text.
    Somewhere(ParseOptions, Arc<OnceLock<Stop>>),
}

impl PuppetParseErrors {
    pub(crate) fn from_stop(stop: Option<Stop>) -> PuppetParseErrors {
        stop.map_or(PuppetParseErrors::Nowhere, PuppetParseErrors::At)
    }

    pub(crate) fn unlocated(options: ParseOptions) -> PuppetParseErrors {
        PuppetParseErrors::Somewhere(options, Arc::default())
    }
}

/// What one part of a text must know of all of it to be read on its own.
#[derive(Debug, Clone)]
pub(crate) struct ParseFlags {
    /// Whether the tokens of each statement can be told without the text around it: nothing that is open continues to the
    /// end of the text.
    pub(crate) is_legible: bool,
    /// Opening braces minus closing ones.
    pub(crate) open_braces: isize,
    /// Opening parentheses minus closing ones.
    pub(crate) open_parentheses: isize,
    /// How many tags of heredocs there are.
    pub(crate) heredocs: usize,
    /// Which braces belong together: only known if they are not balanced, or once were.
    pub(crate) braces: Arc<OnceLock<Braces>>,
}

/// The layout of a text, and what it tells about its braces.
#[derive(Debug)]
pub(crate) struct Braces {
    pub(crate) layout: Layout,
    /// With the numbers of the marks of the layout.
    pub(crate) plan: BraceMatching,
}

impl Braces {
    pub(crate) fn new(layout: Layout) -> Braces {
        Braces {
            plan: BraceMatching::new(&layout),
            layout,
        }
    }

    /// Those of a whole input, and the plan with the numbers of its significant tokens.
    pub(crate) fn from_input(input: &Input<'_>) -> Option<(Braces, BraceMatching)> {
        let (layout, positions) = Layout::from_input(input);
        let braces = Braces::new(layout);
        let position = |mark: usize| Some(positions.get(mark).copied().unwrap_or(input.len()));
        let plan = braces.plan.renumber(position)?;
        Some((braces, plan))
    }
}

impl ParseFlags {
    /// What the tokens of a whole text tell: nothing yet of its tree, nor of its braces.
    pub(crate) fn new(text: &str, lexed: &Lexed, input: &Input<'_>) -> ParseFlags {
        ParseFlags {
            is_legible: is_legible(text, lexed),
            open_braces: input.open_braces(),
            open_parentheses: input.open_parentheses(),
            heredocs: lexed.heredocs().len(),
            braces: Arc::default(),
        }
    }
}

/// What else is known follows from the text.
impl PartialEq for ParseFlags {
    fn eq(&self, other: &ParseFlags) -> bool {
        self.is_legible == other.is_legible
            && self.open_braces == other.open_braces
            && self.open_parentheses == other.open_parentheses
            && self.heredocs == other.heredocs
    }
}

impl Eq for ParseFlags {}

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

    /// What is wrong, in the order of the text: one error for one mistake, at the range where it can be fixed.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Whether Puppet refuses the text.
    pub fn is_refused(&self) -> bool {
        !matches!(self.stops, PuppetParseErrors::Nowhere)
    }

    /// Where Puppet itself would stop reading; nothing exactly if Puppet accepts the text. May have to read all of it.
    pub fn stop(&self) -> Option<Stop> {
        match &self.stops {
            PuppetParseErrors::Nowhere => None,
            PuppetParseErrors::At(stop) => Some(*stop),
            PuppetParseErrors::Somewhere(options, place) => Some(*place.get_or_init(|| {
                let stop = stop_in(&self.green.to_string(), *options);
                stop.unwrap_or(Stop::unexpected(None))
            })),
        }
    }

    /// Whether the text has tags of heredocs.
    pub fn has_heredocs(&self) -> bool {
        self.facts.heredocs > 0
    }

    /// How many tags of heredocs the text has.
    pub fn heredoc_count(&self) -> usize {
        self.facts.heredocs
    }

    pub(crate) fn facts(&self) -> &ParseFlags {
        &self.facts
    }

    /// A tree that was put together.
    pub(crate) fn from_parts(
        green: GreenNode,
        errors: Vec<SyntaxError>,
        stops: PuppetParseErrors,
        facts: ParseFlags,
    ) -> Parse {
        Parse {
            green,
            errors: errors.into(),
            stops,
            facts,
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

/// Parses a text, with the keywords of plans if they are requested.
pub fn parse_with(text: &str, options: ParseOptions) -> Parse {
    let lexed = match options.entry {
        Entry::Manifest => author_tokens(text, options.keywords),
        entry => lexer::tokenize_with(text, entry, options.keywords),
    };
    let significant = Significant::new(text, &lexed);
    let input = Input::new(text, &lexed, &significant);
    let mut output = run(Parser::new(&input), options.entry);
    let stops = match lexed.is_repaired() {
        true if lexed.is_refused() => PuppetParseErrors::unlocated(options),
        true => PuppetParseErrors::from_stop(stop_in(text, options)),
        false => {
            PuppetParseErrors::from_stop(first_stop(&input, &lexed, output.stop).map(|it| it.1))
        }
    };
    let mut facts = ParseFlags::new(text, &lexed, &input);
    if !matches!(stops, PuppetParseErrors::Nowhere)
        && facts.open_braces != 0
        && let Some((braces, plan)) = Braces::from_input(&input)
    {
        output = run(Parser::new(&input).with_braces(plan), options.entry);
        facts.braces = Arc::new(OnceLock::from(braces));
    }
    let errors = all_errors(std::mem::take(&mut output.errors), &lexed, text);
    let green = parser::build_tree(text, &lexed, &input, output);
    Parse::from_parts(green, errors, stops, facts)
}

/// What the parser and the lexer have found, in the order of the text.
pub(crate) fn all_errors(
    mut errors: Vec<SyntaxError>,
    lexed: &Lexed,
    text: &str,
) -> Vec<SyntaxError> {
    errors.extend(lexed.errors().iter().map(|it| lexical(it, text)));
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    errors
}

/// Whether the tokens of each statement can be told without the text around it.
pub(crate) fn is_legible(text: &str, lexed: &Lexed) -> bool {
    let has_text = |it: &lexer::Heredoc| it.misplaced.is_none() && it.body.is_some();
    !lexed.is_repaired()
        && !lexed.has_lone_slash()
        && lexed.errors().iter().all(|it| it.kind.is_local())
        && lexed.heredocs().iter().all(has_text)
        && !lexer::is_doubtful(text, lexed)
}

pub(crate) fn run(mut parser: Parser<'_>, entry: Entry) -> parser::Output {
    match entry {
        Entry::Manifest => grammar::manifest(&mut parser),
        Entry::Epp => grammar::template(&mut parser),
        Entry::TypeExpr => grammar::type_source(&mut parser),
    }
    parser.finish()
}

fn lexical(error: &LexError, text: &str) -> SyntaxError {
    let token = text.get(std::ops::Range::<usize>::from(error.range));
    SyntaxError {
        kind: SyntaxErrorKind::Lexical(error.kind),
        range: error.range,
        message: error.kind.message(token.unwrap_or_default()),
        opener: None,
        missing: None,
    }
}

/// Where Puppet stops in a text, also in one with a string or tag that is never closed.
fn stop_in(text: &str, options: ParseOptions) -> Option<Stop> {
    let lexed = lexer::tokenize_without_repair(text, options.entry, options.keywords);
    let significant = Significant::new(text, &lexed);
    let input = Input::new(text, &lexed, &significant);
    let output = run(Parser::new(&input), options.entry);
    first_stop(&input, &lexed, output.stop).map(|it| it.1)
}

/// Where Puppet stops if it reads these tokens, with its place in the order of Puppet's reading. Its lexer runs one
/// token ahead of its parser, but reads a string or heredoc as a whole.
pub(crate) fn first_stop(
    input: &Input<'_>,
    lexed: &Lexed,
    stop: Option<(u32, Stop)>,
) -> Option<(u32, Stop)> {
    let Some(error) = lexed.stop() else {
        return stop;
    };
    let asked = input.raw_token_request_at(error.range.start()) * 2;
    match stop {
        Some((order, stop)) if order < asked => Some((order, stop)),
        _ => Some((asked, Stop::lexical(error))),
    }
}
