//! Generated from the `declare_rule!` of each rule by `cargo xtask codegen`: edit those, not this file.

use puppet_diagnostics::Rule;

pub use crate::control_flow::constant_condition::CONSTANT_CONDITION;
pub use crate::control_flow::duplicate_case_option::DUPLICATE_CASE_OPTION;
pub use crate::control_flow::non_exhaustive_match::NON_EXHAUSTIVE_MATCH;
pub use crate::control_flow::regex_capture_out_of_scope::REGEX_CAPTURE_OUT_OF_SCOPE;
pub use crate::control_flow::selector_may_not_match::SELECTOR_MAY_NOT_MATCH;
pub use crate::control_flow::unreachable_arm::UNREACHABLE_ARM;
pub use crate::meta::house_rule::HOUSE_RULE;
pub use crate::meta::internal_error::INTERNAL_ERROR;
pub use crate::meta::invalid_setting::INVALID_SETTING;
pub use crate::meta::invalid_suppression::INVALID_SUPPRESSION;
pub use crate::meta::revealed_type::REVEALED_TYPE;
pub use crate::meta::unused_suppression::UNUSED_SUPPRESSION;
pub use crate::names::circular_definition::CIRCULAR_DEFINITION;
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
pub use crate::resources::attribute_already_set::ATTRIBUTE_ALREADY_SET;
pub use crate::resources::bad_title::BAD_TITLE;
pub use crate::resources::class_declared_twice::CLASS_DECLARED_TWICE;
pub use crate::resources::collector_without_query::COLLECTOR_WITHOUT_QUERY;
pub use crate::resources::dependency_cycle::DEPENDENCY_CYCLE;
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
pub use crate::templates::deferred_used_early::DEFERRED_USED_EARLY;
pub use crate::templates::epp_missing_parameter::EPP_MISSING_PARAMETER;
pub use crate::templates::epp_unknown_parameter::EPP_UNKNOWN_PARAMETER;
pub use crate::templates::erb_invalid_code::ERB_INVALID_CODE;
pub use crate::templates::erb_unknown_variable::ERB_UNKNOWN_VARIABLE;
pub use crate::templates::erb_unused_value::ERB_UNUSED_VALUE;
pub use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
pub use crate::types::attribute_type_mismatch::ATTRIBUTE_TYPE_MISMATCH;
pub use crate::types::complex_alias::COMPLEX_ALIAS;
pub use crate::types::failing_call::FAILING_CALL;
pub use crate::types::failing_use::FAILING_USE;
pub use crate::types::implicit_number_coercion::IMPLICIT_NUMBER_COERCION;
pub use crate::types::impossible_comparison::IMPOSSIBLE_COMPARISON;
pub use crate::types::incompatible_default::INCOMPATIBLE_DEFAULT;
pub use crate::types::index_outside_braces::INDEX_OUTSIDE_BRACES;
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
pub use crate::versions::fails_on_system::FAILS_ON_SYSTEM;
pub use crate::versions::legacy_fact::LEGACY_FACT;
pub use crate::versions::needs_newer_puppet::NEEDS_NEWER_PUPPET;
pub use crate::versions::old_type::OLD_TYPE;
pub use crate::versions::removed_in_target::REMOVED_IN_TARGET;
pub use crate::versions::unused_on_node::UNUSED_ON_NODE;
pub use puppet_checks_hiera::hiera_bad_interpolation::HIERA_BAD_INTERPOLATION;
pub use puppet_checks_hiera::hiera_bad_key::HIERA_BAD_KEY;
pub use puppet_checks_hiera::hiera_config_invalid::HIERA_CONFIG_INVALID;
pub use puppet_checks_hiera::hiera_key_never_found::HIERA_KEY_NEVER_FOUND;
pub use puppet_checks_hiera::hiera_type_mismatch::HIERA_TYPE_MISMATCH;
pub use puppet_checks_hiera::hiera_unknown_class::HIERA_UNKNOWN_CLASS;
pub use puppet_checks_hiera::hiera_unknown_parameter::HIERA_UNKNOWN_PARAMETER;
pub use puppet_checks_hiera::hiera_unreached_level::HIERA_UNREACHED_LEVEL;
pub use puppet_checks_hiera::hiera_unused_key::HIERA_UNUSED_KEY;
pub use puppet_checks_hiera::invalid_data_file::INVALID_DATA_FILE;
pub use puppet_checks_hiera::lookup_options_problem::LOOKUP_OPTIONS_PROBLEM;
pub use puppet_checks_lint::classes::autoloader_layout::AUTOLOADER_LAYOUT;
pub use puppet_checks_lint::classes::class_inherits_from_params_class::CLASS_INHERITS_FROM_PARAMS_CLASS;
pub use puppet_checks_lint::classes::code_on_top_scope::CODE_ON_TOP_SCOPE;
pub use puppet_checks_lint::classes::documentation::DOCUMENTATION;
pub use puppet_checks_lint::classes::inherits_across_namespaces::INHERITS_ACROSS_NAMESPACES;
pub use puppet_checks_lint::classes::lookup_in_parameter::LOOKUP_IN_PARAMETER;
pub use puppet_checks_lint::classes::nested_classes_or_defines::NESTED_CLASSES_OR_DEFINES;
pub use puppet_checks_lint::classes::parameter_documentation::PARAMETER_DOCUMENTATION;
pub use puppet_checks_lint::classes::parameter_order::PARAMETER_ORDER;
pub use puppet_checks_lint::classes::params_empty_string_assignment::PARAMS_EMPTY_STRING_ASSIGNMENT;
pub use puppet_checks_lint::classes::relative_classname_inclusion::RELATIVE_CLASSNAME_INCLUSION;
pub use puppet_checks_lint::classes::relative_classname_reference::RELATIVE_CLASSNAME_REFERENCE;
pub use puppet_checks_lint::conditionals::case_without_default::CASE_WITHOUT_DEFAULT;
pub use puppet_checks_lint::conditionals::unquoted_string_in_case::UNQUOTED_STRING_IN_CASE;
pub use puppet_checks_lint::conditionals::unquoted_string_in_selector::UNQUOTED_STRING_IN_SELECTOR;
pub use puppet_checks_lint::layout::arrow_alignment::ARROW_ALIGNMENT;
pub use puppet_checks_lint::layout::hard_tabs::HARD_TABS;
pub use puppet_checks_lint::layout::line_length::LINE_LENGTH;
pub use puppet_checks_lint::layout::short_line_length::SHORT_LINE_LENGTH;
pub use puppet_checks_lint::layout::soft_tabs::SOFT_TABS;
pub use puppet_checks_lint::layout::space_before_arrow::SPACE_BEFORE_ARROW;
pub use puppet_checks_lint::layout::strict_indent::STRICT_INDENT;
pub use puppet_checks_lint::layout::trailing_comma::TRAILING_COMMA;
pub use puppet_checks_lint::layout::trailing_whitespace::TRAILING_WHITESPACE;
pub use puppet_checks_lint::resources::anchor_resource::ANCHOR_RESOURCE;
pub use puppet_checks_lint::resources::arrow_on_right_operand_line::ARROW_ON_RIGHT_OPERAND_LINE;
pub use puppet_checks_lint::resources::ensure_first_param::ENSURE_FIRST_PARAM;
pub use puppet_checks_lint::resources::ensure_not_symlink_target::ENSURE_NOT_SYMLINK_TARGET;
pub use puppet_checks_lint::resources::file_ensure::FILE_ENSURE;
pub use puppet_checks_lint::resources::file_mode::FILE_MODE;
pub use puppet_checks_lint::resources::package_ensure::PACKAGE_ENSURE;
pub use puppet_checks_lint::resources::resource_reference_with_unquoted_title::RESOURCE_REFERENCE_WITH_UNQUOTED_TITLE;
pub use puppet_checks_lint::resources::resource_reference_without_title_capital::RESOURCE_REFERENCE_WITHOUT_TITLE_CAPITAL;
pub use puppet_checks_lint::resources::right_to_left_relationship::RIGHT_TO_LEFT_RELATIONSHIP;
pub use puppet_checks_lint::resources::selector_inside_resource::SELECTOR_INSIDE_RESOURCE;
pub use puppet_checks_lint::resources::unquoted_node_name::UNQUOTED_NODE_NAME;
pub use puppet_checks_lint::resources::unquoted_resource_title::UNQUOTED_RESOURCE_TITLE;
pub use puppet_checks_lint::spacing::arrow_space_after::ARROW_SPACE_AFTER;
pub use puppet_checks_lint::spacing::class_name_space_after::CLASS_NAME_SPACE_AFTER;
pub use puppet_checks_lint::spacing::class_name_space_before::CLASS_NAME_SPACE_BEFORE;
pub use puppet_checks_lint::spacing::closing_brace_after::CLOSING_BRACE_AFTER;
pub use puppet_checks_lint::spacing::closing_brace_before::CLOSING_BRACE_BEFORE;
pub use puppet_checks_lint::spacing::closing_bracket_after::CLOSING_BRACKET_AFTER;
pub use puppet_checks_lint::spacing::closing_bracket_before::CLOSING_BRACKET_BEFORE;
pub use puppet_checks_lint::spacing::inherits_name_space::INHERITS_NAME_SPACE;
pub use puppet_checks_lint::spacing::missing_newline_at_end::MISSING_NEWLINE_AT_END;
pub use puppet_checks_lint::spacing::newline_at_start::NEWLINE_AT_START;
pub use puppet_checks_lint::spacing::newlines_at_end::NEWLINES_AT_END;
pub use puppet_checks_lint::spacing::opening_brace_after::OPENING_BRACE_AFTER;
pub use puppet_checks_lint::spacing::opening_brace_before::OPENING_BRACE_BEFORE;
pub use puppet_checks_lint::spacing::opening_bracket_after::OPENING_BRACKET_AFTER;
pub use puppet_checks_lint::spacing::opening_bracket_before::OPENING_BRACKET_BEFORE;
pub use puppet_checks_lint::spacing::two_empty_lines::TWO_EMPTY_LINES;
pub use puppet_checks_lint::strings::double_quoted_strings::DOUBLE_QUOTED_STRINGS;
pub use puppet_checks_lint::strings::leading_zero::LEADING_ZERO;
pub use puppet_checks_lint::strings::only_variable_string::ONLY_VARIABLE_STRING;
pub use puppet_checks_lint::strings::puppet_url_without_modules::PUPPET_URL_WITHOUT_MODULES;
pub use puppet_checks_lint::strings::quoted_booleans::QUOTED_BOOLEANS;
pub use puppet_checks_lint::strings::single_quote_string_with_variables::SINGLE_QUOTE_STRING_WITH_VARIABLES;
pub use puppet_checks_lint::strings::star_comments::STAR_COMMENTS;
pub use puppet_checks_lint::strings::version_comparison::VERSION_COMPARISON;
pub use puppet_checks_lint::variables::legacy_facts::LEGACY_FACTS;
pub use puppet_checks_lint::variables::top_scope_facts::TOP_SCOPE_FACTS;
pub use puppet_checks_lint::variables::topscope_variable::TOPSCOPE_VARIABLE;
pub use puppet_checks_lint::variables::variable_is_lowercase::VARIABLE_IS_LOWERCASE;
pub use puppet_checks_lint::variables::variables_not_enclosed::VARIABLES_NOT_ENCLOSED;
pub use puppet_checks_modules::autoload_layout::AUTOLOAD_LAYOUT;
pub use puppet_checks_modules::broken_ruby::BROKEN_RUBY;
pub use puppet_checks_modules::catalog_vs_plan_context::CATALOG_VS_PLAN_CONTEXT;
pub use puppet_checks_modules::file_name_case::FILE_NAME_CASE;
pub use puppet_checks_modules::file_too_large::FILE_TOO_LARGE;
pub use puppet_checks_modules::invalid_stub::INVALID_STUB;
pub use puppet_checks_modules::metadata_invalid::METADATA_INVALID;
pub use puppet_checks_modules::missing_dependency::MISSING_DEPENDENCY;
pub use puppet_checks_modules::module_path::MODULE_PATH;
pub use puppet_checks_modules::stale_documentation::STALE_DOCUMENTATION;
pub use puppet_checks_modules::template_or_file_not_found::TEMPLATE_OR_FILE_NOT_FOUND;
pub use puppet_checks_modules::undeclared_dependency::UNDECLARED_DEPENDENCY;
pub use puppet_checks_modules::unknown_plan_or_task::UNKNOWN_PLAN_OR_TASK;
pub use puppet_checks_modules::unreadable_file::UNREADABLE_FILE;
pub use puppet_checks_syntax::definition_in_wrong_place::DEFINITION_IN_WRONG_PLACE;
pub use puppet_checks_syntax::duplicate_attribute::DUPLICATE_ATTRIBUTE;
pub use puppet_checks_syntax::duplicate_key::DUPLICATE_KEY;
pub use puppet_checks_syntax::epp_unbalanced::EPP_UNBALANCED;
pub use puppet_checks_syntax::heredoc_tag::HEREDOC_TAG;
pub use puppet_checks_syntax::illegal_jump::ILLEGAL_JUMP;
pub use puppet_checks_syntax::invalid_assignment::INVALID_ASSIGNMENT;
pub use puppet_checks_syntax::invalid_encoding::INVALID_ENCODING;
pub use puppet_checks_syntax::invalid_escape::INVALID_ESCAPE;
pub use puppet_checks_syntax::invalid_heredoc_text::INVALID_HEREDOC_TEXT;
pub use puppet_checks_syntax::invalid_name::INVALID_NAME;
pub use puppet_checks_syntax::invalid_number::INVALID_NUMBER;
pub use puppet_checks_syntax::invalid_parameter::INVALID_PARAMETER;
pub use puppet_checks_syntax::invalid_query::INVALID_QUERY;
pub use puppet_checks_syntax::invalid_regexp::INVALID_REGEXP;
pub use puppet_checks_syntax::invalid_resource::INVALID_RESOURCE;
pub use puppet_checks_syntax::no_value::NO_VALUE;
pub use puppet_checks_syntax::removed_operator::REMOVED_OPERATOR;
pub use puppet_checks_syntax::reserved_word::RESERVED_WORD;
pub use puppet_checks_syntax::statement_without_effect::STATEMENT_WITHOUT_EFFECT;
pub use puppet_checks_syntax::syntax_error::SYNTAX_ERROR;
pub use puppet_checks_syntax::unsupported_syntax::UNSUPPORTED_SYNTAX;

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
    &HIERA_UNREACHED_LEVEL,
    &HIERA_UNUSED_KEY,
    &LOOKUP_OPTIONS_PROBLEM,
    &INVALID_DATA_FILE,
    &AUTOLOADER_LAYOUT,
    &CLASS_INHERITS_FROM_PARAMS_CLASS,
    &CODE_ON_TOP_SCOPE,
    &INHERITS_ACROSS_NAMESPACES,
    &NESTED_CLASSES_OR_DEFINES,
    &PARAMETER_ORDER,
    &DOCUMENTATION,
    &PARAMETER_DOCUMENTATION,
    &LOOKUP_IN_PARAMETER,
    &PARAMS_EMPTY_STRING_ASSIGNMENT,
    &RELATIVE_CLASSNAME_INCLUSION,
    &RELATIVE_CLASSNAME_REFERENCE,
    &ENSURE_FIRST_PARAM,
    &ENSURE_NOT_SYMLINK_TARGET,
    &FILE_MODE,
    &UNQUOTED_RESOURCE_TITLE,
    &SELECTOR_INSIDE_RESOURCE,
    &ANCHOR_RESOURCE,
    &FILE_ENSURE,
    &PACKAGE_ENSURE,
    &UNQUOTED_NODE_NAME,
    &ARROW_ON_RIGHT_OPERAND_LINE,
    &RIGHT_TO_LEFT_RELATIONSHIP,
    &RESOURCE_REFERENCE_WITH_UNQUOTED_TITLE,
    &RESOURCE_REFERENCE_WITHOUT_TITLE_CAPITAL,
    &DOUBLE_QUOTED_STRINGS,
    &ONLY_VARIABLE_STRING,
    &PUPPET_URL_WITHOUT_MODULES,
    &QUOTED_BOOLEANS,
    &SINGLE_QUOTE_STRING_WITH_VARIABLES,
    &LEADING_ZERO,
    &STAR_COMMENTS,
    &VERSION_COMPARISON,
    &VARIABLE_IS_LOWERCASE,
    &TOP_SCOPE_FACTS,
    &TOPSCOPE_VARIABLE,
    &VARIABLES_NOT_ENCLOSED,
    &LEGACY_FACTS,
    &CASE_WITHOUT_DEFAULT,
    &UNQUOTED_STRING_IN_CASE,
    &UNQUOTED_STRING_IN_SELECTOR,
    &SOFT_TABS,
    &HARD_TABS,
    &TRAILING_WHITESPACE,
    &LINE_LENGTH,
    &SHORT_LINE_LENGTH,
    &SPACE_BEFORE_ARROW,
    &ARROW_ALIGNMENT,
    &STRICT_INDENT,
    &TRAILING_COMMA,
    &OPENING_BRACE_BEFORE,
    &OPENING_BRACE_AFTER,
    &CLOSING_BRACE_BEFORE,
    &CLOSING_BRACE_AFTER,
    &OPENING_BRACKET_BEFORE,
    &OPENING_BRACKET_AFTER,
    &CLOSING_BRACKET_BEFORE,
    &CLOSING_BRACKET_AFTER,
    &ARROW_SPACE_AFTER,
    &INHERITS_NAME_SPACE,
    &CLASS_NAME_SPACE_BEFORE,
    &CLASS_NAME_SPACE_AFTER,
    &TWO_EMPTY_LINES,
    &NEWLINE_AT_START,
    &MISSING_NEWLINE_AT_END,
    &NEWLINES_AT_END,
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
    &UNKNOWN_PLAN_OR_TASK,
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
    &HOUSE_RULE,
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
    &ATTRIBUTE_ALREADY_SET,
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
    &INDEX_OUTSIDE_BRACES,
    &LEGACY_FACT,
    &REMOVED_IN_TARGET,
    &NEEDS_NEWER_PUPPET,
    &DEPRECATED_SYMBOL,
    &OLD_TYPE,
    &FAILS_ON_SYSTEM,
    &UNUSED_ON_NODE,
    &SENSITIVE_LEAK,
];
