//! From the tree to the tokens of style checks.

use puppet_syntax::{GreenNodeData, SyntaxKind, TextRange, TextSize, TreeEvent, walk};

use crate::tokens::{LintTokenKind, Token};

/// The data types that puppet-lint tells from names of classes.
const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Tuple",
    "Type",
    "Undef",
    "Variant",
];

/// What the token that is read stands in.
#[derive(Debug, Clone, Copy)]
enum TokenContext {
    /// A string: whether a part of it was read, where the next one starts, and where its text does.
    Text {
        is_heredoc: bool,
        is_first: bool,
        start: TextSize,
        value: TextSize,
    },
    /// `${…}`: how many tokens there were before it.
    Interpolation(usize),
}

/// Reads the tokens of a tree.
pub(super) struct TokenReader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    frames: Vec<TokenContext>,
    /// Where the next token starts.
    at: TextSize,
    /// Where the variable ends that was read last, with its indexes.
    variable_end: TextSize,
    /// The heredocs whose text comes after the next line break.
    pending_heredocs: usize,
}

impl<'a> TokenReader<'a> {
    /// The tokens of a text.
    pub(super) fn read(text: &'a str, tree: &GreenNodeData) -> Vec<Token> {
        let mut reader = TokenReader {
            text,
            tokens: Vec::with_capacity(text.len() / 3),
            frames: Vec::new(),
            at: TextSize::new(0),
            variable_end: TextSize::new(0),
            pending_heredocs: 0,
        };
        walk(tree, |event| {
            if let TreeEvent::Token(kind, text) = event {
                let range = TextRange::at(reader.at, TextSize::of(text));
                if range.start() >= reader.variable_end {
                    reader.token(kind, range);
                }
                reader.at = range.end();
            }
            true
        });
        reader.tokens
    }

    fn token(&mut self, kind: SyntaxKind, range: TextRange) {
        use SyntaxKind as K;
        match kind {
            K::WHITESPACE => self.white_space(range),
            K::STRING_START => self.open(range, false),
            K::STRING_END => self.close(range.start(), range.end()),
            K::HEREDOC_END => self.end_heredoc(range),
            K::INTERPOLATION_START => {
                self.part(range.start(), range.end());
                self.frames
                    .push(TokenContext::Interpolation(self.tokens.len()));
            }
            K::INTERPOLATION_END => self.end_interpolation(range),
            K::VARIABLE => self.variable(range),
            K::STRING_TEXT | K::HEREDOC_TEXT | K::BOM => {}
            _ => self.plain(kind, range),
        }
    }

    fn push(&mut self, kind: LintTokenKind, range: TextRange, value: TextRange) {
        self.tokens.push(Token { kind, range, value });
    }

    /// A token that is one of the tree, too.
    fn plain(&mut self, kind: SyntaxKind, range: TextRange) {
        let text = &self.text[range];
        let own = match kind {
            SyntaxKind::NAME | SyntaxKind::WORD | SyntaxKind::PLAN_KW | SyntaxKind::APPLY_KW => {
                match self.text[usize::from(range.end())..].starts_with('(') {
                    true => LintTokenKind::FunctionName,
                    false if text == "import" => LintTokenKind::Keyword,
                    false => LintTokenKind::Name,
                }
            }
            SyntaxKind::IMPLICIT_VARIABLE => self.implicit_variable(text),
            SyntaxKind::CLASS_REF if TYPES.contains(&text) => LintTokenKind::Type,
            SyntaxKind::HEREDOC_TAG => {
                self.pending_heredocs += 1;
                LintTokenKind::HeredocTag
            }
            _ => plain_kind(kind),
        };
        let (left, right) = match own {
            LintTokenKind::SingleQuoted | LintTokenKind::DoubleQuoted => (1, 1),
            LintTokenKind::Comment => (1, 0),
            _ => (0, 0),
        };
        let start = range.start() + TextSize::new(left);
        let end = range.end().checked_sub(TextSize::new(right));
        let value = TextRange::new(start, end.unwrap_or(start).max(start));
        self.push(own, range, value);
    }

    /// The `x` of `${x}`; after white space, it is a name.
    fn implicit_variable(&self, text: &str) -> LintTokenKind {
        let starts = matches!(self.frames.last(), Some(TokenContext::Interpolation(first)) if *first == self.tokens.len());
        match text.starts_with(|c: char| c.is_ascii_digit()) {
            true => LintTokenKind::Number,
            false if starts => LintTokenKind::Variable,
            false => LintTokenKind::Name,
        }
    }

    fn white_space(&mut self, range: TextRange) {
        let mut rest = &self.text[range];
        let mut at = range.start();
        while !rest.is_empty() {
            let is_break = |c| c == '\n' || c == '\r';
            let (kind, length) = if rest.starts_with("\r\n") {
                (LintTokenKind::Newline, 2)
            } else if rest.starts_with(is_break) {
                (LintTokenKind::Newline, 1)
            } else {
                let after_break = self
                    .tokens
                    .last()
                    .is_some_and(|it| it.kind == LintTokenKind::Newline);
                let kind = if after_break {
                    LintTokenKind::Indent
                } else {
                    LintTokenKind::Space
                };
                (kind, rest.find(is_break).unwrap_or(rest.len()))
            };
            let (token, others) = rest.split_at(length);
            let range = TextRange::at(at, TextSize::of(token));
            self.push(kind, range, range);
            (rest, at) = (others, range.end());
        }
        let is_broken = self
            .tokens
            .last()
            .is_some_and(|it| it.kind == LintTokenKind::Newline);
        if is_broken && self.pending_heredocs > 0 {
            self.pending_heredocs -= 1;
            self.open(TextRange::empty(at), true);
        }
    }

    /// The start of a string whose opening quote, if any, is this.
    fn open(&mut self, quote: TextRange, is_heredoc: bool) {
        self.frames.push(TokenContext::Text {
            is_heredoc,
            is_first: true,
            start: quote.start(),
            value: quote.end(),
        });
    }

    /// The end of a part of a string before a variable: the part ends here, its text there.
    fn part(&mut self, value_end: TextSize, end: TextSize) {
        let quoted = [LintTokenKind::StringStart, LintTokenKind::StringMiddle];
        let heredoc = [LintTokenKind::HeredocStart, LintTokenKind::HeredocMiddle];
        self.push_part([quoted, heredoc], value_end, end);
    }

    /// Adds the part of a string that ends here: of the kinds, the first ones are for quoted strings and the others for
    /// heredocs, each for a part that is the first one and for others.
    fn push_part(&mut self, kinds: [[LintTokenKind; 2]; 2], value_end: TextSize, end: TextSize) {
        let Some(TokenContext::Text {
            is_heredoc,
            is_first,
            start,
            value,
        }) = self.frames.last().copied()
        else {
            return;
        };
        let [first, other] = kinds[usize::from(is_heredoc)];
        self.push(
            if is_first { first } else { other },
            TextRange::new(start, end),
            TextRange::new(value, value_end.max(value)),
        );
    }

    /// The start of a part of a string after a variable.
    fn next_part(&mut self, from: TextSize, text_from: TextSize) {
        if let Some(TokenContext::Text {
            is_first,
            start,
            value,
            ..
        }) = self.frames.last_mut()
        {
            (*is_first, *start, *value) = (false, from, text_from);
        }
    }

    fn end_interpolation(&mut self, brace: TextRange) {
        if let Some(TokenContext::Interpolation(_)) = self.frames.last() {
            self.frames.pop();
        }
        self.next_part(brace.start(), brace.end());
    }

    fn end_heredoc(&mut self, last_line: TextRange) {
        let line = &self.text[last_line];
        let margin = TextSize::of(&line[..line.len() - line.trim_start().len()]);
        self.close(last_line.start() + margin, last_line.end());
    }

    /// The end of a string: of its text, and with its quote or its last line.
    fn close(&mut self, value_end: TextSize, end: TextSize) {
        let quoted = [LintTokenKind::DoubleQuoted, LintTokenKind::StringEnd];
        let heredoc = [LintTokenKind::Heredoc, LintTokenKind::HeredocEnd];
        self.push_part([quoted, heredoc], value_end, end);
        self.frames
            .pop_if(|frame| matches!(frame, TokenContext::Text { .. }));
    }

    fn variable(&mut self, range: TextRange) {
        let start = range.start() + TextSize::new(1);
        if let Some(TokenContext::Text { .. }) = self.frames.last() {
            self.part(range.start(), range.start());
            self.push(
                LintTokenKind::BareVariable,
                range,
                TextRange::new(start, range.end()),
            );
            self.next_part(range.end(), range.end());
            return;
        }
        let mut end = usize::from(range.end());
        while let Some(length) = index_length(&self.text[end..]) {
            end += length;
        }
        let end = TextSize::try_from(end).unwrap_or(range.end());
        self.variable_end = end;
        self.push(
            LintTokenKind::Variable,
            TextRange::new(range.start(), end),
            TextRange::new(start, end),
        );
    }
}

/// The length of an index such as `['a']` at the start of a text: up to the first `]` of its line.
fn index_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let first = inner.chars().next()?;
    let end = inner[first.len_utf8()..].find([']', '\n'])? + first.len_utf8();
    (first != '\n' && inner[end..].starts_with(']')).then_some(end + 2)
}

fn plain_kind(kind: SyntaxKind) -> LintTokenKind {
    use SyntaxKind as K;
    match kind {
        K::COMMENT => LintTokenKind::Comment,
        K::BLOCK_COMMENT => LintTokenKind::BlockComment,
        K::L_BRACE => LintTokenKind::LeftBrace,
        K::R_BRACE => LintTokenKind::RightBrace,
        K::L_BRACK => LintTokenKind::LeftBracket,
        K::R_BRACK => LintTokenKind::RightBracket,
        K::L_PAREN => LintTokenKind::LeftParen,
        K::R_PAREN => LintTokenKind::RightParen,
        K::COMMA => LintTokenKind::Comma,
        K::COLON => LintTokenKind::Colon,
        K::SEMICOLON => LintTokenKind::Semicolon,
        K::DOT => LintTokenKind::Dot,
        K::QUESTION => LintTokenKind::Question,
        K::PIPE => LintTokenKind::Pipe,
        K::FAT_ARROW => LintTokenKind::Arrow,
        K::EQ => LintTokenKind::Equals,
        K::EQ_EQ => LintTokenKind::EqualTo,
        K::BANG_EQ => LintTokenKind::NotEqualTo,
        K::EQ_TILDE => LintTokenKind::Matches,
        K::BANG_TILDE => LintTokenKind::MatchesNot,
        K::LT | K::LT_EQ | K::GT | K::GT_EQ => LintTokenKind::Comparison,
        K::SHR => LintTokenKind::RightShift,
        K::IN_EDGE => LintTokenKind::InEdge,
        K::IN_EDGE_SUB => LintTokenKind::InEdgeSub,
        K::OUT_EDGE => LintTokenKind::OutEdge,
        K::CLASS_REF => LintTokenKind::Reference,
        K::INTEGER | K::FLOAT => LintTokenKind::Number,
        K::SQ_STRING => LintTokenKind::SingleQuoted,
        K::DQ_STRING => LintTokenKind::DoubleQuoted,
        _ => keyword(kind),
    }
}

fn keyword(kind: SyntaxKind) -> LintTokenKind {
    use SyntaxKind as K;
    match kind {
        K::CASE_KW => LintTokenKind::Case,
        K::CLASS_KW => LintTokenKind::Class,
        K::DEFAULT_KW => LintTokenKind::Default,
        K::DEFINE_KW => LintTokenKind::Define,
        K::INHERITS_KW => LintTokenKind::Inherits,
        K::NODE_KW => LintTokenKind::Node,
        K::UNDEF_KW => LintTokenKind::Undef,
        K::UNLESS_KW => LintTokenKind::Unless,
        K::AND_KW
        | K::ATTR_KW
        | K::ELSE_KW
        | K::ELSIF_KW
        | K::FALSE_KW
        | K::FUNCTION_KW
        | K::IF_KW
        | K::IN_KW
        | K::OR_KW
        | K::PRIVATE_KW
        | K::TRUE_KW
        | K::TYPE_KW => LintTokenKind::Keyword,
        _ => LintTokenKind::Other,
    }
}
