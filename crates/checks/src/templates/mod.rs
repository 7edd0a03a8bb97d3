//! Rules about the contents of templates, and about deferred values.

pub(crate) mod deferred_used_early;
pub(crate) mod epp_arguments;
pub(crate) mod epp_missing_parameter;
pub(crate) mod epp_unknown_parameter;
pub(crate) mod erb_calls;
pub(crate) mod erb_invalid_code;
pub(crate) mod erb_unknown_variable;
pub(crate) mod erb_unused_value;
