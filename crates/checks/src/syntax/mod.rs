//! Rules about syntax: what Puppet's parser and validation refuse.

pub(crate) mod definition_in_wrong_place;
pub(crate) mod epp_unbalanced;
pub(crate) mod heredoc_tag;
pub(crate) mod invalid_assignment;
pub(crate) mod invalid_encoding;
pub(crate) mod invalid_escape;
pub(crate) mod invalid_heredoc_text;
pub(crate) mod invalid_name;
pub(crate) mod invalid_number;
pub(crate) mod invalid_parameter;
pub(crate) mod invalid_query;
pub(crate) mod invalid_regexp;
pub(crate) mod invalid_resource;
pub(crate) mod no_value;
pub(crate) mod removed_operator;
pub(crate) mod reserved_word;
pub(crate) mod statement_without_effect;
pub(crate) mod syntax_error;
pub(crate) mod unsupported_syntax;
pub(crate) mod validation_issues;
