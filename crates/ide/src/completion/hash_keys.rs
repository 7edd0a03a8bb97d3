//! Keys of hashes whose keys are known: parameters of templates, members of `Struct`.

use puppet_db::File;
use puppet_semantic::Names;
use puppet_semantic::callables::{Callee, callee};
use puppet_semantic::item::{ItemKind, canonical};
use puppet_semantic::owner::owner;
use puppet_semantic::resolve::resolve;
use puppet_semantic::signature::signature;
use puppet_syntax::ast::AstNode as _;
use puppet_types::{Named, Type, TypeContext};

use super::choice::Typed;
use super::{CompletionItem, CompletionKind, attributes};
use crate::analysis::Context;
use crate::name_at::AttributeOwner;
use crate::symbols::one_line;
use crate::{syntax, templates};

/// What a hash is given to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Receiver {
    /// The parameters of a template.
    Template(String),
    /// Attributes, all at once.
    Attributes(AttributeOwner),
    /// The value of an attribute.
    Attribute(AttributeOwner, String),
    /// An argument of a function.
    Argument(String, usize),
}

pub(super) fn keys(
    context: Context<'_>,
    file: File,
    receiver: &Receiver,
    (taken, quoted): (&[String], bool),
    typed: &Typed<'_>,
) -> Vec<CompletionItem> {
    let mut items = match receiver {
        Receiver::Template(name) => of_template(context, file, name),
        Receiver::Attributes(of) => attributes::names(context, file, of, taken, typed),
        Receiver::Attribute(of, name) => {
            members(context, file, attribute_type(context, file, of, name))
        }
        Receiver::Argument(function, index) => members(
            context,
            file,
            argument_type(context, file, function, *index),
        ),
    };
    items.retain(|item| !taken.contains(&item.label));
    for item in &mut items {
        item.snippet = (!quoted).then(|| format!("'{}' => $1,", item.label));
    }
    items
}

fn of_template(context: Context<'_>, file: File, name: &str) -> Vec<CompletionItem> {
    let Some(template) = templates::template(context, file, name) else {
        return Vec::new();
    };
    let root = syntax::root(context.db, template);
    let parameters = templates::parameters(&root);
    let parameters = parameters.into_iter().flat_map(|list| list.parameters());
    parameters
        .filter_map(|parameter| {
            let ty = parameter.ty().map(|ty| one_line(ty.syntax()));
            let rank = if parameter.default_value().is_none() {
                5
            } else {
                10
            };
            let item = CompletionItem::new(parameter.name()?, CompletionKind::Parameter);
            Some(item.detail(ty.unwrap_or_default()).rank(rank))
        })
        .collect()
}

/// The type of a parameter of a class or defined type.
pub(super) fn attribute_type(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    name: &str,
) -> Option<Type> {
    let (kind, of) = match of {
        AttributeOwner::Class(of) => (ItemKind::Class, of),
        AttributeOwner::ResourceType(of) => (ItemKind::DefinedType, of),
        AttributeOwner::Template(_) => return None,
    };
    let db = context.db;
    let environment = owner(db, file)?.environment;
    let item = resolve(db, environment, file, kind, &canonical(of)).found()?;
    let signature = signature(db, environment, item);
    Some(signature.parameter(name)?.ty.clone())
}

/// The type of an argument, of those that a function takes there that which has members.
fn argument_type(context: Context<'_>, file: File, function: &str, index: usize) -> Option<Type> {
    let mut types = argument_types(context, file, function, index).into_iter();
    types.find(|ty| {
        matches!(
            ty,
            Type::Struct(_) | Type::Alias(_) | Type::Optional(_) | Type::Variant(_)
        )
    })
}

/// The types that a function takes as an argument, one for each of its forms.
pub(super) fn argument_types(
    context: Context<'_>,
    file: File,
    function: &str,
    index: usize,
) -> Vec<Type> {
    let environment = owner(context.db, file).map(|it| it.environment);
    let callee = environment.map(|it| callee(context.db, it, file, function));
    let Some(Callee::Known(callables)) = callee else {
        return Vec::new();
    };
    let overloads = callables.overloads.iter();
    let params = overloads.filter_map(|it| it.callable.params.as_ref());
    params
        .filter_map(|params| params.type_at(index).cloned())
        .collect()
}

/// The members of the first `Struct` in a type.
fn members(context: Context<'_>, file: File, ty: Option<Type>) -> Vec<CompletionItem> {
    let Some((ty, owner)) = ty.zip(owner(context.db, file)) else {
        return Vec::new();
    };
    let names = Names::new(context.db, owner.environment, file);
    let Some(Type::Struct(members)) = first_struct(&names, &ty, 0) else {
        return Vec::new();
    };
    let items = members.elements.iter().map(|member| {
        let rank = if member.is_optional() { 10 } else { 5 };
        CompletionItem::new(member.name.to_string(), CompletionKind::Parameter)
            .detail(member.value.to_string())
            .rank(rank)
    });
    items.collect()
}

fn first_struct(names: &Names<'_>, ty: &Type, depth: u8) -> Option<Type> {
    // An alias that is deeper than this is recursive.
    if depth > 16 {
        return None;
    }
    match ty {
        Type::Struct(_) => Some(ty.clone()),
        Type::Optional(Some(inner))
        | Type::NotUndef(Some(inner))
        | Type::Sensitive(Some(inner)) => first_struct(names, inner, depth + 1),
        Type::Variant(variant) => variant
            .types
            .iter()
            .find_map(|ty| first_struct(names, ty, depth + 1)),
        Type::Array(array) => first_struct(names, &array.element, depth + 1),
        Type::Hash(hash) => first_struct(names, &hash.value, depth + 1),
        Type::Alias(name) => match names.lookup(name) {
            Named::Alias(alias) => first_struct(names, &alias.resolved, depth + 1),
            _ => None,
        },
        _ => None,
    }
}
