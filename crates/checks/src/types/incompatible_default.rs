//! Default values of parameters that do not fit the parameter's own type: whenever the default is used, Puppet fails.

use puppet_db::FileKind;
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId, Parameter};

use crate::literal_conversion_fix::literal_fix;
use crate::types::argument_type_mismatch::lookup_default;
use crate::types::{struct_key, undef_default_not_optional};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::{Parameters, signature};
use puppet_inference::templates::signature::template_signature;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::types::mismatch::{Mismatch, mismatch, refusal};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The default value of a parameter is not of the parameter's type.
    pub INCOMPATIBLE_DEFAULT = { code: "T201", name: "incompatible-default", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = signature(context.db, context.environment(), context.item);
    check_parameters(
        context,
        context.body.parameters(),
        &declared.parameters,
        out,
    );
    if let Some(parameters) = parameters_of_template(context)
        && let Some(declared) = template_signature(context.db, context.environment(), context.item)
    {
        // Calls may always give another value, as `undef` says.
        let mut diagnostics = Vec::new();
        check_parameters(context, parameters, &declared, &mut diagnostics);
        out.extend(diagnostics.into_iter().map(|it| {
            let severity = match it.rule == &INCOMPATIBLE_DEFAULT {
                true => Severity::Warning,
                false => Severity::Hint,
            };
            it.with_severity(severity)
        }));
    }
}

/// The parameters of a template in Embedded Puppet.
fn parameters_of_template<'a>(context: &Context<'a>) -> Option<&'a [Parameter]> {
    let is_template = context.item.file.kind(context.db) == FileKind::Epp;
    match context
        .body
        .expr(context.body.root().filter(|_| is_template)?)
    {
        Expr::Lambda { parameters, .. } => Some(parameters),
        _ => None,
    }
}

fn check_parameters(
    context: &Context<'_>,
    parameters: &[Parameter],
    declared: &Parameters,
    out: &mut Vec<BodyDiagnostic>,
) {
    for (parameter, declared) in parameters.iter().zip(declared) {
        let (Some(default), Some(ty)) = (parameter.value, parameter.type_expr) else {
            continue;
        };
        let subject = format!("parameter '{}'", parameter.name);
        if parameter.captures_rest || !context.is_checked(default) {
            continue;
        }
        // Functions look for instances, the others for something to say.
        let is_refused = match ItemKind::from_definition(context.body.definition()) {
            Some(ItemKind::Class | ItemKind::DefinedType) => refusal,
            _ => mismatch,
        };
        let refused = |value: ExprId| {
            let known = context.inference.result(value);
            let mismatch = is_refused(&context.names, &subject, &declared.ty, known)?;
            let declared_at = Anchor::Expr(ty);
            let diagnostic = diagnostic(context, mismatch, value, declared_at);
            Some(diagnostic.with_fixes(literal_fix(context, value, &declared.ty)))
        };
        if let Some(diagnostic) = refused(default) {
            out.push(diagnostic);
        } else if let Some(looked_up) = lookup_default::find_default(context, default)
            && !looked_up.is_superfluous(context)
            && let Some(diagnostic) = refused(looked_up.value)
        {
            // Data may have the key for the nodes that need it.
            out.push(diagnostic.with_severity(Severity::Warning));
        } else {
            let expectation = Expectation {
                declared_at: Some((context.item, Anchor::Expr(ty))),
                ..Expectation::new(Some(&declared.ty), subject.clone())
            };
            let rule = &INCOMPATIBLE_DEFAULT;
            out.extend(possible::diagnostic(context, rule, default, &expectation));
        }
    }
}

/// A default, or the default of what it looks up, that does not fit the type at `declared_at`.
fn diagnostic(
    context: &Context<'_>,
    mismatch: Mismatch,
    value: ExprId,
    declared_at: Anchor,
) -> BodyDiagnostic {
    let at = Anchor::Expr(value);
    let is_undef = *context.inference.result(value) == Inferred::UNDEF;
    let is_written = matches!(context.body.expr(value), Expr::LiteralUndef);
    let diagnostic = match is_undef {
        true => undef_default_not_optional::diagnostic(at, mismatch, declared_at),
        false => struct_key::diagnostic(mismatch, &INCOMPATIBLE_DEFAULT, at),
    };
    // A class of defaults has undef for what each user has to give.
    let diagnostic = match is_undef && !is_written {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    };
    diagnostic.with_related((context.item, declared_at), "Type is declared here")
}
