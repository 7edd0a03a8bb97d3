//! Kind `lex`: the tokens of a source.
//!
//! Puppet's tokens are coarser than ours (a piece of a string and the `${` after it are one), carry values, and list
//! the text of a heredoc where its tag stands.

use std::ops::Range;

use puppet_scalars::Regexp;
use puppet_syntax::{
    SyntaxKind::{self, *},
    epp_text::{self, TextEnd},
    heredoc::{self, HeredocEnd, HeredocPart, HeredocTag},
    lexer::{Entry, Keywords, LexErrorKind, Lexed, tokenize_without_repair},
    unescape::{self, Followed},
};
use puppet_text::{Column, LineIndex, TextSize};
use serde_json::{Value, json};

use crate::{
    case::Case,
    compare::Texts,
    kinds::{CaseAnswer, CaseKind},
};

/// The kind `lex`.
pub struct Lex;

impl CaseKind for Lex {
    fn name(&self) -> &'static str {
        "lex"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let text = case.text("source").unwrap_or_default();
        let entry = if case.flag("epp") { Entry::Epp } else { Entry::Manifest };
        let keywords = if case.flag("tasks") { Keywords::Tasks } else { Keywords::Manifest };
        CaseAnswer::Json(answer(text, &tokenize_without_repair(text, entry, keywords), entry))
    }
}

fn answer(text: &str, lexed: &Lexed, entry: Entry) -> Value {
    let lines = LineIndex::new(text);
    let place = |offset: TextSize| {
        let at = lines.line_col(offset, Column::Chars);
        (at.line + 1, at.col + 1)
    };
    if let Some(stop) = lexed.stop() {
        let (line, pos) = place(stop.reported_at);
        let error = match stop.kind {
            LexErrorKind::IllegalBom => json!({"issue": stop.kind.code()}),
            LexErrorKind::InvalidCodePoint => json!({}),
            kind => json!({"issue": kind.code(), "line": line, "pos": pos}),
        };
        return json!({"ok": false, "error": error});
    }
    let is_bad_regexp = |token: &usize| {
        let text = lexed.text(text, *token);
        lexed.kind(*token) == REGEX && Regexp::new(regexp_source(text)).is_err()
    };
    if (0..lexed.len()).any(|token| is_bad_regexp(&token)) {
        return json!({"ok": false, "error": {}});
    }
    let mut tokens = Tokens { text, lexed, found: Vec::new(), body: None };
    if entry == Entry::Epp {
        tokens.found.push(json!(["EPP_START", 0, 0, null]));
    }
    tokens.range(0..lexed.len());
    let mut answer = json!({"ok": true, "tokens": tokens.found});
    let warning = |error: &puppet_syntax::lexer::LexError| {
        let (line, pos) = place(error.reported_at);
        json!({"level": "warning", "line": line, "pos": pos, "issue": error.kind.code()})
    };
    let puppets = |kind: LexErrorKind| kind.is_warning() && kind != LexErrorKind::UnclosedHeredocInterpolation;
    let warnings: Vec<_> = lexed.errors().iter().filter(|error| puppets(error.kind)).map(warning).collect();
    if !warnings.is_empty() {
        answer["warnings"] = Value::Array(warnings);
    }
    answer
}

/// Collects tokens in Puppet's form.
struct Tokens<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    found: Vec<Value>,
    /// The heredoc whose text is being listed.
    body: Option<Body<'t>>,
}

impl<'t> Tokens<'t> {
    fn range(&mut self, tokens: Range<usize>) {
        let mut token = tokens.start;
        while token < tokens.end {
            token = match self.lexed.heredocs().iter().filter_map(|heredoc| heredoc.body.clone()).find(|body| {
                body.start == token && !body.is_empty()
            }) {
                Some(body) => body.end,
                None => self.token(token),
            };
        }
    }

    fn slice(&self, token: usize) -> &'t str {
        self.lexed.text(self.text, token)
    }

    fn start(&self, token: usize) -> usize {
        self.lexed.start(token).into()
    }

    fn push(&mut self, kind: &str, range: Range<usize>, value: Value) {
        self.found.push(match &self.body {
            None => json!([kind, range.start, range.len(), value]),
            Some(body) => {
                let (offset, len) = body.reported(body.local(range.start), body.local(range.end));
                json!([kind, offset, len, value, "sub"])
            }
        });
    }

    /// Adds the token that starts with `token`. Returns the one after it.
    fn token(&mut self, token: usize) -> usize {
        let text = self.slice(token);
        let range = self.start(token)..self.start(token + 1);
        match self.lexed.kind(token) {
            STRING_START => return self.string(token),
            HEREDOC_TAG => self.heredoc(token),
            EPP_OPEN | EPP_OPEN_EXPR | EPP_OPEN_TRIM if self.is_nested(token) => {
                for (offset, (name, text)) in nested_tag(text).into_iter().enumerate() {
                    let start = range.start + offset;
                    self.push(name, start..start + 1, json!(text));
                }
            }
            EPP_TEXT | EPP_COMMENT | EPP_OPEN | EPP_OPEN_EXPR | EPP_OPEN_TRIM => return self.template_text(token),
            EPP_CLOSE | EPP_CLOSE_TRIM => {
                if self.renders(token) {
                    let kind = if text.len() == 2 { "EPP_END" } else { "EPP_END_TRIM" };
                    self.push(kind, range, json!(text));
                }
            }
            BAD_TOKEN => {
                for offset in range {
                    self.push("OTHER", offset..offset + 1, json!(""));
                }
            }
            kind if kind.is_trivia() => {}
            kind => {
                let (name, value) = plain(kind, text);
                let name = match name {
                    "LBRACK" if self.lexed.follows_space(token) => "LISTSTART",
                    "LPAREN" if self.lexed.starts_line(self.text, token) => "WSLPAREN",
                    "LBRACE" if self.found.last().is_some_and(|last| last[0] == "QMARK") => "SELBRACE",
                    name => name,
                };
                self.push(name, range, value);
            }
        }
        token + 1
    }

    /// Whether the tag that the token `close` closes renders an expression.
    fn renders(&self, close: usize) -> bool {
        let before = (0..close).rev().map(|token| self.lexed.kind(token));
        let code = before.take_while(|kind| !matches!(kind, EPP_CLOSE | EPP_CLOSE_TRIM));
        code.filter(|kind| matches!(kind, EPP_OPEN | EPP_OPEN_EXPR | EPP_OPEN_TRIM)).last() == Some(EPP_OPEN_EXPR)
    }

    /// Whether a tag starts in the code of another.
    fn is_nested(&self, open: usize) -> bool {
        let mut before = (0..open).rev().map(|token| self.lexed.kind(token));
        let tags = [EPP_OPEN, EPP_OPEN_EXPR, EPP_OPEN_TRIM, EPP_CLOSE, EPP_CLOSE_TRIM];
        let tag = before.find(|kind| tags.contains(kind));
        matches!(tag, Some(EPP_OPEN | EPP_OPEN_EXPR | EPP_OPEN_TRIM))
    }

    /// A string with interpolation, from its first token on. Returns the token after it.
    fn string(&mut self, start: usize) -> usize {
        let end = string_end(self.lexed, start);
        let last = end - 1;
        self.pieces(start..last, self.start(start)..self.start(end), |text, followed| {
            unescape::double_quoted(text, followed).into_owned()
        });
        end
    }

    /// The text and the interpolations of a string or heredoc, whose tokens are `tokens`.
    fn pieces(&mut self, tokens: Range<usize>, range: Range<usize>, value: impl Fn(&str, Followed) -> String) {
        let mut name = "DQPRE";
        let mut offset = range.start;
        let mut text = "";
        let mut token = tokens.start;
        while token < tokens.end {
            let start = self.start(token);
            match self.lexed.kind(token) {
                STRING_TEXT | HEREDOC_TEXT => text = self.slice(token),
                VARIABLE => {
                    self.push(name, offset..start, json!(value(text, Followed::ByDollar)));
                    self.push("VARIABLE", start..self.start(token + 1), json!(&self.slice(token)[1..]));
                    (name, text, offset) = ("DQMID", "", self.start(token + 1));
                }
                INTERPOLATION_START => {
                    self.push(name, offset..start + 2, json!(value(text, Followed::ByDollar)));
                    let end = interpolation_end(self.lexed, token).min(tokens.end);
                    let closed = self.lexed.kind(end - 1) == INTERPOLATION_END;
                    self.range(token + 1..if closed { end - 1 } else { end });
                    (name, text, offset) = ("DQMID", "", self.start(end));
                    token = end;
                    continue;
                }
                _ => {}
            }
            token += 1;
        }
        let name = if name == "DQPRE" { "STRING" } else { "DQPOST" };
        let followed = if self.body.is_some() { Followed::ByNothing } else { Followed::ByQuote };
        self.push(name, offset..range.end, json!(value(text, followed)));
    }

    fn heredoc(&mut self, token: usize) {
        let Some(found) = self.lexed.heredocs().iter().find(|heredoc| heredoc.tag == token) else { return };
        let Ok(tag) = HeredocTag::parse(self.slice(token)) else { return };
        let (range, end_line) = match (&found.body, found.misplaced) {
            (Some(tokens), _) => {
                let last = tokens.end - 1;
                (self.start(tokens.start)..self.start(last), self.slice(last))
            }
            (None, Some((text, end))) => (text.into(), &self.text[end]),
            (None, None) => return,
        };
        let Some(end) = HeredocEnd::parse(end_line, tag.tag) else { return };
        self.push("HEREDOC", self.start(token)..self.start(token + 1), json!(tag.syntax));
        let outer = self.body.replace(Body::new(self.text, range.clone(), end, end_line));
        self.sublocate();
        let text = &self.text[range.clone()];
        let value = |piece: &str, followed: Followed| {
            let first = piece.is_empty() || piece.as_ptr() == text.as_ptr();
            let last = followed == Followed::ByNothing;
            heredoc::part_value(piece, HeredocPart { first, last }, &tag, end).into_owned()
        };
        match &found.body {
            Some(tokens) => self.pieces(tokens.start..tokens.end - 1, range, value),
            None => self.push("STRING", range, json!(value(text, Followed::ByNothing))),
        }
        self.body = outer;
    }

    fn sublocate(&mut self) {
        let Some(body) = &self.body else { return };
        let chars = body.text.chars().count();
        let (offset, len) = body.reported(body.start, body.start + chars);
        let lines: Vec<_> = body.text.split_inclusive('\n').collect();
        self.found.push(json!(["SUBLOCATE", offset, len, lines, "sub"]));
    }

    /// A text of a template, and the tag after it. Returns the token behind that.
    fn template_text(&mut self, first: usize) -> usize {
        let is_text = |token: &usize| matches!(self.lexed.kind(*token), EPP_TEXT | EPP_COMMENT);
        let end = (first..).find(|token| !is_text(token)).unwrap_or(first);
        let after_trim = first > 0 && self.lexed.kind(first - 1) == EPP_CLOSE_TRIM;
        let follows = match self.lexed.kind(end) {
            EPP_OPEN | EPP_OPEN_EXPR => TextEnd::Open,
            EPP_OPEN_TRIM => TextEnd::OpenTrim,
            _ => TextEnd::Template,
        };
        let next = if follows == TextEnd::Template { end } else { end + 1 };
        let parts = (first..end).map(|token| (self.lexed.kind(token), self.slice(token)));
        if let Some(value) = epp_text::rendered_text(parts, after_trim, follows) {
            self.push("RENDER_STRING", self.start(first)..self.start(next), json!(value));
        }
        if self.lexed.kind(end) == EPP_OPEN_EXPR {
            let start = self.start(first);
            self.push("RENDER_EXPR", start..start, Value::Null);
        }
        next
    }
}

/// The token after the string with interpolation that starts with `start`.
fn string_end(lexed: &Lexed, start: usize) -> usize {
    run_end(lexed, start, STRING_START, STRING_END)
}

fn interpolation_end(lexed: &Lexed, start: usize) -> usize {
    run_end(lexed, start, INTERPOLATION_START, INTERPOLATION_END)
}

fn run_end(lexed: &Lexed, start: usize, open: SyntaxKind, close: SyntaxKind) -> usize {
    let mut depth = 0;
    for token in start..lexed.len() {
        let kind = lexed.kind(token);
        if kind == open {
            depth += 1;
        } else if kind == close {
            depth -= 1;
            if depth == 0 {
                return token + 1;
            }
        }
    }
    lexed.len()
}

/// The text of a heredoc, in which Puppet counts from its start and without its margin.
struct Body<'t> {
    /// Its offset.
    start: usize,
    text: &'t str,
    has_margin: bool,
    /// For each line: its start and length, and the length of its margin.
    lines: Vec<(usize, usize, usize)>,
    /// The length of the text that is lexed: without margins.
    len: usize,
}

impl<'t> Body<'t> {
    fn new(text: &'t str, range: Range<usize>, end: HeredocEnd<'_>, end_line: &str) -> Body<'t> {
        let mut start = range.start;
        let text = &text[range.clone()];
        let lines: Vec<_> = text
            .split_inclusive('\n')
            .map(|line| {
                let margin = if line.starts_with(end.margin) { end.margin.len() } else { 0 };
                start += line.len();
                (start - line.len(), line.len(), margin)
            })
            .collect();
        let mut len = lines.iter().map(|(_, len, margin)| len - margin).sum();
        if end.remove_break {
            len -= text.strip_suffix('\n').map_or(0, |text| if text.ends_with('\r') { 2 } else { 1 });
        }
        let before_tag = end_line.trim_end();
        let has_margin = !end.margin.is_empty() || before_tag.trim_start().starts_with('|');
        Body { start: range.start, text, has_margin, lines, len }
    }

    /// The offset in the text without margins.
    fn local(&self, offset: usize) -> usize {
        let mut local = 0;
        for (start, len, margin) in &self.lines {
            if offset < start + len {
                return (local + (offset - start).saturating_sub(*margin)).min(self.len);
            }
            local += len - margin;
        }
        local.min(self.len)
    }

    /// The line of an offset in the text without margins, from 1.
    fn line(&self, local: usize) -> usize {
        let mut line_start = 0;
        let mut line = 1;
        for (_, len, margin) in &self.lines {
            line_start += len - margin;
            let ends_line = line_start <= self.len;
            if !ends_line || line_start > local {
                return line;
            }
            line += 1;
        }
        line
    }

    /// What Puppet reports as offset and length of a token.
    fn reported(&self, start: usize, end: usize) -> (usize, usize) {
        if !self.has_margin {
            return (self.start + start, end - start);
        }
        let margins_up_to = |line: usize| -> usize { self.lines.iter().take(line).map(|(_, _, margin)| margin).sum() };
        let (start_line, end_line) = (self.line(start), self.line(end));
        let offset = if start == 0 { self.start } else { start + self.start + margins_up_to(start_line) };
        (offset, end - start + margins_up_to(end_line) - margins_up_to(start_line))
    }
}

/// Puppet's name and value of a token that is the same in both.
fn plain(kind: SyntaxKind, text: &str) -> (&'static str, Value) {
    let name = match kind {
        VARIABLE => return ("VARIABLE", json!(&text[1..])),
        IMPLICIT_VARIABLE => {
            let value = match text {
                "true" | "false" => json!(text == "true"),
                _ => json!(text),
            };
            return ("VARIABLE", value);
        }
        SQ_STRING => return ("STRING", json!(unescape::single_quoted(&text[1..text.len() - 1]))),
        DQ_STRING => {
            return ("STRING", json!(unescape::double_quoted(&text[1..text.len() - 1], Followed::ByQuote)));
        }
        REGEX => return ("REGEX", json!(regexp_source(text))),
        TRUE_KW | FALSE_KW => return ("BOOLEAN", json!(kind == TRUE_KW)),
        INTEGER | FLOAT => "NUMBER",
        NAME => "NAME",
        WORD => "WORD",
        CLASS_REF => "CLASSREF",
        _ => PUNCTUATION.iter().find(|(listed, _)| *listed == kind).map_or_else(|| keyword(text), |(_, name)| name),
    };
    (name, json!(text))
}

/// The operators that Puppet takes a tag for in code.
fn nested_tag(text: &str) -> Vec<(&'static str, &'static str)> {
    let mut operators = vec![("LESSTHAN", "<"), ("MODULO", "%")];
    match text {
        "<%=" => operators.push(("EQUALS", "=")),
        "<%-" => operators.push(("MINUS", "-")),
        _ => {}
    }
    operators
}

/// What a regular expression is between its slashes.
fn regexp_source(text: &str) -> String {
    text[1..text.len() - 1].replace("\\/", "/")
}

fn keyword(text: &str) -> &'static str {
    const KEYWORDS: [&str; 20] = [
        "AND", "APPLY", "ATTR", "CASE", "CLASS", "DEFAULT", "DEFINE", "ELSE", "ELSIF", "FUNCTION", "IF", "IN",
        "INHERITS", "NODE", "OR", "PLAN", "PRIVATE", "TYPE", "UNDEF", "UNLESS",
    ];
    KEYWORDS.iter().find(|keyword| keyword.eq_ignore_ascii_case(text)).copied().unwrap_or("?")
}

/// Puppet's names of operators and brackets.
const PUNCTUATION: &[(SyntaxKind, &str)] = &[
    (L_BRACE, "LBRACE"),
    (R_BRACE, "RBRACE"),
    (L_BRACK, "LBRACK"),
    (R_BRACK, "RBRACK"),
    (L_PAREN, "LPAREN"),
    (R_PAREN, "RPAREN"),
    (COMMA, "COMMA"),
    (SEMICOLON, "SEMIC"),
    (COLON, "COLON"),
    (DOT, "DOT"),
    (QUESTION, "QMARK"),
    (PIPE, "PIPE"),
    (AT, "AT"),
    (AT_AT, "ATAT"),
    (EQ, "EQUALS"),
    (PLUS_EQ, "APPENDS"),
    (MINUS_EQ, "DELETES"),
    (FAT_ARROW, "FARROW"),
    (PLUS_ARROW, "PARROW"),
    (EQ_EQ, "ISEQUAL"),
    (BANG_EQ, "NOTEQUAL"),
    (EQ_TILDE, "MATCH"),
    (BANG_TILDE, "NOMATCH"),
    (LT, "LESSTHAN"),
    (LT_EQ, "LESSEQUAL"),
    (GT, "GREATERTHAN"),
    (GT_EQ, "GREATEREQUAL"),
    (SHL, "LSHIFT"),
    (SHR, "RSHIFT"),
    (PLUS, "PLUS"),
    (MINUS, "MINUS"),
    (STAR, "TIMES"),
    (SLASH, "DIV"),
    (PERCENT, "MODULO"),
    (BANG, "NOT"),
    (IN_EDGE, "IN_EDGE"),
    (IN_EDGE_SUB, "IN_EDGE_SUB"),
    (OUT_EDGE, "OUT_EDGE"),
    (OUT_EDGE_SUB, "OUT_EDGE_SUB"),
    (L_COLLECT, "LCOLLECT"),
    (R_COLLECT, "RCOLLECT"),
    (LL_COLLECT, "LLCOLLECT"),
    (RR_COLLECT, "RRCOLLECT"),
    (TILDE, "TILDE"),
];
