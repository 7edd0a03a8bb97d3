//! The defaults of `lookup` and `hiera`: the results of calls where no data has the key.
//!
//! Source: `Puppet::Pops::Lookup.lookup`, which compares the default with the type that the call names.

use puppet_diagnostics::{Certainty, Severity};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;
use smol_str::SmolStr;

use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::index::item_tree::canonical;
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
    if call.lambda.is_some() || call.is_unfolded(context.body) {
        return None;
    }
    let (name, ty, value) = match (call.name?, &call.arguments[..]) {
        ("lookup", [name, ty, _, default]) => (Some(*name), Some(*ty), *default),
        ("lookup", [name, options]) => {
            let default = entry(context, *options, "default_value")?;
            (Some(*name), entry(context, *options, "value_type"), default)
        }
        ("lookup", [options]) => {
            let default = entry(context, *options, "default_value")?;
            let name = entry(context, *options, "name");
            (name, entry(context, *options, "value_type"), default)
        }
        ("hiera" | "hiera_array" | "hiera_hash", [name, default, ..]) => {
            (Some(*name), None, *default)
        }
        _ => return None,
    };
    let key = name.and_then(|name| context.inference.result(name).value()?.as_str());
    Some(LookupDefault {
        value,
        ty,
        key: key.map(canonical),
    })
}

/// The value of a key that is written in a hash.
fn entry(context: &Context<'_>, hash: ExprId, name: &str) -> Option<ExprId> {
    let Expr::LiteralHash(entries) = context.body.expr(hash) else {
        return None;
    };
    let is_it = |key: ExprId| {
        let key = context.inference.result(key).value();
        key.and_then(Value::as_str) == Some(name)
    };
    let mut entries = entries.iter();
    entries.find_map(|entry| is_it(entry.key).then_some(entry.value))
}
