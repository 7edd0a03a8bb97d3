//! Strings, interpolations and template tags that are never closed.
//!
//! A missing quote turns all strings after it inside out, and shows only at the end of the text. The lexer then looks
//! for the place where the quote is most likely missing, and reads the text again with a string that ends there.

use crate::SyntaxKind;
use crate::SyntaxKind::*;
use crate::lexer::recovery::suspicious_quote::doubtful_strings;
use crate::lexer::scanner::{Lexer, Scan};
use crate::lexer::{Entry, Keywords, LexError, LexErrorKind, Lexed};
use puppet_text::{TextRange, TextSize};

/// How often a text is read again, at most. Each time costs as much as the first.
const MAX_REPAIRS: usize = 6;

/// Something that is open at the end of the text. `start` is the offset of the quote, `${` or tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnterminatedToken {
    String {
        start: usize,
    },
    Interpolation {
        start: usize,
    },
    Tag {
        start: usize,
    },
    /// A tag in whose code another tag starts.
    Outer {
        start: usize,
    },
}

impl UnterminatedToken {
    fn start(self) -> usize {
        match self {
            UnterminatedToken::String { start }
            | UnterminatedToken::Interpolation { start }
            | UnterminatedToken::Tag { start }
            | UnterminatedToken::Outer { start } => start,
        }
    }

    /// Whether it is open up to the end of the text, and not reported yet.
    pub(crate) fn is_open(self) -> bool {
        !matches!(self, UnterminatedToken::Outer { .. })
    }
}

/// What is open at the end of the text.
#[derive(Debug, Default)]
pub(crate) struct Unterminated {
    /// From the outermost on.
    pub(crate) open: Vec<UnterminatedToken>,
    /// The offset that Puppet reports if a string is open.
    pub(crate) reported_at: usize,
}

/// What is known to be unclosed.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    /// The starts and ends of strings, interpolations and tags, in order.
    ends: Vec<(usize, usize)>,
    /// The offset that Puppet reports for the text as it is.
    pub(crate) reported_at: usize,
    /// Whether Puppet's lexer reads the text to its end.
    pub(crate) puppet_reads_on: bool,
}

impl Recovery {
    /// The end of what starts at `start`, if it is known to be unclosed.
    pub(crate) fn end_of(&self, start: usize) -> Option<usize> {
        if self.ends.is_empty() {
            return None;
        }
        let index = self
            .ends
            .binary_search_by_key(&start, |repair| repair.0)
            .ok()?;
        Some(self.ends[index].1)
    }

    pub(crate) fn add(&mut self, start: usize, end: usize) {
        if let Err(index) = self.ends.binary_search_by_key(&start, |repair| repair.0) {
            self.ends.insert(index, (start, end));
        }
    }
}

/// The tokens as Puppet's lexer reads them: a string without end continues up to the end of the text.
pub(crate) fn tokenize_once(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    let repairs = Recovery::default();
    Lexer::new(text, keywords, &repairs).run(entry).lexed
}

/// The tokens as the author meant them: what is never closed ends where that is most likely.
pub(crate) fn tokenize(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    let read = |repairs: &Recovery| Lexer::new(text, keywords, repairs).run(entry);
    let mut repairs = Recovery::default();
    let mut scan = read(&repairs);
    let mut is_repaired = false;
    let stop = scan.lexed.stop.take();
    repairs.reported_at = scan.unfinished.reported_at;
    repairs.puppet_reads_on = stop.is_none();
    for _ in 0..MAX_REPAIRS {
        if scan.unfinished.open.is_empty() {
            break;
        }
        let (start, end) = choose(text, entry, &scan, &repairs);
        repairs.add(start, end);
        let repaired = read(&repairs);
        if repairs.puppet_reads_on && stops(&repaired) {
            break;
        }
        scan = repaired;
        is_repaired = true;
    }
    let Scan {
        mut lexed,
        unfinished,
    } = scan;
    let outermost = unfinished.open.iter().find(|open| open.is_open());
    if let Some(outermost) = outermost {
        report(&mut lexed, *outermost, repairs.reported_at);
    } else if stop.is_some() && !lexed.errors.iter().any(|error| error.kind.stops_lexer()) {
        lexed.errors.extend(stop.clone());
        lexed.errors.sort_by_key(|error| error.range.start());
    }
    lexed.stop = stop;
    lexed.is_repaired = is_repaired;
    lexed
}

/// Whether something is wrong at which Puppet's lexer would stop. Where it reads on, a repair has cut what is whole: a
/// string of several lines, in a tag that is taken to end with its line.
fn stops(scan: &Scan) -> bool {
    scan.unfinished.open.iter().any(|open| open.is_open())
        || scan
            .lexed
            .errors
            .iter()
            .any(|error| error.kind.stops_lexer())
}

/// Reports something that stays open up to the end of the text.
fn report(lexed: &mut Lexed, unclosed: UnterminatedToken, reported_at: usize) {
    let start = unclosed.start();
    let kind = match unclosed {
        UnterminatedToken::String { .. } => LexErrorKind::UnclosedQuote,
        UnterminatedToken::Interpolation { .. } => LexErrorKind::UnclosedInterpolation,
        UnterminatedToken::Tag { .. } | UnterminatedToken::Outer { .. } => {
            LexErrorKind::EppUnbalancedTag
        }
    };
    let reported_at = match kind {
        LexErrorKind::EppUnbalancedTag => lexed.start(lexed.len()),
        _ => TextSize::new(reported_at as u32),
    };
    let start = TextSize::new(start as u32);
    let index = lexed
        .errors
        .partition_point(|error| error.range.start() <= start);
    lexed.errors.insert(
        index,
        LexError {
            kind,
            range: TextRange::at(start, TextSize::new(1)),
            reported_at,
        },
    );
}

/// What is to be closed, and where: the first thing that is open, or an earlier string that looks wrong.
fn choose(text: &str, entry: Entry, scan: &Scan, repairs: &Recovery) -> (usize, usize) {
    let open = first_to_close(&scan.unfinished.open);
    let start = open.start();
    if entry == Entry::Epp
        && let Some(tag) = expression_tag_around(&scan.lexed, start)
        && text[tag..start].contains('\n')
        && repairs.end_of(tag).is_none()
    {
        return (tag, tag + line_of(text, entry, tag).len());
    }
    if let Some((start, close)) =
        suspicious_string(text, &scan.lexed, repairs).filter(|(suspect, _)| *suspect < start)
    {
        let line = line_of(text, entry, start);
        return (start, start + string_len(line, Some(close - start)));
    }
    let line = line_of(text, entry, start);
    let len = match open {
        UnterminatedToken::String { .. } => string_len(line, None),
        UnterminatedToken::Interpolation { .. } => {
            line.find('"').unwrap_or(line.trim_end().len()).max(2)
        }
        UnterminatedToken::Tag { .. } | UnterminatedToken::Outer { .. } => line.len(),
    };
    (start, start + len)
}

/// A tag around another one, else the first interpolation, else the first of all.
fn first_to_close(unclosed: &[UnterminatedToken]) -> UnterminatedToken {
    let first = |wanted: fn(&UnterminatedToken) -> bool| {
        unclosed
            .iter()
            .copied()
            .filter(wanted)
            .min_by_key(|open| open.start())
    };
    first(|open| !open.is_open())
        .or_else(|| first(|open| matches!(open, UnterminatedToken::Interpolation { .. })))
        .unwrap_or(unclosed[0])
}

/// The tag that renders the expression at `offset`: such tags seldom have more than one line.
fn expression_tag_around(lexed: &Lexed, offset: usize) -> Option<usize> {
    let is_tag = |kind: SyntaxKind| {
        matches!(
            kind,
            EPP_OPEN | EPP_OPEN_TRIM | EPP_OPEN_EXPR | EPP_CLOSE | EPP_CLOSE_TRIM
        )
    };
    let before = (0..lexed.len()).take_while(|token| usize::from(lexed.start(*token)) < offset);
    let tag = before.filter(|token| is_tag(lexed.kind(*token))).last()?;
    (lexed.kind(tag) == EPP_OPEN_EXPR).then(|| lexed.start(tag).into())
}

/// The line from `start` on; only up to the end of the tag in a template.
fn line_of(text: &str, entry: Entry, start: usize) -> &str {
    let rest = &text[start..];
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    match line.find("%>").filter(|_| entry == Entry::Epp) {
        Some(end) => line[..end].strip_suffix('-').unwrap_or(&line[..end]),
        None => line,
    }
}

/// The first string that something follows which never follows a string: its start, and that of its closing quote.
fn suspicious_string(text: &str, lexed: &Lexed, repairs: &Recovery) -> Option<(usize, usize)> {
    doubtful_strings(text, lexed).find(|(string, _)| repairs.end_of(*string).is_none())
}

/// How much of `line` is the string that it starts with, if the closing quote is missing: all of it without what
/// likely follows the string. `close` is where the quote stands that was taken for the closing one.
pub(crate) fn string_len(line: &str, close: Option<usize>) -> usize {
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    let line = &line[..close.unwrap_or(line.len()).min(line.len())];
    let kept = line.trim_end_matches(|ch: char| ch.is_whitespace() || ",;:()[]{=>".contains(ch));
    // An interpolation that has just been started belongs to the string.
    let open =
        if kept.ends_with('$') && line.get(kept.len()..).is_some_and(|it| it.starts_with('{')) {
            1
        } else {
            0
        };
    let kept = if kept.contains("${") {
        kept
    } else {
        kept.trim_end_matches(|ch: char| ch.is_whitespace() || ",;:()[]{}=>".contains(ch))
    };
    (kept.len() + open).max(1)
}
