//! Resources with their bodies and attributes, defaults, overrides, virtual and exported resources, collectors.

use crate::SyntaxKind::*;
use crate::error::SyntaxErrorKind;
use crate::grammar::{
    collections, control,
    expressions::{expected_expression, expression},
    first_sets::{ATTRIBUTE_KEYWORDS, EXPRESSION_START},
    lists, missing_operand,
    parsed::{Parsed, Shape},
    statements,
};
use crate::parser::{Parser, TokenSet};

/// Keywords that are attribute names but start no expression.
const ONLY_ATTRIBUTES: TokenSet =
    TokenSet::new(&[AND_KW, ELSE_KW, ELSIF_KW, IN_KW, INHERITS_KW, OR_KW]);

/// An expression with any number of braces after it (a resource, defaults, an override), or with `@` before it.
pub(super) fn resource(p: &mut Parser<'_>) -> Option<Parsed> {
    let mut left = match p.current() {
        AT | AT_AT => return Some(virtual_resource(p)),
        CLASS_KW if p.nth(1) == L_BRACE => class_resource(p),
        _ => expression(p)?,
    };
    while p.is_at(L_BRACE) && p.may_wrap(left.node) {
        left = braces(p, left);
    }
    Some(left)
}

/// `@resource` and `@@resource`
fn virtual_resource(p: &mut Parser<'_>) -> Parsed {
    let token = p.position();
    let node = p.start();
    p.bump();
    let mut shape = Shape::Other;
    match p.deeper(resource) {
        Some(Some(inner)) => {
            shape = inner.shape;
            if shape != Shape::Resource {
                p.stop_before(token);
                if !p.has_error_here() {
                    p.report_at(
                        token,
                        SyntaxErrorKind::NotVirtualizable,
                        "Only a resource can be virtual or exported",
                    );
                }
            }
        }
        Some(None) => p.unexpected("a resource"),
        None => {}
    }
    Parsed::new(node.complete(p, VIRTUAL_EXPR), token).with_shape(shape)
}

/// `class { 'name': attributes }`
fn class_resource(p: &mut Parser<'_>) -> Parsed {
    let token = p.position();
    let node = p.start();
    let name = p.start();
    p.bump();
    name.complete(p, NAME_EXPR);
    let open = p.position();
    p.bump();
    p.enter(open);
    if p.is_at(R_BRACE) {
        p.unexpected("the name of a class and `:`");
    }
    p.deeper(|p| bodies(p, Before::Other));
    close_braces(p, open);
    Parsed::new(node.complete(p, RESOURCE_EXPR), token).with_shape(Shape::Resource)
}

/// `{ … }` after an expression.
fn braces(p: &mut Parser<'_>, left: Parsed) -> Parsed {
    let open = p.position();
    if left.shape == Shape::Other && holds_statements(p) {
        return control::without_keyword(p, left);
    }
    let node = left.node.precede(p);
    p.bump();
    p.enter(open);
    if !starts_attributes(p) {
        let before = match left.shape {
            Shape::Name => Before::Type,
            _ => Before::Other,
        };
        p.deeper(|p| bodies(p, before));
        close_braces(p, open);
        return Parsed::new(node.complete(p, RESOURCE_EXPR), left.token)
            .with_shape(Shape::Resource);
    }
    let appends = p
        .deeper(|p| attributes(p, AttributePosition::Alone))
        .unwrap_or(false);
    let is_closed = close_braces(p, open);
    let (kind, shape) = match left.shape {
        Shape::Reference => (RESOURCE_DEFAULTS, Shape::Resource),
        Shape::Access => (RESOURCE_OVERRIDE, Shape::Resource),
        _ => (UNTITLED_RESOURCE, Shape::Other),
    };
    if is_closed && shape == Shape::Other && left.shape != Shape::Name {
        p.stop_after(left.token);
        p.report_at(
            left.token,
            SyntaxErrorKind::NotAResource,
            "Expected a resource type or a resource reference before `{`",
        );
    } else if is_closed && shape == Shape::Other && appends {
        p.stop_after(open);
        p.report_at(
            open,
            SyntaxErrorKind::NotAResource,
            "A resource needs a title, and `+>` is only allowed in overrides",
        );
    }
    Parsed::new(node.complete(p, kind), left.token).with_shape(shape)
}

/// Whether statements are in the braces that are next: the keyword before them is missing.
fn holds_statements(p: &mut Parser<'_>) -> bool {
    let is_attribute = matches!(p.nth(1), R_BRACE | COMMA | STAR | EOF)
        || ONLY_ATTRIBUTES.contains(p.nth(1))
        || matches!(p.nth(2), COLON | FAT_ARROW | PLUS_ARROW);
    !is_attribute && !missing_operand::holds_entries(p, 0)
}

/// Reads what Puppet reads in braces after an expression: a title.
pub(super) fn title_in_braces(p: &mut Parser<'_>) {
    p.bump();
    expression(p);
    if !p.is_at(COLON) {
        p.stop_here();
    }
}

/// Whether attributes without a title follow (or nothing).
fn starts_attributes(p: &Parser<'_>) -> bool {
    match p.current() {
        R_BRACE | COMMA => true,
        kind if ONLY_ATTRIBUTES.contains(kind) => true,
        _ => at_attribute(p),
    }
}

/// Whether an attribute with its arrow is next.
fn at_attribute(p: &Parser<'_>) -> bool {
    match p.current() {
        NAME => matches!(p.nth(1), FAT_ARROW | PLUS_ARROW),
        STAR => p.nth(1) == FAT_ARROW,
        kind => ATTRIBUTE_KEYWORDS.contains(kind) && matches!(p.nth(1), FAT_ARROW | PLUS_ARROW),
    }
}

fn close_braces(p: &mut Parser<'_>, open: usize) -> bool {
    let closed = !p.block_ends_here() && p.eat(R_BRACE);
    p.leave();
    if !closed {
        p.stop_here();
        if !p.has_error_here() {
            p.report_unclosed(open);
        }
    }
    closed
}

/// What stands before the braces, which tells how to read what is no resource in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A resource type.
    Type,
    /// Something else: the keyword of a condition or the `?` of a selector may be missing.
    Other,
}

/// `title: attributes; title: attributes;`
fn bodies(p: &mut Parser<'_>, before: Before) {
    loop {
        let start = p.position();
        body(p);
        if p.is_at(SEMICOLON) {
            semicolons(p);
            if p.is_at(R_BRACE) || p.block_ends_here() {
                return;
            }
            if ends_resource(p) {
                p.unexpected("a title or `}`");
                return;
            }
            continue;
        }
        if p.is_at(R_BRACE) || p.at_end() || ends_resource(p) {
            return;
        }
        if at_attribute(p) {
            attributes(p, AttributePosition::Titled);
        } else if p.is_at(FAT_ARROW) {
            entries_without_selector(p);
            return;
        } else if before == Before::Other {
            statements::parse_statements(p, R_BRACE);
            return;
        } else if !at_title(p) {
            if !p.has_error_here() {
                p.unexpected("a title and `:`");
            }
            skip_to_attribute(p, AttributePosition::Titled);
            p.eat(COMMA);
        }
        if p.position() == start {
            p.bump_error();
        }
    }
}

fn semicolons(p: &mut Parser<'_>) {
    p.bump();
    if p.is_at(SEMICOLON) {
        p.unexpected("a title or `}`");
        while p.is_at(SEMICOLON) {
            p.bump_error();
        }
    }
}

/// The rest of `{ a => b, c => d }` after something that is no type: the `?` of a selector is missing.
fn entries_without_selector(p: &mut Parser<'_>) {
    let error = p.start();
    while p.eat(FAT_ARROW) || p.eat(COMMA) || expression(p).is_some() {}
    error.complete(p, ERROR);
}

/// `title: attributes`
fn body(p: &mut Parser<'_>) {
    let node = p.start();
    if !expected_title(p) {
        node.abandon(p);
        return;
    }
    if !p.eat(COLON) {
        p.expected("`:`");
        let is_doubled = at_title(p) && !p.follows_line_break();
        if is_doubled || p.is_at(COMMA) || p.is_at(EQ) {
            p.bump_error();
            p.eat(COLON);
        }
        if is_doubled && p.is_at(FAT_ARROW) {
            // A title and the name of an attribute changed places with the colon.
            let error = p.start();
            p.bump();
            expression(p);
            error.complete(p, ERROR);
            p.eat(COMMA);
        }
        if !at_attribute(p) && !p.is_at(SEMICOLON) && !p.is_at(R_BRACE) {
            node.complete(p, RESOURCE_BODY);
            return;
        }
    }
    attributes(p, AttributePosition::Titled);
    node.complete(p, RESOURCE_BODY);
}

/// The rest of a resource whose opening brace is missing: its title was read as a statement.
pub(super) fn without_opening_brace(p: &mut Parser<'_>, title: Parsed) {
    let node = title.node.precede(p);
    p.unexpected("`{` before the title of a resource");
    p.bump();
    p.enter_without_brace();
    attributes(p, AttributePosition::Titled);
    node.complete(p, RESOURCE_BODY);
    if p.is_at(SEMICOLON) {
        semicolons(p);
        if !p.is_at(R_BRACE) {
            bodies(p, Before::Type);
        }
    }
    p.eat(R_BRACE);
    p.leave();
}

fn expected_title(p: &mut Parser<'_>) -> bool {
    if p.is_at_any(EXPRESSION_START) && expression(p).is_some() {
        return true;
    }
    p.unexpected("a title and `:`");
    p.is_at(COLON)
}

/// Where attributes stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttributePosition {
    /// After a title: a semicolon ends them.
    Titled,
    /// In defaults, overrides and collectors.
    Alone,
}

/// Attributes, separated by commas, up to the end of the body. Tells whether one of them is added with `+>`.
fn attributes(p: &mut Parser<'_>, place: AttributePosition) -> bool {
    let mut appends = false;
    // Puppet permits a comma before the first attribute.
    p.eat(COMMA);
    loop {
        if at_end_of_attributes(p, place) {
            return appends;
        }
        let before = p.position();
        match attribute(p) {
            Some(arrow) => appends |= arrow == PLUS_ARROW,
            None => p.unexpected("an attribute"),
        }
        if p.eat(COMMA) || at_end_of_attributes(p, place) {
            continue;
        }
        if p.at_end() || ends_resource(p) {
            return appends;
        }
        if !resume_attributes(p, place, before) {
            return appends;
        }
    }
}

fn at_end_of_attributes(p: &Parser<'_>, place: AttributePosition) -> bool {
    p.is_at(R_BRACE)
        || p.block_ends_here()
        || place == AttributePosition::Titled && p.is_at(SEMICOLON)
}

/// Continues after an attribute that no comma follows.
fn resume_attributes(p: &mut Parser<'_>, place: AttributePosition, before: usize) -> bool {
    if p.position() > before && at_attribute(p) {
        if !p.has_error_here() {
            p.expected("`,`");
        }
        return true;
    }
    let is_title = at_title(p) || p.is_at(STRING_START) && p.follows_line_break();
    if place == AttributePosition::Titled && is_title {
        if !p.has_error_here() {
            p.expected("`;`");
        }
        return false;
    }
    if p.position() > before && is_attribute_without_arrow(p) {
        if !p.has_error_here() {
            p.expected("`,`");
        }
        return true;
    }
    if !p.has_error_here() {
        p.unexpected(match place {
            AttributePosition::Titled => "`,`, `;` or `}`",
            AttributePosition::Alone => "`,` or `}`",
        });
    }
    skip_to_attribute(p, place);
    p.eat(COMMA);
    true
}

fn at_title(p: &Parser<'_>) -> bool {
    matches!(
        p.current(),
        SQ_STRING | DQ_STRING | NAME | VARIABLE | WORD | DEFAULT_KW
    ) && p.nth(1) == COLON
}

/// Whether a name on a line of its own looks like an attribute without its arrow.
fn is_attribute_without_arrow(p: &Parser<'_>) -> bool {
    p.is_at(NAME)
        && p.follows_line_break()
        && EXPRESSION_START.contains(p.nth(1))
        && p.nth(1) != L_BRACE
}

/// Skips what can be no part of an attribute.
fn skip_to_attribute(p: &mut Parser<'_>, place: AttributePosition) {
    let error = p.start();
    loop {
        match p.current() {
            L_BRACE | L_BRACK | L_PAREN => {
                // What is in brackets is read, so that definitions in it are found.
                if expression(p).is_none() {
                    p.bump();
                }
            }
            _ => p.bump(),
        }
        if p.is_at(COMMA)
            || p.at_end()
            || at_attribute(p)
            || at_end_of_attributes(p, place)
            || ends_resource(p)
        {
            break;
        }
    }
    error.complete(p, ERROR);
}

/// Whether a token can only belong to something around the resource: its `}` is missing.
fn ends_resource(p: &Parser<'_>) -> bool {
    p.block_ends_here()
        || matches!(
            p.current(),
            INTERPOLATION_END | STRING_END | STRING_TEXT | HEREDOC_END | HEREDOC_TEXT
        )
        || lists::starts_statement(p)
}

/// `name => value`, `name +> value` or `* => hash`. Tells the arrow; nothing if there is no attribute.
fn attribute(p: &mut Parser<'_>) -> Option<crate::SyntaxKind> {
    if p.is_at(STAR) {
        return Some(splat(p));
    }
    if !p.is_at(NAME) && !p.is_at_any(ATTRIBUTE_KEYWORDS) {
        return quoted_attribute(p);
    }
    let node = p.start();
    let name = p.start();
    p.bump();
    name.complete(p, ATTRIBUTE_NAME);
    let arrow = p.current();
    if matches!(arrow, FAT_ARROW | PLUS_ARROW) {
        p.bump();
        if p.is_at_any(EXPRESSION_START) && !(p.follows_line_break() && at_attribute(p)) {
            expected_expression(p, "a value");
            collections::entries_without_brace(p);
        } else {
            p.unexpected("a value");
            p.missing_node(ERROR);
        }
    } else {
        p.expected("`=>`");
        if matches!(
            p.current(),
            EQ | COLON | MINUS | GT | IN_EDGE | EQ_EQ | GT_EQ
        ) {
            p.bump_error();
        }
        if p.is_at_any(EXPRESSION_START) && !(p.follows_line_break() && at_attribute(p)) {
            expression(p);
        }
    }
    node.complete(p, ATTRIBUTE);
    Some(arrow)
}

/// An attribute whose name is in quotes or starts with a capital letter, which is an error.
fn quoted_attribute(p: &mut Parser<'_>) -> Option<crate::SyntaxKind> {
    let arrow = p.nth(1);
    let is_meant = matches!(
        p.current(),
        SQ_STRING | DQ_STRING | CLASS_REF | WORD | TRUE_KW | FALSE_KW | VARIABLE
    ) && matches!(arrow, FAT_ARROW | PLUS_ARROW);
    if !is_meant {
        return None;
    }
    p.unexpected("the name of an attribute");
    let node = p.start();
    let name = p.start();
    p.bump();
    name.complete(p, ATTRIBUTE_NAME);
    p.bump();
    expected_expression(p, "a value");
    node.complete(p, ATTRIBUTE);
    Some(arrow)
}

fn splat(p: &mut Parser<'_>) -> crate::SyntaxKind {
    let node = p.start();
    p.bump();
    if p.eat(FAT_ARROW) {
        if p.follows_line_break() && at_attribute(p) {
            p.expected("a hash");
            p.missing_node(ERROR);
        } else {
            expected_expression(p, "a hash");
        }
    } else {
        p.expected("`=>`");
        if p.is_at(VARIABLE) {
            expression(p);
        }
    }
    node.complete(p, ATTRIBUTE_SPLAT);
    FAT_ARROW
}

/// `type <| query |> { attributes }`, `type <<| query |>>`
pub(super) fn collector(p: &mut Parser<'_>, left: Parsed) -> Parsed {
    let node = left.node.precede(p);
    let query = p.start();
    let (close, closing) = match p.current() {
        LL_COLLECT => (RR_COLLECT, "`|>>`"),
        _ => (R_COLLECT, "`|>`"),
    };
    p.bump();
    p.parse_head(expression);
    let is_closed = p.eat(close);
    if !is_closed {
        if matches!(p.current(), R_COLLECT | RR_COLLECT) {
            p.unexpected(closing);
            p.bump_error();
        } else {
            lists::close(p, close, closing);
        }
    }
    query.complete(p, QUERY);
    if p.is_at(L_BRACE) && !p.block_ends_here() && (is_closed || !p.follows_line_break()) {
        let open = p.position();
        p.bump();
        p.enter(open);
        p.deeper(|p| attributes(p, AttributePosition::Alone));
        close_braces(p, open);
    }
    Parsed::new(node.complete(p, COLLECT_EXPR), left.token)
}
