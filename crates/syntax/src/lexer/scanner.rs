//! The state of the lexer, and its main loop.
//!
//! The lexer never looks back at text, and never calls itself: strings and heredocs that are open are frames of a
//! stack. The text that may be read ends at a limit, which is that of the innermost frame that has one.

use std::collections::{HashMap, VecDeque};

use logos::Logos;
use puppet_text::{TextRange, TextSize};

use crate::SyntaxKind;
use crate::SyntaxKind::*;
use crate::lexer::epp::Template;
use crate::lexer::heredoc::PendingBody;
use crate::lexer::implicit_variable::ImplicitInterpolation;
use crate::lexer::lexed::Lexed;
use crate::lexer::memoized_search::MemoizedSearch;
use crate::lexer::recovery::suspicious_quote::doubts;
use crate::lexer::recovery::unterminated::{Recovery, Unterminated, UnterminatedToken};
use crate::lexer::token_kinds::Code;
use crate::lexer::{Entry, Keywords, LexError, LexErrorKind};
use crate::number;

/// Something that is open and continues until it is closed, or until its limit.
#[derive(Debug)]
pub(super) enum ScannerFrame {
    /// A string with interpolation, which starts at `start`.
    String {
        start: usize,
        /// The limit outside of the string, if the string has one of its own: it is then known to be unclosed.
        outer_limit: Option<usize>,
    },
    /// `${` at `start`.
    Interpolation {
        start: usize,
        /// The braces that were open outside.
        outer_braces: u32,
        outer_limit: Option<usize>,
    },
    /// The text of a heredoc.
    Heredoc(Box<HeredocFrame>),
}

/// The text of a heredoc that is being read, and the state outside of it.
#[derive(Debug)]
pub(super) struct HeredocFrame {
    pub(super) body: PendingBody,
    pub(super) first_token: usize,
    pub(super) outer_limit: usize,
    pub(super) outer_after: SyntaxKind,
    pub(super) outer_braces: u32,
    pub(super) outer_template: Template,
    pub(super) outer_implicit: ImplicitInterpolation,
}

/// A text that was read once.
pub(crate) struct Scan {
    pub(super) lexed: Lexed,
    /// What is open at the end.
    pub(super) unfinished: Unterminated,
}

pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) code: logos::Lexer<'t, Code>,
    pub(super) pos: usize,
    pub(super) limit: usize,
    pub(super) keywords: Keywords,
    pub(super) repairs: &'t Recovery,
    pub(super) out: Lexed,
    pub(super) frames: Vec<ScannerFrame>,
    pub(super) template: Template,
    /// The last token that decides whether a `/` is a division, as Puppet remembers it.
    pub(super) after: SyntaxKind,
    /// The braces that are open in the innermost interpolation.
    pub(super) braces: u32,
    pub(super) implicit: ImplicitInterpolation,
    /// The heredocs whose texts start after the next line break.
    pub(super) pending: VecDeque<PendingBody>,
    pub(super) in_heredoc: bool,
    /// No end of a regular expression stands between this offset and this limit.
    pub(super) no_regex: (usize, usize),
    /// How many heredocs have no end, or one that is in a string or comment.
    pub(super) unterminated_heredocs: usize,
    /// The lines that end heredocs, by tag and limit.
    pub(super) heredoc_ends: HashMap<(&'t str, usize), MemoizedSearch>,
    pub(super) parentheses: MemoizedSearch,
    pub(super) line_breaks: MemoizedSearch,
    pub(super) comment_ends: MemoizedSearch,
    pub(super) template_comment_ends: MemoizedSearch,
    /// What is open at the end of the text, from the outermost on.
    pub(super) unclosed: Vec<UnterminatedToken>,
    /// Where the text starts whose end Puppet misses first: after the last quote or interpolation.
    pub(super) stuck_at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, keywords: Keywords, repairs: &'t Recovery) -> Lexer<'t> {
        let capacity = text.len() / 4 + 16;
        Lexer {
            text,
            code: Code::lexer(text),
            pos: 0,
            limit: text.len(),
            keywords,
            repairs,
            out: Lexed {
                kinds: Vec::with_capacity(capacity),
                starts: Vec::with_capacity(capacity),
                errors: Vec::new(),
                heredocs: Vec::new(),
                stop: None,
                is_repaired: false,
                is_doubted: false,
                has_lone_slash: false,
                is_template: false,
                doubts: Vec::new(),
            },
            frames: Vec::new(),
            template: Template::None,
            after: EOF,
            braces: 0,
            implicit: ImplicitInterpolation::Decided,
            pending: VecDeque::new(),
            in_heredoc: false,
            no_regex: (usize::MAX, 0),
            unterminated_heredocs: 0,
            heredoc_ends: HashMap::new(),
            parentheses: MemoizedSearch::default(),
            line_breaks: MemoizedSearch::default(),
            comment_ends: MemoizedSearch::default(),
            template_comment_ends: MemoizedSearch::default(),
            unclosed: Vec::new(),
            stuck_at: 0,
        }
    }

    /// Reads the whole text.
    pub(super) fn run(mut self, entry: Entry) -> Scan {
        if self.text.starts_with('\u{feff}') {
            self.error(LexErrorKind::IllegalBom, 0, 3, 0);
            self.emit_to(BOM, 3);
        }
        if entry == Entry::Epp {
            self.out.is_template = true;
            self.template_text();
        }
        while self.step() {}
        let (mut lexed, unfinished) = self.finish();
        lexed.doubts = doubts(&lexed);
        Scan { lexed, unfinished }
    }

    /// Reads the next token, or ends what is open where the text ends that it may read. Returns whether there is more text.
    pub(super) fn step(&mut self) -> bool {
        if self.pos == self.limit {
            return self.end_of_limit();
        }
        match self.frames.last() {
            None | Some(ScannerFrame::Interpolation { .. }) => self.code_token(),
            Some(ScannerFrame::String { .. }) => self.string_part(),
            Some(ScannerFrame::Heredoc(_)) => self.heredoc_part(),
        }
        true
    }

    /// The tokens (but not which of them are doubtful), and what is open at the end.
    pub(super) fn finish(mut self) -> (Lexed, Unterminated) {
        self.record_misplaced_bodies();
        self.out.kinds.push(EOF);
        self.out.starts.push(self.pos as u32);
        self.out.stop = self.first_stop();
        self.out.errors.sort_by_key(|error| error.range.start());
        (
            self.out,
            Unterminated {
                open: self.unclosed,
                reported_at: self.stuck_at,
            },
        )
    }

    /// The error that Puppet meets first. Errors must be in the order in which they were found.
    fn first_stop(&self) -> Option<LexError> {
        let found = self
            .out
            .errors
            .iter()
            .find(|error| error.kind.stops_lexer());
        let open = self.unclosed.iter().find(|open| open.is_open());
        let open = open.map(|open| {
            let (kind, start, at) = match *open {
                UnterminatedToken::String { start }
                | UnterminatedToken::Interpolation { start } => {
                    (LexErrorKind::UnclosedQuote, start, self.stuck_at)
                }
                UnterminatedToken::Tag { .. } | UnterminatedToken::Outer { .. } => {
                    (LexErrorKind::EppUnbalancedTag, self.pos, self.pos)
                }
            };
            let [start, end, reported_at] =
                [start, self.pos, at].map(|offset| TextSize::new(offset as u32));
            LexError {
                kind,
                range: TextRange::new(start, end),
                reported_at,
            }
        });
        found.cloned().or(open)
    }

    /// Adds a token from the current position to `end`.
    pub(super) fn emit_to(&mut self, kind: SyntaxKind, end: usize) {
        self.out.kinds.push(kind);
        self.out.starts.push(self.pos as u32);
        self.pos = end;
    }

    /// Reports what is wrong from `start` to `end`. `at` is the offset that Puppet reports.
    pub(super) fn error(&mut self, kind: LexErrorKind, start: usize, end: usize, at: usize) {
        let [start, end, reported_at] = [start, end, at].map(|offset| TextSize::new(offset as u32));
        let range = TextRange::new(start, end);
        self.out.errors.push(LexError {
            kind,
            range,
            reported_at,
        });
    }

    /// The text from the current position to the limit.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.pos..self.limit]
    }

    /// Lets code end at `limit`.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.code = Code::lexer(&self.text[..limit]);
    }

    /// Moves the generated scanner to the current position.
    fn sync(&mut self) {
        let at = self.code.span().end;
        if at > self.pos {
            self.code = Code::lexer(&self.text[..self.limit]);
            self.code.bump(self.pos);
        } else if at < self.pos {
            self.code.bump(self.pos - at);
        }
    }

    /// Reads one token of code.
    fn code_token(&mut self) {
        self.sync();
        let Some(found) = self.code.next() else {
            return;
        };
        let end = self.code.span().end;
        match found {
            Ok(Code::Whitespace) => self.whitespace(end),
            Ok(Code::Comment) => self.emit_to(COMMENT, end),
            Ok(Code::CommentStart) => self.block_comment(),
            Ok(Code::Name) => self.name(end),
            Ok(Code::Word) => self.operand(WORD, end),
            Ok(Code::ClassRef) => self.class_ref(end),
            Ok(Code::ColonColon) => self.bad_token(LexErrorKind::IllegalQualifiedName, end),
            Ok(Code::Variable) => self.significant(VARIABLE, end),
            Ok(Code::Digit) => self.number(),
            Ok(Code::SingleQuote) => self.single_quoted(),
            Ok(Code::DoubleQuote) => self.double_quoted(),
            Ok(Code::HeredocStart) => self.heredoc_tag(),
            Ok(Code::Slash) => self.slash(),
            Ok(Code::LeftBrace) => {
                self.braces += 1;
                self.significant(L_BRACE, end);
            }
            Ok(Code::RightBrace) => self.right_brace(end),
            Ok(Code::Percent | Code::Minus | Code::Less) if self.template.is_code() => {
                self.template_mark(end)
            }
            Ok(Code::Percent) => self.significant(PERCENT, end),
            Ok(Code::Minus) => self.significant(MINUS, end),
            Ok(Code::Less) => self.significant(LT, end),
            Ok(Code::Operator(kind)) => self.operator(kind, end),
            Err(()) => self.unknown(),
        }
    }

    /// Adds a token that has a meaning for the program.
    pub(super) fn significant(&mut self, kind: SyntaxKind, end: usize) {
        self.implicit = ImplicitInterpolation::Decided;
        self.after = kind;
        self.emit_to(kind, end);
    }

    fn operator(&mut self, kind: SyntaxKind, end: usize) {
        if kind == DOT || (kind == L_BRACK && self.out.kinds.last() != Some(&WHITESPACE)) {
            self.decide_implicit();
        }
        self.significant(kind, end);
    }

    fn whitespace(&mut self, end: usize) {
        if !self.pending.is_empty()
            && !self.in_heredoc
            && let Some(line) = self.text[self.pos..end].find('\n')
        {
            self.emit_to(WHITESPACE, self.pos + line + 1);
            self.pending_bodies();
        } else {
            self.emit_to(WHITESPACE, end);
        }
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        let end = self
            .comment_ends
            .next(self.text, start + 2, |text| text.find("*/"))
            .map(|at| at + 2);
        match end.filter(|end| *end <= self.limit) {
            Some(end) => self.emit_to(BLOCK_COMMENT, end),
            None => {
                self.error(LexErrorKind::UnclosedComment, start, start + 2, start);
                self.emit_to(BLOCK_COMMENT, start + unclosed_comment_len(self.rest()));
            }
        }
    }

    fn name(&mut self, end: usize) {
        let word = &self.text[self.pos..end];
        let kind = match SyntaxKind::from_keyword(word) {
            Some(keyword) => keyword,
            None if self.keywords == Keywords::Tasks => {
                SyntaxKind::from_task_keyword(word).unwrap_or(NAME)
            }
            None => NAME,
        };
        self.operand(kind, end);
    }

    fn class_ref(&mut self, end: usize) {
        if self.text[end..self.limit].starts_with("::") {
            let qualified = self.text[self.pos..].starts_with("::");
            let kind = match qualified {
                true => LexErrorKind::IllegalQualifiedClassReference,
                false => LexErrorKind::IllegalClassReference,
            };
            let more = self.text[end..self.limit]
                .find(|ch: char| !(ch.is_ascii_alphanumeric() || matches!(ch, '_' | ':')))
                .unwrap_or(self.limit - end);
            // Puppet points after the next character, and breaks where there is none.
            let skipped = if qualified { 3 } else { 1 };
            let at = end + skipped;
            let is_within = at <= self.limit && self.text.is_char_boundary(at);
            let at = if is_within { at } else { end + 2 };
            self.error(kind, end, end + more, at);
            self.significant(CLASS_REF, end + more);
        } else {
            self.significant(CLASS_REF, end);
        }
    }

    fn bad_token(&mut self, kind: LexErrorKind, end: usize) {
        self.error(kind, self.pos, end, end);
        self.significant(BAD_TOKEN, end);
    }

    /// A character that starts no token.
    fn unknown(&mut self) {
        let len = self.rest().chars().next().map_or(1, char::len_utf8);
        self.error(
            LexErrorKind::UnrecognizedCharacter,
            self.pos,
            self.pos + len,
            self.pos,
        );
        self.significant(BAD_TOKEN, self.pos + len);
    }

    fn number(&mut self) {
        let number = number::scan(self.rest());
        let end = self.pos + number.len;
        if number.matched {
            if let Some(problem) = number::problem(&self.text[self.pos..end]) {
                self.error(problem, self.pos, end, self.pos);
            }
            self.operand(number.kind, end);
            return;
        }
        let fraction = self.text[..self.pos].ends_with('.');
        let whole = if fraction {
            digits_before(self.text, self.pos - 1)
        } else {
            self.pos
        };
        let start = if whole + 1 < self.pos {
            whole
        } else {
            self.pos
        };
        let problem = number::problem(&self.text[start..end]);
        let at = if problem.is_some() { start } else { start + 1 };
        self.error(
            problem.unwrap_or(LexErrorKind::IllegalNumber),
            start,
            end,
            at,
        );
        let joined =
            start < self.pos && self.last_tokens_are(&[(INTEGER, start), (DOT, self.pos - 1)]);
        if joined {
            let kept = self.out.kinds.len() - 2;
            self.out.kinds.truncate(kept);
            self.out.starts.truncate(kept);
            self.pos = start;
        }
        self.significant(if joined { FLOAT } else { INTEGER }, end);
    }

    fn last_tokens_are(&self, expected: &[(SyntaxKind, usize)]) -> bool {
        let Some(first) = self.out.kinds.len().checked_sub(expected.len()) else {
            return false;
        };
        expected.iter().enumerate().all(|(index, (kind, start))| {
            self.out.kinds[first + index] == *kind
                && self.out.starts[first + index] as usize == *start
        })
    }

    fn right_brace(&mut self, end: usize) {
        if self.braces > 0 {
            self.braces -= 1;
        } else if let Some(ScannerFrame::Interpolation { .. }) = self.frames.last() {
            self.decide_implicit();
            self.after = R_BRACE;
            self.emit_to(INTERPOLATION_END, end);
            self.stuck_at = end;
            self.pop_interpolation();
            return;
        }
        self.significant(R_BRACE, end);
    }

    pub(super) fn pop_interpolation(&mut self) {
        if let Some(ScannerFrame::Interpolation {
            start,
            outer_braces,
            outer_limit,
        }) = self.frames.pop()
        {
            self.braces = outer_braces;
            if let Some(limit) = outer_limit {
                let at = self.repairs.reported_at;
                self.error(LexErrorKind::UnclosedInterpolation, start, start + 2, at);
                self.set_limit(limit);
            }
        }
    }

    /// Ends what is open where the text ends that it may read. Returns whether there is more text.
    fn end_of_limit(&mut self) -> bool {
        self.implicit = ImplicitInterpolation::Decided;
        let mut open = Vec::new();
        while let Some(frame) = self.frames.pop() {
            match frame {
                ScannerFrame::Heredoc(frame) => {
                    self.open_in_heredoc(&open);
                    self.end_body(*frame);
                    return true;
                }
                ScannerFrame::String { start, outer_limit } => {
                    open.push(UnterminatedToken::String { start });
                    if let Some(limit) = outer_limit {
                        self.error(
                            LexErrorKind::UnclosedQuote,
                            start,
                            self.pos,
                            self.repairs.reported_at,
                        );
                        self.set_limit(limit);
                        return true;
                    }
                }
                ScannerFrame::Interpolation {
                    start,
                    outer_braces,
                    outer_limit,
                } => {
                    open.push(UnterminatedToken::Interpolation { start });
                    self.braces = outer_braces;
                    if let Some(limit) = outer_limit {
                        self.error(
                            LexErrorKind::UnclosedInterpolation,
                            start,
                            start + 2,
                            self.repairs.reported_at,
                        );
                        self.set_limit(limit);
                        return true;
                    }
                }
            }
        }
        if self.limit < self.text.len() {
            self.end_of_tag_line();
            return true;
        }
        if !self.unclosed.iter().any(|open| open.is_open())
            && matches!(open[..], [UnterminatedToken::Interpolation { .. }, ..])
        {
            self.stuck_at = self.limit;
        }
        open.reverse();
        self.unclosed.splice(0..0, open);
        let open = &mut self.unclosed;
        if let Template::Code { open: start, .. } = self.template {
            if !open.iter().any(|open| open.is_open()) && self.repairs.end_of(start).is_some() {
                self.end_of_tag_line();
            } else {
                open.push(UnterminatedToken::Tag { start });
            }
        }
        false
    }

    /// Reports what the end of the text of a heredoc leaves open, from the innermost on.
    fn open_in_heredoc(&mut self, open: &[UnterminatedToken]) {
        match *open {
            [
                ..,
                UnterminatedToken::String { start },
                UnterminatedToken::Interpolation { .. },
            ] => {
                self.error(LexErrorKind::UnclosedQuote, start, start + 1, start + 1);
            }
            [.., UnterminatedToken::Interpolation { start }] => {
                self.error(
                    LexErrorKind::UnclosedHeredocInterpolation,
                    start,
                    start + 2,
                    start + 2,
                );
            }
            _ => {}
        }
    }
}

/// The start of the digits that stand before `end`.
fn digits_before(text: &str, end: usize) -> usize {
    let digits = text.as_bytes()[..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    end - digits
}

/// Where a comment most likely ends that is never closed: with its line, or with the last of the lines that continue
/// with a `*`.
fn unclosed_comment_len(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().map_or(0, str::len);
    let more: usize = lines
        .take_while(|line| line.trim_start().starts_with('*'))
        .map(str::len)
        .sum();
    let len = first + more;
    text[..len].trim_end_matches(['\n', '\r']).len()
}
