//! Keys of hashes whose keys are known: parameters of templates, members of structures.

use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode as _, Expr, ParamList};
use puppet_text::{TextRange, TextSize};
use puppet_types::Type;

use crate::completions::attributes;
use crate::context::CompletionContext;
use crate::context::compared_value::variable_path;
use crate::context::expected_type::enclosing_signature;
use crate::context::inline_template::node_at;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::type_path::{self, PathSegment, types_below};
use puppet_ide_db::dataflow::value_sink::{SinkKind, ValueSink};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::template;
use puppet_ide_db::local_scopes::{BindingKind, body_variable};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, one_line};

pub fn keys(
    context: FileContext<'_>,
    part: &ValueSink,
    (taken, quoted): (&[String], bool),
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = match (&part.of, &*part.path) {
        (SinkKind::Template(name), []) => of_template(context, name),
        (SinkKind::Task(name), []) => crate::tasks::parameters(context, name),
        (SinkKind::Inline(list), []) => parameters(list),
        (SinkKind::Attributes(of), []) => attributes::names(context, of, taken, typed),
        _ => members(&part.types(context)),
    };
    items.retain(|item| !taken.contains(&item.label));
    for item in &mut items {
        item.snippet = (!quoted).then(|| format!("'{}' => $1,", item.label));
    }
    items
}

/// The keys of a value at a place of the code: `$x['HERE']`.
pub fn keys_of_value(
    context: FileContext<'_>,
    (value, path): (TextRange, &[PathSegment]),
    quoted: bool,
) -> Vec<CompletionItem> {
    let ty = type_at(context.db, context.file, value);
    ty.map_or_else(Vec::new, |ty| of_type(context, (&ty, path), quoted))
}

/// The same in a template that stands in the code: of a variable around it.
pub fn keys_of_outer_value(
    context: FileContext<'_>,
    place: &CompletionContext,
    (outside, value): (&SyntaxNode, TextRange),
    quoted: bool,
) -> Vec<CompletionItem> {
    let value = node_at(place, value).and_then(Expr::cast);
    let Some((name, keys)) = value.and_then(|it| variable_path(&it)) else {
        return Vec::new();
    };
    let path: Vec<PathSegment> = keys.into_iter().map(PathSegment::Key).collect();
    let ty = type_of_variable(context, outside, &name);
    ty.map_or_else(Vec::new, |ty| of_type(context, (&ty, &path), quoted))
}

/// The same of a variable that can be seen from an offset.
pub fn keys_of_variable(
    context: FileContext<'_>,
    offset: TextSize,
    (name, path): (&str, &[PathSegment]),
) -> Vec<CompletionItem> {
    let (context, place, name) = match name.rsplit_once("::") {
        Some((class, name)) => match resolve::item(context, SymbolKind::Class, class) {
            Some(Definition::Item(file, class)) => {
                (context.file_context(file), class.syntax().clone(), name)
            }
            _ => return Vec::new(),
        },
        None => {
            let root = syntax_ext::root(context.db, context.file);
            let place = syntax_ext::node_before(&root, offset).unwrap_or(root);
            (context, place, name)
        }
    };
    let ty = type_of_variable(context, &place, name);
    ty.map_or_else(Vec::new, |ty| of_type(context, (&ty, path), true))
}

/// The type of a variable of the body around a node.
fn type_of_variable(context: FileContext<'_>, node: &SyntaxNode, name: &str) -> Option<Type> {
    let body = syntax_ext::enclosing_body(node);
    let bindings = body_variable(context.file.text(context.db), &body, name);
    let mut types = bindings.into_iter().filter_map(|it| match it.kind {
        BindingKind::Assignment(assignment) => {
            let value = assignment.rhs()?;
            type_at(
                context.db,
                context.file,
                syntax_ext::trimmed_range(value.syntax()),
            )
        }
        BindingKind::Parameter(_) => {
            let signature = enclosing_signature(context, node)?;
            Some(signature.parameter(name)?.ty.clone())
        }
        BindingKind::LambdaParameter(_) => None,
    });
    types.next()
}

fn of_type(
    context: FileContext<'_>,
    (ty, path): (&Type, &[PathSegment]),
    quoted: bool,
) -> Vec<CompletionItem> {
    let Some(owner) = owner(context.db, context.file) else {
        return Vec::new();
    };
    let names = NameResolver::new(context.db, owner.environment, context.file);
    let mut items = members(&types_below(&names, ty, path));
    if !quoted {
        add_quotes(&mut items);
    }
    items
}

/// Labels as they are written where no quotes are.
pub fn add_quotes(items: &mut [CompletionItem]) {
    for item in items {
        item.label = format!("'{}'", item.label);
        item.rank = item.rank.min(4);
    }
}

fn of_template(context: FileContext<'_>, name: &str) -> Vec<CompletionItem> {
    let Some(template) = template::template(context, name) else {
        return Vec::new();
    };
    let list = template::parameters(&syntax_ext::root(context.db, template));
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

/// The keys of the structures and hashes among some types.
fn members(types: &[Type]) -> Vec<CompletionItem> {
    let items = type_path::members(types).into_iter().map(|member| {
        let rank = if member.is_optional() { 10 } else { 5 };
        CompletionItem::new(member.name.to_string(), CompletionKind::Parameter)
            .detail(member.value.to_string())
            .rank(rank)
    });
    let keys = type_path::keys(types).into_iter();
    let keys = keys.map(|key| CompletionItem::new(key, CompletionKind::Parameter).rank(10));
    items.chain(keys).collect()
}
