//! The rules about syntax: refusals of Puppet's parser and validation.

pub mod application_orchestration;
pub mod definition_in_wrong_place;
pub mod duplicate_attribute;
pub mod duplicate_key;
pub mod epp_unbalanced;
pub mod heredoc_tag;
pub mod illegal_jump;
pub mod invalid_assignment;
pub mod invalid_encoding;
pub mod invalid_escape;
pub mod invalid_heredoc_text;
pub mod invalid_name;
pub mod invalid_number;
pub mod invalid_parameter;
pub mod invalid_query;
pub mod invalid_regexp;
pub mod invalid_resource;
pub mod no_value;
pub mod removed_operator;
pub mod reserved_word;
pub mod statement_without_effect;
pub mod syntax_error;
mod syntax_error_help;
pub mod unsupported_syntax;
