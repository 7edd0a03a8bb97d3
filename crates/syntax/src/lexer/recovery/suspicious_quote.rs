//! Strings followed by something that never follows a string.
//!
//! Where a quote is missing although all quotes have partners, each string after it ends where another one starts. That
//! shows in what follows them directly.

use crate::SyntaxKind;
use crate::SyntaxKind::*;
use crate::lexer::recovery::unterminated::{Recovery, string_len};
use crate::lexer::scanner::Lexer;
use crate::lexer::{Entry, Keywords, Lexed};

/// The tokens of a text with a quote where it is missing although all quotes have partners. Nothing if the strings look
/// better as they are.
pub(crate) fn tokenize_doubting(text: &str, lexed: &Lexed, keywords: Keywords) -> Option<Lexed> {
    let (start, close) = first_turned(text, lexed)?;
    let mut repairs = Recovery::default();
    repairs.add(
        start,
        start + string_len(text.get(start..)?, Some(close - start)),
    );
    repairs.reported_at = start;
    let mut repaired = Lexer::new(text, keywords, &repairs).run(Entry::Manifest);
    let left = doubtful_ends(text, &repaired.lexed).count();
    let is_better =
        repaired.unfinished.open.is_empty() && doubtful_ends(text, lexed).nth(left).is_some();
    repaired.lexed.is_repaired = true;
    repaired.lexed.is_doubted = true;
    is_better.then_some(repaired.lexed)
}

/// Whether a quote may be missing, although all have partners: something follows a string directly that never follows one.
pub(crate) fn is_doubtful(text: &str, lexed: &Lexed) -> bool {
    doubtful_ends(text, lexed).next().is_some()
}

/// The strings that something follows which never follows a string: their starts, and those of their closing quotes.
pub(crate) fn doubtful_strings<'l>(
    text: &'l str,
    lexed: &'l Lexed,
) -> impl Iterator<Item = (usize, usize)> + 'l {
    let ends = doubtful_ends(text, lexed);
    ends.map(|end| {
        (
            offset(lexed, first_token(lexed, end)),
            last_byte(lexed, end),
        )
    })
}

/// The tokens that end such strings.
fn doubtful_ends<'l>(text: &'l str, lexed: &'l Lexed) -> impl Iterator<Item = usize> + 'l {
    let ends = lexed.doubts.iter().map(|end| *end as usize);
    ends.filter(move |end| {
        let close = last_byte(lexed, *end);
        let is_quote = matches!(text.as_bytes().get(close), Some(b'"' | b'\''));
        is_quote && (lexed.kind(*end) == STRING_END || offset(lexed, *end) < close)
    })
}

/// The first string that is inside out: where a string is doubtful, that are those of several lines directly before it, too.
fn first_turned(text: &str, lexed: &Lexed) -> Option<(usize, usize)> {
    let (doubtful, close) = doubtful_strings(text, lexed).next()?;
    let mut first = (doubtful, close);
    let mut token = lexed
        .offsets()
        .partition_point(|it| (*it as usize) < doubtful);
    while let Some(end) = token.checked_sub(1) {
        token = end;
        if ends_string(lexed.kind(end)) {
            token = first_token(lexed, end);
            let (start, close) = (offset(lexed, token), last_byte(lexed, end));
            match text.get(start..close).is_some_and(|it| it.contains('\n')) {
                true => first = (start, close),
                false => break,
            }
        }
    }
    Some(first)
}

/// The token that a string starts with, from the one that ends it.
fn first_token(lexed: &Lexed, end: usize) -> usize {
    if lexed.kind(end) != STRING_END {
        return end;
    }
    let mut open = 0_usize;
    let start = (0..=end).rev().find(|token| {
        match lexed.kind(*token) {
            STRING_END => open += 1,
            STRING_START => open -= 1,
            _ => {}
        }
        open == 0
    });
    start.unwrap_or(end)
}

fn offset(lexed: &Lexed, token: usize) -> usize {
    lexed.start(token).into()
}

/// The offset of the last byte of a token.
fn last_byte(lexed: &Lexed, token: usize) -> usize {
    offset(lexed, token + 1).saturating_sub(1)
}

/// The tokens that end strings, with something directly after them that never follows a string.
pub(crate) fn doubts(lexed: &Lexed) -> Vec<u32> {
    let pairs = lexed.kinds().windows(2).zip(0_u32..);
    let doubts = pairs.filter_map(|(pair, token)| match pair {
        [kind, next] if ends_string(*kind) && follows_no_string(*next) => Some(token),
        _ => None,
    });
    doubts.collect()
}

fn ends_string(kind: SyntaxKind) -> bool {
    matches!(kind, STRING_END | SQ_STRING | DQ_STRING)
}

fn follows_no_string(kind: SyntaxKind) -> bool {
    // Operators may follow without a space.
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
