//! The tokens that the parser reads, without trivia.

use std::collections::VecDeque;
use std::ops::Range;

use crate::SyntaxKind::{self, *};
use crate::lexer::{Heredoc, Lexed, Shared, overlapping};

/// The significant tokens of a text: without trivia, and with the text of each heredoc directly after its tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Significant {
    pub(super) kinds: Vec<SyntaxKind>,
    /// By significant token: its index among all tokens.
    pub(super) raw: Vec<u32>,
    pub(super) bodies: Vec<(u32, HeredocBody)>,
    pub(super) open_parentheses: isize,
    pub(super) open_braces: isize,
}

/// The text of a heredoc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeredocBody {
    /// How many significant tokens it has.
    pub(crate) tokens: usize,
    /// All of its tokens, by their indices in [`Lexed`].
    pub(crate) raw: Range<usize>,
}

impl Significant {
    pub(crate) fn new(text: &str, lexed: &Lexed) -> Significant {
        let mut significant = Significant {
            kinds: Vec::with_capacity(lexed.len() / 2 + 8),
            raw: Vec::with_capacity(lexed.len() / 2 + 8),
            ..Significant::default()
        };
        match lexed.is_template() {
            true => significant.fill_template(text, lexed),
            false => significant.fill(lexed, 0..lexed.len()),
        }
        significant
    }

    /// Those of a text which shares tokens with an older one.
    pub(crate) fn from_edit(
        text: &str,
        lexed: &Lexed,
        (old, old_lexed): (&Significant, &Lexed),
        shared: Shared,
    ) -> Significant {
        let more = lexed.len().wrapping_sub(old_lexed.len());
        let Some(shared) = without_open_heredocs(old_lexed, lexed, shared, more) else {
            return Significant::new(text, lexed);
        };
        let place = |token: usize| old.raw.partition_point(|it| (*it as usize) < token);
        let replaced = place(shared.before)..place(shared.after);
        let count = |open| old.count(replaced.clone(), open);
        let in_bodies = |open| {
            let bodies = old.bodies_in(replaced.clone()).iter();
            let positions =
                bodies.map(|(tag, body)| *tag as usize + 1..*tag as usize + 1 + body.tokens);
            positions.map(|it| old.count(it, open)).sum::<isize>()
        };
        let open_braces = |kind| count(kind) - in_bodies(kind);
        let mut significant = Significant {
            kinds: Vec::with_capacity(old.kinds.len() + 8),
            raw: Vec::with_capacity(old.raw.len() + 8),
            bodies: Vec::with_capacity(old.bodies.len()),
            open_parentheses: old.open_parentheses - (count(L_PAREN) - count(R_PAREN)),
            open_braces: old.open_braces - (open_braces(L_BRACE) - open_braces(R_BRACE)),
        };
        significant.take(old, 0..replaced.start, 0);
        significant.fill(lexed, shared.before..shared.after.wrapping_add(more));
        significant.take(old, replaced.end..old.raw.len(), more);
        significant
    }

    /// Adds some tokens of an older text, moved by so many tokens.
    fn take(&mut self, old: &Significant, positions: Range<usize>, more: usize) {
        let moved = |token: usize| token.wrapping_add(more);
        let first = self.raw.len();
        for (tag, body) in old.bodies_in(positions.clone()) {
            let tag = first + (*tag as usize - positions.start);
            let raw = moved(body.raw.start)..moved(body.raw.end);
            let tokens = body.tokens;
            self.bodies.push((tag as u32, HeredocBody { tokens, raw }));
        }
        let kinds = old.kinds.get(positions.clone()).unwrap_or_default();
        let raw = old.raw.get(positions).unwrap_or_default();
        self.kinds.extend_from_slice(kinds);
        self.raw
            .extend(raw.iter().map(|it| moved(*it as usize) as u32));
    }

    /// The texts of the heredocs whose tags are at these positions.
    fn bodies_in(&self, positions: Range<usize>) -> &[(u32, HeredocBody)] {
        let place = |position: usize| self.bodies.partition_point(|it| (it.0 as usize) < position);
        let bodies = place(positions.start)..place(positions.end);
        self.bodies.get(bodies).unwrap_or_default()
    }

    fn count(&self, positions: Range<usize>, kind: SyntaxKind) -> isize {
        let kinds = self.kinds.get(positions).unwrap_or_default();
        kinds.iter().filter(|it| **it == kind).count().cast_signed()
    }

    /// Takes all of some tokens but trivia.
    fn fill_plainly(&mut self, lexed: &Lexed, tokens: Range<usize>) {
        let first = tokens.start;
        let kinds = lexed.kinds().get(tokens).unwrap_or_default();
        for (token, kind) in (first..).zip(kinds) {
            if !kind.is_trivia() {
                self.push(token, *kind);
            }
        }
    }

    /// Takes all of some tokens of a manifest but trivia, the text of each heredoc after its tag.
    fn fill(&mut self, lexed: &Lexed, tokens: Range<usize>) {
        let mut skipped: VecDeque<Range<usize>> = VecDeque::new();
        let mut token = tokens.start;
        for heredoc in heredocs_in(lexed, tokens.clone()) {
            token = self.fill_between(lexed, token..heredoc.tag, &mut skipped);
            // In the text of another heredoc, it is one of its tokens.
            if token == heredoc.tag {
                self.push(token, HEREDOC_TAG);
                token += 1;
                if let Some(body) = &heredoc.body {
                    self.push_body(lexed, body.clone());
                    skipped.push_back(body.clone());
                }
            }
        }
        self.fill_between(lexed, token..tokens.end, &mut skipped);
    }

    /// Takes all of some tokens but trivia and texts of heredocs; returns the one after them.
    fn fill_between(
        &mut self,
        lexed: &Lexed,
        tokens: Range<usize>,
        skipped: &mut VecDeque<Range<usize>>,
    ) -> usize {
        let mut token = tokens.start;
        while let Some(body) = skipped.front().filter(|it| it.start <= tokens.end).cloned() {
            skipped.pop_front();
            self.fill_plainly(lexed, token..body.start.max(token));
            token = token.max(body.end);
        }
        self.fill_plainly(lexed, token..tokens.end.max(token));
        token.max(tokens.end)
    }

    fn fill_template(&mut self, text: &str, lexed: &Lexed) {
        let mut heredocs = lexed.heredocs().iter().peekable();
        let mut skipped: VecDeque<Range<usize>> = VecDeque::new();
        let mut template = TemplateFilter::default();
        let mut token = 0;
        while token < lexed.len() {
            if let Some(body) = skipped.front()
                && body.start <= token
            {
                token = token.max(body.end);
                skipped.pop_front();
                continue;
            }
            let kind = lexed.kind(token);
            if template.keeps(text, lexed, token, kind) {
                self.push(token, kind);
                if kind == HEREDOC_TAG
                    && let Some(heredoc) = heredocs.next_if(|it| it.tag <= token)
                    && let Some(body) = &heredoc.body
                {
                    self.push_body(lexed, body.clone());
                    skipped.push_back(body.clone());
                }
            }
            token += 1;
        }
    }

    fn push(&mut self, token: usize, kind: SyntaxKind) {
        match kind {
            L_PAREN => self.open_parentheses += 1,
            R_PAREN => self.open_parentheses -= 1,
            L_BRACE => self.open_braces += 1,
            R_BRACE => self.open_braces -= 1,
            _ => {}
        }
        self.kinds.push(kind);
        self.raw.push(token as u32);
    }

    fn push_body(&mut self, lexed: &Lexed, raw: Range<usize>) {
        let tag = self.raw.len() as u32 - 1;
        let before = self.raw.len();
        let open_braces = self.open_braces;
        for token in raw.clone() {
            let kind = lexed.kind(token);
            if !kind.is_trivia() {
                self.push(token, kind);
            }
        }
        self.open_braces = open_braces;
        let tokens = self.raw.len() - before;
        self.bodies.push((tag, HeredocBody { tokens, raw }));
    }
}

/// What two manifests share (the new one has so many more tokens), as far as no heredoc is open where it ends or starts:
/// there, tokens do not stand in their order. Nothing for templates, and where heredocs have become others.
fn without_open_heredocs(old: &Lexed, new: &Lexed, shared: Shared, more: usize) -> Option<Shared> {
    if old.is_template() || new.is_template() {
        return None;
    }
    let (of_old, of_new) = (old.open_heredocs(), new.open_heredocs());
    let Shared {
        mut before,
        mut after,
    } = shared;
    let open_at = |open: &[Range<usize>], token| overlapping(open, token..token).cloned();
    while let Some(open) = open_at(&of_old, before).or_else(|| open_at(&of_new, before)) {
        before = open.start;
    }
    let end_in_new = |after: usize| {
        Some(
            open_at(&of_new, after.wrapping_add(more))?
                .end
                .wrapping_sub(more),
        )
    };
    let end_in_old = |after: usize| Some(open_at(&of_old, after)?.end);
    while let Some(end) = end_in_old(after).or_else(|| end_in_new(after)) {
        after = end;
    }
    let is_same = |old: &[Heredoc], new: &[Heredoc], more| {
        let mut pairs = old.iter().zip(new);
        old.len() == new.len() && pairs.all(|(old, new)| old.shift(more) == new.shift(0))
    };
    let ends = (after..old.len(), after.wrapping_add(more)..new.len());
    let is_shared = is_same(heredocs_in(old, 0..before), heredocs_in(new, 0..before), 0)
        && is_same(heredocs_in(old, ends.0), heredocs_in(new, ends.1), more);
    is_shared.then_some(Shared { before, after })
}

/// The heredocs whose tags are among some tokens.
fn heredocs_in(lexed: &Lexed, tokens: Range<usize>) -> &[Heredoc] {
    let place = |token: usize| lexed.heredocs().partition_point(|it| it.tag < token);
    let heredocs = place(tokens.start)..place(tokens.end);
    lexed.heredocs().get(heredocs).unwrap_or_default()
}

/// Leaves out trivia, and what of a template is no token for Puppet: tags that render nothing, and text that is
/// trimmed to nothing.
#[derive(Default)]
struct TemplateFilter {
    in_tag: bool,
    in_expression: bool,
}

impl TemplateFilter {
    fn keeps(&mut self, text: &str, lexed: &Lexed, token: usize, kind: SyntaxKind) -> bool {
        match kind {
            // A tag in a tag is none: the lexer has reported it.
            EPP_OPEN | EPP_OPEN_TRIM | EPP_OPEN_EXPR if self.in_tag => true,
            EPP_OPEN | EPP_OPEN_TRIM => {
                self.in_tag = true;
                false
            }
            EPP_OPEN_EXPR => {
                self.in_tag = true;
                self.in_expression = true;
                true
            }
            EPP_CLOSE | EPP_CLOSE_TRIM => {
                self.in_tag = false;
                std::mem::take(&mut self.in_expression)
            }
            EPP_TEXT => crate::epp::is_rendered(text, lexed, token),
            _ => !kind.is_trivia(),
        }
    }
}
