//! What kind of thing belongs at a place.

use puppet_db::{File, FileKind};
use puppet_syntax::ast::{AccessExpr, AstNode, Attribute, Expr, Param, ResourceBody, TypeRef};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::name_at::{AttributeOwner, Name, attribute_owner, name_of};
use crate::syntax;

/// Where something is to be completed.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) slot: Slot,
    /// The half-typed text.
    pub(super) replace: TextRange,
    /// The word there, in a tree where it is not empty.
    pub(super) token: SyntaxToken,
}

/// What kind of thing belongs somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A variable with its `$`.
    Variable,
    /// The start of an interpolation: a variable without `$`, or a call.
    ImplicitVariable,
    /// A data type.
    Type,
    /// Something in the brackets of a data type.
    TypeParameter { of: String, index: usize },
    /// A key of a `Struct`.
    StructKey,
    /// The name of a class.
    Class,
    /// A function behind a dot.
    Method,
    /// The name of an attribute; some are there already.
    AttributeName {
        of: AttributeOwner,
        taken: Vec<String>,
    },
    /// The value of an attribute.
    AttributeValue {
        of: AttributeOwner,
        name: String,
        quoted: bool,
    },
    /// A statement, or the start of an expression.
    Statement,
    /// An expression.
    Expression,
}

/// What belongs at a cursor; `None` in comments and texts.
pub(super) fn place_at(context: Context<'_>, file: File, offset: TextSize) -> Option<Place> {
    let text = &**file.text(context.db);
    let before = text.get(..usize::from(offset))?;
    let typed = half_typed(before);
    let filler = filler(typed);
    let root = match filler {
        "" => syntax::root(context.db, file),
        filler => {
            let after = text.get(usize::from(offset)..)?;
            let entry = match file.kind(context.db) {
                FileKind::Epp => Entry::Epp,
                _ => Entry::Manifest,
            };
            puppet_syntax::parse(&format!("{before}{filler}{after}"), entry).syntax()
        }
    };
    let start = offset - TextSize::of(typed);
    let token = word_around(&root, start, offset + TextSize::of(filler))?;
    let slot = slot(&token)?;
    Some(Place {
        slot,
        replace: TextRange::new(start, offset),
        token,
    })
}

/// The word before the cursor.
fn half_typed(before: &str) -> &str {
    let word =
        before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    let mut start = word.len();
    // Not the colon behind a title, and not that of `a ? { b => c }`: only pairs of colons are part of a name.
    let rest = before.get(start..).unwrap_or_default();
    if rest.starts_with(':') && !rest.starts_with("::") {
        start += 1;
    }
    if before
        .get(..start)
        .is_some_and(|before| before.ends_with('$'))
    {
        start -= 1;
    }
    before.get(start..).unwrap_or_default()
}

/// What makes a whole word of a half-typed one.
fn filler(typed: &str) -> &'static str {
    let is_upper = typed.starts_with(|c: char| c.is_ascii_uppercase());
    match typed {
        "" => "x",
        _ if typed.ends_with(':') && is_upper => "X",
        _ if typed.ends_with(':') => "x",
        _ => "",
    }
}

/// The token of the word, or the string or comment in which the cursor stands.
fn word_around(root: &SyntaxNode, start: TextSize, end: TextSize) -> Option<SyntaxToken> {
    let at = if end > start {
        end - TextSize::new(1)
    } else {
        start
    };
    let limit = root.text_range().end();
    root.token_at_offset(at.min(limit)).right_biased()
}

fn slot(token: &SyntaxToken) -> Option<Slot> {
    use SyntaxKind::*;
    match token.kind() {
        VARIABLE => Some(Slot::Variable),
        IMPLICIT_VARIABLE => Some(Slot::ImplicitVariable),
        SQ_STRING | DQ_STRING => in_string(token),
        CLASS_REF | NAME | WORD => word(token),
        kind if kind.is_keyword() => word(token),
        _ => None,
    }
}

/// In quotes only names of classes and fixed values are known.
fn in_string(token: &SyntaxToken) -> Option<Slot> {
    if matches!(name_of(token)?.name, Name::Class(_)) {
        return Some(Slot::Class);
    }
    attribute_value(token, true)
}

fn word(token: &SyntaxToken) -> Option<Slot> {
    let parent = token.parent()?;
    match parent.kind() {
        SyntaxKind::METHOD_NAME => return Some(Slot::Method),
        SyntaxKind::DEF_NAME | SyntaxKind::HOST_NAME => return None,
        SyntaxKind::NAME_REF => return Some(Slot::Class),
        _ => {}
    }
    if let Some(name) = name_of(token)
        && matches!(name.name, Name::Class(_))
    {
        return Some(Slot::Class);
    }
    attribute_name(token)
        .or_else(|| attribute_value(token, false))
        .or_else(|| type_parameter(token))
        .or_else(|| type_position(token).then_some(Slot::Type))
        .or_else(|| {
            Some(if starts_statement(token) {
                Slot::Statement
            } else {
                Slot::Expression
            })
        })
}

/// `file { 'x': ensure => present, HERE`
fn attribute_name(token: &SyntaxToken) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(
        before.kind(),
        SyntaxKind::COLON | SyntaxKind::COMMA | SyntaxKind::L_BRACE
    ) {
        return None;
    }
    let holder = before
        .parent()?
        .ancestors()
        .chain(token.parent_ancestors())
        .find(|node| {
            matches!(
                node.kind(),
                SyntaxKind::RESOURCE_BODY
                    | SyntaxKind::RESOURCE_DEFAULTS
                    | SyntaxKind::RESOURCE_OVERRIDE
                    | SyntaxKind::COLLECT_EXPR
                    | SyntaxKind::LIST_EXPR
                    | SyntaxKind::HASH_EXPR
                    | SyntaxKind::ARG_LIST
                    | SyntaxKind::ACCESS_KEYS
                    | SyntaxKind::PARAM_LIST
                    | SyntaxKind::BLOCK
            )
        })?;
    let is_title = ResourceBody::cast(holder.clone())
        .and_then(|body| body.colon_token())
        .is_some_and(|colon| token.text_range().start() < colon.text_range().start());
    if is_title {
        return None;
    }
    let of = attribute_owner(&holder)?;
    let attributes = holder.children().filter_map(Attribute::cast);
    let names = attributes.filter_map(|attribute| attribute.attribute_name()?.token());
    let taken = names
        .filter(|name| name != token)
        .map(|name| name.text().to_owned())
        .collect();
    Some(Slot::AttributeName { of, taken })
}

/// `file { 'x': ensure => HERE`
fn attribute_value(token: &SyntaxToken, quoted: bool) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(
        before.kind(),
        SyntaxKind::FAT_ARROW | SyntaxKind::PLUS_ARROW
    ) {
        return None;
    }
    let attribute = Attribute::cast(before.parent()?)?;
    let name = attribute.attribute_name()?.token()?.text().to_owned();
    let of = attribute_owner(&attribute.syntax().parent()?)?;
    Some(Slot::AttributeValue { of, name, quoted })
}

/// `Array[HERE]`, `Struct[{ 'a' => HERE }]`
fn type_parameter(token: &SyntaxToken) -> Option<Slot> {
    let mut node = token.parent()?;
    loop {
        let parent = node.parent()?;
        match parent.kind() {
            SyntaxKind::ACCESS_KEYS => {
                let access = parent.parent().and_then(AccessExpr::cast)?;
                let of = TypeRef::cast(access.base()?.syntax().clone())?.text();
                let index = parent
                    .children()
                    .filter_map(Expr::cast)
                    .filter(|key| key.syntax().text_range().end() <= node.text_range().start())
                    .count();
                return Some(Slot::TypeParameter { of, index });
            }
            // The members of a Struct have types as values.
            SyntaxKind::HASH_ENTRY => {
                let is_value =
                    previous(token).is_some_and(|before| before.kind() == SyntaxKind::FAT_ARROW);
                let in_type = parent
                    .ancestors()
                    .skip(1)
                    .find(|it| it.kind() != SyntaxKind::HASH_EXPR)?;
                if in_type.kind() != SyntaxKind::ACCESS_KEYS {
                    return None;
                }
                return Some(if is_value {
                    Slot::Type
                } else {
                    Slot::StructKey
                });
            }
            SyntaxKind::HASH_EXPR if parent.parent()?.kind() == SyntaxKind::ACCESS_KEYS => {
                return Some(Slot::StructKey);
            }
            SyntaxKind::LIST_EXPR | SyntaxKind::ERROR => node = parent,
            _ => return None,
        }
    }
}

/// Where only a type can stand: before a parameter, behind `>>` of a function, behind `type X =`, behind `=~`.
fn type_position(token: &SyntaxToken) -> bool {
    let Some(before) = previous(token) else {
        return false;
    };
    match before.kind() {
        SyntaxKind::EQ => token
            .parent_ancestors()
            .any(|node| node.kind() == SyntaxKind::TYPE_ALIAS),
        SyntaxKind::SHR => token
            .parent_ancestors()
            .any(|node| node.kind() == SyntaxKind::RETURN_TYPE),
        SyntaxKind::L_PAREN | SyntaxKind::COMMA | SyntaxKind::PIPE => {
            let holder = token
                .parent_ancestors()
                .find(|node| !Param::can_cast(node.kind()) && !Expr::can_cast(node.kind()));
            holder.is_some_and(|holder| {
                holder.kind() == SyntaxKind::PARAM_LIST
                    || holder.kind() == SyntaxKind::ERROR
                        && holder
                            .ancestors()
                            .any(|node| node.kind() == SyntaxKind::PARAM_LIST)
            })
        }
        _ => false,
    }
}

fn starts_statement(token: &SyntaxToken) -> bool {
    match previous(token) {
        None => true,
        Some(before) => match before.kind() {
            SyntaxKind::L_BRACE | SyntaxKind::R_BRACE | SyntaxKind::SEMICOLON => true,
            SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM => true,
            SyntaxKind::COMMA
            | SyntaxKind::COLON
            | SyntaxKind::L_PAREN
            | SyntaxKind::L_BRACK
            | SyntaxKind::EQ
            | SyntaxKind::FAT_ARROW
            | SyntaxKind::EPP_OPEN_EXPR => false,
            _ => on_new_line(&before, token),
        },
    }
}

fn on_new_line(before: &SyntaxToken, token: &SyntaxToken) -> bool {
    let mut between = before.next_token();
    while let Some(trivia) = between.filter(|it| it != token) {
        if trivia.text().contains('\n') {
            return true;
        }
        between = trivia.next_token();
    }
    false
}

/// The token before, blanks and comments left out.
fn previous(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut before = token.prev_token()?;
    while before.kind().is_trivia() {
        before = before.prev_token()?;
    }
    Some(before)
}
