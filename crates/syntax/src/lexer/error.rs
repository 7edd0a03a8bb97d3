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

            /// What is wrong, in a sentence without full stop.
            pub fn message(self) -> &'static str {
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

impl LexErrorKind {
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
    IllegalBom = "ILLEGAL_BOM", error, "A byte order mark is not allowed at the start of a file";
    /// A character that begins no token. Puppet leaves it to its parser to complain.
    UnrecognizedCharacter = "SYNTAX_ERROR", error, "This character is not allowed here";
    /// `/*` without `*/`.
    UnclosedComment = "UNCLOSED_MLCOMMENT", error, "Unclosed comment: `*/` is missing";
    /// A string without its closing quote.
    UnclosedQuote = "UNCLOSED_QUOTE", error, "Unclosed quote: the string is never closed";
    /// `${` without `}`.
    UnclosedInterpolation = "UNCLOSED_QUOTE", error, "Unclosed interpolation: `}` is missing";
    /// `A::b` or `A::`.
    IllegalClassReference = "ILLEGAL_CLASS_REFERENCE", error, "Each part of a type name must start with a capital letter";
    /// `::A::b` or `::A::`.
    IllegalQualifiedClassReference = "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", error,
        "Each part of a type name must start with a capital letter";
    /// `::` without a name.
    IllegalQualifiedName = "ILLEGAL_FULLY_QUALIFIED_NAME", error, "A name must follow `::`";
    /// A number that is none in any radix.
    IllegalNumber = "ILLEGAL_NUMBER", error, "Not a valid number";
    /// `0x` with other digits than hexadecimal ones.
    InvalidHexNumber = "INVALID_HEX_NUMBER", error, "Not a valid hexadecimal number";
    /// A number that starts with `0` but has other digits than octal ones.
    InvalidOctalNumber = "INVALID_OCTAL_NUMBER", error, "Not a valid octal number: a decimal number cannot start with 0";
    /// A faulty fraction or exponent.
    InvalidDecimalNumber = "INVALID_DECIMAL_NUMBER", error, "Not a valid decimal number";
    /// `@(` without `)`.
    HeredocUnclosedParenthesis = "HEREDOC_UNCLOSED_PARENTHESIS", error, "Unclosed heredoc tag: `)` is missing after `@(`";
    /// Text in `@( )` that is no tag, syntax or list of escapes.
    HeredocInvalidSyntax = "HEREDOC_INVALID_SYNTAX", error, "Invalid heredoc tag: expected `@(TAG)`, `@(TAG:syntax)` or `@(TAG/escapes)`";
    /// `@("")` or `@( )`.
    HeredocEmptyTag = "HEREDOC_EMPTY_ENDTAG", error, "The heredoc tag must not be empty";
    /// An escape that is listed twice.
    HeredocRepeatedEscape = "HEREDOC_MULTIPLE_AT_ESCAPES", error, "An escape is listed twice in the heredoc tag";
    /// An escape that does not exist.
    HeredocInvalidEscape = "HEREDOC_INVALID_ESCAPE", error, "Invalid heredoc escape: allowed are t, r, n, s, u, L and $";
    /// `${` without `}` in the text of a heredoc: Puppet takes the rest of the text for the expression.
    UnclosedHeredocInterpolation = "UNCLOSED_HEREDOC_INTERPOLATION", warning, "Unclosed interpolation: `}` is missing";
    /// A heredoc in the last line of the text.
    HeredocWithoutText = "HEREDOC_WITHOUT_TEXT", error, "Heredoc without text: no line follows the tag";
    /// No line ends the text of a heredoc.
    HeredocWithoutEnd = "HEREDOC_WITHOUT_END_TAGGED_LINE", error, "Unclosed heredoc: no line ends the text with its tag";
    /// A heredoc in an interpolation of a heredoc: Puppet fails.
    HeredocNested = "HEREDOC_NESTED", error, "A heredoc cannot start inside the text of another heredoc";
    /// The text of a heredoc ends with a backslash that escapes nothing, where the line break is removed: Puppet fails.
    HeredocTrailingBackslash = "HEREDOC_TRAILING_BACKSLASH", error, "The heredoc text ends in the middle of an escape sequence";
    /// A string or comment runs from the line of the tag into the text of the heredoc.
    HeredocOverlap = "HEREDOC_OVERLAP", error, "A string or comment on this line continues into the heredoc text";
    /// `\u` without a code point in a heredoc: Puppet fails.
    HeredocIllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE", error, "Invalid Unicode escape: `\\u` needs 4 hexadecimal digits, or 1 to 6 in braces";
    /// `\u` without a code point in a string.
    IllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE", warning, "Invalid Unicode escape: `\\u` needs 4 hexadecimal digits, or 1 to 6 in braces";
    /// A `\u` escape of a surrogate or above 10FFFF.
    InvalidCodePoint = "INVALID_CODE_POINT", error, "Invalid Unicode escape: no character has this number";
    /// An escape that does not exist.
    UnrecognizedEscape = "UNRECOGNIZED_ESCAPE", warning, "Unrecognized escape sequence: the backslash stays in the string";
    /// `<%` without `%>`.
    EppUnbalancedTag = "EPP_UNBALANCED_TAG", error, "Unbalanced tag: `%>` is missing";
    /// `<%` in the code of another tag. Puppet's lexer takes it for `<` and `%`, and its parser fails.
    EppNestedTag = "SYNTAX_ERROR", error, "Unbalanced tag: `%>` is missing before the next tag";
    /// `<%` at the end of the text.
    EppUnbalancedExpression = "EPP_UNBALANCED_EXPRESSION", error, "Unbalanced tag: `%>` is missing";
    /// `<%#` without `%>`.
    EppUnbalancedComment = "EPP_UNBALANCED_COMMENT", error, "Unbalanced comment: `%>` is missing";
}
