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

/// Ranks of attributes: one that must be given, another that the module gives somewhere, a metaparameter that it gives
/// somewhere, another of the type's own.
const MUST: u8 = 10;
const OWN: u8 = 20;
const USED_EVERYWHERE: u8 = 22;
const UNUSED: u8 = 24;

/// The names that are not there yet, those first that must be.
pub(super) fn names(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    taken: &[String],
    typed: &Typed<'_>,
) -> Vec<CompletionItem> {
    let is_used = |item: &CompletionItem| typed.uses(&item.label) > 0;
    let mut items = own_names(context, file, of);
    for item in &mut items {
        if item.rank == OWN && !is_used(item) {
            item.rank = UNUSED;
        }
    }
    let metaparameters = Library.metaparameters().iter();
    items.extend(metaparameters.map(|stub| {
        let item = from_stub(of, stub, 60);
        let rank = if is_used(&item) { USED_EVERYWHERE } else { 60 };
        item.rank(rank)
    }));
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
                MUST
            } else {
                OWN
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
                    MUST
                } else {
                    OWN
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
            .rank(if is_first { MUST } else { OWN })
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
    typed: &Typed<'_>,
) -> Vec<CompletionItem> {
    let titles = resource_titles::titles(context, file, of).into_iter();
    let best = typed.best(titles, |title| title, |_| false);
    best.into_iter()
        .map(|title| CompletionItem::new(title, CompletionKind::Value).rank(40))
        .collect()
}

/// References to the resources of a file.
pub(super) fn declared(context: Context<'_>, file: File) -> Vec<CompletionItem> {
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
    (quoted, in_list): (bool, bool),
) -> Vec<CompletionItem> {
    let mut values = Values {
        in_list,
        ..Values::default()
    };
    if let Some((declared_in, definition)) = resolve::attribute_holder(context, file, of) {
        let parameters = definition
            .param_list()
            .into_iter()
            .flat_map(|list| list.parameters());
        for ty in parameters
            .filter(|it| it.name().as_deref() == Some(name))
            .filter_map(|it| it.ty())
        {
            values.add_type(context, declared_in, &ty, 0);
        }
    } else if let Some(stub) = resource_type(of) {
        let attribute = stub
            .attributes
            .iter()
            .find(|attribute| attribute.name == name);
        let accepted = attribute.into_iter().flat_map(|it| it.values.iter());
        values.all.extend(accepted.cloned().map(Value::Text));
    } else if let AttributeOwner::ResourceType(of) = of
        && let Some(attributes) = ruby::attributes(context, file, of)
    {
        let attribute = attributes.into_iter().find(|it| it.name == name);
        let accepted = attribute.into_iter().flat_map(|it| it.values);
        values
            .all
            .extend(accepted.map(|value| Value::Text(value.text)));
    }
    // `ensure => file` is written without quotes, as everybody does.
    values.items(quoted, name == "ensure")
}

/// The fixed values of a type that a file writes.
pub(super) fn values_of_type(
    context: Context<'_>,
    file: File,
    ty: &Expr,
    quoted: bool,
) -> Vec<CompletionItem> {
    let mut values = Values::default();
    values.add_type(context, file, ty, 0);
    values.items(quoted, false)
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

/// The fixed values of a type.
#[derive(Default)]
struct Values {
    /// A member of a list is wanted.
    in_list: bool,
    all: Vec<Value>,
}

impl Values {
    /// Each once.
    fn items(self, quoted: bool, is_bare: bool) -> Vec<CompletionItem> {
        let mut items: Vec<CompletionItem> = Vec::new();
        for value in self.all {
            let item = value.item(quoted, is_bare);
            let new = item.filter(|it| items.iter().all(|other| other.label != it.label));
            items.extend(new.map(|it| it.rank(5)));
        }
        items
    }

    /// Those of a type, through aliases.
    fn add_type(&mut self, context: Context<'_>, file: File, ty: &Expr, depth: u8) {
        // An alias that is deeper than this is recursive.
        if depth > 16 {
            return;
        }
        match ty {
            Expr::TypeRef(name) => match &*name.text() {
                "Boolean" => self.all.extend(["true", "false"].map(Value::Word)),
                "Undef" => self.all.push(Value::Word("undef")),
                name => {
                    if let Some(resolve::Found::Item(file, definition)) =
                        resolve::item(context, file, SymbolKind::TypeAlias, name)
                        && let puppet_syntax::ast::Definition::TypeAlias(alias) = definition
                        && let Some(rhs) = alias.rhs()
                    {
                        self.add_type(context, file, &rhs, depth + 1);
                    }
                }
            },
            Expr::AccessExpr(access) => self.add_access(context, file, access, depth),
            _ => {}
        }
    }

    fn add_access(&mut self, context: Context<'_>, file: File, access: &AccessExpr, depth: u8) {
        let Some(Expr::TypeRef(base)) = access.base() else {
            return;
        };
        let keys = access.access_keys().into_iter();
        let keys: Vec<Expr> = keys.flat_map(|keys| keys.keys()).collect();
        let texts = || keys.iter().filter_map(string_of).map(|(text, _)| text);
        match &*base.text() {
            "Enum" => self.all.extend(texts().map(Value::Text)),
            "Array" if self.in_list => {
                for key in keys.iter().take(1) {
                    self.add_type(context, file, key, depth + 1);
                }
            }
            "Optional" | "Variant" | "NotUndef" | "Sensitive" => {
                if &*base.text() == "Optional" && !self.in_list {
                    self.all.push(Value::Word("undef"));
                }
                for key in &keys {
                    match string_of(key) {
                        Some((text, _)) => self.all.push(Value::Text(text)),
                        None => self.add_type(context, file, key, depth + 1),
                    }
                }
            }
            "Boolean" => {
                let written = keys.iter().map(|key| one_line(key.syntax()));
                let words =
                    written.filter_map(|text| ["true", "false"].into_iter().find(|it| *it == text));
                self.all.extend(words.map(Value::Word));
            }
            _ => {}
        }
    }
}
