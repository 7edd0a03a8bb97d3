//! The defaults of `lookup` and `hiera`: the results of calls where no data has the key.
//!
//! Source: `Puppet::Pops::Lookup.lookup`, which compares the default with the type that the call names.

use puppet_diagnostics::{Certainty, Severity};
use puppet_hir::model::ExprId;
use puppet_types::Value;
use smol_str::SmolStr;

use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use crate::types::argument_type_mismatch::lookup_call::LookupCall;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::types::mismatch::mismatch;

/// The default of a call.
pub(crate) struct LookupDefault {
    /// Its expression.
    pub value: ExprId,
    /// The type that the call names.
    ty: Option<ExprId>,
    key: Option<SmolStr>,
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        out.extend(of_call(context, call).and_then(|default| check_default(context, &default)));
    }
}

/// The default against the type that the call names.
fn check_default(context: &Context<'_>, default: &LookupDefault) -> Option<BodyDiagnostic> {
    let Value::Type(ty) = context.inference.result(default.ty?).value()? else {
        return None;
    };
    let known = context.inference.result(default.value);
    if default.is_superfluous(context) {
        return None;
    }
    let Some(mismatch) = mismatch(&context.names, "Default value has wrong type,", ty, known)
    else {
        let expectation = Expectation {
            at_most: Certainty::Possible,
            ..Expectation::new(Some(ty), "the lookup".to_owned())
        };
        let rule = &ARGUMENT_TYPE_MISMATCH;
        return possible::diagnostic(context, rule, default.value, &expectation);
    };
    let at = Anchor::Expr(default.value);
    let diagnostic = BodyDiagnostic::new(&ARGUMENT_TYPE_MISMATCH, at, mismatch.text);
    Some(diagnostic.with_severity(Severity::Warning))
}

impl LookupDefault {
    /// Whether the data has the key for each node.
    pub fn is_superfluous(&self, context: &Context<'_>) -> bool {
        self.key.as_ref().is_some_and(|key| {
            let found = lookup_key(context.db, context.environment(), key.clone());
            found.values.iter().any(|value| value.is_for_all)
        })
    }
}

/// The default that an expression returns, if it is such a call.
pub(crate) fn find_default(context: &Context<'_>, expr: ExprId) -> Option<LookupDefault> {
    let expr = context.body.without_parentheses(expr);
    of_call(context, &Call::from_expr(context.body, expr)?)
}

fn of_call(context: &Context<'_>, call: &Call<'_>) -> Option<LookupDefault> {
    let call = LookupCall::read(context, call)?;
    Some(LookupDefault {
        value: call.default?,
        ty: call.ty,
        key: call.known_key(context),
    })
}
