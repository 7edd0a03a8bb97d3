//! Keys of hashes whose keys are known: parameters of templates, members of structures.

use crate::parameters::attribute_type;
use crate::parameters::template_type;
use std::sync::Arc;

use puppet_db::File;
use puppet_semantic::functions::callable::{Callee, callee};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::{NameResolver, type_at};
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode as _, Expr, ParamList};
use puppet_text::{TextRange, TextSize};
use puppet_types::Type;

use super::choice::NameMatcher;
use super::compared::variable_path;
use super::slot::CompletionContext;
use super::slot::inline::node_at;
use super::wanted::enclosing_signature;
use super::{CompletionItem, CompletionKind, attributes};
use crate::context::Context;
use crate::resolve::{self, Found};
use crate::scope::{BindingKind, body_variable};
use crate::symbol_index::SymbolKind;
use crate::syntax::one_line;
use crate::type_parts::{self, PathSegment, below};
use crate::value_parts::{SinkKind, ValueSink};
use crate::{syntax, tasks, templates};

impl ValueSink {
    /// The same at a place of the text; of a variable, what it is given to.
    pub(super) fn at(&self, context: Context<'_>, file: File, offset: TextSize) -> Vec<Self> {
        let root = syntax::root(context.db, file);
        let place = syntax::node_before(&root, offset).unwrap_or(root);
        self.clone().resolved(&place)
    }

    /// The types that it may have, without aliases and unions.
    pub(super) fn types(&self, context: Context<'_>, file: File) -> Vec<Type> {
        self.types_of(context, file).unwrap_or_default()
    }

    fn types_of(&self, context: Context<'_>, file: File) -> Option<Vec<Type>> {
        let owner = owner(context.db, file)?;
        let (types, path) = match (&self.of, &*self.path) {
            (SinkKind::Attribute(of, name), path) => (
                Vec::from_iter(attribute_type(context, file, of, name)),
                path,
            ),
            (SinkKind::Attributes(of), [PathSegment::Key(name), path @ ..]) => (
                Vec::from_iter(attribute_type(context, file, of, name)),
                path,
            ),
            (SinkKind::Template(template), [PathSegment::Key(name), path @ ..]) => (
                Vec::from_iter(template_type(context, file, template, name)),
                path,
            ),
            (SinkKind::Argument(function, index), path) => {
                (argument_types(context, file, function, *index), path)
            }
            (SinkKind::Task(task), [PathSegment::Key(name), path @ ..]) => {
                (tasks::types(context, file, task, name), path)
            }
            (SinkKind::New(alias), path) => {
                let name = alias.trim_start_matches("::");
                (vec![Type::Alias(Arc::new(name.into()))], path)
            }
            _ => return None,
        };
        let names = NameResolver::new(context.db, owner.environment, file);
        let parts = types.iter().flat_map(|ty| below(&names, ty, path));
        Some(parts.collect())
    }
}

pub(super) fn keys(
    context: Context<'_>,
    file: File,
    part: &ValueSink,
    (taken, quoted): (&[String], bool),
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = match (&part.of, &*part.path) {
        (SinkKind::Template(name), []) => of_template(context, file, name),
        (SinkKind::Task(name), []) => tasks::completion::parameters(context, file, name),
        (SinkKind::Inline(list), []) => parameters(list),
        (SinkKind::Attributes(of), []) => attributes::names(context, file, of, taken, typed),
        _ => members(&part.types(context, file)),
    };
    items.retain(|item| !taken.contains(&item.label));
    for item in &mut items {
        item.snippet = (!quoted).then(|| format!("'{}' => $1,", item.label));
    }
    items
}

/// The keys of a value at a place of the code: `$x['HERE']`.
pub(super) fn of_value(
    context: Context<'_>,
    file: File,
    (value, path): (TextRange, &[PathSegment]),
    quoted: bool,
) -> Vec<CompletionItem> {
    let ty = type_at(context.db, file, value);
    ty.map_or_else(Vec::new, |ty| of_type(context, file, (&ty, path), quoted))
}

/// The same in a template that stands in the code: of a variable around it.
pub(super) fn of_outer(
    context: Context<'_>,
    file: File,
    place: &CompletionContext,
    (outside, value): (&SyntaxNode, TextRange),
    quoted: bool,
) -> Vec<CompletionItem> {
    let value = node_at(place, value).and_then(Expr::cast);
    let Some((name, keys)) = value.and_then(|it| variable_path(&it)) else {
        return Vec::new();
    };
    let path: Vec<PathSegment> = keys.into_iter().map(PathSegment::Key).collect();
    let ty = type_of_variable(context, file, outside, &name);
    ty.map_or_else(Vec::new, |ty| of_type(context, file, (&ty, &path), quoted))
}

/// The same of a variable that can be seen from an offset.
pub(super) fn of_variable(
    context: Context<'_>,
    file: File,
    offset: TextSize,
    (name, path): (&str, &[PathSegment]),
) -> Vec<CompletionItem> {
    let (file, place, name) = match name.rsplit_once("::") {
        Some((class, name)) => match resolve::item(context, file, SymbolKind::Class, class) {
            Some(Found::Item(file, class)) => (file, class.syntax().clone(), name),
            _ => return Vec::new(),
        },
        None => {
            let root = syntax::root(context.db, file);
            let place = syntax::node_before(&root, offset).unwrap_or(root);
            (file, place, name)
        }
    };
    let ty = type_of_variable(context, file, &place, name);
    ty.map_or_else(Vec::new, |ty| of_type(context, file, (&ty, path), true))
}

/// The type of a variable of the body around a node.
fn type_of_variable(
    context: Context<'_>,
    file: File,
    node: &SyntaxNode,
    name: &str,
) -> Option<Type> {
    let body = syntax::enclosing_body(node);
    let bindings = body_variable(file.text(context.db), &body, name);
    let mut types = bindings.into_iter().filter_map(|it| match it.kind {
        BindingKind::Assignment(assignment) => {
            let value = assignment.rhs()?;
            type_at(context.db, file, syntax::trimmed_range(value.syntax()))
        }
        BindingKind::Parameter(_) => {
            let signature = enclosing_signature(context, file, node)?;
            Some(signature.parameter(name)?.ty.clone())
        }
        BindingKind::LambdaParameter(_) => None,
    });
    types.next()
}

fn of_type(
    context: Context<'_>,
    file: File,
    (ty, path): (&Type, &[PathSegment]),
    quoted: bool,
) -> Vec<CompletionItem> {
    let Some(owner) = owner(context.db, file) else {
        return Vec::new();
    };
    let names = NameResolver::new(context.db, owner.environment, file);
    let mut items = members(&below(&names, ty, path));
    if !quoted {
        in_quotes(&mut items);
    }
    items
}

/// Labels as they are written where no quotes are.
pub(super) fn in_quotes(items: &mut [CompletionItem]) {
    for item in items {
        item.label = format!("'{}'", item.label);
        item.rank = item.rank.min(4);
    }
}

fn of_template(context: Context<'_>, file: File, name: &str) -> Vec<CompletionItem> {
    let Some(template) = templates::template(context, file, name) else {
        return Vec::new();
    };
    let list = templates::parameters(&syntax::root(context.db, template));
    list.as_ref().map_or_else(Vec::new, parameters)
}

/// The parameters of a template.
fn parameters(list: &ParamList) -> Vec<CompletionItem> {
    list.parameters()
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

/// The keys of the structures and hashes among some types.
fn members(types: &[Type]) -> Vec<CompletionItem> {
    let items = type_parts::members(types).into_iter().map(|member| {
        let rank = if member.is_optional() { 10 } else { 5 };
        CompletionItem::new(member.name.to_string(), CompletionKind::Parameter)
            .detail(member.value.to_string())
            .rank(rank)
    });
    let keys = type_parts::keys(types).into_iter();
    let keys = keys.map(|key| CompletionItem::new(key, CompletionKind::Parameter).rank(10));
    items.chain(keys).collect()
}
