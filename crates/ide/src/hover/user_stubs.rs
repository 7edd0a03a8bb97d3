//! Hovers of names that the user's stub files describe.

use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::user_stubs::user_stubs;

use crate::hover::builtin::{described, fact_text, function, resource_type, set_variable};
use crate::hover::markup::Markup;
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind};

pub(super) fn describe(context: Context<'_>, file: File, at: &NameRef) -> Option<Markup> {
    let stubs = user_stubs(context.db, owner(context.db, file)?.environment);
    let fact = |name: &str| {
        let mut facts = stubs.facts.iter();
        facts.find(|fact| fact.name == name).map(fact_text)
    };
    let variable = |name: &str| {
        let mut variables = stubs.variables.iter();
        variables.find(|it| it.name == name).map(set_variable)
    };
    let ty = |name: &str| stubs.resource_type(&name.to_ascii_lowercase());
    match &at.name {
        NameRefKind::Function(name) => stubs.function(name).map(function),
        NameRefKind::ResourceType(name) => ty(name).map(resource_type),
        NameRefKind::Type(name) => match stubs.data_type(&name.to_ascii_lowercase()) {
            Some(stub) => Some(Markup::new(
                format!("type {}", stub.name),
                Some(stub.summary.clone()).filter(|it| !it.is_empty()),
            )),
            None => ty(name).map(resource_type),
        },
        NameRefKind::Attribute {
            of: AttributeOwner::ResourceType(of),
            name,
        } => {
            let mut attributes = ty(of)?.attributes.iter();
            attributes.find(|it| it.name == *name).map(described)
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
    }
}
