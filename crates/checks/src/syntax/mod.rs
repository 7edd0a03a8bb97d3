//! Rules about syntax: what Puppet's parser and validation refuse.

pub(crate) mod syntax_error;
pub(crate) mod validation_issues;
