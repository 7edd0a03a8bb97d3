//! Where Puppet stops in a text of which a part was read again. Unlike our tree, that depends on all that is behind a brace
//! without a partner, since Puppet takes each closing brace for that of the block that was opened last.

use puppet_text::TextSize;

use super::fence::{children_before, starts_anew};
use super::outside::Outside;
use super::reading::Read;
use super::region::Region;
use super::{DEPTH_OF_BLOCK, Reread};
use crate::SyntaxKind::*;
use crate::error::Stop;
use crate::lexer::{Lexed, tokenize_with};
use crate::parse::{first_stop, run};
use crate::parser::{Input, MAX_DEPTH, Output, Parser, build_tree, moved};
use crate::{Entry, SyntaxNode, SyntaxToken};

/// What stands before the statements of a part.
const HEAD: &str = "class x {";

/// More braces without partners are looked at in the whole text.
const MOST_BRACES: usize = 16;

/// Behind a token at which Puppet stops there are so many tokens that are the same in the whole text: more than are
/// looked at.
const LOOKAHEAD: usize = 3;

/// Something that a closing brace ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Statements; behind some blocks there may be an `else`.
    Statements { takes_else: bool },
    /// The options of a `case`.
    Options,
    /// A hash, a resource.
    Other,
}

/// Something around the part, and the brace that ends it.
struct Around {
    place: Place,
    brace: SyntaxToken,
}

impl Reread<'_> {
    /// Where Puppet stops if all braces pair up; the outer nothing if that is not certain.
    pub(super) fn stop_of_balanced(
        &self,
        region: &Region,
        outside: &Outside<'_>,
        read: &Read,
    ) -> Option<Option<Stop>> {
        if outside.stops_before() {
            return self.stop_before(region, outside).map(Some);
        }
        match read.stop {
            Some(_) if read.stops_at_end && outside.stops_behind() => None,
            Some(stop) => Some(Some(stop)),
            None if outside.stops_behind() => self.stop_behind(region).map(Some),
            None => Some(None),
        }
    }

    /// Where Puppet stops if `open` braces are open in the part; nothing if that is not certain.
    pub(super) fn stop_of_unbalanced(
        &self,
        region: &Region,
        outside: &Outside<'_>,
        statements: &str,
        open: isize,
    ) -> Option<Stop> {
        if outside.stops_before() {
            return self.stop_before(region, outside);
        }
        let part = Part::new(statements, open)?;
        let lexed = tokenize_with(&part.text, Entry::Manifest, self.options.keywords);
        let input = Input::new(&part.text, &lexed);
        let mut parser = Parser::new(&input);
        if let Some(fence) = &region.fence {
            parser = parser.with_fence(fence.among(&input, part.end(region)?, part.closers())?);
        }
        let mut output = run(parser, Entry::Manifest);
        if let Some((order, stop)) = first_stop(&input, &lexed, output.stop.take()) {
            let position = order.div_ceil(2) as usize;
            let is_certain = part.is_certain(&input, position, region, &self.around()?);
            let offset = region.at(stop.offset?, part.head())?;
            return is_certain.then_some(Stop {
                offset: Some(offset),
                ..stop
            });
        }
        let depth = self.old.facts().depth + output.deepest + self.depth();
        if outside.stops_behind() || depth >= MAX_DEPTH - DEPTH_OF_BLOCK {
            return None;
        }
        self.stop_after(
            region,
            &part.opened(&input, &lexed, output, region)?,
            part.surplus,
        )
    }

    /// Where Puppet stopped before the part.
    fn stop_before(&self, region: &Region, outside: &Outside<'_>) -> Option<Stop> {
        let stop = self.old.stop()?;
        let is_before = stop.offset? < region.range.start();
        (is_before && !outside.waits()).then_some(stop)
    }

    /// Where Puppet stopped behind the part, if it did not stop in it.
    fn stop_behind(&self, region: &Region) -> Option<Stop> {
        let stop = self.old.stop()?;
        let offset = stop.offset.filter(|it| *it > region.range.end())?;
        (self.old.facts().open_braces == 0).then_some(Stop {
            offset: Some(moved(offset, region.growth)),
            ..stop
        })
    }

    /// What is around the part, from the inside out; nothing if it has no braces of its own.
    fn around(&self) -> Option<Vec<Around>> {
        let nodes = self.block.ancestors();
        let with_braces = nodes.filter(|it| matches!(it.kind(), BLOCK | CASE_EXPR));
        let around = with_braces.map(|node| {
            let brace = node.last_token().filter(|it| it.kind() == R_BRACE)?;
            let place = place_of(&node);
            (brace.parent()? == node).then_some(Around { place, brace })
        });
        around.collect()
    }

    /// Where Puppet stops behind a part without errors that leaves something open, or closes too much: each closing brace
    /// behind it ends what was opened last.
    fn stop_after(&self, region: &Region, opened: &[Place], surplus: usize) -> Option<Stop> {
        let around = self.around()?;
        let mut open: Vec<Place> = around.iter().rev().map(|it| it.place).collect();
        for _ in 0..surplus {
            let is_block = matches!(open.pop()?, Place::Statements { .. });
            if !is_block || !is_statements(open.last()) {
                return None;
            }
        }
        open.extend(opened);
        for (index, Around { brace, .. }) in around.iter().enumerate() {
            let here = |token: &SyntaxToken| {
                let offset = moved(token.text_range().start(), region.growth);
                Some(Stop::unexpected(Some(offset)))
            };
            let Some(ended) = open.pop() else {
                return here(brace);
            };
            let Some(next) = next_significant(brace) else {
                break;
            };
            let among_statements = is_statements(open.last())
                && is_statements(around.get(index + 1).map(|it| &it.place));
            match next.kind() {
                R_BRACE => {}
                ELSE_KW | ELSIF_KW => {
                    let is_refused = ended == Place::Statements { takes_else: false };
                    return here(&next).filter(|_| is_refused && is_statements(open.last()));
                }
                kind if among_statements && starts_anew(kind) => {}
                _ => return None,
            }
        }
        (!open.is_empty()).then_some(Stop::unexpected(None))
    }
}

/// A part with so many heads and closing braces around it that all braces have partners.
struct Part {
    text: String,
    /// Braces that close what is around the part.
    surplus: usize,
    /// Braces that are not closed in the part.
    missing: usize,
}

impl Part {
    fn new(statements: &str, open: isize) -> Option<Part> {
        let surplus = usize::try_from(-open).unwrap_or(0);
        let missing = usize::try_from(open).unwrap_or(0);
        let heads = HEAD.repeat(surplus + 1);
        let ends = "}".repeat(missing + 1);
        (surplus.max(missing) <= MOST_BRACES).then(|| Part {
            text: format!("{heads}{statements}{ends}"),
            surplus,
            missing,
        })
    }

    /// The length of what is before the statements.
    fn head(&self) -> usize {
        HEAD.len() * (self.surplus + 1)
    }

    /// Where the statements end that are read again.
    fn end(&self, region: &Region) -> Option<TextSize> {
        let head = TextSize::try_from(self.head()).ok()?;
        Some(head + (region.new_end() - region.range.start()))
    }

    /// How many closing braces stand behind the statements.
    fn closers(&self) -> usize {
        self.missing + 1
    }

    /// Whether Puppet stops in the whole text, too, where it stops here when it reads the token at `position`.
    fn is_certain(
        &self,
        input: &Input<'_>,
        position: usize,
        region: &Region,
        around: &[Around],
    ) -> bool {
        let end = input.len() - self.closers();
        let is_within = match region.ends_block() {
            true => position <= end,
            false => position + LOOKAHEAD <= end,
        };
        let (mut level, mut lowest) = (0_isize, 0_isize);
        for at in (0..position).skip_while(|at| usize::from(input.range(*at).start()) < self.head())
        {
            match input.kind(at) {
                L_BRACE => level += 1,
                R_BRACE => level -= 1,
                _ => {}
            }
            lowest = lowest.min(level);
        }
        let closed = usize::try_from(-lowest).unwrap_or(0);
        // Behind what it closes there may be more, which depends on what that is.
        let is_known = closed == 0
            || closed <= self.surplus
                && !matches!(input.kind(position), ELSE_KW | ELSIF_KW)
                && around.len() >= closed
                && around
                    .iter()
                    .take(closed + 1)
                    .all(|it| is_statements(Some(&it.place)));
        is_within && is_known
    }

    /// What the part without errors leaves open, from the outside in; nothing if it does more than that.
    fn opened(
        &self,
        input: &Input<'_>,
        lexed: &Lexed,
        output: Output,
        region: &Region,
    ) -> Option<Vec<Place>> {
        if region.fence.is_some() {
            output.fenced?;
        }
        let green = build_tree(&self.text, lexed, input, output.events, output.bodies);
        let root = SyntaxNode::new_root(green);
        let mut brace = root.last_token()?;
        let outermost = brace.parent()?;
        let start = TextSize::of(HEAD) - TextSize::new(1);
        if outermost.kind() != BLOCK || outermost.text_range().start() != start {
            return None;
        }
        let mut opened = Vec::new();
        let mut innermost = outermost;
        for _ in 0..self.missing {
            brace = brace.prev_token()?;
            innermost = brace.parent()?;
            if brace.kind() != R_BRACE || innermost.last_token().as_ref() != Some(&brace) {
                return None;
            }
            opened.push(place_of(&innermost));
        }
        if region.fence.is_some() {
            let fence = self.end(region)? - innermost.text_range().start();
            return children_before(innermost.green(), fence).map(|_| opened);
        }
        let children = innermost.green().children().len().checked_sub(1)?;
        let last = innermost.green().children().take(children);
        let last: Vec<_> = last
            .skip(children.saturating_sub(region.last.len()))
            .map(|it| it.to_owned())
            .collect();
        (last == region.last).then_some(opened)
    }
}

fn place_of(node: &SyntaxNode) -> Place {
    match node.kind() {
        BLOCK => Place::Statements {
            takes_else: node
                .parent()
                .is_some_and(|it| matches!(it.kind(), IF_EXPR | UNLESS_EXPR | ELSE_CLAUSE)),
        },
        CASE_EXPR => Place::Options,
        _ => Place::Other,
    }
}

/// Whether statements are in a place, or directly in the file.
fn is_statements(place: Option<&Place>) -> bool {
    matches!(place, None | Some(Place::Statements { .. }))
}

pub(super) fn next_significant(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut next = token.next_token()?;
    while next.kind().is_trivia() {
        next = next.next_token()?;
    }
    Some(next)
}
