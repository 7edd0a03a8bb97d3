//! Definitions with a body: classes, defined types, nodes, functions and plans; and their parameters.

use crate::SyntaxKind::{self, *};
use crate::error::SyntaxErrorKind;
use crate::grammar::{
    expressions::expected_expression,
    lists, missing_operand, statements, strings,
    types::{return_type, type_reference},
};
use crate::parser::{CompletedMarker, Parser, TokenSet};

/// `class name(parameters) inherits parent { statements }`
pub(super) fn class(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    definition_name(p, "the name of the class");
    parameters(p);
    if p.is_at(INHERITS_KW) {
        let clause = p.start();
        p.bump();
        if p.is_at(DEFAULT_KW) {
            let name = p.start();
            p.bump();
            name.complete(p, NAME_REF);
        } else {
            definition_name_as(p, "the name of a class", NAME_REF);
        }
        clause.complete(p, INHERITS_CLAUSE);
    }
    body(p, "`{` and the body of the class");
    node.complete(p, CLASS_DEF)
}

/// `define name(parameters) { statements }`
pub(super) fn defined_type(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    definition_name(p, "the name of the defined type");
    parameters(p);
    body(p, "`{` and the body of the defined type");
    node.complete(p, DEFINE_DEF)
}

/// `function name(parameters) >> Type { statements }`
pub(super) fn function(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    definition_name(p, "the name of the function");
    parameters(p);
    return_type(p);
    body(p, "`{` and the body of the function");
    node.complete(p, FUNCTION_DEF)
}

/// `plan name(parameters) { statements }`
pub(super) fn plan(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    definition_name(p, "the name of the plan");
    parameters(p);
    body(p, "`{` and the body of the plan");
    node.complete(p, PLAN_DEF)
}

/// `node matches inherits parent { statements }`
pub(super) fn node(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    let matches = p.start();
    if missing_operand::is_other_resource(p) {
        p.expected("the name of a node");
    } else if !host_match(p) {
        p.unexpected("the name of a node");
        skip_to_body(p);
    }
    while p.is_at(COMMA) {
        p.bump();
        if matches!(p.current(), L_BRACE | INHERITS_KW) {
            break;
        }
        if !host_match(p) {
            p.unexpected("the name of a node");
            skip_to_body(p);
            break;
        }
    }
    matches.complete(p, HOST_MATCHES);
    if p.is_at(INHERITS_KW) {
        let clause = p.start();
        p.bump();
        if !host_match(p) {
            p.unexpected("the name of a node");
            skip_to_body(p);
        }
        clause.complete(p, INHERITS_CLAUSE);
    }
    body(p, "`{` and the body of the node");
    node.complete(p, NODE_DEF)
}

/// A name with dots, a string, a regular expression or `default`.
fn host_match(p: &mut Parser<'_>) -> bool {
    const NAMES: TokenSet = TokenSet::new(&[NAME, INTEGER, FLOAT]);
    let kind = match p.current() {
        kind if NAMES.contains(kind) => {
            let name = p.start();
            p.bump();
            while p.is_at(DOT) {
                p.bump();
                if p.is_at_any(NAMES) {
                    p.bump();
                } else {
                    p.unexpected("the next part of the name of a node");
                }
            }
            name.complete(p, HOST_NAME);
            return true;
        }
        WORD | SQ_STRING | DQ_STRING => STRING_EXPR,
        DEFAULT_KW => DEFAULT_EXPR,
        REGEX => REGEX_EXPR,
        STRING_START => {
            strings::interpolated(p);
            return true;
        }
        HEREDOC_TAG => {
            strings::heredoc(p);
            return true;
        }
        _ => return false,
    };
    let node = p.start();
    p.bump();
    node.complete(p, kind);
    true
}

/// Skips the rest of a faulty head, within its line.
fn skip_to_body(p: &mut Parser<'_>) {
    if p.follows_line_break() || matches!(p.current(), L_BRACE | R_BRACE | EOF) {
        return;
    }
    let error = p.start();
    p.bump();
    while !p.follows_line_break() && !matches!(p.current(), L_BRACE | R_BRACE | INHERITS_KW | EOF) {
        p.bump();
    }
    error.complete(p, ERROR);
}

fn body(p: &mut Parser<'_>, what: &str) {
    statements::block(p, what);
}

/// The name of a definition.
fn definition_name(p: &mut Parser<'_>, what: &str) {
    definition_name_as(p, what, DEF_NAME);
}

fn definition_name_as(p: &mut Parser<'_>, what: &str, kind: SyntaxKind) {
    if missing_operand::is_other_resource(p) {
        return p.expected(what);
    }
    let message = match p.current() {
        NAME | WORD | CLASS_REF => None,
        CLASS_KW => Some("`class` is a keyword and cannot be used as a name"),
        SQ_STRING | DQ_STRING => Some("The name of a definition cannot be in quotes"),
        _ => {
            p.unexpected(what);
            // Another keyword is meant as the name if the definition continues after it.
            if p.current().is_keyword() && matches!(p.nth(1), L_BRACE | L_PAREN | INHERITS_KW) {
                let name = p.start();
                p.bump();
                name.complete(p, kind);
            }
            return;
        }
    };
    let token = p.position();
    let name = p.start();
    p.bump();
    name.complete(p, kind);
    if let Some(message) = message {
        p.stop_after(token);
        p.report_at(token, SyntaxErrorKind::InvalidName, message);
    }
}

/// A name in upper case, of a definition or of its parent.
pub(super) fn name_reference(p: &mut Parser<'_>) {
    let name = p.start();
    p.bump();
    name.complete(p, DEF_NAME);
}

/// `(Type $a = value, *$b)`, if it is there.
fn parameters(p: &mut Parser<'_>) {
    let is_missing = p.is_at_any(PARAMETER_START) && p.parenthesis_is_missing();
    if !p.is_at(L_PAREN) && !is_missing {
        return;
    }
    let list = p.start();
    if !p.eat(L_PAREN) {
        p.expected("`(`");
    }
    p.deeper(|p| {
        parameter_list(p, R_PAREN, "`)`", parameter);
    });
    list.complete(p, PARAM_LIST);
}

/// `|Type $a = value, *$b|`
pub(super) fn piped_parameters(p: &mut Parser<'_>) {
    let list = p.start();
    p.bump();
    p.deeper(|p| parameter_list(p, PIPE, "`|`", parameter));
    list.complete(p, PARAM_LIST);
}

const PARAMETER_START: TokenSet = TokenSet::new(&[CLASS_REF, STAR, VARIABLE]);

fn parameter_list(
    p: &mut Parser<'_>,
    close: SyntaxKind,
    closing: &'static str,
    element: impl Fn(&mut Parser<'_>) -> bool,
) {
    let rule = lists::SeparatedList {
        close,
        closing,
        element: "a parameter",
        starts: PARAMETER_START,
        is_type: false,
        trailing_comma: true,
        may_be_empty: true,
        is_after: None,
    };
    lists::list(p, &rule, element);
}

/// `Type *$name = default`
fn parameter(p: &mut Parser<'_>) -> bool {
    if !p.is_at_any(PARAMETER_START) {
        return false;
    }
    let node = p.start();
    type_reference(p, false);
    p.eat(STAR);
    if !p.eat(VARIABLE) {
        p.unexpected("a variable");
        // The dollar sign was forgotten.
        if p.is_at(NAME) && matches!(p.nth(1), COMMA | EQ | R_PAREN | PIPE) {
            p.bump_error();
        }
    }
    if p.is_at(EQ) {
        p.bump();
        expected_expression(p, "a default value");
    }
    node.complete(p, PARAM);
    true
}
