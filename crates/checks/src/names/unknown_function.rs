//! Functions that do not exist.

use puppet_db::is_plan;
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::ExprId;
use puppet_types::{Membership, Relate, Type};

use crate::names::missing_module::function_of_other_module;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::functions::existence::similar;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::completeness::completeness;
use puppet_semantic::types::ruby_object_types::may_have_objects;
use puppet_text::{abbreviation_of, misspelled_name, typo_of};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A function does not exist.
    pub UNKNOWN_FUNCTION = {
        code: "N106", name: "unknown-function",
        level: Error, fix: Unsafe,
        help: "Correct the name, or install the module that has the function",
    }
}

/// `import` is known to the evaluator, which refuses it (`DISCONTINUED_IMPORT`).
pub(crate) fn discontinued(place: ExprId) -> BodyDiagnostic {
    let message = "Use of 'import' has been discontinued in favor of a manifest directory. \
                   See http://links.puppet.com/puppet-import-deprecation";
    BodyDiagnostic::new(&UNKNOWN_FUNCTION, Anchor::Expr(place), message)
        .with_issue("DISCONTINUED_IMPORT")
        .with_help("Include the class by its name: Puppet autoloads its file")
}

/// A resource type that is called, where a module that is not here may have a function of its name.
pub(crate) fn resource_type(place: ExprId, name: &str) -> BodyDiagnostic {
    BodyDiagnostic::new(
        &UNKNOWN_FUNCTION,
        Anchor::Expr(place),
        format!("Unknown function: '{name}'"),
    )
    .with_severity(Severity::Warning)
    .with_help(format!(
        "'{name}' is a resource type: declare it as `{name} {{ 'title': }}`"
    ))
}

/// Whether what is called may be a member of an object. Of a receiver that nothing is known of, it is only taken for one
/// where the objects that Puppet itself makes have such a member, or others are possible.
pub(crate) fn may_be_member(
    context: &Context<'_>,
    call: &Call<'_>,
    membership: Membership,
) -> bool {
    let Some((receiver, name)) = call.arguments.first().zip(call.name) else {
        return false;
    };
    match context.inference.result(*receiver) {
        Inferred::Type(Type::Unknown | Type::Any) => {
            let relate = Relate::new(&context.names);
            let objects = [Type::Uri(None), Type::error(), Type::deferred()];
            let mut members = objects.iter().map(|ty| relate.membership(ty, name));
            let is_of_puppet = members.any(|it| it == Membership::All);
            let is_possible = || {
                is_plan(context.item.file.path(context.db))
                    || *may_have_objects(context.db, context.environment())
            };
            call.is_method && (is_of_puppet || is_possible())
        }
        _ => membership == Membership::Some,
    }
}

/// The name that `call` gets.
pub(crate) fn called_by_name<'a>(
    context: &Context<'a>,
    call: &Call<'_>,
    name: &str,
) -> Option<(ExprId, &'a str)> {
    let argument = *call.arguments.first().filter(|_| name == "call")?;
    let name = context.inference.result(argument).value()?.as_str()?;
    Some((argument, name))
}

/// A call of a function that does not exist.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    place: ExprId,
    name: &str,
) -> BodyDiagnostic {
    let message = format!("Unknown function: '{name}'");
    let diagnostic = BodyDiagnostic::new(&UNKNOWN_FUNCTION, Anchor::Expr(place), message)
        .with_issue("UNKNOWN_FUNCTION");
    match similar(&context.names, name) {
        Some(similar) => {
            let is_misspelled = misspelled_name(name, [&*similar]).is_some()
                || abbreviation_of(name, [&*similar]).is_some();
            let is_typo = typo_of(name, [&*similar]).is_some();
            let from = context.item.file;
            let is_absent = || {
                let completeness = completeness(context.db, context.environment(), from);
                completeness.is_absent(name, || Some(similar.clone()))
            };
            let severity = match is_misspelled && !is_typo && !is_absent() {
                // A module that is not here may have it.
                true => Severity::Warning,
                false => Severity::Error,
            };
            diagnostic.with_severity(severity).with_similar(similar)
        }
        // In a branch, it may be meant for places where something else is installed.
        None if it.is_conditional => diagnostic.with_severity(Severity::Warning),
        None => function_of_other_module(context, name, diagnostic),
    }
}
