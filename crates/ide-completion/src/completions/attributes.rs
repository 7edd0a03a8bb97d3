//! Attributes of resources and classes, and their values.

use puppet_db::File;
use puppet_library::{AttributeStub, Library, TypeStub};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode as _, Expr, ResourceBody};
use puppet_text::capitalized;

use crate::ResolveData;
use crate::completions::literal_values::{Value, Values};
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resource_titles;
use puppet_ide_db::documentation::builtin::attribute_code;
use puppet_ide_db::documentation::type_text::without_patterns;
use puppet_ide_db::parameters::required_name;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::syntax_ext::one_line;
use puppet_ide_db::{defs, syntax_ext};

/// Ranks of attributes: one that must be given, those that are set most often in their order, another that the module
/// gives somewhere, another of the type's own, a metaparameter.
const MUST: u8 = 10;
const COMMON: std::ops::Range<u8> = 11..20;
const OWN: u8 = 20;
const UNUSED: u8 = 24;
const METAPARAMETER: u8 = 60;

/// The names that are not there yet, those first that must be.
pub fn names(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    taken: &[String],
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let is_used = |item: &CompletionItem| typed.uses(&item.label) > 0;
    let mut items = own_names(context, file, of);
    for item in &mut items {
        if item.rank == OWN && !is_used(item) {
            item.rank = UNUSED;
        }
    }
    let is_plan = matches!(of, AttributeOwner::Plan(_));
    let metaparameters = Library.metaparameters().iter().filter(|_| !is_plan);
    items.extend(metaparameters.map(|stub| from_stub(of, stub, METAPARAMETER)));
    items.retain(|item| !taken.contains(&item.label));
    for item in &mut items {
        item.snippet = Some(format!("{} => $1,", item.label));
    }
    items
}

fn own_names(context: Context<'_>, file: File, of: &AttributeOwner) -> Vec<CompletionItem> {
    if let Some((declared_in, definition)) = resolve::attribute_holder(context, file, of) {
        let parameters = definition
            .param_list()
            .into_iter()
            .flat_map(|list| list.parameters());
        let items = parameters.filter_map(|parameter| {
            let name = parameter.name()?;
            let detail = parameter
                .ty()
                .map(|ty| without_patterns(&one_line(ty.syntax())))
                .unwrap_or_default();
            let mut values = Values::default();
            if let Some(ty) = parameter.ty() {
                values.add_type(context, declared_in, &ty, 0);
            }
            let rank = if required_name(parameter).is_some() {
                MUST
            } else {
                OWN
            };
            let item = CompletionItem::new(name, CompletionKind::Parameter).detail(detail);
            let item = item.opens_values(!values.all.is_empty());
            Some(item.with_attribute_documentation(of).rank(rank))
        });
        return items.collect();
    }
    let Some(stub) = resource_type(of) else {
        return of_ruby(context, file, of);
    };
    let attributes = stub.attributes.iter().filter(|it| !it.read_only);
    attributes
        .map(|attribute| from_stub(of, attribute, rank(stub, attribute)))
        .collect()
}

/// The rank of an attribute of one of Puppet's own types.
fn rank(of: &TypeStub, attribute: &AttributeStub) -> u8 {
    if attribute.required || attribute.name == "ensure" {
        return MUST;
    }
    let common = of.common.iter().position(|it| *it == attribute.name);
    common.map_or(OWN, |index| {
        let mut ranks = COMMON;
        ranks.nth(index).unwrap_or(COMMON.end - 1)
    })
}

/// The attributes of a type that a module defines in Ruby.
fn of_ruby(context: Context<'_>, file: File, of: &AttributeOwner) -> Vec<CompletionItem> {
    let AttributeOwner::ResourceType(name) = of else {
        return Vec::new();
    };
    let Some(attributes) = definitions::attributes(context, file, name) else {
        return Vec::new();
    };
    let items = attributes.into_iter().map(|attribute| {
        let is_first = attribute.required || attribute.name == "ensure";
        let accepts = definitions::accepts(&attribute).unwrap_or_default();
        CompletionItem::new(attribute.name, CompletionKind::Parameter)
            .opens_values(!attribute.values.is_empty())
            .detail(accepts)
            .with_attribute_documentation(of)
            .rank(if is_first { MUST } else { OWN })
    });
    items.collect()
}

/// The titles of a resource type that the environment declares.
pub fn titles(
    context: Context<'_>,
    file: File,
    of: &str,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let titles = resource_titles::titles(context, file, of).into_iter();
    let best = typed.best(titles, |title| title, |_| false);
    best.into_iter()
        .map(|title| CompletionItem::new(title, CompletionKind::Value).rank(40))
        .collect()
}

/// References to the resources of a file.
pub fn declared_attributes(context: Context<'_>, file: File) -> Vec<CompletionItem> {
    let root = syntax_ext::root(context.db, file);
    let bodies = root.descendants().filter_map(ResourceBody::cast);
    let mut references: Vec<String> = bodies
        .filter_map(|body| {
            let ty = defs::resource_type(&body)?;
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
        AttributeOwner::Class(_) | AttributeOwner::Template(_) | AttributeOwner::Plan(_) => None,
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
        .opens_values(!stub.values.is_empty())
        .detail(detail)
        .with_attribute_documentation(of)
        .rank(rank)
}

/// The fixed values of an attribute.
pub fn values(
    context: Context<'_>,
    file: File,
    of: &AttributeOwner,
    name: &str,
    (quoted, item): (bool, Option<usize>),
) -> Vec<CompletionItem> {
    let mut values = Values {
        item,
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
        let mut attributes = stub.attributes.iter();
        let attribute = attributes.find(|it| it.name == name && name != "provider");
        if let Some(attribute) = attribute {
            return of_stub(stub, attribute, values, quoted);
        }
    } else if let AttributeOwner::ResourceType(of) = of
        && let Some(attributes) = definitions::attributes(context, file, of)
    {
        let attribute = attributes.into_iter().find(|it| it.name == name);
        let accepted = attribute.into_iter().flat_map(|it| it.values);
        values
            .all
            .extend(accepted.map(|value| Value::Text(value.text)));
    }
    if name == "provider"
        && let AttributeOwner::ResourceType(of) = of
    {
        let names = providers(context, file, &of.to_lowercase()).into_iter();
        values.all.extend(names.map(Value::Text));
    }
    let mut metaparameters = Library.metaparameters().iter();
    if let Some(stub) = metaparameters.find(|it| it.name == name) {
        values
            .all
            .extend(stub.values.iter().cloned().map(Value::Text));
    }
    // `ensure => file` is written without quotes, as usual.
    values.items(quoted, name == "ensure")
}

/// The values that an attribute of one of Puppet's own types accepts, in the order of their use.
fn of_stub(
    of: &TypeStub,
    attribute: &AttributeStub,
    values: Values,
    quoted: bool,
) -> Vec<CompletionItem> {
    let offered = attribute.offered_values().into_iter();
    let offered = offered.map(|value| Value::Text(value.to_owned()));
    let all = offered.chain(values.all).collect();
    let mut items = Values { all, ..values }.items(quoted, attribute.name == "ensure");
    for (item, rank) in items.iter_mut().zip((1..8).chain(std::iter::repeat(8))) {
        item.rank = rank;
        let value = item.label.trim_matches('\'');
        if attribute.value_docs.contains_key(value) {
            item.documented = Some(ResolveData::value(&of.name, &attribute.name, value));
        }
    }
    items
}

/// The providers that Puppet or a module has for a type, in small letters.
fn providers(context: Context<'_>, file: File, of: &str) -> Vec<String> {
    let stub = Library.resource_type(of);
    let mut names: Vec<String> = stub.map(|it| it.providers.clone()).unwrap_or_default();
    let folder = format!("lib/puppet/provider/{of}/");
    let modules = owner(context.db, file).map(|it| it.environment.modules(context.db));
    for module in modules.into_iter().flat_map(|it| it.iter()) {
        let paths = module.assets(context.db).paths().unwrap_or_default();
        let own = paths
            .iter()
            .filter_map(|path| path.strip_prefix(&*folder)?.strip_suffix(".rb"));
        names.extend(own.filter(|name| !name.contains('/')).map(str::to_owned));
    }
    names.sort();
    names.dedup();
    names
}
