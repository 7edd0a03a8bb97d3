//! Templates: text with tags of code.

use super::LexErrorKind;
use crate::SyntaxKind::*;
use crate::lexer::implicit_variable::ImplicitInterpolation;
use crate::lexer::recovery::unterminated::UnterminatedToken;
use crate::lexer::scanner::{Lexer, ScannerFrame};

/// The state of the lexer in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Template {
    /// This is no template, or its text goes up to the end.
    None,
    /// Code, after the tag at `open`.
    Code { open: usize, renders: bool },
}

impl Template {
    pub(super) fn is_code(self) -> bool {
        matches!(self, Template::Code { .. })
    }
}

impl Lexer<'_> {
    /// Reads the text of a template, up to and with the tag that starts code.
    pub(super) fn template_text(&mut self) {
        self.template = Template::None;
        while self.pos < self.limit {
            self.plain_text();
            if self.pos < self.limit && !self.template_comment() {
                self.open_tag();
                return;
            }
        }
    }

    /// Text up to a tag or comment. `<%%` is text.
    fn plain_text(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut len = 0;
        let end = loop {
            match bytes[len..].windows(2).position(|pair| pair == b"<%") {
                None => break bytes.len(),
                Some(at) if bytes.get(len + at + 2) == Some(&b'%') => len += at + 3,
                Some(at) => break len + at,
            }
        };
        if end > 0 {
            self.after = EPP_TEXT;
            self.emit_to(EPP_TEXT, self.pos + end);
        }
    }

    /// A comment, if there is one here.
    fn template_comment(&mut self) -> bool {
        let rest = self.rest();
        if !rest.starts_with("<%#") {
            return false;
        }
        let end = self
            .template_comment_ends
            .next(self.text, self.pos + 2, |text| {
                let mut threes = text.as_bytes().windows(3);
                threes.position(|three| three[0] != b'%' && &three[1..] == b"%>")
            });
        match end {
            Some(at) => self.emit_to(EPP_COMMENT, at + 3),
            None => {
                self.error(
                    LexErrorKind::EppUnbalancedComment,
                    self.pos,
                    self.pos + 3,
                    self.pos + 2,
                );
                let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
                self.emit_to(EPP_COMMENT, self.pos + len);
            }
        }
        true
    }

    fn open_tag(&mut self) {
        let open = self.pos;
        let (kind, len) = match self.rest().as_bytes() {
            [_, _, b'=', ..] => (EPP_OPEN_EXPR, 3),
            [_, _, b'-', ..] => (EPP_OPEN_TRIM, 3),
            [_, _, _, ..] => (EPP_OPEN, 2),
            _ => {
                self.error(
                    LexErrorKind::EppUnbalancedExpression,
                    open,
                    self.limit,
                    self.limit,
                );
                self.emit_to(BAD_TOKEN, self.limit);
                return;
            }
        };
        if kind == EPP_OPEN_EXPR {
            self.after = EPP_OPEN_EXPR;
        }
        self.emit_to(kind, open + len);
        self.template = Template::Code {
            open,
            renders: kind == EPP_OPEN_EXPR,
        };
        if let Some(end) = self.repairs.end_of(open) {
            self.set_limit(end.max(self.pos));
        }
    }

    /// A `%`, `-` or `<` in the code of a template, which may be a part of a tag.
    pub(super) fn template_mark(&mut self, end: usize) {
        let rest = self.rest();
        if rest.starts_with("%>") {
            self.close_tag(EPP_CLOSE, 2);
        } else if rest.starts_with("-%>") {
            self.close_tag(EPP_CLOSE_TRIM, 3);
        } else if starts_tag(rest) && self.frames.is_empty() {
            if let Template::Code { open, .. } = self.template {
                self.unclosed.push(UnterminatedToken::Outer { start: open });
            }
            self.unclosed_tag(LexErrorKind::EppNestedTag, self.pos);
        } else {
            let kind = match rest.as_bytes().first() {
                Some(b'%') => PERCENT,
                Some(b'-') => MINUS,
                _ => LT,
            };
            self.significant(kind, end);
        }
    }

    fn close_tag(&mut self, kind: crate::SyntaxKind, len: usize) {
        self.close_frames();
        self.implicit = ImplicitInterpolation::Decided;
        if let Template::Code { renders: true, .. } = self.template {
            self.after = kind;
        }
        self.emit_to(kind, self.pos + len);
        if self.limit < self.text.len() {
            self.set_limit(self.text.len());
        }
        self.template_text();
    }

    /// Closes the strings that are open where a tag ends.
    fn close_frames(&mut self) {
        let Some(outermost) = self.frames.first() else {
            return;
        };
        if let ScannerFrame::String { start, .. } | ScannerFrame::Interpolation { start, .. } =
            *outermost
        {
            self.error(
                LexErrorKind::UnclosedQuote,
                start,
                start + 1,
                self.text.len(),
            );
        }
        self.frames.clear();
        self.braces = 0;
    }

    /// The line of a tag ends that is known to be unclosed.
    pub(super) fn end_of_tag_line(&mut self) {
        let kind = match self.repairs.puppet_reads_on {
            true => LexErrorKind::EppNestedTag,
            false => LexErrorKind::EppUnbalancedTag,
        };
        self.unclosed_tag(kind, self.text.len());
    }

    /// Code ends without `%>`: another tag starts, or its line ends and nothing after it can close it.
    pub(super) fn unclosed_tag(&mut self, kind: LexErrorKind, reported_at: usize) {
        if let Template::Code { open, .. } = self.template {
            self.error(kind, open, open + 2, reported_at);
        }
        self.set_limit(self.text.len());
        self.template_text();
    }
}

/// Whether code that starts like this is the start of another tag, and no operator.
fn starts_tag(code: &str) -> bool {
    let Some(rest) = code.strip_prefix("<%") else {
        return false;
    };
    !rest.is_empty() && !rest.starts_with(['%', '#', '>']) && !rest.starts_with("-%>")
}
