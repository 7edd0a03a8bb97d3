//! Heredocs: the text of a tag, and its tokens.

use memchr::memmem::Finder;
use puppet_text::{TextRange, TextSize};

use super::string::{TextRules, TextStop, scan_text};
use super::{Heredoc, LexErrorKind};
use crate::SyntaxKind::*;
use crate::heredoc::{HeredocEnd, HeredocTag};
use crate::lexer::epp::Template;
use crate::lexer::implicit_variable::ImplicitInterpolation;
use crate::lexer::recovery::heredoc_end;
use crate::lexer::scanner::{HeredocFrame, Lexer, ScannerFrame};
use crate::unescape::{self, EscapeProblem, Escapes};

/// The most heredocs without an end. Each of them costs a look at the rest of the text.
pub(super) const MAX_UNTERMINATED: usize = 16;

/// Where the text of a heredoc stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PendingBody {
    /// The index of its [`Heredoc`].
    heredoc: usize,
    /// The start of its first line.
    start: usize,
    /// The start of the line that ends it.
    text_end: usize,
    /// The end of that line, without its line break.
    end: usize,
    /// The start of the line after it.
    next: usize,
    interpolated: bool,
    escapes: Escapes,
}

impl<'t> Lexer<'t> {
    /// A tag, which starts at the current position.
    pub(super) fn heredoc_tag(&mut self) {
        let start = self.pos;
        let line_end = self.next_line_break().unwrap_or(self.limit).min(self.limit);
        let closer = self
            .next_parenthesis()
            .filter(|at| *at < line_end)
            .map(|at| at - start);
        let (len, problem) = match closer {
            Some(len) => (len + 1, None),
            None => (
                unclosed_tag_len(self.rest()),
                Some(self.unclosed_parenthesis()),
            ),
        };
        let spec = &self.text[start..start + len];
        let parsed = problem.map_or_else(|| HeredocTag::parse(spec), Err);
        let heredoc = self.out.heredocs.len();
        self.out.heredocs.push(Heredoc {
            tag: self.out.kinds.len(),
            body: None,
            misplaced: None,
        });
        if let Err(problem) = parsed {
            let at = self.tag_reported_at(problem, start, len);
            self.error(problem, start, start + len, at);
        }
        self.implicit = ImplicitInterpolation::Decided;
        if self.frames.is_empty() {
            self.after = HEREDOC_TAG;
        }
        self.emit_to(HEREDOC_TAG, start + len);
        if self.in_heredoc {
            self.error(LexErrorKind::HeredocNested, start, start + len, start + len);
        } else if let Some(tag) = parsed
            .clone()
            .ok()
            .or_else(|| HeredocTag::from_faulty(spec))
        {
            self.locate_body(heredoc, start, &tag, parsed.is_ok());
        }
    }

    /// Where Puppet reports a faulty tag: after its `)`, wherever that is.
    fn tag_reported_at(&mut self, problem: LexErrorKind, start: usize, len: usize) -> usize {
        match problem {
            LexErrorKind::HeredocUnclosedParenthesis => start,
            _ if self.text[start..start + len].ends_with(')') => start + len,
            _ => self.next_parenthesis().map_or(start, |at| at + 1),
        }
    }

    /// What is wrong with a tag without `)` in its line, which starts here.
    fn unclosed_parenthesis(&mut self) -> LexErrorKind {
        match self.next_parenthesis() {
            Some(_) => LexErrorKind::HeredocInvalidSyntax,
            None => LexErrorKind::HeredocUnclosedParenthesis,
        }
    }

    fn next_line_break(&mut self) -> Option<usize> {
        self.line_breaks
            .next(self.text, self.pos, |text| text.find('\n'))
    }

    fn next_parenthesis(&mut self) -> Option<usize> {
        self.parentheses
            .next(self.text, self.pos, |text| text.find(')'))
    }

    /// Finds the text of the heredoc whose tag starts at `tag_start` and ends here. Faults are reported if `strict`.
    fn locate_body(
        &mut self,
        heredoc: usize,
        tag_start: usize,
        tag: &HeredocTag<'t>,
        strict: bool,
    ) {
        let problem = |lexer: &mut Self, kind, at| {
            if strict {
                lexer.error(kind, tag_start, lexer.pos, at);
            }
        };
        let start = match self.pending.back() {
            Some(before) => Some(before.next),
            None => self.next_line_break().map(|at| at + 1),
        };
        let text = start.and_then(|start| Some((start, self.text.get(start..self.limit)?)));
        let Some((start, text)) = text else {
            return problem(self, LexErrorKind::HeredocWithoutText, self.pos);
        };
        let mut found = self.find_end(start, tag.tag);
        if found.is_none() {
            problem(self, LexErrorKind::HeredocWithoutEnd, start);
            if strict && self.unterminated_heredocs < MAX_UNTERMINATED {
                found = heredoc_end::end(self.text, start..self.limit, tag.tag, tag_start);
            }
            self.unterminated_heredocs += 1;
        }
        if let Some(lines) = found {
            self.check_body(start, &text[..lines.end], lines.text_len, tag);
            self.pending.push_back(PendingBody {
                heredoc,
                start,
                text_end: start + lines.text_len,
                end: start + lines.end,
                next: start + lines.next,
                interpolated: tag.interpolated,
                escapes: tag.escapes,
            });
        }
    }

    /// Where the text of a heredoc ends that starts at `start`.
    fn find_end(&mut self, start: usize, tag: &'t str) -> Option<BodyLines> {
        let text = &self.text[..self.limit];
        let finder = self.heredoc_ends.entry((tag, self.limit)).or_default();
        if self.unterminated_heredocs >= MAX_UNTERMINATED && !finder.knows(start) {
            return None;
        }
        let at = finder.next(text, start, |text| find_end(text, tag))?;
        let line = text[at..].split_inclusive('\n').next().unwrap_or("");
        let text_len = at - start;
        Some(BodyLines {
            text_len,
            end: text_len + line.trim_end_matches('\n').trim_end_matches('\r').len(),
            next: text_len + line.len(),
        })
    }

    /// Reports what Puppet does not bear in the text of a heredoc. `lines` is the text, up to `text_len`, and the line
    /// that ends it.
    fn check_body(&mut self, start: usize, lines: &str, text_len: usize, tag: &HeredocTag<'_>) {
        let (text, end_line) = lines.split_at(text_len);
        if text.starts_with('\u{feff}') {
            self.error(LexErrorKind::IllegalBom, start, start + 3, start);
        }
        let removes_break =
            HeredocEnd::parse(end_line, tag.tag).is_some_and(|end| end.remove_break);
        if !(tag.interpolated && tag.escapes_dollar() && removes_break) {
            return;
        }
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        if backslashes % 2 == 1 {
            let end = start + text.len();
            self.error(LexErrorKind::HeredocTrailingBackslash, end - 1, end, end);
        }
    }

    /// Starts the texts that were waiting for the line break that has just been read.
    pub(super) fn pending_bodies(&mut self) {
        match self.pending.front() {
            Some(body) if body.start == self.pos => self.begin_body(),
            _ => self.report_overlap(),
        }
    }

    /// Reports the heredocs whose texts have been taken for something else: Puppet goes back to the end of their
    /// texts, and reads code a second time.
    fn report_overlap(&mut self) {
        while let Some(body) = self.pending.pop_front() {
            let tag = self.out.range(self.out.heredocs[body.heredoc].tag);
            let [start, end] = [tag.start().into(), tag.end().into()];
            self.error(LexErrorKind::HeredocOverlap, start, end, end);
            self.unterminated_heredocs += 1;
        }
    }

    /// Records the ranges of the texts that no line break of the code led to.
    pub(super) fn record_misplaced_bodies(&mut self) {
        while let Some(body) = self.pending.pop_front() {
            let [start, text_end, end] =
                [body.start, body.text_end, body.end].map(|offset| TextSize::new(offset as u32));
            let ranges = (
                TextRange::new(start, text_end),
                TextRange::new(text_end, end),
            );
            self.out.heredocs[body.heredoc].misplaced = Some(ranges);
        }
    }

    fn begin_body(&mut self) {
        let Some(body) = self.pending.pop_front() else {
            return;
        };
        self.frames
            .push(ScannerFrame::Heredoc(Box::new(HeredocFrame {
                body,
                first_token: self.out.kinds.len(),
                outer_limit: self.limit,
                outer_after: self.after,
                outer_braces: self.braces,
                outer_template: self.template,
                outer_implicit: self.implicit,
            })));
        self.set_limit(body.text_end);
        self.after = EOF;
        self.braces = 0;
        self.template = Template::None;
        self.in_heredoc = true;
    }

    /// Reads the text of a heredoc up to and with what ends a run of it.
    pub(super) fn heredoc_part(&mut self) {
        let Some(ScannerFrame::Heredoc(frame)) = self.frames.last() else {
            return;
        };
        let PendingBody {
            interpolated,
            escapes,
            ..
        } = frame.body;
        if !interpolated {
            self.heredoc_text(self.limit, escapes);
            return;
        }
        let rules = TextRules {
            quoted: false,
            escapes: escapes.has(Escapes::DOLLAR),
        };
        let run = scan_text(self.rest(), rules);
        if run.len > 0 {
            self.heredoc_text(self.pos + run.len, escapes);
        }
        match run.stop {
            TextStop::Interpolation => self.interpolation_start(),
            TextStop::Variable(len) => self.emit_to(VARIABLE, self.pos + len),
            TextStop::Quote | TextStop::Limit => {}
        }
    }

    fn heredoc_text(&mut self, end: usize, escapes: Escapes) {
        let start = self.pos;
        if escapes.has(Escapes::UNICODE) {
            unescape::check(&self.text[start..end], escapes, |range, problem| {
                let kind = match problem {
                    EscapeProblem::Unrecognized => return,
                    EscapeProblem::IllegalUnicode => LexErrorKind::HeredocIllegalUnicodeEscape,
                    EscapeProblem::InvalidCodePoint => LexErrorKind::InvalidCodePoint,
                };
                self.error(kind, start + range.start, start + range.end, start);
            });
        }
        self.emit_to(HEREDOC_TEXT, end);
    }

    /// Ends the text of a heredoc, and starts the next one that was waiting.
    pub(super) fn end_body(&mut self, frame: HeredocFrame) {
        let HeredocFrame {
            body, first_token, ..
        } = frame;
        self.limit = frame.outer_limit;
        if body.end > self.pos {
            self.emit_to(HEREDOC_END, body.end);
        }
        self.out.heredocs[body.heredoc].body = Some(first_token..self.out.kinds.len());
        self.set_limit(frame.outer_limit);
        self.after = frame.outer_after;
        self.braces = frame.outer_braces;
        self.template = frame.outer_template;
        self.implicit = frame.outer_implicit;
        self.in_heredoc = false;
        if !self.pending.is_empty() {
            if body.next > self.pos {
                self.emit_to(WHITESPACE, body.next);
            }
            self.begin_body();
        }
    }
}

/// How much of `text` is the tag that it starts with, if `)` is missing.
fn unclosed_tag_len(text: &str) -> usize {
    let ends = |ch: char| {
        ch.is_whitespace() || matches!(ch, ',' | ';' | '(' | '{' | '[' | ']' | '}' | '=')
    };
    text[2..].find(ends).map_or(text.len(), |len| 2 + len)
}

/// Where the text of a heredoc ends, from its start on.
pub(crate) struct BodyLines {
    /// The start of the line that ends it.
    pub(super) text_len: usize,
    /// The end of that line, without its line break.
    pub(super) end: usize,
    /// The start of the next line.
    pub(super) next: usize,
}

/// The start of the first line of `text` that ends a heredoc.
fn find_end(text: &str, tag: &str) -> Option<usize> {
    let finder = Finder::new(tag);
    let mut from = 0;
    loop {
        let found = from + finder.find(text.as_bytes().get(from..)?)?;
        let start = text[..found].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].split('\n').next().unwrap_or_default();
        if HeredocEnd::parse(line, tag).is_some() {
            return Some(start);
        }
        from = start + line.len();
    }
}
