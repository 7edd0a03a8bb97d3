//! Attributes of resources against their types: those of Puppet itself and of modules' Ruby code; and the attributes
//! that every resource has.
//!
//! Parameters of classes and defined types are checked with their declarations (`argument_type_mismatch::class_arguments`).

mod computed_class_names;
mod parameters;
mod providers;

use std::sync::Arc;

use puppet_inference::body_context::argument_target;
use puppet_inference::body_context::attribute_sources::{AttributeDeclaration, Role, Uses};
use puppet_inference::body_context::{BodyFacts as _, Context};
use puppet_inference::functions::item_signature::{ItemSignature, signature};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resource_types::{ResourceTypeInfo, resource_type};

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declarations = context.declarations();
    let checked = |it: &&AttributeDeclaration| context.is_checked(it.expression);
    for declaration in declarations.iter().filter(checked) {
        let target = target(context, declaration);
        let receivers = match declaration.role {
            Role::Defaults => context.whole().receivers(),
            _ => context.receivers(),
        };
        let uses = Uses {
            declaration,
            receivers,
            environment: context.environment(),
            file: context.item.file,
            db: context.db,
        };
        crate::resources::invalid_attribute_value::metaparameters::check(
            context, &uses, &target, out,
        );
        match parameterized(context, declaration) {
            Some(parameterized)
                if matches!(target, ResourceKind::Defined(_) | ResourceKind::Class) =>
            {
                parameters::check(context, &uses, &parameterized, out);
            }
            None if matches!(target, ResourceKind::Class | ResourceKind::Unknown) => {
                crate::resources::unknown_attribute::check_unknown_type(&uses, out);
            }
            _ => {}
        }
        if matches!(target, ResourceKind::Class) {
            computed_class_names::check(context, declaration, out);
        }
        if let ResourceKind::Ruby(info) = &target {
            crate::resources::unknown_attribute::check(context, &uses, info, out);
            crate::resources::invalid_attribute_value::check(context, &uses, info, out);
            providers::check(context, &uses, info, out);
            match &*info.name {
                "cron" => crate::resources::invalid_attribute_value::cron::check(&uses, out),
                "exec" => crate::resources::exec_unqualified_command::check(context, &uses, out),
                "file" => {
                    crate::resources::invalid_attribute_value::file::check(context, &uses, out)
                }
                "tidy" => crate::resources::invalid_attribute_value::tidy::check(&uses, out),
                _ => {}
            }
        }
    }
}

/// What resources of a name are.
pub enum ResourceKind<'a> {
    /// Those of a type of Puppet itself or of Ruby code.
    Ruby(Arc<ResourceTypeInfo>),
    /// Those of a defined type.
    Defined(&'a ItemSignature),
    /// Classes.
    Class,
    /// Not known.
    Unknown,
}

/// The class or defined type that a declaration is of.
pub fn parameterized<'a>(
    context: &Context<'a>,
    declaration: &AttributeDeclaration,
) -> Option<argument_target::ArgumentTarget<'a>> {
    let title = match &declaration.titles[..] {
        [title] => Some(title.as_str()),
        _ => None,
    };
    argument_target::target_named(context, declaration.type_name.clone(), title)
}

fn target<'a>(context: &Context<'a>, declaration: &AttributeDeclaration) -> ResourceKind<'a> {
    let name = &declaration.type_name;
    if name == "class" {
        return ResourceKind::Class;
    }
    // Types of Ruby hide defined types of the same name (`find_resource_type`).
    if let Some(info) = resource_type(context.db, context.environment(), name) {
        return ResourceKind::Ruby(info);
    }
    match context.names.resolve(ItemKind::DefinedType, name).item() {
        Some(item) => ResourceKind::Defined(signature(context.db, context.environment(), item)),
        None => ResourceKind::Unknown,
    }
}
