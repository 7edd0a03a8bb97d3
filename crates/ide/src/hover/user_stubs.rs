//! Hovers of names that the user's stub files describe.

use puppet_library::Documented;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::user_stubs::user_stubs;

use crate::hover::builtin::markup;
use crate::hover::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind};

pub(super) fn describe(context: FileContext<'_>, at: &NameRef) -> Option<Markup> {
    let stubs = user_stubs(context.db, owner(context.db, context.file)?.environment);
    let fact = |name: &str| {
        let stub = stubs.facts.iter().find(|fact| fact.name == name);
        stub.map(Documented::Fact)
    };
    let variable = |name: &str| {
        let stub = stubs.variables.iter().find(|it| it.name == name);
        stub.map(Documented::Variable)
    };
    let ty = |name: &str| stubs.resource_type(&name.to_ascii_lowercase());
    let found = match &at.name {
        NameRefKind::Function(name) => stubs.function(name).map(Documented::Function),
        NameRefKind::ResourceType(name) => ty(name).map(Documented::Type),
        NameRefKind::Type(name) => match stubs.data_type(&name.to_ascii_lowercase()) {
            Some(stub) => Some(Documented::ObjectType(stub)),
            None => ty(name).map(Documented::Type),
        },
        NameRefKind::Attribute {
            of: AttributeOwner::ResourceType(of),
            name,
        } => {
            let ty = ty(of)?;
            let stub = ty.attributes.iter().find(|it| it.name == *name);
            stub.map(|stub| Documented::Attribute(ty, stub))
        }
        NameRefKind::Fact(name) => fact(name),
        NameRefKind::Variable(name) | NameRefKind::Given(name) => {
            let name = name.trim_start_matches("::");
            match name.strip_prefix("facts.") {
                Some(path) => fact(path),
                None => variable(name).or_else(|| fact(name)),
            }
        }
        _ => None,
    };
    found.map(markup)
}
