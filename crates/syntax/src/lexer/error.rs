//! Lexical errors.

use puppet_text::{TextRange, TextSize};

/// Something that Puppet's lexer refuses or warns about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LexError {
    /// What is wrong.
    pub kind: LexErrorKind,
    /// The range to fix. Never empty, except at the end of the text.
    pub range: TextRange,
    /// The offset that Puppet's lexer has reached when it tells this: what it reports as line and column.
    pub reported_at: TextSize,
}

macro_rules! lex_errors {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $severity:ident, $message:literal;)*) => {
        /// The kinds of lexical errors and warnings.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum LexErrorKind {
            $($(#[$doc])* $name,)*
        }

        impl LexErrorKind {
    /// Whether nothing after what the lexer cannot read depends on it.
pub(crate) fn is_local(self) -> bool {
    matches!(
        self,
        LexErrorKind::UnrecognizedCharacter
            | LexErrorKind::UnrecognizedEscape
            | LexErrorKind::IllegalUnicodeEscape
            | LexErrorKind::IllegalQualifiedName
            | LexErrorKind::IllegalClassReference
            | LexErrorKind::IllegalQualifiedClassReference
            | LexErrorKind::IllegalNumber
            | LexErrorKind::InvalidHexNumber
            | LexErrorKind::InvalidOctalNumber
            | LexErrorKind::InvalidDecimalNumber
    )
}

            /// Every kind.
            pub const ALL: &'static [LexErrorKind] = &[$(LexErrorKind::$name,)*];

            /// The code of the issue; Puppet's own where it has one.
            pub fn code(self) -> &'static str {
                match self { $(LexErrorKind::$name => $code,)* }
            }

            /// What is wrong, as Puppet says it where it has a message; `{}` is the token in some.
            fn template(self) -> &'static str {
                match self { $(LexErrorKind::$name => $message,)* }
            }

            /// Whether Puppet reads on after it.
            pub fn is_warning(self) -> bool {
                match self { $(LexErrorKind::$name => lex_errors!(@$severity),)* }
            }
        }
    };
    (@warning) => { true };
    (@error) => { false };
}

/// The longest token that a message quotes, in characters.
const MAX_QUOTED: usize = 80;

impl LexErrorKind {
    /// What is wrong with a token.
    pub fn message(self, token: &str) -> String {
        if self.is_about_unicode_escape() {
            return self.template().to_owned();
        }
        let quoted = match token.char_indices().nth(MAX_QUOTED) {
            Some((end, _)) => token.get(..end).unwrap_or_default(),
            None => token,
        };
        self.template().replace("{}", quoted)
    }

    fn is_about_unicode_escape(self) -> bool {
        matches!(
            self,
            LexErrorKind::IllegalUnicodeEscape | LexErrorKind::HeredocIllegalUnicodeEscape
        )
    }

    /// What to do about it, where the message does not say so.
    pub fn help(self) -> Option<&'static str> {
        Some(match self {
            LexErrorKind::UnclosedComment => "Close it with `*/`",
            LexErrorKind::IllegalClassReference | LexErrorKind::IllegalQualifiedClassReference => {
                "Start each part of a type name with a capital letter"
            }
            LexErrorKind::IllegalQualifiedName => {
                "Write a name that starts with a letter after `::`"
            }
            LexErrorKind::IllegalNumber => "Put it in quotes if it is a string",
            LexErrorKind::InvalidHexNumber => "Use the digits 0 to 9 and a to f after `0x`",
            LexErrorKind::InvalidOctalNumber => {
                "Leave out the 0 at the start, or put it in quotes if it is a string"
            }
            LexErrorKind::InvalidDecimalNumber => "Use digits only after the point and the `e`",
            LexErrorKind::HeredocEmptyTag => "Write a tag, as in `@(END)`",
            LexErrorKind::HeredocWithoutText => {
                "Start the text in the next line, and end it with a line that has the tag"
            }
            LexErrorKind::HeredocWithoutEnd => "End the text with a line that has the tag",
            LexErrorKind::UnrecognizedEscape => "The backslash stays in the string: double it",
            LexErrorKind::EppUnbalancedTag
            | LexErrorKind::EppUnbalancedExpression
            | LexErrorKind::EppUnbalancedComment => "Close it with `%>`",
            _ => return None,
        })
    }

    /// Whether Puppet's lexer stops at it. At other errors only its parser does.
    pub fn stops_lexer(self) -> bool {
        let parser = matches!(
            self,
            LexErrorKind::UnrecognizedCharacter | LexErrorKind::EppNestedTag
        );
        !self.is_warning() && !parser
    }
}

lex_errors! {
    /// A byte order mark at the start.
    IllegalBom = "ILLEGAL_BOM", error, "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source";
    /// A character that begins no token. Puppet leaves it to its parser to complain.
    UnrecognizedCharacter = "SYNTAX_ERROR", error, "This character is not allowed here";
    /// `/*` without `*/`.
    UnclosedComment = "UNCLOSED_MLCOMMENT", error, "Unclosed multiline comment";
    /// A string without its closing quote.
    UnclosedQuote = "UNCLOSED_QUOTE", error, "Unclosed quote: the string is never closed";
    /// `${` without `}`.
    UnclosedInterpolation = "UNCLOSED_QUOTE", error, "Unclosed interpolation: `}` is missing";
    /// `A::b` or `A::`.
    IllegalClassReference = "ILLEGAL_CLASS_REFERENCE", error, "Illegal class reference";
    /// `::A::b` or `::A::`.
    IllegalQualifiedClassReference = "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", error, "Illegal fully qualified class reference";
    /// `::` without a name.
    IllegalQualifiedName = "ILLEGAL_FULLY_QUALIFIED_NAME", error, "Illegal fully qualified name";
    /// A number that is none in any radix.
    IllegalNumber = "ILLEGAL_NUMBER", error, "Illegal number '{}'";
    /// `0x` with other digits than hexadecimal ones.
    InvalidHexNumber = "INVALID_HEX_NUMBER", error, "Not a valid hex number {}";
    /// A number that starts with `0` but has other digits than octal ones.
    InvalidOctalNumber = "INVALID_OCTAL_NUMBER", error, "Not a valid octal number {}";
    /// A faulty fraction or exponent.
    InvalidDecimalNumber = "INVALID_DECIMAL_NUMBER", error, "Not a valid decimal number {}";
    /// `@(` without `)`.
    HeredocUnclosedParenthesis = "HEREDOC_UNCLOSED_PARENTHESIS", error, "Unclosed heredoc tag: `)` is missing after `@(`";
    /// Text in `@( )` that is no tag, syntax or list of escapes.
    HeredocInvalidSyntax = "HEREDOC_INVALID_SYNTAX", error, "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";
    /// `@("")` or `@( )`.
    HeredocEmptyTag = "HEREDOC_EMPTY_ENDTAG", error, "Heredoc with an empty endtag";
    /// An escape that is listed twice.
    HeredocRepeatedEscape = "HEREDOC_MULTIPLE_AT_ESCAPES", error, "An escape is listed twice in the heredoc tag";
    /// An escape that does not exist.
    HeredocInvalidEscape = "HEREDOC_INVALID_ESCAPE", error, "Invalid heredoc escape: allowed are t, r, n, s, u, L and $";
    /// `${` without `}` in the text of a heredoc: Puppet takes the rest of the text for the expression.
    UnclosedHeredocInterpolation = "UNCLOSED_HEREDOC_INTERPOLATION", warning, "Unclosed interpolation: `}` is missing";
    /// A heredoc in the last line of the text.
    HeredocWithoutText = "HEREDOC_WITHOUT_TEXT", error, "Heredoc without any following lines of text";
    /// No line ends the text of a heredoc.
    HeredocWithoutEnd = "HEREDOC_WITHOUT_END_TAGGED_LINE", error, "Heredoc without end-tagged line";
    /// A heredoc in an interpolation of a heredoc: Puppet fails.
    HeredocNested = "HEREDOC_NESTED", error, "A heredoc cannot start inside the text of another heredoc";
    /// The text of a heredoc ends with a backslash that escapes nothing, where the line break is removed: Puppet fails.
    HeredocTrailingBackslash = "HEREDOC_TRAILING_BACKSLASH", error, "The heredoc text ends in the middle of an escape sequence";
    /// A string or comment runs from the line of the tag into the text of the heredoc.
    HeredocOverlap = "HEREDOC_OVERLAP", error, "A string or comment on this line continues into the heredoc text";
    /// `\u` without a code point in a heredoc: Puppet fails.
    HeredocIllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE", error, "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";
    /// `\u` without a code point in a string.
    IllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE", warning, "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";
    /// A `\u` escape of a surrogate or above 10FFFF.
    InvalidCodePoint = "INVALID_CODE_POINT", error, "Invalid Unicode escape: no character has this number";
    /// An escape that does not exist.
    UnrecognizedEscape = "UNRECOGNIZED_ESCAPE", warning, "Unrecognized escape sequence '{}'";
    /// `<%` without `%>`.
    EppUnbalancedTag = "EPP_UNBALANCED_TAG", error, "Unbalanced epp tag, reached <eof> without closing tag.";
    /// `<%` in the code of another tag. Puppet's lexer takes it for `<` and `%`, and its parser fails.
    EppNestedTag = "SYNTAX_ERROR", error, "Unbalanced tag: `%>` is missing before the next tag";
    /// `<%` at the end of the text.
    EppUnbalancedExpression = "EPP_UNBALANCED_EXPRESSION", error, "Unbalanced embedded expression - opening <% and reaching end of input";
    /// `<%#` without `%>`.
    EppUnbalancedComment = "EPP_UNBALANCED_COMMENT", error, "Reaching end after opening <%# without seeing %>";
}
