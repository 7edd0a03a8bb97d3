//! All of a text read again, but for the statements that stay as they are.
//!
//! Unlike reading a part, this takes the tokens of the whole text, and so goes with any edit: of what is open up to the
//! end of the text, of parameters, of what is around all blocks.

use std::sync::{Arc, OnceLock};

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNodeData, NodeOrToken};

use crate::Entry;
use crate::SyntaxKind::{self, *};
use crate::ast::{AstNode, Expr};
use crate::lexer::Lexed;
use crate::parse::{
    Braces, Parse, ParseFlags, ParseOptions, PuppetParseErrors, all_errors, first_stop, run,
};
use crate::parser::{
    BraceMatching, Input, MAX_HEIGHT, Output, Parser, Part, ReusableRun, ReusePlan, ReusedNode,
    build_tree,
};
use crate::reparse::region::{child_len, kind_of_raw as kind_of};
use crate::reparse::token_alignment::{Places, Tokens};
use crate::reparse::{DEEPEST, Edit, Element};
use crate::token_streams::TokenStreams;

/// What is shorter is read again as a whole.
const SHORT: TextSize = TextSize::new(128);

/// The tree of `text`; nothing if that is better read without the old one.
pub(super) fn reparse(edit: Edit<'_>) -> Option<Parse> {
    let Edit {
        old, text, options, ..
    } = edit;
    let keywords = options.keywords;
    let tokens = &old.facts().tokens;
    let old_tokens = tokens.get_or_init(|| TokenStreams::new(edit.old_text, keywords));
    let (tokens, shared) = old_tokens.retokenize(text, keywords, &edit.change);
    let lexed = &tokens.lexed;
    if lexed.is_repaired() && !lexed.is_refused() {
        return None;
    }
    let input = Input::new(text, lexed, &tokens.significant);
    let agreement = Tokens::new(&old_tokens.lexed, lexed, &input, shared);
    let kept = kept(old, &agreement, &input);
    let mut facts = ParseFlags::new(text, lexed, &input);
    let mut plan = BraceMatching::default();
    if facts.open_braces != 0 {
        let braces;
        (braces, plan) = Braces::from_input(&input)?;
        facts.braces = Arc::new(OnceLock::from(braces));
    }
    let parser = Parser::new(&input).with_braces(plan).with_kept(&kept);
    let mut output = run(parser, Entry::Manifest);
    if output.height + old.facts().height >= MAX_HEIGHT / 2 {
        return None;
    }
    facts.depth = output.deepest;
    facts.height = output.height.max(old.facts().height);
    let stops = stops(&input, lexed, &output, options);
    let errors = all_errors(std::mem::take(&mut output.errors), lexed);
    let green = build_tree(text, lexed, &input, output, &kept);
    facts.tokens = Arc::new(OnceLock::from(tokens));
    Some(Parse::from_parts(green, errors, stops, facts))
}

/// What of an old tree stays as it is.
fn kept(old: &Parse, tokens: &Tokens<'_>, input: &Input<'_>) -> ReusePlan {
    let mut collector = Collector {
        old,
        tokens,
        is_turned: (old.facts().open_braces < 0) != (input.open_braces() < 0),
        longest: longest(old),
        runs: Vec::new(),
    };
    collector.collect(old.green());
    ReusePlan::new(collector.runs, old.facts().depth)
}

fn stops(
    input: &Input<'_>,
    lexed: &Lexed,
    output: &Output,
    options: ParseOptions,
) -> PuppetParseErrors {
    match lexed.is_repaired() || input.open_braces() != 0 {
        // What was repaired, or matched by its layout, is parsed differently by Puppet.
        true => PuppetParseErrors::unlocated(options),
        false => PuppetParseErrors::from_stop(first_stop(input, lexed, output.stop).map(|it| it.1)),
    }
}

/// How long the range of an error is, at most.
fn longest(parse: &Parse) -> TextSize {
    let errors = parse.errors().iter();
    errors.map(|it| it.range.len()).max().unwrap_or_default()
}

/// Finds the statements and parameters of a tree that need not be read again.
struct Collector<'t> {
    old: &'t Parse,
    tokens: &'t Tokens<'t>,
    /// Whether, of two texts, only one lacks opening braces: some expressions are read in other ways then.
    is_turned: bool,
    /// How long the range of an error is, at most.
    longest: TextSize,
    runs: Vec<ReusableRun>,
}

impl Collector<'_> {
    fn collect(&mut self, root: &GreenNodeData) {
        let mut waiting = vec![Place {
            node: root,
            start: TextSize::new(0),
            depth: 0,
            level: 0,
        }];
        while let Some(place) = waiting.pop() {
            self.collect_in(place, &mut waiting);
        }
    }

    fn collect_in<'n>(&mut self, place: Place<'n>, waiting: &mut Vec<Place<'n>>) {
        let kind = kind_of(place.node.kind());
        let listed = listed_in(place.node);
        let level = place.level + usize::from(matches!(kind, BLOCK | CASE_EXPR));
        let mut run = OpenRun::default();
        let mut end = place.start;
        for child in place.node.children() {
            let start = end;
            end += child_len(child);
            let NodeOrToken::Node(node) = child else {
                let kind = kind_of(child.kind());
                match kind.is_trivia() || kind == COMMA && listed == Some(Part::Parameter) {
                    true => run.elements.push(child.to_owned()),
                    false => self.close(&mut run, level),
                }
                continue;
            };
            let range = TextRange::new(start, end);
            let part = part_of(node, listed);
            match part.and_then(|part| Some((part, self.kept(range)?))) {
                Some((part, places)) => {
                    // Between the last part before the edit and the first one after it other tokens may stand.
                    if run.part != Some((part, places.is_before)) {
                        self.close(&mut run, level);
                    }
                    run.add(part, node, places);
                }
                None => {
                    self.close(&mut run, level);
                    if range.len() > SHORT && place.depth < DEEPEST {
                        waiting.push(Place {
                            node,
                            start,
                            depth: place.depth + 1,
                            level,
                        });
                    }
                }
            }
        }
        self.close(&mut run, level);
    }

    /// Ends a run of parts.
    fn close(&mut self, run: &mut OpenRun, level: usize) {
        let OpenRun {
            part,
            mut elements,
            parts,
        } = std::mem::take(run);
        if let Some(((part, _), last)) = part.zip(parts.last()) {
            elements.truncate(last.element + 1);
            self.runs.push(ReusableRun {
                part,
                elements,
                parts,
                level,
            });
        }
    }

    /// Where a part is in the new text, if it stays as it is.
    fn kept(&self, range: TextRange) -> Option<Places> {
        let places = self.tokens.tokens_of_statement(range)?;
        let kinds = self.tokens.old.kinds().get(places.raw.clone())?;
        let has_heredoc = self.tokens.have_heredoc(places.raw.clone());
        let may_turn = self.is_turned && kinds.contains(&QUESTION);
        let touched = TextRange::new(range.start(), places.next.end());
        (!has_heredoc && !may_turn && !self.is_faulty(touched)).then_some(places)
    }

    /// Whether something is wrong in a range, or at its edges.
    fn is_faulty(&self, range: TextRange) -> bool {
        let errors = self.old.errors();
        let first = range.start().checked_sub(self.longest).unwrap_or_default();
        let first = errors.partition_point(|it| it.range.start() < first);
        let near = errors.iter().skip(first);
        near.take_while(|it| it.range.start() <= range.end())
            .any(|it| range.intersect(it.range).is_some())
    }
}

/// What a node is a list of.
fn listed_in(node: &GreenNodeData) -> Option<Part> {
    match kind_of(node.kind()) {
        SOURCE_FILE | BLOCK => Some(Part::Statement),
        PARAM_LIST if is_between(node, L_PAREN, R_PAREN) => Some(Part::Parameter),
        _ => None,
    }
}

/// What a node is that may stay, in a list of such parts. Recovery may leave other nodes among statements: bodies of a
/// resource.
fn part_of(node: &GreenNodeData, listed: Option<Part>) -> Option<Part> {
    match kind_of(node.kind()) {
        BLOCK => is_between(node, L_BRACE, R_BRACE).then_some(Part::Block),
        PARAM_LIST => is_between(node, L_PAREN, R_PAREN).then_some(Part::Parameters),
        PARAM => listed.filter(|it| *it == Part::Parameter),
        // Without its keyword it is an error, which may have been reported at another position.
        IF_EXPR if node.children().next().map(|it| kind_of(it.kind())) != Some(IF_KW) => None,
        kind if Expr::can_cast(kind) => listed.filter(|it| *it == Part::Statement),
        _ => None,
    }
}

fn is_between(node: &GreenNodeData, open: SyntaxKind, close: SyntaxKind) -> bool {
    let mut children = node.children();
    let ends = [children.next(), children.next_back()];
    ends.map(|it| it.map(|it| kind_of(it.kind()))) == [Some(open), Some(close)]
}

/// A node whose statements or parameters are looked for.
struct Place<'n> {
    node: &'n GreenNodeData,
    start: TextSize,
    /// How many nodes are around it.
    depth: usize,
    /// In how many braces it is.
    level: usize,
}

/// Parts that follow each other, with what is between them.
#[derive(Default)]
struct OpenRun {
    /// What they are, and whether they are before the edit.
    part: Option<(Part, bool)>,
    elements: Vec<Element>,
    parts: Vec<ReusedNode>,
}

impl OpenRun {
    fn add(&mut self, part: Part, node: &GreenNodeData, places: Places) {
        if self.parts.is_empty() {
            self.part = Some((part, places.is_before));
            self.elements.clear();
        }
        self.parts.push(ReusedNode {
            tokens: places.tokens,
            element: self.elements.len(),
        });
        self.elements.push(NodeOrToken::Node(node.to_owned()));
    }
}
