//! Keys of hashes whose keys are known.

use puppet_syntax::ast::{
    AstNode, Attribute, AttributeSplat, CallExpr, Definition, Expr, HashEntry, MethodCallExpr,
    Param,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::super::hash_keys::{Part, Receiver};
use super::{Slot, previous};
use crate::name_at::{AttributeOwner, Name, argument_of, attribute_of, attribute_owner};
use crate::syntax;
use crate::type_parts::Step;

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
        part: part(&hash)?,
        taken,
        quoted,
    })
}

/// What a value is given to, or a part of what.
pub(super) fn part(value: &SyntaxNode) -> Option<Part> {
    let mut path = Vec::new();
    let mut value = value.clone();
    let of = loop {
        let holder = value.parent()?;
        if let Some(of) = given_attributes(&value, &holder) {
            break Receiver::Attributes(of);
        }
        value = match holder.kind() {
            SyntaxKind::LIST_EXPR => {
                path.push(Step::Item(place_in(&holder, &value)));
                holder
            }
            SyntaxKind::HASH_ENTRY => {
                let key = HashEntry::cast(holder.clone())?.key()?;
                if *key.syntax() == value {
                    return None;
                }
                path.push(Step::Key(syntax::string_of(&key)?.0));
                holder.parent()?
            }
            // One of several values.
            SyntaxKind::SELECTOR_ENTRY => holder.parent()?,
            SyntaxKind::PAREN_EXPR => holder,
            _ => break receiver(&value, &holder)?,
        };
    };
    path.reverse();
    Some(Part { of, path })
}

/// How many elements of a list stand before one.
fn place_in(list: &SyntaxNode, element: &SyntaxNode) -> usize {
    let elements = list.children().filter(|it| Expr::can_cast(it.kind()));
    elements.take_while(|it| it != element).count()
}

/// What takes a value where it stands.
fn receiver(value: &SyntaxNode, holder: &SyntaxNode) -> Option<Receiver> {
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        let name = attribute.attribute_name()?.token()?.text().to_owned();
        let of = attribute_owner(&attribute.syntax().parent()?)?;
        return Some(Receiver::Attribute(of, name));
    }
    if let Some(parameter) = Param::cast(holder.clone()) {
        return default_of(&parameter);
    }
    let arguments = || holder.children().filter_map(Expr::cast);
    let index = arguments().position(|it| it.syntax() == value)?;
    let parent = holder.parent()?;
    if let Some(call) = MethodCallExpr::cast(parent.clone()) {
        let function = call.method_name()?.name_token()?.text().to_owned();
        return Some(Receiver::Argument(function, index + 1));
    }
    let function = CallExpr::cast(parent)?.function_name()?;
    if function == "epp" && index == 1 {
        let (name, _) = syntax::string_of(&arguments().next()?)?;
        return Some(Receiver::Template(name));
    }
    Some(Receiver::Argument(function, index))
}

/// `class a(Struct[{ … }] $b = { HERE })`
fn default_of(parameter: &Param) -> Option<Receiver> {
    let definition = parameter.syntax().ancestors().find_map(Definition::cast)?;
    let name = definition.name()?.trim().to_owned();
    let of = match definition {
        Definition::ClassDef(_) => AttributeOwner::Class(name),
        Definition::DefineDef(_) => AttributeOwner::ResourceType(name),
        _ => return None,
    };
    Some(Receiver::Attribute(of, parameter.name()?))
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
