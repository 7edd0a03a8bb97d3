//! Functions, their signatures, and resource types that a targeted version of Puppet does not have yet
//! (`needs_newer_puppet`), or no more (`removed_in_target`): both follow from the versions in the stub of what is used.

use puppet_hir::model::{Expr, ExprId};
use puppet_library::{Availability, FunctionStub, Library, Signature};

use crate::versions::{needs_newer_puppet, removed_in_target};
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_semantic::target_versions::{Requirement, Unsupported, targets};

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let targets = targets(context.db, context.item.file);
    if targets.is_empty() {
        return;
    }
    for it in context.reachable() {
        let found = match it.expr {
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                of_call(context, &targets, it.id)
            }
            Expr::Resource { type_name, .. } => of_resource(context, &targets, *type_name),
            _ => None,
        };
        // Who asks for the version first, or falls back on something else, knows.
        out.extend(found.filter(|_| !it.is_conditional));
    }
}

fn of_call(context: &Context<'_>, targets: &[Requirement], id: ExprId) -> Option<BodyDiagnostic> {
    let call = Call::from_expr(context.body, id)?;
    let name = call.name?;
    let stub = Library.function(name)?;
    // Modules may have brought the function to the versions before.
    let is_installed = [PluginKind::Function, PluginKind::LegacyFunction]
        .into_iter()
        .any(|kind| plugin(context.db, context.environment(), kind, name).is_some());
    if is_installed {
        return None;
    }
    let at = Anchor::Expr(call.functor);
    if let Some(lack) = lack(targets, &stub.versions) {
        return Some(diagnostic(at, &format!("Function '{name}'"), &lack));
    }
    let spread = call
        .arguments
        .iter()
        .any(|argument| matches!(context.body.expr(*argument), Expr::Unfold(_)));
    let lack = (!spread).then(|| lack_of_all(targets, stub, call.arguments.len()))??;
    let form = format!("Calling '{name}' with {} arguments", call.arguments.len());
    Some(diagnostic(at, &form, &lack))
}

/// A version in which no signature takes so many arguments, although the function has one in another.
fn lack_of_all(
    targets: &[Requirement],
    stub: &FunctionStub,
    arguments: usize,
) -> Option<Unsupported> {
    let fitting: Vec<&Availability> = stub
        .signatures
        .iter()
        .filter(|signature| takes(signature, arguments))
        .map(|signature| &signature.versions)
        .collect();
    if fitting.is_empty() {
        return None;
    }
    targets
        .iter()
        .find_map(|target| target.lack_of_any(&fitting))
}

fn takes(signature: &Signature, arguments: usize) -> bool {
    let parameters = &signature.parameters;
    let required = parameters.iter().filter(|it| it.arity.is_required());
    let takes_more = parameters.iter().any(|it| it.arity.is_repeated());
    arguments >= required.count() && (takes_more || arguments <= parameters.len())
}

fn of_resource(
    context: &Context<'_>,
    targets: &[Requirement],
    type_name: ExprId,
) -> Option<BodyDiagnostic> {
    let Expr::QualifiedName(name) = context.body.expr(type_name) else {
        return None;
    };
    let name = canonical(name);
    // Defined types and types of modules hide Puppet's own.
    let is_installed = context
        .names
        .resolve(ItemKind::DefinedType, &name)
        .item()
        .is_some()
        || plugin(
            context.db,
            context.environment(),
            PluginKind::ResourceType,
            &name,
        )
        .is_some();
    let stub = Library.resource_type(&name).filter(|_| !is_installed)?;
    let lack = lack(targets, &stub.versions)?;
    Some(diagnostic(
        Anchor::Expr(type_name),
        &format!("Resource type '{name}'"),
        &lack,
    ))
}

fn lack(targets: &[Requirement], versions: &Availability) -> Option<Unsupported> {
    if versions.is_always() {
        return None;
    }
    targets.iter().find_map(|target| target.lack(versions))
}

fn diagnostic(anchor: Anchor, what: &str, lack: &Unsupported) -> BodyDiagnostic {
    match lack {
        Unsupported::NotYet {
            product,
            floor,
            since,
        } => needs_newer_puppet::diagnostic(anchor, what, *product, floor, since),
        Unsupported::NoMore { until } => removed_in_target::diagnostic(anchor, what, until),
    }
}
