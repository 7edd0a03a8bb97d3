//! Puppet's grammar, one file for each of its concepts.
//!
//! The rules follow Puppet's own parser in what they accept, and in the token at which they give up, which
//! [`Parser::unexpected`] and [`Parser::expected`] note at their first call. How they continue after that is ours: every
//! list and every block can resume, and reports one error for one mistake.

mod calls;
mod collections;
mod control;
mod definitions;
mod epp;
mod expressions;
mod lists_and_blocks;
mod recovery;
mod resources;
mod statements;
mod strings;
mod types;

pub use statements::is_statement_function;

use crate::SyntaxKind::{self, *};
use crate::parser::{Parser, TokenSet};

/// A whole manifest.
pub(crate) fn manifest(p: &mut Parser<'_>) {
    let file = p.start();
    statements::source_file(p);
    file.complete(p, SOURCE_FILE);
}

/// A whole template.
pub(crate) fn template(p: &mut Parser<'_>) {
    let file = p.start();
    epp::parameters(p);
    statements::source_file(p);
    file.complete(p, EPP_TEMPLATE);
}

/// A lone type expression.
pub(crate) fn type_source(p: &mut Parser<'_>) {
    let file = p.start();
    if expressions::expression(p).is_none() {
        p.unexpected("a type");
    }
    if !p.at_end() {
        p.unexpected("the end of the type");
        let rest = p.start();
        while !p.at_end() {
            p.bump();
        }
        rest.complete(p, ERROR);
    }
    file.complete(p, TYPE_SOURCE);
}

/// Keywords of definitions.
const DEFINITION_START: TokenSet =
    TokenSet::new(&[CLASS_KW, DEFINE_KW, NODE_KW, FUNCTION_KW, TYPE_KW, PLAN_KW]);

/// Tokens with which an expression starts.
const EXPRESSION_START: TokenSet = DEFINITION_START.union(TokenSet::new(&[
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
const STATEMENT_START: TokenSet = EXPRESSION_START.union(TokenSet::new(&[AT, AT_AT]));

/// Words that are attribute names although they are keywords.
const ATTRIBUTE_KEYWORDS: TokenSet = TokenSet::new(&[
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

/// The kind of the expression that the parser has just read.
#[derive(Clone, Copy)]
struct Parsed {
    node: crate::parser::CompletedMarker,
    /// The token at which Puppet reports issues of the expression.
    token: usize,
    shape: Shape,
}

/// The kinds of expressions that the parser distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A name in lower case.
    Name,
    /// A name in upper case.
    Reference,
    /// `left[keys]`
    Access,
    /// A resource with a title, resource defaults, or a resource override.
    Resource,
    /// A list of values separated by commas, which only the arguments of a call may be.
    CommaList,
    Other,
}

impl Parsed {
    fn new(node: crate::parser::CompletedMarker, token: usize) -> Parsed {
        Parsed {
            node,
            token,
            shape: Shape::Other,
        }
    }

    fn with_shape(self, shape: Shape) -> Parsed {
        Parsed { shape, ..self }
    }
}

/// The kind of node for what follows a token kind that is both a keyword and a value of collections.
fn is_value_keyword(kind: SyntaxKind) -> bool {
    matches!(kind, TYPE_KW | FUNCTION_KW)
}
