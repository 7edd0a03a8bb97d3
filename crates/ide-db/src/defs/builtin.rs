//! Built-ins: names that Puppet itself defines.

use puppet_library::{Documented, Library};

use crate::defs::{AttributeOwner, NameRefKind};

/// The built-in definition of a name of the code.
pub fn find(name: &NameRefKind) -> Option<Documented<'static>> {
    match name {
        NameRefKind::Type(name) => Library
            .language_type(name)
            .map(Documented::DataType)
            .or_else(|| resource_type(name))
            .or_else(|| Library.data_type(name).map(Documented::ObjectType)),
        NameRefKind::ResourceType(name) => resource_type(name),
        NameRefKind::Function(name) => {
            let mut of_plans = Library.plan_functions().iter();
            let stub = Library.function(name);
            stub.or_else(|| of_plans.find(|it| it.name == *name))
                .map(Documented::Function)
        }
        NameRefKind::Attribute { of, name } => attribute(of, name),
        NameRefKind::Fact(path) => fact(path),
        NameRefKind::Variable(name) | NameRefKind::Given(name) => {
            let name = name.trim_start_matches("::");
            match name.strip_prefix("facts.") {
                Some(path) => fact(path),
                None => Library
                    .variable(name)
                    .map(Documented::Variable)
                    .or_else(|| fact(name)),
            }
        }
        _ => None,
    }
}

fn resource_type(name: &str) -> Option<Documented<'static>> {
    Library
        .resource_type(&name.to_ascii_lowercase())
        .map(Documented::Type)
}

/// An attribute of a resource type, or one that every resource has.
pub fn attribute(of: &AttributeOwner, name: &str) -> Option<Documented<'static>> {
    let ty = match of {
        AttributeOwner::ResourceType(of) => Library.resource_type(&of.to_ascii_lowercase()),
        AttributeOwner::Class(_) => None,
        AttributeOwner::Template(_) | AttributeOwner::Plan(_) => return None,
    };
    let own = ty.and_then(|ty| {
        let stub = ty.attributes.iter().find(|it| it.name == name)?;
        Some(Documented::Attribute(ty, stub))
    });
    own.or_else(|| Library.metaparameter(name).map(Documented::Metaparameter))
}

fn fact(path: &str) -> Option<Documented<'static>> {
    let parts = || Library.fact_parts(path).next()?.name.get(..path.len());
    let own = Library.fact(path).map(Documented::Fact);
    let legacy = || {
        let (name, stub) = Library.legacy_facts().get_key_value(path)?;
        Some(Documented::LegacyFact(name, (*stub)?))
    };
    own.or_else(legacy)
        .or_else(|| parts().map(Documented::FactParts))
}
