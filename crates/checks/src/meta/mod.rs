//! Rules about what the user tells the checker: settings, comments, house rules and revealed types.

pub(crate) mod house_rule;
pub(crate) mod internal_error;
pub(crate) mod invalid_setting;
pub(crate) mod invalid_suppression;
pub(crate) mod revealed_type;
pub(crate) mod unused_suppression;
