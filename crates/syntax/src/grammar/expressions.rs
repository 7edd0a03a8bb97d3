//! Expressions: operators with their precedence, and what they are made of.

use crate::SyntaxKind::{self, *};
use crate::grammar::{
    calls, collections, control, definitions, epp, lists, missing_operand,
    parsed::{Parsed, Shape},
    resources, strings, types,
};
use crate::parser::Parser;

/// How tightly `?` binds: less than comparisons, more than `and`.
const SELECTOR: u8 = 3;
/// How tightly `-x`, `*x` and `!x` bind: more than all operators between two operands. What binds even more (access,
/// calls, collectors) follows an operand directly.
const PREFIX: u8 = 11;

/// How tightly an operator between two operands binds; all of them associate to the left.
fn binding_power(operator: SyntaxKind) -> Option<u8> {
    Some(match operator {
        OR_KW => 1,
        AND_KW => 2,
        QUESTION => SELECTOR,
        GT_EQ | GT | LT | LT_EQ => 4,
        BANG_EQ | EQ_EQ => 5,
        SHL | SHR => 6,
        MINUS | PLUS => 7,
        STAR | SLASH | PERCENT => 8,
        EQ_TILDE | BANG_TILDE => 9,
        IN_KW => 10,
        _ => return None,
    })
}

/// `a = b`, `a += b`, `a -= b` (right to left), or a relationship.
pub(super) fn assignment(p: &mut Parser<'_>) -> Option<Parsed> {
    let left = relationship(p)?;
    if !matches!(p.current(), EQ | PLUS_EQ | MINUS_EQ) {
        return Some(left);
    }
    let token = p.position();
    let node = left.node.precede(p);
    p.bump();
    let right = p.deeper(assignment);
    if let Some(None) = right {
        p.unexpected("a value");
        p.missing_node(ERROR);
    }
    Some(Parsed::new(node.complete(p, ASSIGN_EXPR), token))
}

/// `a -> b ~> c` (left to right), or a resource.
fn relationship(p: &mut Parser<'_>) -> Option<Parsed> {
    let mut left = resources::resource(p)?;
    while matches!(p.current(), IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB)
        && p.may_wrap(left.node)
    {
        let token = p.position();
        let node = left.node.precede(p);
        p.bump();
        if resources::resource(p).is_none() {
            p.unexpected("a resource or a reference to one");
            p.missing_node(ERROR);
        }
        left = Parsed::new(node.complete(p, RELATIONSHIP_EXPR), token);
    }
    Some(left)
}

/// Any expression that is no assignment, relationship or resource.
pub(super) fn expression(p: &mut Parser<'_>) -> Option<Parsed> {
    p.deeper(|p| binding(p, 0)).flatten()
}

/// An expression that must be there; reports it otherwise.
pub(super) fn expected_expression(p: &mut Parser<'_>, what: &str) -> bool {
    let found = expression(p).is_some();
    if !found {
        p.unexpected(what);
        p.missing_node(ERROR);
    }
    found
}

/// An expression whose operators bind at least as tightly as `least`.
fn binding(p: &mut Parser<'_>, least: u8) -> Option<Parsed> {
    let mut left = operand(p)?;
    loop {
        let kind = p.current();
        let power = match binding_power(kind) {
            Some(power) if power >= least => power,
            Some(_) => return Some(left),
            None if follows_operand(p, kind) => {
                if !p.may_wrap(left.node) {
                    return Some(left);
                }
                left = suffix(p, left, kind);
                continue;
            }
            None => return Some(left),
        };
        if !p.may_wrap(left.node) {
            return Some(left);
        }
        left = match power {
            SELECTOR => control::selector(p, left),
            _ => binary(p, left, power),
        };
    }
}

fn binary(p: &mut Parser<'_>, left: Parsed, power: u8) -> Parsed {
    let token = p.position();
    let node = left.node.precede(p);
    p.bump();
    let right = p.deeper(|p| binding(p, power + 1));
    if let Some(None) = right {
        p.unexpected("an operand");
        p.missing_node(ERROR);
    }
    Parsed::new(node.complete(p, BIN_EXPR), token)
}

/// Whether a token continues the operand before it.
fn follows_operand(p: &Parser<'_>, kind: SyntaxKind) -> bool {
    match kind {
        L_PAREN => !p.first_on_line(),
        L_BRACK => !p.follows_white_space(),
        DOT | L_COLLECT | LL_COLLECT => true,
        _ => false,
    }
}

fn suffix(p: &mut Parser<'_>, left: Parsed, kind: SyntaxKind) -> Parsed {
    match kind {
        L_PAREN => calls::call(p, left),
        L_BRACK => collections::access(p, left),
        DOT => calls::method_call(p, left),
        _ => resources::collector(p, left),
    }
}

/// A prefix operator with its operand, or a primary expression.
fn operand(p: &mut Parser<'_>) -> Option<Parsed> {
    match p.current() {
        _ if p.block_ends_here() => None,
        _ if p.is_in_head() && missing_operand::is_other_statement(p) => None,
        MINUS | BANG | STAR => Some(prefix(p)),
        _ => primary(p),
    }
}

fn prefix(p: &mut Parser<'_>) -> Parsed {
    let token = p.position();
    let node = p.start();
    p.bump();
    let operand = p.deeper(|p| binding(p, PREFIX));
    if let Some(None) = operand {
        p.unexpected("an operand");
        p.missing_node(ERROR);
    }
    Parsed::new(node.complete(p, PREFIX_EXPR), token)
}

fn primary(p: &mut Parser<'_>) -> Option<Parsed> {
    let token = p.position();
    let kind = match p.current() {
        NAME => return Some(single(p, NAME_EXPR).with_shape(Shape::Name)),
        CLASS_REF => return Some(single(p, TYPE_REF).with_shape(Shape::Reference)),
        VARIABLE | IMPLICIT_VARIABLE => VARIABLE_EXPR,
        WORD | SQ_STRING | DQ_STRING => STRING_EXPR,
        INTEGER | FLOAT => NUMBER_EXPR,
        TRUE_KW | FALSE_KW => BOOLEAN_EXPR,
        DEFAULT_KW => DEFAULT_EXPR,
        UNDEF_KW => UNDEF_EXPR,
        REGEX => REGEX_EXPR,
        PRIVATE_KW | ATTR_KW => RESERVED_WORD_EXPR,
        _ => {
            let node = compound(p)?;
            return Some(Parsed::new(node, token));
        }
    };
    Some(single(p, kind))
}

/// A node of one token.
fn single(p: &mut Parser<'_>, kind: SyntaxKind) -> Parsed {
    let token = p.position();
    let node = p.start();
    p.bump();
    Parsed::new(node.complete(p, kind), token)
}

fn compound(p: &mut Parser<'_>) -> Option<crate::parser::CompletedMarker> {
    Some(match p.current() {
        STRING_START => strings::interpolated(p),
        HEREDOC_TAG => strings::heredoc(p),
        L_BRACK => collections::list(p),
        L_BRACE => collections::hash(p),
        L_PAREN => parenthesized(p),
        IF_KW => control::if_expression(p),
        UNLESS_KW => control::unless_expression(p),
        CASE_KW => control::case_expression(p),
        CLASS_KW => definitions::class(p),
        DEFINE_KW => definitions::defined_type(p),
        NODE_KW => definitions::node(p),
        FUNCTION_KW => definitions::function(p),
        PLAN_KW => definitions::plan(p),
        APPLY_KW => calls::apply(p),
        TYPE_KW if p.nth(1) == L_PAREN => calls::call_named_type(p),
        TYPE_KW => types::type_definition(p),
        EPP_TEXT => epp::text(p),
        EPP_OPEN_EXPR => epp::render(p),
        _ => return None,
    })
}

fn parenthesized(p: &mut Parser<'_>) -> crate::parser::CompletedMarker {
    let node = p.start();
    p.bump();
    p.open_bracket(R_PAREN);
    if let Some(None) = p.deeper(assignment) {
        p.unexpected("an expression");
    }
    p.close_bracket();
    lists::close(p, R_PAREN, "`)`");
    node.complete(p, PAREN_EXPR)
}
