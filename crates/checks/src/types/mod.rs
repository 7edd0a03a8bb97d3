//! Rules about types: arguments, defaults, operands, return values and comparisons.

pub(crate) mod attribute_type_mismatch;
pub(crate) mod call_arguments;
pub(crate) mod class_arguments;
pub(crate) mod failing_call;
pub(crate) mod failing_use;
pub(crate) mod foreign_literals;
pub(crate) mod impossible_comparison;
pub(crate) mod include_arguments;
pub(crate) mod incompatible_default;
pub(crate) mod lambda_signature;
pub(crate) mod merge_strategy;
pub(crate) mod operator_type_mismatch;
pub(crate) mod possibly_undef_access;
pub(crate) mod return_type_mismatch;
pub(crate) mod suspicious_type_argument;
