//! The assists, one file each.

pub mod add_parameter_type;
pub mod align_arrows;
pub mod convert_arrow_to_metaparameter;
pub mod convert_bare_word;
pub mod convert_call_syntax;
pub mod convert_case_to_selector;
pub mod convert_if_to_case;
pub mod convert_if_to_selector;
pub mod convert_quotes;
pub mod convert_to_heredoc;
pub mod create_missing_file;
pub mod expand_splat;
pub mod extract_definition;
pub mod extract_type_alias;
pub mod extract_variable;
pub mod fill_required_parameters;
pub mod generate_doc_comment;
pub mod inline_variable;
pub mod invert_if;
pub mod merge_nested_if;
pub mod sort_attributes;
pub mod split_join_list;
pub mod split_resource;
