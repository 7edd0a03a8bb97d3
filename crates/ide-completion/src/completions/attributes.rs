//! Names of attributes of resources, and of parameters of classes.

use puppet_library::{AttributeStub, Library, TypeStub};
use puppet_syntax::ast::AstNode as _;

use crate::completions::literal_values::Values;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::documentation::builtin::attribute_code;
use puppet_ide_db::documentation::type_text::without_patterns;
use puppet_ide_db::parameters::required_name;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::syntax_ext::one_line;

/// Ranks of attributes: one that must be given, those that are set most often in their order, another that the module
/// gives somewhere, another of the type's own, a metaparameter.
const MUST: u8 = 10;
const COMMON: std::ops::Range<u8> = 11..20;
const OWN: u8 = 20;
const UNUSED: u8 = 24;
const METAPARAMETER: u8 = 60;

/// The names that are not there yet, those first that must be.
pub fn names(
    context: FileContext<'_>,
    of: &AttributeOwner,
    taken: &[String],
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let is_used = |item: &CompletionItem| typed.uses(&item.label) > 0;
    let mut items = own_names(context, of);
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

fn own_names(context: FileContext<'_>, of: &AttributeOwner) -> Vec<CompletionItem> {
    if let Some((declared_in, definition)) = resolve::attribute_holder(context, of) {
        let items = definition.parameters().filter_map(|parameter| {
            let name = parameter.name()?;
            let detail = parameter
                .ty()
                .map(|ty| without_patterns(&one_line(ty.syntax())))
                .unwrap_or_default();
            let mut values = Values::default();
            if let Some(ty) = parameter.ty() {
                values.add_type(context.file_context(declared_in), &ty, 0);
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
        return of_ruby(context, of);
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
fn of_ruby(context: FileContext<'_>, of: &AttributeOwner) -> Vec<CompletionItem> {
    let AttributeOwner::ResourceType(name) = of else {
        return Vec::new();
    };
    let Some(attributes) = definitions::attributes(context, name) else {
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

pub(super) fn resource_type(of: &AttributeOwner) -> Option<&'static TypeStub> {
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
