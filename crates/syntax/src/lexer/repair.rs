//! Strings, interpolations and template tags that are never closed.
//!
//! A missing quote turns all strings behind it inside out, and shows only at the end of the text. The lexer then looks
//! for the place where the quote is most likely missing, and reads the text again with a string that ends there.

use super::resume::{self, Before};
use super::scan::Lexer;
use super::{Entry, Keywords, LexError, LexErrorKind, Lexed};
use crate::SyntaxKind;
use crate::SyntaxKind::*;
use puppet_text::{TextRange, TextSize};

/// How often a text is read again, at most. Each time costs as much as the first.
const MAX_REPAIRS: usize = 6;

/// Something that is open at the end of the text. `start` is the offset of the quote, `${` or tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unclosed {
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

impl Unclosed {
    fn start(self) -> usize {
        match self {
            Unclosed::String { start }
            | Unclosed::Interpolation { start }
            | Unclosed::Tag { start }
            | Unclosed::Outer { start } => start,
        }
    }

    /// Whether it is open up to the end of the text, and not reported yet.
    pub(super) fn is_open(self) -> bool {
        !matches!(self, Unclosed::Outer { .. })
    }
}

/// What is open at the end of the text.
#[derive(Debug)]
pub(super) struct Unfinished {
    /// From the outermost on.
    pub(super) open: Vec<Unclosed>,
    /// The offset that Puppet reports if a string is open.
    pub(super) reported_at: usize,
}

/// What is known to be unclosed.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    /// The starts and ends of strings, interpolations and tags, in order.
    ends: Vec<(usize, usize)>,
    /// The offset that Puppet reports for the text as it is.
    pub(super) reported_at: usize,
    /// Whether Puppet's lexer reads the text to its end.
    pub(super) puppet_reads_on: bool,
}

impl Repairs {
    /// The end of what starts at `start`, if it is known to be unclosed.
    pub(super) fn end_of(&self, start: usize) -> Option<usize> {
        if self.ends.is_empty() {
            return None;
        }
        let index = self
            .ends
            .binary_search_by_key(&start, |repair| repair.0)
            .ok()?;
        Some(self.ends[index].1)
    }

    /// The start of the first of them.
    pub(super) fn first(&self) -> Option<usize> {
        self.ends.first().map(|it| it.0)
    }

    /// The start of the last of them.
    pub(super) fn last(&self) -> Option<usize> {
        self.ends.last().map(|it| it.0)
    }

    fn add(&mut self, start: usize, end: usize) {
        if let Err(index) = self.ends.binary_search_by_key(&start, |repair| repair.0) {
            self.ends.insert(index, (start, end));
        }
    }
}

pub(super) fn tokenize_once(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    Lexer::new(text, keywords, &Repairs::default()).run(entry).0
}

pub(super) fn tokenize(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    tokenize_by(text, entry, |repairs| {
        Lexer::new(text, keywords, repairs).run(entry)
    })
}

/// [`tokenize`] for a manifest after an edit.
pub(super) fn tokenize_again(text: &str, keywords: Keywords, before: Option<Before<'_>>) -> Lexed {
    tokenize_by(text, Entry::Manifest, |repairs| {
        resume::run(text, keywords, repairs, before)
    })
}

fn tokenize_by(text: &str, entry: Entry, read: impl Fn(&Repairs) -> (Lexed, Unfinished)) -> Lexed {
    let mut repairs = Repairs::default();
    let (mut lexed, mut unfinished) = read(&repairs);
    let stop = lexed.stop.take();
    repairs.reported_at = unfinished.reported_at;
    repairs.puppet_reads_on = stop.is_none();
    let mut is_repaired = false;
    for _ in 0..MAX_REPAIRS {
        if unfinished.open.is_empty() {
            break;
        }
        let (start, end) = choose(text, entry, &lexed, &unfinished.open, &repairs);
        repairs.add(start, end);
        let repaired = read(&repairs);
        if repairs.puppet_reads_on && stops(&repaired) {
            break;
        }
        is_repaired = true;
        (lexed, unfinished) = repaired;
    }
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

/// The tokens of a text in which a quote is missing although all quotes have partners: each string behind it then ends
/// where another one starts. Nothing if the strings look better as they are.
pub(super) fn tokenize_doubting(
    text: &str,
    lexed: &Lexed,
    keywords: Keywords,
    before: Option<Before<'_>>,
) -> Option<Lexed> {
    let (start, close) = match is_doubtful(text, lexed) {
        true => first_turned(text, lexed)?,
        false => return None,
    };
    let mut repairs = Repairs::default();
    let line = line_of(text, Entry::Manifest, start);
    repairs.add(start, start + string_len(line, Some(close - start)));
    repairs.reported_at = start;
    let (mut repaired, unfinished) = resume::run(text, keywords, &repairs, before);
    let doubtful = doubtful_strings(text, &repaired).count();
    let is_better =
        unfinished.open.is_empty() && doubtful_strings(text, lexed).nth(doubtful).is_some();
    repaired.is_repaired = true;
    repaired.is_doubted = true;
    is_better.then_some(repaired)
}

/// The first string that is inside out: where a string is doubtful, that are those of several lines directly before it, too.
fn first_turned(text: &str, lexed: &Lexed) -> Option<(usize, usize)> {
    let (doubtful, _) = doubtful_strings(text, lexed).next()?;
    let mut first = None;
    for (start, close) in strings(lexed) {
        let is_long = text.get(start..close).is_some_and(|it| it.contains('\n'));
        match first {
            None if is_long || start == doubtful => first = Some((start, close)),
            Some(_) if !is_long && start < doubtful => first = None,
            _ => {}
        }
        if start >= doubtful {
            break;
        }
    }
    first
}

/// Whether something is wrong at which Puppet's lexer would stop. Where it reads on, a repair has cut what is whole: a
/// string of several lines, in a tag that is taken to end with its line.
fn stops((lexed, unfinished): &(Lexed, Unfinished)) -> bool {
    unfinished.open.iter().any(|open| open.is_open())
        || lexed.errors.iter().any(|error| error.kind.stops_lexer())
}

/// The tokens as Puppet's lexer reads them: a string without end goes on up to the end of the text.
pub(super) fn tokenize_unrepaired(text: &str, entry: Entry, keywords: Keywords) -> Lexed {
    let repairs = Repairs::default();
    Lexer::new(text, keywords, &repairs).run(entry).0
}

/// Reports something that stays open up to the end of the text.
fn report(lexed: &mut Lexed, unclosed: Unclosed, reported_at: usize) {
    let start = unclosed.start();
    let kind = match unclosed {
        Unclosed::String { .. } => LexErrorKind::UnclosedQuote,
        Unclosed::Interpolation { .. } => LexErrorKind::UnclosedInterpolation,
        Unclosed::Tag { .. } | Unclosed::Outer { .. } => LexErrorKind::EppUnbalancedTag,
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
fn choose(
    text: &str,
    entry: Entry,
    lexed: &Lexed,
    unclosed: &[Unclosed],
    repairs: &Repairs,
) -> (usize, usize) {
    let open = first_to_close(unclosed);
    let start = open.start();
    if let Some(tag) = expression_tag_around(lexed, start)
        && text[tag..start].contains('\n')
        && repairs.end_of(tag).is_none()
    {
        return (tag, tag + line_of(text, entry, tag).len());
    }
    if let Some((start, close)) =
        suspicious_string(text, lexed, repairs).filter(|(suspect, _)| *suspect < start)
    {
        let line = line_of(text, entry, start);
        return (start, start + string_len(line, Some(close - start)));
    }
    let line = line_of(text, entry, start);
    let len = match open {
        Unclosed::String { .. } => string_len(line, None),
        Unclosed::Interpolation { .. } => line.find('"').unwrap_or(line.trim_end().len()).max(2),
        Unclosed::Tag { .. } | Unclosed::Outer { .. } => line.len(),
    };
    (start, start + len)
}

/// A tag around another one, else the first interpolation, else the first of all.
fn first_to_close(unclosed: &[Unclosed]) -> Unclosed {
    let first = |wanted: fn(&Unclosed) -> bool| {
        unclosed
            .iter()
            .copied()
            .filter(wanted)
            .min_by_key(|open| open.start())
    };
    first(|open| !open.is_open())
        .or_else(|| first(|open| matches!(open, Unclosed::Interpolation { .. })))
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
fn suspicious_string(text: &str, lexed: &Lexed, repairs: &Repairs) -> Option<(usize, usize)> {
    doubtful_strings(text, lexed).find(|(string, _)| repairs.end_of(*string).is_none())
}

/// Whether something follows a string directly that never follows a string.
pub(super) fn is_doubtful(text: &str, lexed: &Lexed) -> bool {
    let kinds = lexed.kinds();
    let next = kinds.iter().skip(1);
    let may_be = |(kind, next): (&SyntaxKind, &SyntaxKind)| {
        matches!(kind, STRING_END | SQ_STRING | DQ_STRING) && follows_no_string(*next)
    };
    // Nearly always there is no such pair: it is not looked at what the strings are.
    kinds.iter().zip(next).any(may_be) && doubtful_strings(text, lexed).next().is_some()
}

/// The strings that something follows which never follows a string: their starts, and those of their closing quotes.
fn doubtful_strings<'l>(
    text: &'l str,
    lexed: &'l Lexed,
) -> impl Iterator<Item = (usize, usize)> + 'l {
    strings_before(lexed).filter_map(move |(string, next)| {
        let close = usize::from(lexed.start(next)) - 1;
        let is_closed = close > string && matches!(text.as_bytes()[close], b'"' | b'\'');
        (is_closed && follows_no_string(lexed.kind(next))).then_some((string, close))
    })
}

/// The starts of all strings, and their last bytes.
fn strings(lexed: &Lexed) -> impl Iterator<Item = (usize, usize)> + '_ {
    strings_before(lexed).map(|(string, next)| (string, usize::from(lexed.start(next)) - 1))
}

/// The starts of all strings, and the tokens behind them, in the order of their ends.
fn strings_before(lexed: &Lexed) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut open = Vec::new();
    let tokens = lexed.kinds().iter().enumerate();
    tokens.filter_map(move |(token, kind)| {
        let start = || usize::from(lexed.start(token));
        let string = match kind {
            STRING_START => {
                open.push(start());
                return None;
            }
            STRING_END => open.pop().unwrap_or_else(start),
            SQ_STRING | DQ_STRING => start(),
            _ => return None,
        };
        Some((string, token + 1))
    })
}

fn follows_no_string(kind: SyntaxKind) -> bool {
    // Operators may follow without a blank.
    kind.is_keyword() && !matches!(kind, AND_KW | OR_KW | IN_KW)
        || matches!(
            kind,
            NAME | WORD
                | CLASS_REF
                | INTEGER
                | FLOAT
                | VARIABLE
                | BAD_TOKEN
                | SQ_STRING
                | DQ_STRING
                | STRING_START
                | SLASH
                | REGEX
                | PERCENT
                | AT
        )
}

/// How much of `line` is the string that it starts with, if the closing quote is missing: all of it without what
/// likely follows the string. `close` is where the quote stands that was taken for the closing one.
pub(super) fn string_len(line: &str, close: Option<usize>) -> usize {
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    let line = &line[..close.unwrap_or(line.len()).min(line.len())];
    let kept = line.trim_end_matches(|ch: char| ch.is_whitespace() || ",;:()[]{=>".contains(ch));
    let kept = if kept.contains("${") {
        kept
    } else {
        kept.trim_end_matches(|ch: char| ch.is_whitespace() || ",;:()[]{}=>".contains(ch))
    };
    kept.len().max(1)
}
