//! Reading tokens again after an edit: from before it on, and only until they are again what they were.
//!
//! Between two tokens that nothing open is around, the lexer remembers nothing of what it has read but the kind of the last
//! token. So what it reads from such a place on depends on the text after it alone. From a tag to the end of its text, a
//! heredoc is open, too. In an interpolation the lexer also remembers the strings and interpolations around it, and the
//! braces that are open in them: where these are the same, so is what it reads.

use std::ops::Range;

use crate::SyntaxKind;
use crate::SyntaxKind::*;
use crate::lexer::heredoc::MAX_UNTERMINATED;
use crate::lexer::recovery::suspicious_quote::doubts_again;
use crate::lexer::recovery::unterminated::{Recovery, Unterminated, Written};
use crate::lexer::scanner::{Frame, ImplicitInterpolation, Lexer, Scan};
use crate::lexer::token_diff::Shared;
use crate::lexer::{Entry, Heredoc, Keywords, LexError, LexErrorKind, Lexed};
use puppet_text::{TextRange, TextSize};

/// So many tokens before an edit are read again: more than are looked at.
const MARGIN: usize = 4;

/// The tokens of a text before an edit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RelexStart<'l> {
    lexed: &'l Lexed,
    /// What is open at the end.
    unfinished: Option<&'l Unterminated>,
    /// Where the edit ends in the old text.
    end: usize,
    /// How many bytes the text has become longer.
    growth: isize,
    /// From the start on so many tokens stay as they are.
    kept: usize,
    /// The first token from which on the old text is read without any repairs.
    plain_from: usize,
}

impl<'l> RelexStart<'l> {
    /// Nothing if what is read may depend on all of the text before it.
    pub(crate) fn new(lexed: &'l Lexed, edit: TextRange, growth: isize) -> Option<RelexStart<'l>> {
        if lexed.has_lone_slash {
            return None;
        }
        let faults = || lexed.errors.iter().filter(|it| !it.kind.is_local());
        // What a heredoc without text of its own does depends on all that is after it.
        let mut heredocs = lexed.heredocs.iter();
        let astray = heredocs.find(|it| it.body.is_none());
        let first_fault = faults().map(|it| it.range.start());
        let first_fault = first_fault.chain(astray.map(|it| lexed.start(it.tag)));
        let first_fault = first_fault.min();
        let safe = first_fault.map_or(edit.start(), |fault| edit.start().min(fault));
        let last_fault = faults().map(|it| it.range.end()).max();
        let plain_from = match waits_for_text(lexed) {
            true => usize::MAX,
            false => last_fault.map_or(0, |fault| lexed.first_from(fault + TextSize::new(1))),
        };
        let mut before = RelexStart {
            lexed,
            unfinished: None,
            end: edit.end().into(),
            growth,
            kept: 0,
            plain_from,
        };
        before.kept = before.last_place(lexed.first_from(safe).saturating_sub(MARGIN));
        Some(before)
    }

    /// [`RelexStart::new`] for a text as it is written.
    pub(crate) fn from_text(
        written: &'l Written,
        edit: TextRange,
        growth: isize,
    ) -> Option<RelexStart<'l>> {
        let mut before = RelexStart::new(&written.lexed, edit, growth)?;
        before.unfinished = Some(&written.unfinished);
        Some(before)
    }

    /// The last token up to this one that nothing is open around, and white space before.
    fn last_place(&self, limit: usize) -> usize {
        let kinds = self.lexed.kinds.get(..limit).unwrap_or_default();
        let open = kinds.iter().filter(|it| opens(**it)).count();
        let closed = kinds.iter().filter(|it| closes(**it)).count();
        let mut depth = open.saturating_sub(closed);
        let mut heredocs = self.lexed.open_heredocs();
        for (token, kind) in kinds.iter().enumerate().rev() {
            while heredocs.last().is_some_and(|it| token < it.start) {
                heredocs.pop();
            }
            let is_open = depth > 0 || heredocs.last().is_some_and(|it| token < it.end);
            if !is_open && *kind == WHITESPACE {
                return token + 1;
            }
            depth += usize::from(closes(*kind));
            depth = depth.saturating_sub(usize::from(opens(*kind)));
        }
        0
    }

    /// Whether an interpolation that starts with a token is never closed, but was ended by a repair.
    fn is_ended(&self, token: usize) -> bool {
        let mut errors = self.errors_at(token);
        errors.any(|it| it.kind == LexErrorKind::UnclosedInterpolation)
    }

    /// Where a string ends that starts with a token and is never closed, but was ended by a repair.
    fn unclosed_end(&self, token: usize) -> Option<TextSize> {
        let mut errors = self.errors_at(token);
        let error = errors.find(|it| {
            it.kind == LexErrorKind::UnclosedQuote && it.range.len() > TextSize::new(1)
        })?;
        Some(error.range.end())
    }

    /// What is wrong from the start of a token on.
    fn errors_at(&self, token: usize) -> impl Iterator<Item = &'l LexError> + use<'l> {
        let (errors, start) = (&self.lexed.errors, self.lexed.start(token));
        let first = errors.partition_point(|it| it.range.start() < start);
        let errors = errors.iter().skip(first);
        errors.take_while(move |it| it.range.start() == start)
    }
}

/// Whether a token starts a string or an interpolation.
fn opens(kind: SyntaxKind) -> bool {
    matches!(kind, STRING_START | INTERPOLATION_START)
}

/// Whether a token ends a string or an interpolation.
fn closes(kind: SyntaxKind) -> bool {
    matches!(kind, STRING_END | INTERPOLATION_END)
}

/// Whether a heredoc waits for its text where other texts stand, possibly up to the end.
fn waits_for_text(lexed: &Lexed) -> bool {
    let is_overlap = |it: &LexError| it.kind == LexErrorKind::HeredocOverlap;
    lexed.heredocs.iter().any(|it| it.misplaced.is_some()) || lexed.errors.iter().any(is_overlap)
}

/// A string or interpolation that is open at a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OpenDelimiter {
    is_string: bool,
    start: usize,
    /// The braces that are open in it, if it is an interpolation.
    braces: u32,
}

/// Where tokens are the same as before the edit, up to the end of the text.
#[derive(Debug)]
pub(super) struct Resync<'l> {
    before: RelexStart<'l>,
    /// The next token of the old text that may be met again.
    next: usize,
    /// The strings and interpolations that are open around it, from the outermost on.
    open: Vec<OpenDelimiter>,
    /// How many significant tokens are after the start of the last interpolation.
    since_start: usize,
    /// The tokens during which heredocs are open, from the last on.
    heredocs: Vec<Range<usize>>,
}

impl<'l> Resync<'l> {
    fn new(before: RelexStart<'l>) -> Self {
        let mut heredocs = before.lexed.open_heredocs();
        heredocs.reverse();
        Self {
            before,
            next: before.kept,
            open: Vec::new(),
            since_start: 0,
            heredocs,
        }
    }

    /// The token of the old text at which the lexer is, if from there on it reads what it read before.
    fn at(&mut self, lexer: &Lexer<'_>) -> Option<usize> {
        let old = lexer.pos.checked_add_signed(-self.before.growth)?;
        let lexed = self.before.lexed;
        while (*lexed.starts.get(self.next)? as usize) < old {
            self.pass();
        }
        while self.heredocs.last().is_some_and(|it| it.end < self.next) {
            self.heredocs.pop();
        }
        let is_in_heredoc = self.heredocs.last().is_some_and(|it| it.start < self.next);
        // At the very end, a string may be open that is one token.
        let is_same = self.next < lexed.len()
            && *lexed.starts.get(self.next)? as usize == old
            && old >= self.before.end
            && self.next >= self.before.plain_from
            && !is_in_heredoc
            && self.is_open_in(lexer)
            && !self.is_before_slash();
        is_same.then_some(self.next)
    }

    /// Continues after the next token of the old text.
    fn pass(&mut self) {
        let lexed = self.before.lexed;
        let kind = lexed.kind(self.next);
        let start = lexed.start(self.next).into();
        match kind {
            STRING_START => match self.before.unclosed_end(self.next) {
                Some(end) => {
                    self.next = lexed.first_from(end).max(self.next + 1);
                    return;
                }
                None => self.push(true, start),
            },
            // What a repair has ended has no end of its own.
            INTERPOLATION_START if !self.before.is_ended(self.next) => {
                self.push(false, start);
                self.since_start = 0;
            }
            L_BRACE => self.add_brace(1),
            R_BRACE => self.add_brace(-1),
            _ => {}
        }
        if matches!(kind, STRING_END | INTERPOLATION_END) {
            self.open.pop();
        }
        if !kind.is_trivia() && kind != INTERPOLATION_START {
            self.since_start += 1;
        }
        self.next += 1;
    }

    fn push(&mut self, is_string: bool, start: usize) {
        self.open.push(OpenDelimiter {
            is_string,
            start,
            braces: 0,
        });
    }

    fn add_brace(&mut self, more: i32) {
        if let Some(last) = self.open.last_mut() {
            last.braces = last.braces.saturating_add_signed(more);
        }
    }

    /// Whether a lexer has the same open at the same places.
    fn is_open_in(&self, lexer: &Lexer<'_>) -> bool {
        if self.open.is_empty() && lexer.frames.is_empty() {
            return true;
        }
        // What a repair has ended is not followed. The first two tokens of an interpolation decide whether it starts with
        // a variable.
        let is_certain = !self.before.lexed.is_repaired && self.since_start > 1;
        if !is_certain || lexer.implicit != ImplicitInterpolation::Decided {
            return false;
        }
        let moved = |it: &OpenDelimiter| match it.start < self.before.end {
            true => *it,
            false => OpenDelimiter {
                start: it.start.wrapping_add_signed(self.before.growth),
                ..*it
            },
        };
        self.open.len() == lexer.frames.len() && self.open.iter().map(moved).eq(lexer.open_frames())
    }

    /// Whether the next token may be read in other ways after other tokens.
    fn is_before_slash(&self) -> bool {
        let kinds = self.before.lexed.kinds.iter().skip(self.next);
        let next = kinds.copied().find(|it| !it.is_trivia());
        matches!(next, Some(SLASH | REGEX))
    }
}

impl<'t> Lexer<'t> {
    /// Starts after the tokens that stay as they are before an edit.
    fn resume(&mut self, before: RelexStart<'_>) {
        let kept = before.kept;
        let Some((kinds, starts)) = before
            .lexed
            .kinds
            .get(..kept)
            .zip(before.lexed.starts.get(..kept))
        else {
            return;
        };
        self.out.kinds.extend_from_slice(kinds);
        self.out.starts.extend_from_slice(starts);
        self.pos = before.lexed.start(kept).into();
        let is_before = |error: &&LexError| usize::from(error.range.start()) < self.pos;
        let errors = before.lexed.errors.iter().take_while(is_before);
        self.out.errors.extend(errors.cloned());
        let heredocs = before.lexed.heredocs.iter();
        let heredocs = heredocs.take_while(|it| it.tag < kept).cloned();
        self.out.heredocs.extend(heredocs);
        self.after = self.last_significant();
    }

    /// The kind of the last token that is no trivia and not of the text of a heredoc.
    fn last_significant(&self) -> SyntaxKind {
        let mut heredocs = self.out.heredocs.iter().rev().peekable();
        let mut end = self.out.kinds.len();
        while let Some(token) = end.checked_sub(1) {
            let body = |it: &&Heredoc| it.body.as_ref().is_some_and(|it| it.end == end);
            // Of several texts one after the other the last one is of the last tag.
            if let Some(body) = heredocs.next_if(body).and_then(|it| it.body.as_ref()) {
                end = body.start;
                continue;
            }
            match self.out.kinds.get(token) {
                Some(kind) if !kind.is_trivia() => return *kind,
                _ => end = token,
            }
        }
        EOF
    }

    /// Takes over the tokens of the old text from this one on.
    fn rejoin(&mut self, before: RelexStart<'_>, token: usize) {
        let old = before.lexed;
        let end = old.len();
        let growth = before.growth as u32;
        let moved = |offset: u32| offset.wrapping_add(growth);
        let kinds = old.kinds.get(token..end).unwrap_or_default();
        let starts = old.starts.get(token..end).unwrap_or_default();
        let start = old.start(token);
        self.out.kinds.extend_from_slice(kinds);
        self.out.starts.extend(starts.iter().map(|it| moved(*it)));
        let after = old.errors.iter().filter(|it| it.range.start() >= start);
        let after = after.map(|error| LexError {
            kind: error.kind,
            range: TextRange::new(
                TextSize::new(moved(error.range.start().into())),
                TextSize::new(moved(error.range.end().into())),
            ),
            reported_at: TextSize::new(moved(error.reported_at.into())),
        });
        self.out.errors.extend(after);
        let more = (self.out.kinds.len() - kinds.len()).wrapping_sub(token);
        let heredocs = old.heredocs.iter().skip_while(|it| it.tag < token);
        self.out.heredocs.extend(heredocs.map(|it| it.shift(more)));
        if let Some(unfinished) = before.unfinished {
            let moved = |offset: usize| match offset < before.end {
                true => offset,
                false => offset.wrapping_add_signed(before.growth),
            };
            let open = unfinished.open.iter();
            self.unclosed = open.map(|it| it.map(moved)).collect();
            self.stuck_at = moved(unfinished.reported_at);
        }
        self.pos = self.limit;
    }

    /// [`Lexer::run`] for a manifest after an edit.
    fn run_again(mut self, before: RelexStart<'_>) -> Scan {
        self.resume(before);
        let mut rejoin = Resync::new(before);
        let mut after = before.lexed.len();
        loop {
            if self.is_plain()
                && let Some(token) = rejoin.at(&self)
            {
                self.rejoin(before, token);
                after = token;
                break;
            }
            if !self.step() {
                break;
            }
        }
        let shared = Shared {
            before: before.kept,
            after,
        };
        let (mut lexed, unfinished) = self.finish();
        lexed.doubts = doubts_again(&lexed, before.lexed, shared);
        Scan {
            lexed,
            unfinished,
            shared: Some(shared),
        }
    }

    /// The strings and interpolations that are open, from the outermost on.
    fn open_frames(&self) -> impl Iterator<Item = OpenDelimiter> + '_ {
        let frames = self.frames.iter().enumerate();
        frames.map_while(|(place, frame)| match frame {
            Frame::String { start, .. } => Some(OpenDelimiter {
                is_string: true,
                start: *start,
                braces: 0,
            }),
            Frame::Interpolation { start, .. } => Some(OpenDelimiter {
                is_string: false,
                start: *start,
                braces: self.braces_in(place),
            }),
            // Its text ends before that of the file does.
            Frame::Heredoc(_) => None,
        })
    }

    /// The braces that are open in an interpolation: the next one in it knows them.
    fn braces_in(&self, frame: usize) -> u32 {
        let mut inner = self.frames.iter().skip(frame + 1);
        let outer = inner.find_map(|it| match it {
            Frame::Interpolation { outer_braces, .. } => Some(*outer_braces),
            Frame::String { .. } | Frame::Heredoc(_) => None,
        });
        outer.unwrap_or(self.braces)
    }

    /// Whether nothing is to be repaired, and white space was read last.
    fn is_plain(&self) -> bool {
        self.repairs.last().is_none_or(|it| it < self.pos)
            && self.limit == self.text.len()
            && self.pending.is_empty()
            && self.unterminated_heredocs < MAX_UNTERMINATED
            && self.out.kinds.last() == Some(&WHITESPACE)
    }
}

/// The tokens of a manifest, with repairs; after an edit, if that is known.
pub(super) fn run(
    text: &str,
    keywords: Keywords,
    repairs: &Recovery,
    before: Option<RelexStart<'_>>,
) -> Scan {
    let lexer = Lexer::new(text, keywords, repairs);
    let is_after = |before: &RelexStart<'_>| {
        let start = usize::from(before.lexed.start(before.kept));
        // A mark at the start of the text is read with it.
        let is_marked = start == 0 && text.starts_with('\u{feff}');
        !is_marked && repairs.first().is_none_or(|it| it >= start)
    };
    match before.filter(is_after) {
        Some(before) => lexer.run_again(before),
        None => lexer.run(Entry::Manifest),
    }
}
