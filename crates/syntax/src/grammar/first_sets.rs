//! The tokens and words with which expressions, statements, definitions and attributes start.

use crate::SyntaxKind::{self, *};
use crate::parser::TokenSet;

/// Keywords of definitions.
pub(super) const DEFINITION_START: TokenSet =
    TokenSet::new(&[CLASS_KW, DEFINE_KW, NODE_KW, FUNCTION_KW, TYPE_KW, PLAN_KW]);

/// Tokens with which an expression starts.
pub(super) const EXPRESSION_START: TokenSet = DEFINITION_START.union(TokenSet::new(&[
    NAME,
    WORD,
    CLASS_REF,
    VARIABLE,
    IMPLICIT_VARIABLE,
    INTEGER,
    FLOAT,
    REGEX,
    SQ_STRING,
    DQ_STRING,
    STRING_START,
    HEREDOC_TAG,
    TRUE_KW,
    FALSE_KW,
    UNDEF_KW,
    DEFAULT_KW,
    PRIVATE_KW,
    ATTR_KW,
    IF_KW,
    UNLESS_KW,
    CASE_KW,
    APPLY_KW,
    L_BRACK,
    L_BRACE,
    L_PAREN,
    MINUS,
    BANG,
    STAR,
    EPP_TEXT,
    EPP_OPEN_EXPR,
]));

/// Tokens with which a statement starts.
pub(super) const STATEMENT_START: TokenSet = EXPRESSION_START.union(TokenSet::new(&[AT, AT_AT]));

/// Words that are attribute names although they are keywords.
pub(super) const ATTRIBUTE_KEYWORDS: TokenSet = TokenSet::new(&[
    AND_KW,
    CASE_KW,
    CLASS_KW,
    DEFAULT_KW,
    DEFINE_KW,
    ELSE_KW,
    ELSIF_KW,
    IF_KW,
    IN_KW,
    INHERITS_KW,
    NODE_KW,
    OR_KW,
    UNDEF_KW,
    UNLESS_KW,
    TYPE_KW,
    ATTR_KW,
    FUNCTION_KW,
    PRIVATE_KW,
    PLAN_KW,
    APPLY_KW,
]);

/// The kind of node for what follows a token kind that is both a keyword and a value of collections.
pub(super) fn is_value_keyword(kind: SyntaxKind) -> bool {
    matches!(kind, TYPE_KW | FUNCTION_KW)
}
