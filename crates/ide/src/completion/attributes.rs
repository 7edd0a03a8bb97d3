//! Attributes of resources and classes, and their values.

use puppet_db::File;
use puppet_library::{AttributeStub, Library, TypeStub};
use puppet_syntax::ast::{AccessExpr, AstNode as _, Expr, ResourceBody};

use super::choice::Typed;
use super::items::required;
use super::{CompletionItem, CompletionKind};
use crate::analysis::Context;
use crate::hover::attribute_code;
use crate::name_at::AttributeOwner;
use crate::symbols::{SymbolKind, capitalized, one_line};
use crate::syntax::string_of;
use crate::{name_at, resolve, resource_titles, ruby, syntax};

/// The names that are not there yet, those first that must be.
pub(super) fn names(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    taken: &[String],
) -> Vec<CompletionItem> {
    let mut items = own_names(context, file, of);
    items.extend(
        Library
            .metaparameters()
            .iter()
            .map(|stub| from_stub(of, stub, 60)),
    );
    items.retain(|item| !taken.contains(&item.label));
    for item in &mut items {
        item.snippet = Some(format!("{} => $1,", item.label));
    }
    items
}

fn own_names(context: Context<'_>, file: File, of: &AttributeOwner) -> Vec<CompletionItem> {
    if let Some((_, definition)) = resolve::attribute_holder(context, file, of) {
        let parameters = definition
            .param_list()
            .into_iter()
            .flat_map(|list| list.parameters());
        let items = parameters.filter_map(|parameter| {
            let name = parameter.name()?;
            let detail = parameter
                .ty()
                .map(|ty| one_line(ty.syntax()))
                .unwrap_or_default();
            let rank = if required(parameter).is_some() {
                10
            } else {
                20
            };
            let item = CompletionItem::new(name, CompletionKind::Parameter).detail(detail);
            Some(item.about_attribute(of).rank(rank))
        });
        return items.collect();
    }
    let Some(stub) = resource_type(of) else {
        return of_ruby(context, file, of);
    };
    stub.attributes
        .iter()
        .map(|attribute| {
            from_stub(
                of,
                attribute,
                if attribute.required || attribute.name == "ensure" {
                    10
                } else {
                    20
                },
            )
        })
        .collect()
}

/// The attributes of a type that a module defines in Ruby.
fn of_ruby(context: Context<'_>, file: File, of: &AttributeOwner) -> Vec<CompletionItem> {
    let AttributeOwner::ResourceType(name) = of else {
        return Vec::new();
    };
    let Some(attributes) = ruby::attributes(context, file, name) else {
        return Vec::new();
    };
    let items = attributes.into_iter().map(|attribute| {
        let is_first = attribute.required || attribute.name == "ensure";
        let accepts = ruby::accepts(&attribute).unwrap_or_default();
        CompletionItem::new(attribute.name, CompletionKind::Parameter)
            .detail(accepts)
            .about_attribute(of)
            .rank(if is_first { 10 } else { 20 })
    });
    items.collect()
}

/// Whether a metaparameter takes references.
pub(super) fn takes_resources(name: &str) -> bool {
    matches!(name, "require" | "before" | "notify" | "subscribe")
}

/// The titles of a type of resources that the environment declares.
pub(super) fn titles(
    context: Context<'_>,
    file: File,
    of: &str,
    typed: &Typed,
) -> Vec<CompletionItem> {
    let titles = resource_titles::titles(context, file, of).into_iter();
    let best = typed.best(titles, |title| title, |_| false);
    best.into_iter()
        .map(|title| CompletionItem::new(title, CompletionKind::Value).rank(40))
        .collect()
}

/// References to the resources of a file, for attributes that take one.
pub(super) fn declared(context: Context<'_>, file: File, name: &str) -> Vec<CompletionItem> {
    if !takes_resources(name) {
        return Vec::new();
    }
    let root = syntax::root(context.db, file);
    let bodies = root.descendants().filter_map(ResourceBody::cast);
    let mut references: Vec<String> = bodies
        .filter_map(|body| {
            let ty = name_at::resource_type(&body)?;
            let title = body.title()?;
            let is_one = matches!(
                title,
                Expr::StringExpr(_)
                    | Expr::NameExpr(_)
                    | Expr::InterpolatedString(_)
                    | Expr::VariableExpr(_)
            );
            is_one.then(|| format!("{}[{}]", capitalized(&ty), one_line(title.syntax())))
        })
        .collect();
    references.sort();
    references.dedup();
    let items = references.into_iter();
    items
        .map(|label| CompletionItem::new(label, CompletionKind::Value).rank(5))
        .collect()
}

fn resource_type(of: &AttributeOwner) -> Option<&'static TypeStub> {
    match of {
        AttributeOwner::Class(_) | AttributeOwner::Template(_) => None,
        AttributeOwner::ResourceType(name) => Library.resource_type(&name.to_ascii_lowercase()),
    }
}

fn from_stub(of: &AttributeOwner, stub: &AttributeStub, rank: u8) -> CompletionItem {
    let detail = attribute_code(stub);
    let detail = detail
        .strip_prefix(&format!("{} => ", stub.name))
        .unwrap_or_default()
        .to_owned();
    CompletionItem::new(&*stub.name, CompletionKind::Parameter)
        .detail(detail)
        .about_attribute(of)
        .rank(rank)
}

/// The fixed values of an attribute.
pub(super) fn values(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    name: &str,
    quoted: bool,
) -> Vec<CompletionItem> {
    let mut values = Vec::new();
    if let Some((declared_in, definition)) = resolve::attribute_holder(context, file, of) {
        let parameters = definition
            .param_list()
            .into_iter()
            .flat_map(|list| list.parameters());
        for ty in parameters
            .filter(|it| it.name().as_deref() == Some(name))
            .filter_map(|it| it.ty())
        {
            type_values(context, declared_in, &ty, 0, &mut values);
        }
    } else if let Some(stub) = resource_type(of) {
        let attribute = stub
            .attributes
            .iter()
            .find(|attribute| attribute.name == name);
        values.extend(
            attribute
                .into_iter()
                .flat_map(|it| it.values.iter().cloned())
                .map(Value::Text),
        );
    } else if let AttributeOwner::ResourceType(of) = of
        && let Some(attributes) = ruby::attributes(context, file, of)
    {
        let attribute = attributes.into_iter().find(|it| it.name == name);
        let accepted = attribute.into_iter().flat_map(|it| it.values);
        values.extend(accepted.map(|value| Value::Text(value.text)));
    }
    // `ensure => file` is written without quotes, as everybody does.
    let is_bare = name == "ensure";
    let items = values
        .into_iter()
        .filter_map(|value| value.item(quoted, is_bare));
    items.map(|item| item.rank(5)).collect()
}

enum Value {
    Text(String),
    Word(&'static str),
}

impl Value {
    fn item(self, quoted: bool, is_bare: bool) -> Option<CompletionItem> {
        match (self, quoted) {
            (Self::Text(text), true) => Some(CompletionItem::new(text, CompletionKind::Value)),
            (Self::Text(text), false)
                if matches!(&*text, "true" | "false" | "present" | "absent")
                    || is_bare && text.bytes().all(|it| it.is_ascii_lowercase()) =>
            {
                Some(CompletionItem::new(text, CompletionKind::Value))
            }
            (Self::Text(text), false) => Some(CompletionItem::new(
                format!("'{text}'"),
                CompletionKind::Value,
            )),
            (Self::Word(_), true) => None,
            (Self::Word(word), false) => Some(CompletionItem::new(word, CompletionKind::Value)),
        }
    }
}

/// The fixed values of a type, through aliases.
fn type_values(context: Context<'_>, file: File, ty: &Expr, depth: u8, values: &mut Vec<Value>) {
    // An alias that is deeper than this is recursive.
    if depth > 16 {
        return;
    }
    match ty {
        Expr::TypeRef(name) => match &*name.text() {
            "Boolean" => values.extend([Value::Word("true"), Value::Word("false")]),
            "Undef" => values.push(Value::Word("undef")),
            name => {
                if let Some(resolve::Found::Item(file, definition)) =
                    resolve::item(context, file, SymbolKind::TypeAlias, name)
                    && let puppet_syntax::ast::Definition::TypeAlias(alias) = definition
                    && let Some(rhs) = alias.rhs()
                {
                    type_values(context, file, &rhs, depth + 1, values);
                }
            }
        },
        Expr::AccessExpr(access) => access_values(context, file, access, depth, values),
        _ => {}
    }
}

fn access_values(
    context: Context<'_>,
    file: File,
    access: &AccessExpr,
    depth: u8,
    values: &mut Vec<Value>,
) {
    let Some(Expr::TypeRef(base)) = access.base() else {
        return;
    };
    let keys: Vec<Expr> = access
        .access_keys()
        .into_iter()
        .flat_map(|keys| keys.keys())
        .collect();
    match &*base.text() {
        "Enum" => values.extend(
            keys.iter()
                .filter_map(string_of)
                .map(|(text, _)| Value::Text(text)),
        ),
        "Optional" | "Variant" | "NotUndef" | "Sensitive" => {
            if &*base.text() == "Optional" {
                values.push(Value::Word("undef"));
            }
            for key in &keys {
                match string_of(key) {
                    Some((text, _)) => values.push(Value::Text(text)),
                    None => type_values(context, file, key, depth + 1, values),
                }
            }
        }
        "Boolean" => {
            let texts = keys.iter().map(|key| one_line(key.syntax()));
            values.extend(
                texts
                    .filter_map(|text| ["true", "false"].into_iter().find(|it| *it == text))
                    .map(Value::Word),
            );
        }
        _ => {}
    }
}
