//! Values of attributes: accepted values, providers.

use puppet_library::{AttributeStub, Library, TypeStub};
use puppet_semantic::index::file_origin::owner;

use crate::ResolveData;
use crate::completions::attributes::resource_type;
use crate::completions::literal_values::{ProposedValue, Values};
use crate::item::CompletionItem;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::ruby::definitions;

/// The fixed values of an attribute.
pub fn values(
    context: FileContext<'_>,
    of: &AttributeOwner,
    name: &str,
    (quoted, item): (bool, Option<usize>),
) -> Vec<CompletionItem> {
    let mut values = Values {
        item,
        ..Values::default()
    };
    if let Some((declared_in, definition)) = resolve::attribute_holder(context, of) {
        if let Some(ty) = definition.parameter(name).and_then(|it| it.ty()) {
            values.add_type(context.file_context(declared_in), &ty, 0);
        }
    } else if let Some(stub) = resource_type(of) {
        let mut attributes = stub.attributes.iter();
        let attribute = attributes.find(|it| it.name == name && name != "provider");
        if let Some(attribute) = attribute {
            return of_stub(stub, attribute, values, quoted);
        }
    } else if let AttributeOwner::ResourceType(of) = of
        && let Some(attributes) = definitions::attributes(context, of)
    {
        let attribute = attributes.into_iter().find(|it| it.name == name);
        let accepted = attribute.into_iter().flat_map(|it| it.values);
        values
            .all
            .extend(accepted.map(|value| ProposedValue::Text(value.text)));
    }
    if name == "provider"
        && let AttributeOwner::ResourceType(of) = of
    {
        let names = providers(context, &of.to_lowercase()).into_iter();
        values.all.extend(names.map(ProposedValue::Text));
    }
    if let Some(stub) = Library.metaparameter(name) {
        values
            .all
            .extend(stub.values.iter().cloned().map(ProposedValue::Text));
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
    let offered = attribute.offered_values();
    // What stands beside `true` and `false` is a word as they are.
    let is_bare = attribute.name == "ensure" || offered.contains(&"true");
    let offered = offered.into_iter();
    let offered = offered.map(|value| ProposedValue::Text(value.to_owned()));
    let all = offered.chain(values.all).collect();
    let mut items = Values { all, ..values }.items(quoted, is_bare);
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
fn providers(context: FileContext<'_>, of: &str) -> Vec<String> {
    let stub = Library.resource_type(of);
    let mut names: Vec<String> = stub.map(|it| it.providers.clone()).unwrap_or_default();
    let folder = format!("lib/puppet/provider/{of}/");
    let modules = owner(context.db, context.file).map(|it| it.environment.modules(context.db));
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
