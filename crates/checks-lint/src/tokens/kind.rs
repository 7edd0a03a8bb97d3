//! The kinds of tokens that style checks distinguish.

//! The kinds of tokens that style checks distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LintTokenKind {
    /// A line break outside of comments and strings.
    Newline,
    /// The white space at the start of a line; never that of the first line.
    Indent,
    /// Other white space.
    Space,
    /// `# …`
    Comment,
    /// `/* … */`
    BlockComment,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    LeftParen,
    RightParen,
    Comma,
    Colon,
    Semicolon,
    Dot,
    Question,
    Pipe,
    /// `=>`
    Arrow,
    /// `=`
    Equals,
    EqualTo,
    NotEqualTo,
    Matches,
    MatchesNot,
    /// `<`, `<=`, `>`, `>=`
    Comparison,
    /// `>>`
    RightShift,
    /// `->`
    InEdge,
    /// `~>`
    InEdgeSub,
    /// `<-`
    OutEdge,
    /// A data type of the language itself: `Integer`.
    Type,
    /// Another name in upper case: `Stdlib::Port`, `File`.
    Reference,
    /// A number without its sign.
    Number,
    /// A name with `(` immediately after it.
    FunctionName,
    /// A word that is no keyword.
    Name,
    Case,
    Class,
    Default,
    Define,
    Inherits,
    Node,
    Undef,
    Unless,
    /// Any other keyword.
    Keyword,
    /// `$x`, with the indexes that follow immediately; in `${x}` only the name.
    Variable,
    /// `$x` in a string, without braces.
    BareVariable,
    /// A string in double quotes without a variable.
    DoubleQuoted,
    /// A string in single quotes.
    SingleQuoted,
    /// The text of a string up to its first variable.
    StringStart,
    /// The text between two variables of a string.
    StringMiddle,
    /// The text of a string after its last variable.
    StringEnd,
    /// `@(TAG)`
    HeredocTag,
    /// The text of a heredoc without a variable, with its last line.
    Heredoc,
    HeredocStart,
    HeredocMiddle,
    /// The text after the last variable, with the last line.
    HeredocEnd,
    /// Any other token.
    Other,
}

impl LintTokenKind {
    /// Whether it is white space or a comment.
    pub(crate) fn is_trivia(self) -> bool {
        self.is_blank() || matches!(self, LintTokenKind::Comment | LintTokenKind::BlockComment)
    }

    /// Whether it is white space.
    pub(crate) fn is_blank(self) -> bool {
        matches!(
            self,
            LintTokenKind::Newline | LintTokenKind::Indent | LintTokenKind::Space
        )
    }

    /// Whether it is a variable, in a string or not.
    pub(crate) fn is_variable(self) -> bool {
        matches!(self, LintTokenKind::Variable | LintTokenKind::BareVariable)
    }

    /// What closes it, if it is a bracket that opens.
    pub(crate) fn closing(self) -> Option<LintTokenKind> {
        match self {
            LintTokenKind::LeftBrace => Some(LintTokenKind::RightBrace),
            LintTokenKind::LeftBracket => Some(LintTokenKind::RightBracket),
            LintTokenKind::LeftParen => Some(LintTokenKind::RightParen),
            _ => None,
        }
    }
}
