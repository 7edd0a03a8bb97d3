//! Errors in a class of a site at places that its only declaration does not get to: they are warnings.
//!
//! What a module has may be used by any environment. The classes in the manifests of a site are used there: where its
//! top scope declares one with given values, all nodes get it with these.

use puppet_db::Environment;
use puppet_diagnostics::Severity;
use puppet_hir::model::Program;

use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::may_be_in_hiera;
use puppet_inference::catalog::definite::title_key;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::{Argument, CallSiteArguments, infer, infer_at_call_site, may_be};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{Declaration, Title, body_declarations};
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::types::mismatch::refusal;
use puppet_types::inferred::Inferred;
use puppet_types::{Type, Value};

pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    let is_error = |diagnostic: &&mut BodyDiagnostic| diagnostic.severity == Severity::Error;
    let is_of_site =
        || owner(context.db, context.item.file).map(|owner| owner.role) == Some(Role::Site);
    if ItemKind::from_definition(context.body.definition()) != Some(ItemKind::Class)
        || !diagnostics.iter().any(|it| it.severity == Severity::Error)
        || !is_of_site()
    {
        return;
    }
    let Some(given) = given_by_site(context) else {
        return;
    };
    let inference = infer_at_call_site(context.db, context.environment(), context.item, &given);
    let declared = &signature(context.db, context.environment(), context.item).parameters;
    let parameters = || {
        let parameters = context.body.parameters().iter().zip(declared);
        parameters.zip(&given.arguments)
    };
    for diagnostic in diagnostics.iter_mut().filter(is_error) {
        let Anchor::Expr(at) = diagnostic.place.anchor else {
            continue;
        };
        // Where the given value does not fit either, it is the type that is wrong.
        let is_default_given = parameters().any(|((parameter, declared), argument)| {
            let Argument::Given(known) = argument else {
                return false;
            };
            parameter.value == Some(at)
                && refusal(&context.names, "", &declared.ty, known).is_none()
        });
        let is_used_unreached = diagnostic.related.iter().any(|related| {
            related.place.item == Some(context.item)
                && matches!(related.place.anchor, Anchor::Expr(at) if inference.is_unreachable(at))
        });
        if is_default_given || inference.is_unreachable(at) || is_used_unreached {
            diagnostic.severity = Severity::Warning;
            diagnostic.help.get_or_insert_with(|| {
                "The site declares the class with values that do not reach this code".to_owned()
            });
        }
    }
}

/// What the one declaration of a class gives it, in the top scope of the site.
fn given_by_site(context: &Context<'_>) -> Option<CallSiteArguments> {
    let name = canonical(context.body.name()?);
    let environment = context.environment();
    let (item, declaration) = declaration(context, environment, &name)?;
    if item.body != Program::FILE || !declaration.path.is_certain() || declaration.has_more {
        return None;
    }
    let contents = body(context.db, item);
    let inference = infer(context.db, environment, item);
    let names = NameResolver::new(context.db, environment, item.file);
    let site = Context::new(names, item, &contents, inference, 0);
    let parameters = &signature(context.db, environment, context.item).parameters;
    let arguments = parameters.iter().map(|parameter| {
        let value = declaration
            .attributes
            .iter()
            .find(|(name, _)| *name == parameter.name);
        match value.map(|(_, value)| inference.result(*value)) {
            Some(known) if known.is_unknown() || may_be(&site.names, known, &Type::Undef) => {
                Argument::Any
            }
            Some(known) => Argument::Given(known.clone()),
            None if may_be_in_hiera(&site, &name, &parameter.name) => Argument::Any,
            None => Argument::Default,
        }
    });
    Some(CallSiteArguments {
        title: Inferred::Value(Value::String(name.clone())),
        arguments: arguments.collect(),
    })
}

/// The only declaration of a class in the manifests of the site that gives it parameters.
fn declaration<'db>(
    context: &Context<'db>,
    environment: Environment,
    class: &str,
) -> Option<(Item, &'db Declaration)> {
    let mut found = None;
    for file in environment.manifests(context.db).iter() {
        for (body, _) in puppet_db::program(context.db, *file).bodies() {
            let item = Item { file: *file, body };
            for resource in body_declarations(context.db, item).resources() {
                let is_one = |title: &Title| match title {
                    Title::Text(title) => title_key("class", title) == class,
                    Title::Parts(_) | Title::Any(_) => true,
                };
                if resource.ty.as_deref() != Some("class") || !resource.titles.iter().any(is_one) {
                    continue;
                }
                if found.is_some() {
                    return None;
                }
                found = Some((item, resource));
            }
        }
    }
    found
}
