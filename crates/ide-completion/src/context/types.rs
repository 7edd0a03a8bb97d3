//! Positions of types.

use puppet_syntax::ast::{AccessExpr, AccessKeys, AstNode, Expr, Param, TypeRef};
use puppet_syntax::{SyntaxKind, SyntaxToken};

use crate::context::{CompletionPosition, previous};

/// `Array[HERE]`, `Struct[{ 'a' => HERE }]`
pub fn type_parameter(token: &SyntaxToken) -> Option<CompletionPosition> {
    let mut node = token.parent()?;
    let mut has_brackets = false;
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
                return Some(CompletionPosition::TypeParameter { of, index });
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
                    CompletionPosition::Type
                } else {
                    CompletionPosition::StructKey { has_brackets }
                });
            }
            SyntaxKind::HASH_EXPR if parent.parent()?.kind() == SyntaxKind::ACCESS_KEYS => {
                return Some(CompletionPosition::StructKey { has_brackets });
            }
            SyntaxKind::LIST_EXPR | SyntaxKind::ERROR => node = parent,
            // The word is put before brackets.
            SyntaxKind::ACCESS_EXPR if parent.first_child().as_ref() == Some(&node) => {
                has_brackets = true;
                node = parent;
            }
            _ => return None,
        }
    }
}

/// Where only a type can stand: before a parameter, after `>>` of a function, after `type X =`, after `=~`.
pub fn type_position(token: &SyntaxToken) -> bool {
    let Some(before) = previous(token) else {
        return false;
    };
    match before.kind() {
        // What is incomplete need not be part of the definition.
        SyntaxKind::EQ => before
            .parent_ancestors()
            .any(|node| node.kind() == SyntaxKind::TYPE_ALIAS),
        SyntaxKind::EQ_TILDE | SyntaxKind::BANG_TILDE => true,
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

/// The brackets of the `Enum` in which a token stands.
pub fn enum_brackets(token: &SyntaxToken) -> Option<AccessKeys> {
    let keys = AccessKeys::cast(token.parent()?.parent()?)?;
    let access = AccessExpr::cast(keys.syntax().parent()?)?;
    let of = TypeRef::cast(access.base()?.syntax().clone())?.text();
    (of.trim_start_matches("::") == "Enum").then_some(keys)
}
