//! Defaults of parameters that no use needs.

use puppet_hir::model::ExprId;

use crate::body_context::Context;
use crate::body_context::value_origins::is_within;
use crate::catalog::needed_defaults::is_needed;

/// Whether an expression is in the default of a parameter that no use needs.
#[must_use]
pub fn is_in_unneeded_default(context: &Context<'_>, at: ExprId) -> bool {
    let mut parameters = context.body.parameters().iter();
    let parameter = parameters.find(|parameter| {
        let default = parameter.value;
        default.is_some_and(|default| is_within(context.body, at, default))
    });
    let environment = context.environment();
    parameter.is_some_and(|it| !is_needed(context.db, environment, context.item, &it.name))
}
