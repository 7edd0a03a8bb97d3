//! Keys of hashes whose keys are known.

use puppet_syntax::ast::{AstNode, Attribute, AttributeSplat, CallExpr, Expr, HashEntry};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::super::hash_keys::Receiver;
use super::{Slot, previous};
use crate::name_at::{AttributeOwner, Name, argument_of, attribute_of, attribute_owner};
use crate::syntax;

/// `{ HERE => … }` where the keys are known.
pub(super) fn hash_key(token: &SyntaxToken, quoted: bool) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(before.kind(), SyntaxKind::L_BRACE | SyntaxKind::COMMA) {
        return None;
    }
    let hash = token
        .parent_ancestors()
        .take(4)
        .find(|node| node.kind() == SyntaxKind::HASH_EXPR)?;
    if before.parent()? != hash {
        return None;
    }
    let taken = hash
        .children()
        .filter_map(HashEntry::cast)
        .filter_map(|entry| syntax::string_of(&entry.key()?))
        .filter(|(_, range)| !token.text_range().contains_range(*range))
        .map(|(key, _)| key)
        .collect();
    Some(Slot::HashKey {
        receiver: receiver(&hash)?,
        taken,
        quoted,
    })
}

/// What a hash is given to.
fn receiver(hash: &SyntaxNode) -> Option<Receiver> {
    let mut value = hash.clone();
    // A list of hashes, and a hash of hashes, have the same keys in each.
    while let Some(parent) = value
        .parent()
        .filter(|it| it.kind() == SyntaxKind::LIST_EXPR)
    {
        value = parent;
    }
    let holder = value.parent()?;
    if let Some(of) = given_attributes(&value, &holder) {
        return Some(Receiver::Attributes(of));
    }
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        let name = attribute.attribute_name()?.token()?.text().to_owned();
        let of = attribute_owner(&attribute.syntax().parent()?)?;
        return Some(Receiver::Attribute(of, name));
    }
    let call = CallExpr::cast(holder.parent()?)?;
    let arguments: Vec<Expr> = holder.children().filter_map(Expr::cast).collect();
    let index = arguments.iter().position(|it| *it.syntax() == value)?;
    let function = call.function_name()?;
    if function == "epp" && index == 1 {
        let (name, _) = syntax::string_of(arguments.first()?)?;
        return Some(Receiver::Template(name));
    }
    Some(Receiver::Argument(function, index))
}

/// What the keys of a hash are attributes of, in its place in `holder`: `* => { … }`,
/// `create_resources('a', { 'title' => { … } }, { … })`.
fn given_attributes(hash: &SyntaxNode, holder: &SyntaxNode) -> Option<AttributeOwner> {
    if AttributeSplat::can_cast(holder.kind()) {
        return attribute_owner(&holder.parent()?);
    }
    let title = HashEntry::cast(holder.clone()).and_then(|entry| entry.key());
    let argument = match &title {
        Some(_) => holder.parent()?,
        None => hash.clone(),
    };
    let (function, index, first) = argument_of(&argument, &argument.parent()?)?;
    let gives = match (&*function, index) {
        ("create_resources" | "ensure_resources", 1) => title.is_some(),
        ("create_resources" | "ensure_resource" | "ensure_resources", 2) => title.is_none(),
        _ => false,
    };
    let title = title.as_ref().and_then(syntax::string_of);
    match attribute_of(&first, title, "").filter(|_| gives)? {
        Name::Attribute { of, .. } => Some(of),
        _ => None,
    }
}
