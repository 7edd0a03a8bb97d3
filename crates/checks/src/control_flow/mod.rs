//! Rules about conditions, cases, selectors and jumps.

pub(crate) mod conditions;
pub(crate) mod constant_condition;
pub(crate) mod duplicate_case_option;
pub(crate) mod fact_values;
pub(crate) mod match_coverage;
pub(crate) mod non_exhaustive_match;
pub(crate) mod regex_capture_out_of_scope;
pub(crate) mod selector_may_not_match;
pub(crate) mod unreachable_arm;
