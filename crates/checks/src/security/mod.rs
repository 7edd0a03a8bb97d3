//! Rules about secrets.

pub(crate) mod sensitive_leak;
