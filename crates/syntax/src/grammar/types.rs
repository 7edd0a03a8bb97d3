//! Types: aliases, mappings, definitions, and types in the places where no other expression may stand.

use crate::SyntaxKind::*;
use crate::grammar::{collections, definitions::name_reference, statements};
use crate::parser::{CompletedMarker, Parser};

/// `Name` or `Name[keys]` where only a type may stand; nothing otherwise.
pub(super) fn type_reference(p: &mut Parser<'_>, trailing_comma: bool) -> Option<CompletedMarker> {
    if !p.is_at(CLASS_REF) {
        return None;
    }
    let node = p.start();
    p.bump();
    let reference = node.complete(p, TYPE_REF);
    if !p.is_at(L_BRACK) || p.follows_white_space() {
        return Some(reference);
    }
    let access = reference.precede(p);
    collections::access_keys(p, trailing_comma, !trailing_comma, "a type parameter");
    Some(access.complete(p, ACCESS_EXPR))
}

/// `>> Type`, if it is there.
pub(super) fn return_type(p: &mut Parser<'_>) {
    if !p.is_at(SHR) {
        return;
    }
    let node = p.start();
    p.bump();
    if type_reference(p, false).is_none() {
        p.unexpected("a type");
        if !p.is_at(L_BRACE) && !p.at_end() && !p.follows_line_break() {
            p.bump_error();
        }
    }
    node.complete(p, RETURN_TYPE);
}

/// `type Name = Type`, `type Name[keys] = Type`, or `type Name inherits Parent { }`.
pub(super) fn type_definition(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    if !p.is_at(CLASS_REF) {
        p.unexpected("the name of a type");
        return broken_definition(p, node);
    }
    if matches!(p.nth(1), L_BRACE | INHERITS_KW) {
        name_reference(p);
        if p.is_at(INHERITS_KW) {
            let clause = p.start();
            p.bump();
            if p.is_at(CLASS_REF) {
                name_reference(p);
            } else {
                p.unexpected("the name of a type");
            }
            clause.complete(p, INHERITS_CLAUSE);
        }
        statements::block(p, "`{` and the body of the type");
        return node.complete(p, TYPE_DEF);
    }
    let kind = match type_reference(p, false) {
        Some(left) if left.kind() == ACCESS_EXPR => TYPE_MAPPING,
        _ => TYPE_ALIAS,
    };
    if p.eat(EQ) {
        right_side(p);
    } else {
        p.expected("`=` and a type");
        if !p.follows_line_break() {
            type_reference(p, true);
        }
    }
    node.complete(p, kind)
}

/// A definition without a usable name: an `=` and a type may still follow.
fn broken_definition(p: &mut Parser<'_>, node: crate::parser::Marker) -> CompletedMarker {
    if !p.follows_line_break() && !p.is_at(EQ) && p.nth(1) == EQ {
        p.bump_error();
    }
    if p.eat(EQ) {
        right_side(p);
    }
    node.complete(p, TYPE_ALIAS)
}

/// What an alias stands for: a type, attributes of an object type, or a type with them, or a list.
fn right_side(p: &mut Parser<'_>) {
    match p.current() {
        CLASS_REF => {
            let reference = type_reference(p, true);
            let is_plain = reference.is_some_and(|it| it.kind() == TYPE_REF);
            if is_plain && p.is_at(L_BRACE) {
                collections::hash(p);
            }
        }
        L_BRACE => {
            collections::hash(p);
        }
        L_BRACK => {
            collections::list(p);
        }
        _ => p.unexpected("a type"),
    }
}
