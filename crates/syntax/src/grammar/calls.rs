//! Calls of functions and methods, their arguments, lambdas, and `apply`.

use crate::SyntaxKind::*;
use crate::grammar::{
    collections, definitions, first_sets::STATEMENT_START, lists, parsed::Parsed, statements, types,
};
use crate::parser::{CompletedMarker, Parser};

/// `f(arguments) lambda?`: the functor may be any expression.
pub(super) fn call(p: &mut Parser<'_>, functor: Parsed) -> Parsed {
    let node = functor.node.precede(p);
    arguments(p, TrailingLambda::Allowed);
    optional_lambda(p);
    Parsed::new(node.complete(p, CALL_EXPR), functor.token)
}

/// `type(arguments) lambda?`: a function whose name is a keyword.
pub(super) fn call_named_type(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    let name = p.start();
    p.bump();
    name.complete(p, NAME_EXPR);
    arguments(p, TrailingLambda::Allowed);
    optional_lambda(p);
    node.complete(p, CALL_EXPR)
}

/// `receiver.name(arguments)? lambda?`
pub(super) fn method_call(p: &mut Parser<'_>, receiver: Parsed) -> Parsed {
    let node = receiver.node.precede(p);
    let mut token = p.position();
    p.bump();
    let name = p.start();
    if p.is_at(NAME) || p.is_at(TYPE_KW) {
        p.bump();
        name.complete(p, METHOD_NAME);
    } else {
        p.unexpected("the name of a function");
        // A keyword in the place of the name is meant as one.
        if p.current().is_keyword() && !p.follows_line_break() {
            p.bump();
        }
        name.complete(p, METHOD_NAME);
    }
    if p.is_at(L_PAREN) && !p.first_on_line() {
        token = p.position();
        arguments(p, TrailingLambda::Refused);
    }
    optional_lambda(p);
    Parsed::new(node.complete(p, METHOD_CALL_EXPR), token)
}

/// Whether a comma may follow the last argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrailingLambda {
    Allowed,
    Refused,
}

/// `(a, b => c)`
fn arguments(p: &mut Parser<'_>, trailing: TrailingLambda) {
    let list = p.start();
    p.bump();
    p.deeper(|p| {
        let rule = lists::SeparatedList {
            close: R_PAREN,
            closing: "`)`",
            element: "an argument",
            starts: STATEMENT_START,
            is_type: false,
            trailing_comma: trailing == TrailingLambda::Allowed,
            may_be_empty: true,
            is_after: None,
        };
        lists::list(p, &rule, collections::argument);
    });
    list.complete(p, ARG_LIST);
}

fn optional_lambda(p: &mut Parser<'_>) {
    if p.is_at(PIPE) {
        lambda(p);
    }
}

/// `|parameters| >> Type { statements }`
fn lambda(p: &mut Parser<'_>) {
    let node = p.start();
    definitions::piped_parameters(p);
    types::return_type(p);
    statements::block(p, "`{` and the body of the lambda");
    node.complete(p, LAMBDA);
}

/// `apply(arguments) { statements }`
pub(super) fn apply(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    if p.is_at(L_PAREN) && !p.first_on_line() {
        let empty = p.nth(1) == R_PAREN;
        let list = p.start();
        p.bump();
        let rule = lists::SeparatedList {
            close: R_PAREN,
            closing: "`)`",
            element: "the targets",
            starts: STATEMENT_START,
            is_type: false,
            trailing_comma: true,
            may_be_empty: false,
            is_after: None,
        };
        if empty {
            p.unexpected("the targets");
            p.bump();
        } else {
            p.deeper(|p| lists::list(p, &rule, collections::argument));
        }
        list.complete(p, ARG_LIST);
    } else {
        p.expected("`(` and the targets");
    }
    statements::block(p, "`{` and the block to apply");
    node.complete(p, APPLY_EXPR)
}
