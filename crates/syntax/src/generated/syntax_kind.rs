//! Generated from `syntax_kinds.toml`. Do not edit.

/// The kind of a token of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    non_camel_case_types,
    reason = "kinds of tokens and nodes are written as in the table"
)]
#[repr(u16)]
pub enum SyntaxKind {
    /// `{`
    L_BRACE,
    /// `}`
    R_BRACE,
    /// `[`
    L_BRACK,
    /// `]`
    R_BRACK,
    /// `(`
    L_PAREN,
    /// `)`
    R_PAREN,
    /// `,`
    COMMA,
    /// `;`
    SEMICOLON,
    /// `:`
    COLON,
    /// `.`
    DOT,
    /// `?`
    QUESTION,
    /// `|`
    PIPE,
    /// `@`
    AT,
    /// `@@`
    AT_AT,
    /// `=`
    EQ,
    /// `+=`
    PLUS_EQ,
    /// `-=`
    MINUS_EQ,
    /// `=>`
    FAT_ARROW,
    /// `+>`
    PLUS_ARROW,
    /// `==`
    EQ_EQ,
    /// `!=`
    BANG_EQ,
    /// `=~`
    EQ_TILDE,
    /// `!~`
    BANG_TILDE,
    /// `<`
    LT,
    /// `<=`
    LT_EQ,
    /// `>`
    GT,
    /// `>=`
    GT_EQ,
    /// `<<`
    SHL,
    /// `>>`
    SHR,
    /// `+`
    PLUS,
    /// `-`
    MINUS,
    /// `*`
    STAR,
    /// `/`
    SLASH,
    /// `%`
    PERCENT,
    /// `!`
    BANG,
    /// `->`
    IN_EDGE,
    /// `~>`
    IN_EDGE_SUB,
    /// `<-`
    OUT_EDGE,
    /// `<~`
    OUT_EDGE_SUB,
    /// `<|`
    L_COLLECT,
    /// `|>`
    R_COLLECT,
    /// `<<|`
    LL_COLLECT,
    /// `|>>`
    RR_COLLECT,
    /// `~`
    TILDE,
    /// `and`
    AND_KW,
    /// `attr`
    ATTR_KW,
    /// `case`
    CASE_KW,
    /// `class`
    CLASS_KW,
    /// `default`
    DEFAULT_KW,
    /// `define`
    DEFINE_KW,
    /// `else`
    ELSE_KW,
    /// `elsif`
    ELSIF_KW,
    /// `false`
    FALSE_KW,
    /// `function`
    FUNCTION_KW,
    /// `if`
    IF_KW,
    /// `in`
    IN_KW,
    /// `inherits`
    INHERITS_KW,
    /// `node`
    NODE_KW,
    /// `or`
    OR_KW,
    /// `private`
    PRIVATE_KW,
    /// `true`
    TRUE_KW,
    /// `type`
    TYPE_KW,
    /// `undef`
    UNDEF_KW,
    /// `unless`
    UNLESS_KW,
    /// `apply`
    APPLY_KW,
    /// `plan`
    PLAN_KW,
    /// A lower case name, possibly qualified: `foo`, `::foo::bar`.
    NAME,
    /// A bare word that is not a name, because of a dash or a leading underscore: `a-b`, `_x`.
    WORD,
    /// An upper case reference, possibly qualified: `Integer`, `::Foo::Bar`.
    CLASS_REF,
    /// A variable with its `$`: `$x`, `$::a::b`, `$0`; a lone `$` too.
    VARIABLE,
    /// A name, number or keyword that names a variable since an interpolation starts with it: the `x` of `${x}` and of `${x.y}`.
    IMPLICIT_VARIABLE,
    /// An integer in decimal, hexadecimal or octal digits.
    INTEGER,
    /// A number with a fraction or an exponent.
    FLOAT,
    /// A regular expression with its slashes.
    REGEX,
    /// A string in single quotes, with its quotes.
    SQ_STRING,
    /// A string in double quotes without interpolation, with its quotes.
    DQ_STRING,
    /// The opening quote of a string with interpolation.
    STRING_START,
    /// Text between the interpolations of a string in double quotes, with its escapes.
    STRING_TEXT,
    /// The closing quote of a string with interpolation.
    STRING_END,
    /// `${` in a string or heredoc.
    INTERPOLATION_START,
    /// `}` that ends an interpolation.
    INTERPOLATION_END,
    /// `@(TAG)`, `@("TAG":syntax/flags)`: stands where the string is used.
    HEREDOC_TAG,
    /// Text of a heredoc between its interpolations, with its margin and escapes.
    HEREDOC_TEXT,
    /// The line that ends the text of a heredoc, without its line break: `  | - TAG`.
    HEREDOC_END,
    /// Text of a template, copied to the output.
    EPP_TEXT,
    /// `<%`
    EPP_OPEN,
    /// `<%-`: removes the blanks before it.
    EPP_OPEN_TRIM,
    /// `<%=`: renders an expression.
    EPP_OPEN_EXPR,
    /// `%>`
    EPP_CLOSE,
    /// `-%>`: removes the blanks and the line break after it.
    EPP_CLOSE_TRIM,
    /// Blanks and line breaks.
    WHITESPACE,
    /// `# …` up to the end of the line.
    COMMENT,
    /// `/* … */`
    BLOCK_COMMENT,
    /// `<%# … %>`
    EPP_COMMENT,
    /// A byte order mark at the start of the text.
    BOM,
    /// Text that is no token. The lexer has reported it.
    BAD_TOKEN,
    /// The end of the text: never part of a tree.
    EOF,
}

impl SyntaxKind {
    /// The keyword that is spelled like `word`.
    pub fn from_keyword(word: &str) -> Option<SyntaxKind> {
        Some(match word {
            "and" => SyntaxKind::AND_KW,
            "attr" => SyntaxKind::ATTR_KW,
            "case" => SyntaxKind::CASE_KW,
            "class" => SyntaxKind::CLASS_KW,
            "default" => SyntaxKind::DEFAULT_KW,
            "define" => SyntaxKind::DEFINE_KW,
            "else" => SyntaxKind::ELSE_KW,
            "elsif" => SyntaxKind::ELSIF_KW,
            "false" => SyntaxKind::FALSE_KW,
            "function" => SyntaxKind::FUNCTION_KW,
            "if" => SyntaxKind::IF_KW,
            "in" => SyntaxKind::IN_KW,
            "inherits" => SyntaxKind::INHERITS_KW,
            "node" => SyntaxKind::NODE_KW,
            "or" => SyntaxKind::OR_KW,
            "private" => SyntaxKind::PRIVATE_KW,
            "true" => SyntaxKind::TRUE_KW,
            "type" => SyntaxKind::TYPE_KW,
            "undef" => SyntaxKind::UNDEF_KW,
            "unless" => SyntaxKind::UNLESS_KW,
            _ => return None,
        })
    }

    /// The keyword that is spelled like `word` where tasks and plans are enabled.
    pub fn from_task_keyword(word: &str) -> Option<SyntaxKind> {
        Some(match word {
            "apply" => SyntaxKind::APPLY_KW,
            "plan" => SyntaxKind::PLAN_KW,
            _ => return None,
        })
    }

    /// Whether this is a token without meaning for the program.
    pub const fn is_trivia(self) -> bool {
        matches!(
            self,
            SyntaxKind::WHITESPACE
                | SyntaxKind::COMMENT
                | SyntaxKind::BLOCK_COMMENT
                | SyntaxKind::EPP_COMMENT
                | SyntaxKind::BOM
        )
    }

    /// Whether this is a keyword, also one of tasks and plans.
    pub const fn is_keyword(self) -> bool {
        matches!(
            self,
            SyntaxKind::AND_KW
                | SyntaxKind::ATTR_KW
                | SyntaxKind::CASE_KW
                | SyntaxKind::CLASS_KW
                | SyntaxKind::DEFAULT_KW
                | SyntaxKind::DEFINE_KW
                | SyntaxKind::ELSE_KW
                | SyntaxKind::ELSIF_KW
                | SyntaxKind::FALSE_KW
                | SyntaxKind::FUNCTION_KW
                | SyntaxKind::IF_KW
                | SyntaxKind::IN_KW
                | SyntaxKind::INHERITS_KW
                | SyntaxKind::NODE_KW
                | SyntaxKind::OR_KW
                | SyntaxKind::PRIVATE_KW
                | SyntaxKind::TRUE_KW
                | SyntaxKind::TYPE_KW
                | SyntaxKind::UNDEF_KW
                | SyntaxKind::UNLESS_KW
                | SyntaxKind::APPLY_KW
                | SyntaxKind::PLAN_KW
        )
    }
}
