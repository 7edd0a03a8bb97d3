//! Default values of parameters that do not fit the parameter's own type: whenever the default is used, Puppet fails.

use puppet_diagnostics::declare_rule;
use puppet_types::Value;

use crate::literal_conversion_fix::literal_fix;
use crate::runner::Context;
use crate::types::possible::{self, Expectation};
use crate::types::{struct_key, undef_default_not_optional};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::functions::item_signature::signature;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::infer::Inferred;
use puppet_semantic::types::mismatch::{mismatch, refusal};

declare_rule! {
    /// The default value of a parameter is not of the parameter's type.
    pub INCOMPATIBLE_DEFAULT = { code: "T201", name: "incompatible-default", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = signature(context.db, context.environment(), context.item);
    for (parameter, declared) in context.body.parameters().iter().zip(&declared.parameters) {
        let (Some(default), Some(ty)) = (parameter.value, parameter.type_expr) else {
            continue;
        };
        let known = context.inference.known(default);
        let subject = format!("parameter '{}'", parameter.name);
        if parameter.captures_rest {
            continue;
        }
        // Functions look for instances, the others for something to say.
        let is_refused = match ItemKind::from_definition(context.body.definition()) {
            Some(ItemKind::Function | ItemKind::Plan) => mismatch,
            _ => refusal,
        };
        if let Some(mismatch) = is_refused(&context.names, &subject, &declared.ty, known) {
            let is_undef = *known == Inferred::Value(Value::Undef);
            let at = Anchor::Expr(default);
            let declared_at = Anchor::Expr(ty);
            let diagnostic = match is_undef {
                true => undef_default_not_optional::diagnostic(at, mismatch, declared_at),
                false => struct_key::diagnostic(mismatch, &INCOMPATIBLE_DEFAULT, at),
            };
            let diagnostic =
                diagnostic.with_related(context.item, declared_at, "Type is declared here");
            out.push(diagnostic.with_fixes(literal_fix(context, default, &declared.ty)));
        } else {
            let expectation = Expectation {
                ty: Some(&declared.ty),
                subject: subject.clone(),
                declared_at: Some((context.item, Anchor::Expr(ty))),
                accepts_undef: false,
            };
            let rule = &INCOMPATIBLE_DEFAULT;
            out.extend(possible::diagnostic(context, rule, default, &expectation));
        }
    }
}
