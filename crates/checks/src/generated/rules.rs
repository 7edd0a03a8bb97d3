//! Generated from the `declare_rule!` of each rule by `cargo xtask codegen`: edit those, not this file.

use puppet_diagnostics::Rule;

pub use crate::control_flow::constant_condition::CONSTANT_CONDITION;
pub use crate::control_flow::duplicate_case_option::DUPLICATE_CASE_OPTION;
pub use crate::control_flow::duplicate_key::DUPLICATE_KEY;
pub use crate::control_flow::illegal_jump::ILLEGAL_JUMP;
pub use crate::control_flow::non_exhaustive_match::NON_EXHAUSTIVE_MATCH;
pub use crate::control_flow::regex_capture_out_of_scope::REGEX_CAPTURE_OUT_OF_SCOPE;
pub use crate::control_flow::selector_may_not_match::SELECTOR_MAY_NOT_MATCH;
pub use crate::control_flow::unreachable_arm::UNREACHABLE_ARM;
pub use crate::meta::internal_error::INTERNAL_ERROR;
pub use crate::meta::invalid_suppression::INVALID_SUPPRESSION;
pub use crate::meta::revealed_type::REVEALED_TYPE;
pub use crate::meta::unused_suppression::UNUSED_SUPPRESSION;
pub use crate::modules::autoload_layout::AUTOLOAD_LAYOUT;
pub use crate::modules::broken_ruby::BROKEN_RUBY;
pub use crate::modules::catalog_vs_plan_context::CATALOG_VS_PLAN_CONTEXT;
pub use crate::modules::file_name_case::FILE_NAME_CASE;
pub use crate::modules::file_too_large::FILE_TOO_LARGE;
pub use crate::modules::invalid_setting::INVALID_SETTING;
pub use crate::modules::invalid_stub::INVALID_STUB;
pub use crate::modules::metadata_invalid::METADATA_INVALID;
pub use crate::modules::missing_dependency::MISSING_DEPENDENCY;
pub use crate::modules::module_path::MODULE_PATH;
pub use crate::modules::stale_documentation::STALE_DOCUMENTATION;
pub use crate::modules::undeclared_dependency::UNDECLARED_DEPENDENCY;
pub use crate::modules::unreadable_file::UNREADABLE_FILE;
pub use crate::names::circular_definition::CIRCULAR_DEFINITION;
pub use crate::names::hiera_key_never_found::HIERA_KEY_NEVER_FOUND;
pub use crate::names::possibly_undefined_variable::POSSIBLY_UNDEFINED_VARIABLE;
pub use crate::names::reassigned_variable::REASSIGNED_VARIABLE;
pub use crate::names::shadowed_variable::SHADOWED_VARIABLE;
pub use crate::names::unknown_class::UNKNOWN_CLASS;
pub use crate::names::unknown_data_type::UNKNOWN_DATA_TYPE;
pub use crate::names::unknown_fact::UNKNOWN_FACT;
pub use crate::names::unknown_function::UNKNOWN_FUNCTION;
pub use crate::names::unknown_resource_type::UNKNOWN_RESOURCE_TYPE;
pub use crate::names::unknown_variable::UNKNOWN_VARIABLE;
pub use crate::names::unused_parameter::UNUSED_PARAMETER;
pub use crate::names::unused_variable::UNUSED_VARIABLE;
pub use crate::resources::bad_title::BAD_TITLE;
pub use crate::resources::class_declared_twice::CLASS_DECLARED_TWICE;
pub use crate::resources::collector_without_query::COLLECTOR_WITHOUT_QUERY;
pub use crate::resources::dependency_cycle::DEPENDENCY_CYCLE;
pub use crate::resources::duplicate_attribute::DUPLICATE_ATTRIBUTE;
pub use crate::resources::duplicate_resource::DUPLICATE_RESOURCE;
pub use crate::resources::exec_not_idempotent::EXEC_NOT_IDEMPOTENT;
pub use crate::resources::exec_unqualified_command::EXEC_UNQUALIFIED_COMMAND;
pub use crate::resources::invalid_attribute_value::INVALID_ATTRIBUTE_VALUE;
pub use crate::resources::leaking_resource_default::LEAKING_RESOURCE_DEFAULT;
pub use crate::resources::missing_required_attribute::MISSING_REQUIRED_ATTRIBUTE;
pub use crate::resources::relationship_operand::RELATIONSHIP_OPERAND;
pub use crate::resources::unknown_attribute::UNKNOWN_ATTRIBUTE;
pub use crate::resources::unresolved_reference::UNRESOLVED_REFERENCE;
pub use crate::resources::virtual_never_realized::VIRTUAL_NEVER_REALIZED;
pub use crate::security::sensitive_leak::SENSITIVE_LEAK;
pub use crate::syntax::definition_in_wrong_place::DEFINITION_IN_WRONG_PLACE;
pub use crate::syntax::epp_unbalanced::EPP_UNBALANCED;
pub use crate::syntax::heredoc_tag::HEREDOC_TAG;
pub use crate::syntax::invalid_assignment::INVALID_ASSIGNMENT;
pub use crate::syntax::invalid_encoding::INVALID_ENCODING;
pub use crate::syntax::invalid_escape::INVALID_ESCAPE;
pub use crate::syntax::invalid_heredoc_text::INVALID_HEREDOC_TEXT;
pub use crate::syntax::invalid_name::INVALID_NAME;
pub use crate::syntax::invalid_number::INVALID_NUMBER;
pub use crate::syntax::invalid_parameter::INVALID_PARAMETER;
pub use crate::syntax::invalid_query::INVALID_QUERY;
pub use crate::syntax::invalid_regexp::INVALID_REGEXP;
pub use crate::syntax::invalid_resource::INVALID_RESOURCE;
pub use crate::syntax::no_value::NO_VALUE;
pub use crate::syntax::removed_operator::REMOVED_OPERATOR;
pub use crate::syntax::reserved_word::RESERVED_WORD;
pub use crate::syntax::statement_without_effect::STATEMENT_WITHOUT_EFFECT;
pub use crate::syntax::syntax_error::SYNTAX_ERROR;
pub use crate::syntax::unsupported_syntax::UNSUPPORTED_SYNTAX;
pub use crate::templates::deferred_used_early::DEFERRED_USED_EARLY;
pub use crate::templates::epp_missing_parameter::EPP_MISSING_PARAMETER;
pub use crate::templates::epp_unknown_parameter::EPP_UNKNOWN_PARAMETER;
pub use crate::templates::erb_invalid_code::ERB_INVALID_CODE;
pub use crate::templates::erb_unknown_variable::ERB_UNKNOWN_VARIABLE;
pub use crate::templates::erb_unused_value::ERB_UNUSED_VALUE;
pub use crate::templates::template_or_file_not_found::TEMPLATE_OR_FILE_NOT_FOUND;
pub use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
pub use crate::types::attribute_type_mismatch::ATTRIBUTE_TYPE_MISMATCH;
pub use crate::types::complex_alias::COMPLEX_ALIAS;
pub use crate::types::failing_call::FAILING_CALL;
pub use crate::types::failing_use::FAILING_USE;
pub use crate::types::implicit_number_coercion::IMPLICIT_NUMBER_COERCION;
pub use crate::types::impossible_comparison::IMPOSSIBLE_COMPARISON;
pub use crate::types::incompatible_default::INCOMPATIBLE_DEFAULT;
pub use crate::types::invalid_type_argument::INVALID_TYPE_ARGUMENT;
pub use crate::types::missing_type::MISSING_TYPE;
pub use crate::types::no_matching_overload::NO_MATCHING_OVERLOAD;
pub use crate::types::non_literal_parameter_type::NON_LITERAL_PARAMETER_TYPE;
pub use crate::types::operator_type_mismatch::OPERATOR_TYPE_MISMATCH;
pub use crate::types::optional_never_undef::OPTIONAL_NEVER_UNDEF;
pub use crate::types::possibly_undef_access::POSSIBLY_UNDEF_ACCESS;
pub use crate::types::redundant_test::REDUNDANT_TEST;
pub use crate::types::return_type_mismatch::RETURN_TYPE_MISMATCH;
pub use crate::types::string_as_boolean::STRING_AS_BOOLEAN;
pub use crate::types::struct_key::STRUCT_KEY;
pub use crate::types::suspicious_type_argument::SUSPICIOUS_TYPE_ARGUMENT;
pub use crate::types::undef_default_not_optional::UNDEF_DEFAULT_NOT_OPTIONAL;
pub use crate::types::weak_type::WEAK_TYPE;
pub use crate::versions::deprecated_symbol::DEPRECATED_SYMBOL;
pub use crate::versions::legacy_fact::LEGACY_FACT;
pub use crate::versions::needs_newer_puppet::NEEDS_NEWER_PUPPET;
pub use crate::versions::old_type::OLD_TYPE;
pub use crate::versions::removed_in_target::REMOVED_IN_TARGET;
pub use puppet_checks_hiera::hiera_bad_interpolation::HIERA_BAD_INTERPOLATION;
pub use puppet_checks_hiera::hiera_bad_key::HIERA_BAD_KEY;
pub use puppet_checks_hiera::hiera_config_invalid::HIERA_CONFIG_INVALID;
pub use puppet_checks_hiera::hiera_type_mismatch::HIERA_TYPE_MISMATCH;
pub use puppet_checks_hiera::hiera_unknown_class::HIERA_UNKNOWN_CLASS;
pub use puppet_checks_hiera::hiera_unknown_parameter::HIERA_UNKNOWN_PARAMETER;
pub use puppet_checks_hiera::invalid_data_file::INVALID_DATA_FILE;
pub use puppet_checks_hiera::lookup_options_problem::LOOKUP_OPTIONS_PROBLEM;

/// All rules, in the order of their codes.
pub static ALL: &[&Rule] = &[
    &UNUSED_SUPPRESSION,
    &INVALID_SUPPRESSION,
    &REVEALED_TYPE,
    &DUPLICATE_CASE_OPTION,
    &CONSTANT_CONDITION,
    &SELECTOR_MAY_NOT_MATCH,
    &REGEX_CAPTURE_OUT_OF_SCOPE,
    &DUPLICATE_KEY,
    &ILLEGAL_JUMP,
    &TEMPLATE_OR_FILE_NOT_FOUND,
    &EPP_MISSING_PARAMETER,
    &EPP_UNKNOWN_PARAMETER,
    &ERB_UNKNOWN_VARIABLE,
    &ERB_INVALID_CODE,
    &DEFERRED_USED_EARLY,
    &ERB_UNUSED_VALUE,
    &HIERA_UNKNOWN_CLASS,
    &HIERA_UNKNOWN_PARAMETER,
    &HIERA_TYPE_MISMATCH,
    &HIERA_BAD_KEY,
    &HIERA_BAD_INTERPOLATION,
    &HIERA_KEY_NEVER_FOUND,
    &HIERA_CONFIG_INVALID,
    &LOOKUP_OPTIONS_PROBLEM,
    &INVALID_DATA_FILE,
    &AUTOLOAD_LAYOUT,
    &UNDECLARED_DEPENDENCY,
    &METADATA_INVALID,
    &STALE_DOCUMENTATION,
    &CATALOG_VS_PLAN_CONTEXT,
    &UNREADABLE_FILE,
    &FILE_TOO_LARGE,
    &MODULE_PATH,
    &INVALID_SETTING,
    &MISSING_DEPENDENCY,
    &FILE_NAME_CASE,
    &BROKEN_RUBY,
    &INVALID_STUB,
    &UNKNOWN_VARIABLE,
    &POSSIBLY_UNDEFINED_VARIABLE,
    &REASSIGNED_VARIABLE,
    &UNKNOWN_CLASS,
    &UNKNOWN_RESOURCE_TYPE,
    &UNKNOWN_FUNCTION,
    &UNKNOWN_DATA_TYPE,
    &UNKNOWN_FACT,
    &UNUSED_VARIABLE,
    &UNUSED_PARAMETER,
    &CIRCULAR_DEFINITION,
    &SHADOWED_VARIABLE,
    &UNKNOWN_ATTRIBUTE,
    &MISSING_REQUIRED_ATTRIBUTE,
    &DUPLICATE_ATTRIBUTE,
    &DUPLICATE_RESOURCE,
    &INVALID_ATTRIBUTE_VALUE,
    &UNRESOLVED_REFERENCE,
    &DEPENDENCY_CYCLE,
    &CLASS_DECLARED_TWICE,
    &LEAKING_RESOURCE_DEFAULT,
    &EXEC_NOT_IDEMPOTENT,
    &EXEC_UNQUALIFIED_COMMAND,
    &BAD_TITLE,
    &VIRTUAL_NEVER_REALIZED,
    &COLLECTOR_WITHOUT_QUERY,
    &RELATIONSHIP_OPERAND,
    &SYNTAX_ERROR,
    &STATEMENT_WITHOUT_EFFECT,
    &RESERVED_WORD,
    &INVALID_ESCAPE,
    &HEREDOC_TAG,
    &EPP_UNBALANCED,
    &REMOVED_OPERATOR,
    &DEFINITION_IN_WRONG_PLACE,
    &INVALID_NAME,
    &INVALID_ASSIGNMENT,
    &INVALID_PARAMETER,
    &INVALID_RESOURCE,
    &NO_VALUE,
    &INVALID_NUMBER,
    &INVALID_HEREDOC_TEXT,
    &INVALID_QUERY,
    &UNSUPPORTED_SYNTAX,
    &INVALID_ENCODING,
    &INVALID_REGEXP,
    &INTERNAL_ERROR,
    &INCOMPATIBLE_DEFAULT,
    &ARGUMENT_TYPE_MISMATCH,
    &NO_MATCHING_OVERLOAD,
    &ATTRIBUTE_TYPE_MISMATCH,
    &IMPLICIT_NUMBER_COERCION,
    &OPERATOR_TYPE_MISMATCH,
    &SUSPICIOUS_TYPE_ARGUMENT,
    &NON_LITERAL_PARAMETER_TYPE,
    &OPTIONAL_NEVER_UNDEF,
    &UNDEF_DEFAULT_NOT_OPTIONAL,
    &POSSIBLY_UNDEF_ACCESS,
    &IMPOSSIBLE_COMPARISON,
    &REDUNDANT_TEST,
    &NON_EXHAUSTIVE_MATCH,
    &UNREACHABLE_ARM,
    &RETURN_TYPE_MISMATCH,
    &MISSING_TYPE,
    &STRING_AS_BOOLEAN,
    &STRUCT_KEY,
    &WEAK_TYPE,
    &INVALID_TYPE_ARGUMENT,
    &FAILING_CALL,
    &FAILING_USE,
    &COMPLEX_ALIAS,
    &LEGACY_FACT,
    &REMOVED_IN_TARGET,
    &NEEDS_NEWER_PUPPET,
    &DEPRECATED_SYMBOL,
    &OLD_TYPE,
    &SENSITIVE_LEAK,
];
