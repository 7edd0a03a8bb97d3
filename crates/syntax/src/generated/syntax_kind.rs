//! Generated from `syntax_kinds.toml` and `puppet.ungram` by `cargo xtask codegen`: edit the table, not this file.

/// The kind of a token or node of the tree.
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
    /// `<%-`: removes the spaces before it.
    EPP_OPEN_TRIM,
    /// `<%=`: renders an expression.
    EPP_OPEN_EXPR,
    /// `%>`
    EPP_CLOSE,
    /// `-%>`: removes the spaces and the line break after it.
    EPP_CLOSE_TRIM,
    /// Spaces and line breaks.
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
    /// What cannot be read, or a hole where something is missing.
    ERROR,
    /// A node: [`ast::SourceFile`](crate::ast::SourceFile).
    SOURCE_FILE,
    /// A node: [`ast::EppTemplate`](crate::ast::EppTemplate).
    EPP_TEMPLATE,
    /// A node: [`ast::ParamList`](crate::ast::ParamList).
    PARAM_LIST,
    /// A node: [`ast::TypeSource`](crate::ast::TypeSource).
    TYPE_SOURCE,
    /// A node: [`ast::Block`](crate::ast::Block).
    BLOCK,
    /// A node: [`ast::NameExpr`](crate::ast::NameExpr).
    NAME_EXPR,
    /// A node: [`ast::TypeRef`](crate::ast::TypeRef).
    TYPE_REF,
    /// A node: [`ast::VariableExpr`](crate::ast::VariableExpr).
    VARIABLE_EXPR,
    /// A node: [`ast::StringExpr`](crate::ast::StringExpr).
    STRING_EXPR,
    /// A node: [`ast::InterpolatedString`](crate::ast::InterpolatedString).
    INTERPOLATED_STRING,
    /// A node: [`ast::Heredoc`](crate::ast::Heredoc).
    HEREDOC,
    /// A node: [`ast::NumberExpr`](crate::ast::NumberExpr).
    NUMBER_EXPR,
    /// A node: [`ast::BooleanExpr`](crate::ast::BooleanExpr).
    BOOLEAN_EXPR,
    /// A node: [`ast::DefaultExpr`](crate::ast::DefaultExpr).
    DEFAULT_EXPR,
    /// A node: [`ast::UndefExpr`](crate::ast::UndefExpr).
    UNDEF_EXPR,
    /// A node: [`ast::RegexExpr`](crate::ast::RegexExpr).
    REGEX_EXPR,
    /// A node: [`ast::ReservedWordExpr`](crate::ast::ReservedWordExpr).
    RESERVED_WORD_EXPR,
    /// A node: [`ast::KeywordExpr`](crate::ast::KeywordExpr).
    KEYWORD_EXPR,
    /// A node: [`ast::ListExpr`](crate::ast::ListExpr).
    LIST_EXPR,
    /// A node: [`ast::HashExpr`](crate::ast::HashExpr).
    HASH_EXPR,
    /// A node: [`ast::HashEntry`](crate::ast::HashEntry).
    HASH_ENTRY,
    /// A node: [`ast::ParenExpr`](crate::ast::ParenExpr).
    PAREN_EXPR,
    /// A node: [`ast::PrefixExpr`](crate::ast::PrefixExpr).
    PREFIX_EXPR,
    /// A node: [`ast::BinExpr`](crate::ast::BinExpr).
    BIN_EXPR,
    /// A node: [`ast::AssignExpr`](crate::ast::AssignExpr).
    ASSIGN_EXPR,
    /// A node: [`ast::RelationshipExpr`](crate::ast::RelationshipExpr).
    RELATIONSHIP_EXPR,
    /// A node: [`ast::SelectorExpr`](crate::ast::SelectorExpr).
    SELECTOR_EXPR,
    /// A node: [`ast::AccessExpr`](crate::ast::AccessExpr).
    ACCESS_EXPR,
    /// A node: [`ast::CallExpr`](crate::ast::CallExpr).
    CALL_EXPR,
    /// A node: [`ast::MethodCallExpr`](crate::ast::MethodCallExpr).
    METHOD_CALL_EXPR,
    /// A node: [`ast::StatementCall`](crate::ast::StatementCall).
    STATEMENT_CALL,
    /// A node: [`ast::CommaList`](crate::ast::CommaList).
    COMMA_LIST,
    /// A node: [`ast::ApplyExpr`](crate::ast::ApplyExpr).
    APPLY_EXPR,
    /// A node: [`ast::IfExpr`](crate::ast::IfExpr).
    IF_EXPR,
    /// A node: [`ast::UnlessExpr`](crate::ast::UnlessExpr).
    UNLESS_EXPR,
    /// A node: [`ast::CaseExpr`](crate::ast::CaseExpr).
    CASE_EXPR,
    /// A node: [`ast::VirtualExpr`](crate::ast::VirtualExpr).
    VIRTUAL_EXPR,
    /// A node: [`ast::ResourceExpr`](crate::ast::ResourceExpr).
    RESOURCE_EXPR,
    /// A node: [`ast::ResourceOverride`](crate::ast::ResourceOverride).
    RESOURCE_OVERRIDE,
    /// A node: [`ast::ResourceDefaults`](crate::ast::ResourceDefaults).
    RESOURCE_DEFAULTS,
    /// A node: [`ast::UntitledResource`](crate::ast::UntitledResource).
    UNTITLED_RESOURCE,
    /// A node: [`ast::CollectExpr`](crate::ast::CollectExpr).
    COLLECT_EXPR,
    /// A node: [`ast::ClassDef`](crate::ast::ClassDef).
    CLASS_DEF,
    /// A node: [`ast::DefineDef`](crate::ast::DefineDef).
    DEFINE_DEF,
    /// A node: [`ast::FunctionDef`](crate::ast::FunctionDef).
    FUNCTION_DEF,
    /// A node: [`ast::PlanDef`](crate::ast::PlanDef).
    PLAN_DEF,
    /// A node: [`ast::NodeDef`](crate::ast::NodeDef).
    NODE_DEF,
    /// A node: [`ast::TypeAlias`](crate::ast::TypeAlias).
    TYPE_ALIAS,
    /// A node: [`ast::TypeMapping`](crate::ast::TypeMapping).
    TYPE_MAPPING,
    /// A node: [`ast::TypeDef`](crate::ast::TypeDef).
    TYPE_DEF,
    /// A node: [`ast::RenderText`](crate::ast::RenderText).
    RENDER_TEXT,
    /// A node: [`ast::RenderExpr`](crate::ast::RenderExpr).
    RENDER_EXPR,
    /// A node: [`ast::Interpolation`](crate::ast::Interpolation).
    INTERPOLATION,
    /// A node: [`ast::HeredocBody`](crate::ast::HeredocBody).
    HEREDOC_BODY,
    /// A node: [`ast::SelectorEntry`](crate::ast::SelectorEntry).
    SELECTOR_ENTRY,
    /// A node: [`ast::AccessKeys`](crate::ast::AccessKeys).
    ACCESS_KEYS,
    /// A node: [`ast::ArgList`](crate::ast::ArgList).
    ARG_LIST,
    /// A node: [`ast::Lambda`](crate::ast::Lambda).
    LAMBDA,
    /// A node: [`ast::MethodName`](crate::ast::MethodName).
    METHOD_NAME,
    /// A node: [`ast::ReturnType`](crate::ast::ReturnType).
    RETURN_TYPE,
    /// A node: [`ast::ElseClause`](crate::ast::ElseClause).
    ELSE_CLAUSE,
    /// A node: [`ast::CaseOption`](crate::ast::CaseOption).
    CASE_OPTION,
    /// A node: [`ast::ResourceBody`](crate::ast::ResourceBody).
    RESOURCE_BODY,
    /// A node: [`ast::Attribute`](crate::ast::Attribute).
    ATTRIBUTE,
    /// A node: [`ast::AttributeSplat`](crate::ast::AttributeSplat).
    ATTRIBUTE_SPLAT,
    /// A node: [`ast::AttributeName`](crate::ast::AttributeName).
    ATTRIBUTE_NAME,
    /// A node: [`ast::Query`](crate::ast::Query).
    QUERY,
    /// A node: [`ast::DefName`](crate::ast::DefName).
    DEF_NAME,
    /// A node: [`ast::InheritsClause`](crate::ast::InheritsClause).
    INHERITS_CLAUSE,
    /// A node: [`ast::HostMatches`](crate::ast::HostMatches).
    HOST_MATCHES,
    /// A node: [`ast::NameRef`](crate::ast::NameRef).
    NAME_REF,
    /// A node: [`ast::HostName`](crate::ast::HostName).
    HOST_NAME,
    /// A node: [`ast::Param`](crate::ast::Param).
    PARAM,
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

    /// The kind with this number; [`SyntaxKind::EOF`] if there is none.
    pub(crate) fn from_number(number: u16) -> SyntaxKind {
        ALL.get(number as usize).copied().unwrap_or(SyntaxKind::EOF)
    }
}

/// All kinds, by their numbers.
const ALL: [SyntaxKind; 171] = [
    SyntaxKind::L_BRACE,
    SyntaxKind::R_BRACE,
    SyntaxKind::L_BRACK,
    SyntaxKind::R_BRACK,
    SyntaxKind::L_PAREN,
    SyntaxKind::R_PAREN,
    SyntaxKind::COMMA,
    SyntaxKind::SEMICOLON,
    SyntaxKind::COLON,
    SyntaxKind::DOT,
    SyntaxKind::QUESTION,
    SyntaxKind::PIPE,
    SyntaxKind::AT,
    SyntaxKind::AT_AT,
    SyntaxKind::EQ,
    SyntaxKind::PLUS_EQ,
    SyntaxKind::MINUS_EQ,
    SyntaxKind::FAT_ARROW,
    SyntaxKind::PLUS_ARROW,
    SyntaxKind::EQ_EQ,
    SyntaxKind::BANG_EQ,
    SyntaxKind::EQ_TILDE,
    SyntaxKind::BANG_TILDE,
    SyntaxKind::LT,
    SyntaxKind::LT_EQ,
    SyntaxKind::GT,
    SyntaxKind::GT_EQ,
    SyntaxKind::SHL,
    SyntaxKind::SHR,
    SyntaxKind::PLUS,
    SyntaxKind::MINUS,
    SyntaxKind::STAR,
    SyntaxKind::SLASH,
    SyntaxKind::PERCENT,
    SyntaxKind::BANG,
    SyntaxKind::IN_EDGE,
    SyntaxKind::IN_EDGE_SUB,
    SyntaxKind::OUT_EDGE,
    SyntaxKind::OUT_EDGE_SUB,
    SyntaxKind::L_COLLECT,
    SyntaxKind::R_COLLECT,
    SyntaxKind::LL_COLLECT,
    SyntaxKind::RR_COLLECT,
    SyntaxKind::TILDE,
    SyntaxKind::AND_KW,
    SyntaxKind::ATTR_KW,
    SyntaxKind::CASE_KW,
    SyntaxKind::CLASS_KW,
    SyntaxKind::DEFAULT_KW,
    SyntaxKind::DEFINE_KW,
    SyntaxKind::ELSE_KW,
    SyntaxKind::ELSIF_KW,
    SyntaxKind::FALSE_KW,
    SyntaxKind::FUNCTION_KW,
    SyntaxKind::IF_KW,
    SyntaxKind::IN_KW,
    SyntaxKind::INHERITS_KW,
    SyntaxKind::NODE_KW,
    SyntaxKind::OR_KW,
    SyntaxKind::PRIVATE_KW,
    SyntaxKind::TRUE_KW,
    SyntaxKind::TYPE_KW,
    SyntaxKind::UNDEF_KW,
    SyntaxKind::UNLESS_KW,
    SyntaxKind::APPLY_KW,
    SyntaxKind::PLAN_KW,
    SyntaxKind::NAME,
    SyntaxKind::WORD,
    SyntaxKind::CLASS_REF,
    SyntaxKind::VARIABLE,
    SyntaxKind::IMPLICIT_VARIABLE,
    SyntaxKind::INTEGER,
    SyntaxKind::FLOAT,
    SyntaxKind::REGEX,
    SyntaxKind::SQ_STRING,
    SyntaxKind::DQ_STRING,
    SyntaxKind::STRING_START,
    SyntaxKind::STRING_TEXT,
    SyntaxKind::STRING_END,
    SyntaxKind::INTERPOLATION_START,
    SyntaxKind::INTERPOLATION_END,
    SyntaxKind::HEREDOC_TAG,
    SyntaxKind::HEREDOC_TEXT,
    SyntaxKind::HEREDOC_END,
    SyntaxKind::EPP_TEXT,
    SyntaxKind::EPP_OPEN,
    SyntaxKind::EPP_OPEN_TRIM,
    SyntaxKind::EPP_OPEN_EXPR,
    SyntaxKind::EPP_CLOSE,
    SyntaxKind::EPP_CLOSE_TRIM,
    SyntaxKind::WHITESPACE,
    SyntaxKind::COMMENT,
    SyntaxKind::BLOCK_COMMENT,
    SyntaxKind::EPP_COMMENT,
    SyntaxKind::BOM,
    SyntaxKind::BAD_TOKEN,
    SyntaxKind::EOF,
    SyntaxKind::ERROR,
    SyntaxKind::SOURCE_FILE,
    SyntaxKind::EPP_TEMPLATE,
    SyntaxKind::PARAM_LIST,
    SyntaxKind::TYPE_SOURCE,
    SyntaxKind::BLOCK,
    SyntaxKind::NAME_EXPR,
    SyntaxKind::TYPE_REF,
    SyntaxKind::VARIABLE_EXPR,
    SyntaxKind::STRING_EXPR,
    SyntaxKind::INTERPOLATED_STRING,
    SyntaxKind::HEREDOC,
    SyntaxKind::NUMBER_EXPR,
    SyntaxKind::BOOLEAN_EXPR,
    SyntaxKind::DEFAULT_EXPR,
    SyntaxKind::UNDEF_EXPR,
    SyntaxKind::REGEX_EXPR,
    SyntaxKind::RESERVED_WORD_EXPR,
    SyntaxKind::KEYWORD_EXPR,
    SyntaxKind::LIST_EXPR,
    SyntaxKind::HASH_EXPR,
    SyntaxKind::HASH_ENTRY,
    SyntaxKind::PAREN_EXPR,
    SyntaxKind::PREFIX_EXPR,
    SyntaxKind::BIN_EXPR,
    SyntaxKind::ASSIGN_EXPR,
    SyntaxKind::RELATIONSHIP_EXPR,
    SyntaxKind::SELECTOR_EXPR,
    SyntaxKind::ACCESS_EXPR,
    SyntaxKind::CALL_EXPR,
    SyntaxKind::METHOD_CALL_EXPR,
    SyntaxKind::STATEMENT_CALL,
    SyntaxKind::COMMA_LIST,
    SyntaxKind::APPLY_EXPR,
    SyntaxKind::IF_EXPR,
    SyntaxKind::UNLESS_EXPR,
    SyntaxKind::CASE_EXPR,
    SyntaxKind::VIRTUAL_EXPR,
    SyntaxKind::RESOURCE_EXPR,
    SyntaxKind::RESOURCE_OVERRIDE,
    SyntaxKind::RESOURCE_DEFAULTS,
    SyntaxKind::UNTITLED_RESOURCE,
    SyntaxKind::COLLECT_EXPR,
    SyntaxKind::CLASS_DEF,
    SyntaxKind::DEFINE_DEF,
    SyntaxKind::FUNCTION_DEF,
    SyntaxKind::PLAN_DEF,
    SyntaxKind::NODE_DEF,
    SyntaxKind::TYPE_ALIAS,
    SyntaxKind::TYPE_MAPPING,
    SyntaxKind::TYPE_DEF,
    SyntaxKind::RENDER_TEXT,
    SyntaxKind::RENDER_EXPR,
    SyntaxKind::INTERPOLATION,
    SyntaxKind::HEREDOC_BODY,
    SyntaxKind::SELECTOR_ENTRY,
    SyntaxKind::ACCESS_KEYS,
    SyntaxKind::ARG_LIST,
    SyntaxKind::LAMBDA,
    SyntaxKind::METHOD_NAME,
    SyntaxKind::RETURN_TYPE,
    SyntaxKind::ELSE_CLAUSE,
    SyntaxKind::CASE_OPTION,
    SyntaxKind::RESOURCE_BODY,
    SyntaxKind::ATTRIBUTE,
    SyntaxKind::ATTRIBUTE_SPLAT,
    SyntaxKind::ATTRIBUTE_NAME,
    SyntaxKind::QUERY,
    SyntaxKind::DEF_NAME,
    SyntaxKind::INHERITS_CLAUSE,
    SyntaxKind::HOST_MATCHES,
    SyntaxKind::NAME_REF,
    SyntaxKind::HOST_NAME,
    SyntaxKind::PARAM,
];
