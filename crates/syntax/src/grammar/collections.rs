//! Lists, hashes, access by keys, and what they hold.

use crate::SyntaxKind::*;
use crate::grammar::{
    expressions::{assignment, expression},
    first_sets::{ATTRIBUTE_KEYWORDS, EXPRESSION_START, STATEMENT_START, is_value_keyword},
    lists,
    parsed::{Parsed, Shape},
};
use crate::parser::{CompletedMarker, Parser};

/// `[a, b => c, type]`
pub(super) fn list(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    p.deeper(|p| {
        let rule = lists::SeparatedList {
            close: R_BRACK,
            closing: "`]`",
            element: "a value",
            starts: STATEMENT_START,
            is_type: false,
            trailing_comma: true,
            may_be_empty: true,
            is_after: Some(is_parameter_or_assignment),
        };
        lists::list(p, &rule, collection_entry);
    });
    node.complete(p, LIST_EXPR)
}

/// `{ a => b }`
pub(super) fn hash(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    lists::list_in_braces(p, &HASH, hash_entry);
    node.complete(p, HASH_EXPR)
}

pub(super) const HASH: lists::SeparatedList = lists::SeparatedList {
    close: R_BRACE,
    closing: "`}`",
    element: "a key",
    starts: STATEMENT_START,
    is_type: false,
    trailing_comma: true,
    may_be_empty: true,
    is_after: None,
};

/// `left[keys]`
pub(super) fn access(p: &mut Parser<'_>, left: Parsed) -> Parsed {
    let node = left.node.precede(p);
    let key = match left.shape {
        Shape::Reference => "a type parameter or a title",
        _ => "a key",
    };
    access_keys(p, true, false, key);
    Parsed::new(node.complete(p, ACCESS_EXPR), left.token).with_shape(Shape::Access)
}

/// `[a, b => c]` after what is accessed; `key` is what one of them is, for messages.
pub(super) fn access_keys(
    p: &mut Parser<'_>,
    trailing_comma: bool,
    is_type: bool,
    key: &'static str,
) {
    let keys = p.start();
    p.bump();
    p.deeper(|p| {
        let rule = lists::SeparatedList {
            close: R_BRACK,
            closing: "`]`",
            element: key,
            starts: STATEMENT_START,
            is_type,
            trailing_comma,
            may_be_empty: false,
            is_after: Some(is_parameter_or_assignment),
        };
        lists::list(p, &rule, access_key);
    });
    keys.complete(p, ACCESS_KEYS);
}

/// An argument of a call: a value, or an entry `a => b` of a hash without braces.
pub(super) fn argument(p: &mut Parser<'_>) -> bool {
    if let Some(keyword) = value_keyword(p) {
        if p.is_at(FAT_ARROW) {
            entry_value(p, keyword);
        } else {
            p.unexpected("`=>`");
        }
        return true;
    }
    match assignment(p) {
        Some(key) if p.is_at(FAT_ARROW) => entry_value(p, key.node),
        Some(_) => {}
        None => return false,
    }
    true
}

/// An element of a list: as an argument, or one of the keywords that are values here.
fn collection_entry(p: &mut Parser<'_>) -> bool {
    if let Some(keyword) = value_keyword(p) {
        if p.is_at(FAT_ARROW) {
            entry_value(p, keyword);
        }
        return true;
    }
    argument(p)
}

/// A key of an access: an expression, or an entry `a => b`, whose key may be an assignment.
fn access_key(p: &mut Parser<'_>) -> bool {
    if let Some(keyword) = value_keyword(p) {
        if p.is_at(FAT_ARROW) {
            entry_value(p, keyword);
        } else {
            p.unexpected("`=>`");
        }
        return true;
    }
    let Some(key) = assignment(p) else {
        return false;
    };
    if p.is_at(FAT_ARROW) {
        entry_value(p, key.node);
    } else if !is_plain(key) {
        p.unexpected("`=>`");
    }
    true
}

/// Whether an expression is no assignment, relationship or resource.
fn is_plain(parsed: Parsed) -> bool {
    !matches!(
        parsed.node.kind(),
        ASSIGN_EXPR
            | RELATIONSHIP_EXPR
            | RESOURCE_EXPR
            | RESOURCE_DEFAULTS
            | RESOURCE_OVERRIDE
            | UNTITLED_RESOURCE
            | VIRTUAL_EXPR
    )
}

/// `a => b`, as in a hash.
pub(super) fn hash_entry(p: &mut Parser<'_>) -> bool {
    let key = match value_keyword(p) {
        Some(keyword) => keyword,
        None => match assignment(p) {
            Some(key) => key.node,
            None => return false,
        },
    };
    finish_entry(p, key);
    true
}

/// The rest of an entry, from its arrow on.
pub(super) fn finish_entry(p: &mut Parser<'_>, key: CompletedMarker) {
    if p.is_at(FAT_ARROW) {
        entry_value(p, key);
        return;
    }
    let entry = key.precede(p);
    p.expected("`=>`");
    // The arrow was forgotten, or another one was written.
    if matches!(p.current(), EQ | COLON | PLUS_ARROW) {
        p.bump_error();
        expression(p);
    } else if !p.follows_line_break() && p.is_at_any(EXPRESSION_START) {
        expression(p);
    }
    entry.complete(p, HASH_ENTRY);
}

fn entry_value(p: &mut Parser<'_>, key: CompletedMarker) {
    let entry = key.precede(p);
    p.bump();
    if value_keyword(p).is_none() && assignment(p).is_none() {
        p.unexpected("a value");
        p.missing_node(ERROR);
    }
    entries_without_brace(p);
    entry.complete(p, HASH_ENTRY);
}

/// `type` or `function` as a word, where no definition and no call can be meant.
pub(super) fn value_keyword(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if !is_value_keyword(p.current()) {
        return None;
    }
    let is_other = match p.current() {
        TYPE_KW => matches!(p.nth(1), L_PAREN | CLASS_REF),
        _ => matches!(
            p.nth(1),
            NAME | WORD | CLASS_REF | CLASS_KW | SQ_STRING | DQ_STRING
        ),
    };
    if is_other {
        return None;
    }
    let node = p.start();
    p.bump();
    Some(node.complete(p, KEYWORD_EXPR))
}

/// Whether the next line is a parameter with a default value, or an assignment, and no key in brackets.
fn is_parameter_or_assignment(p: &mut Parser<'_>) -> bool {
    let is_assignment = p.is_at(VARIABLE) && p.nth(1) == EQ && p.follows_line_break();
    is_assignment && !is_assigned_key(p)
}

/// Whether an assignment is the key of an entry.
fn is_assigned_key(p: &mut Parser<'_>) -> bool {
    let mut is_key = false;
    p.look_ahead(|p| {
        assignment(p);
        is_key = p.is_at(FAT_ARROW);
        if !is_key {
            p.stop_here();
        }
    });
    is_key
}

/// Reads the entries of a hash or attributes whose opening brace is missing, if they are next: the key of the first one was
/// read as a value.
pub(super) fn entries_without_brace(p: &mut Parser<'_>) -> bool {
    if !matches!(p.current(), FAT_ARROW | PLUS_ARROW) {
        return false;
    }
    p.unexpected("`{` before the first key");
    let entries = p.start();
    loop {
        p.bump();
        expression(p);
        p.eat(COMMA);
        let is_keyword = ATTRIBUTE_KEYWORDS.contains(p.current());
        if is_keyword && matches!(p.nth(1), FAT_ARROW | PLUS_ARROW) {
            p.bump();
        } else if is_keyword || expression(p).is_none() {
            break;
        }
        if !matches!(p.current(), FAT_ARROW | PLUS_ARROW) {
            break;
        }
    }
    if p.brace_is_missing() {
        p.eat(R_BRACE);
    }
    entries.complete(p, ERROR);
    true
}
