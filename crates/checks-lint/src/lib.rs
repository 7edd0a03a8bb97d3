//! The rules of the lint family: the style checks of puppet-lint and its plugins, one file each. All are off unless the
//! settings turn them on.
//!
//! A check looks at the tokens of one manifest (`Manifest`), as puppet-lint does, so that it reports
//! at the same places. A file with syntax errors is left alone.

pub mod classes;
pub mod conditionals;
pub mod layout;
mod manifest;
mod parameters;
pub mod resources;
pub mod spacing;
pub mod strings;
mod structure;
mod tokens;
pub mod variables;

use puppet_db::{Db, File, FileKind, FilePlace, has_syntax_errors, line_index, parse};
use puppet_diagnostics::{Diagnostic, Rule};
use puppet_semantic::index::file_origin::settings;

use crate::manifest::Manifest;
use crate::tokens::Tokens;

/// A check of a manifest.
type LintCheck = fn(&Manifest<'_>, &mut Vec<Diagnostic<FilePlace>>);

/// Rules about the layout that a comment changes: where one stands to suppress them, there is nothing left to report.
pub const CHANGED_BY_COMMENTS: [&Rule; 5] = [
    &layout::trailing_whitespace::TRAILING_WHITESPACE,
    &layout::trailing_comma::TRAILING_COMMA,
    &spacing::two_empty_lines::TWO_EMPTY_LINES,
    &spacing::newline_at_start::NEWLINE_AT_START,
    &spacing::newlines_at_end::NEWLINES_AT_END,
];

/// The rules with their checks.
const CHECKS: &[(&Rule, LintCheck)] = &[
    (&classes::autoloader_layout::AUTOLOADER_LAYOUT, classes::autoloader_layout::check),
    (&classes::class_inherits_from_params_class::CLASS_INHERITS_FROM_PARAMS_CLASS, classes::class_inherits_from_params_class::check),
    (&classes::code_on_top_scope::CODE_ON_TOP_SCOPE, classes::code_on_top_scope::check),
    (&classes::inherits_across_namespaces::INHERITS_ACROSS_NAMESPACES, classes::inherits_across_namespaces::check),
    (&classes::nested_classes_or_defines::NESTED_CLASSES_OR_DEFINES, classes::nested_classes_or_defines::check),
    (&classes::parameter_order::PARAMETER_ORDER, classes::parameter_order::check),
    (&classes::documentation::DOCUMENTATION, classes::documentation::check),
    (&classes::parameter_documentation::PARAMETER_DOCUMENTATION, classes::parameter_documentation::check),
    (&classes::lookup_in_parameter::LOOKUP_IN_PARAMETER, classes::lookup_in_parameter::check),
    (&classes::params_empty_string_assignment::PARAMS_EMPTY_STRING_ASSIGNMENT, classes::params_empty_string_assignment::check),
    (&classes::relative_classname_inclusion::RELATIVE_CLASSNAME_INCLUSION, classes::relative_classname_inclusion::check),
    (&classes::relative_classname_reference::RELATIVE_CLASSNAME_REFERENCE, classes::relative_classname_reference::check),
    (&resources::ensure_first_param::ENSURE_FIRST_PARAM, resources::ensure_first_param::check),
    (&resources::ensure_not_symlink_target::ENSURE_NOT_SYMLINK_TARGET, resources::ensure_not_symlink_target::check),
    (&resources::file_mode::FILE_MODE, resources::file_mode::check),
    (&resources::unquoted_resource_title::UNQUOTED_RESOURCE_TITLE, resources::unquoted_resource_title::check),
    (&resources::selector_inside_resource::SELECTOR_INSIDE_RESOURCE, resources::selector_inside_resource::check),
    (&resources::anchor_resource::ANCHOR_RESOURCE, resources::anchor_resource::check),
    (&resources::file_ensure::FILE_ENSURE, resources::file_ensure::check),
    (&resources::package_ensure::PACKAGE_ENSURE, resources::package_ensure::check),
    (&resources::unquoted_node_name::UNQUOTED_NODE_NAME, resources::unquoted_node_name::check),
    (&resources::arrow_on_right_operand_line::ARROW_ON_RIGHT_OPERAND_LINE, resources::arrow_on_right_operand_line::check),
    (&resources::right_to_left_relationship::RIGHT_TO_LEFT_RELATIONSHIP, resources::right_to_left_relationship::check),
    (&resources::resource_reference_with_unquoted_title::RESOURCE_REFERENCE_WITH_UNQUOTED_TITLE, resources::resource_reference_with_unquoted_title::check),
    (&resources::resource_reference_without_title_capital::RESOURCE_REFERENCE_WITHOUT_TITLE_CAPITAL, resources::resource_reference_without_title_capital::check),
    (&strings::double_quoted_strings::DOUBLE_QUOTED_STRINGS, strings::double_quoted_strings::check),
    (&strings::only_variable_string::ONLY_VARIABLE_STRING, strings::only_variable_string::check),
    (&strings::puppet_url_without_modules::PUPPET_URL_WITHOUT_MODULES, strings::puppet_url_without_modules::check),
    (&strings::quoted_booleans::QUOTED_BOOLEANS, strings::quoted_booleans::check),
    (&strings::single_quote_string_with_variables::SINGLE_QUOTE_STRING_WITH_VARIABLES, strings::single_quote_string_with_variables::check),
    (&strings::leading_zero::LEADING_ZERO, strings::leading_zero::check),
    (&strings::star_comments::STAR_COMMENTS, strings::star_comments::check),
    (&strings::version_comparison::VERSION_COMPARISON, strings::version_comparison::check),
    (&variables::variable_is_lowercase::VARIABLE_IS_LOWERCASE, variables::variable_is_lowercase::check),
    (&variables::top_scope_facts::TOP_SCOPE_FACTS, variables::top_scope_facts::check),
    (&variables::topscope_variable::TOPSCOPE_VARIABLE, variables::topscope_variable::check),
    (&variables::variables_not_enclosed::VARIABLES_NOT_ENCLOSED, variables::variables_not_enclosed::check),
    (&variables::legacy_facts::LEGACY_FACTS, variables::legacy_facts::check),
    (&conditionals::case_without_default::CASE_WITHOUT_DEFAULT, conditionals::case_without_default::check),
    (&conditionals::unquoted_string_in_case::UNQUOTED_STRING_IN_CASE, conditionals::unquoted_string_in_case::check),
    (&conditionals::unquoted_string_in_selector::UNQUOTED_STRING_IN_SELECTOR, conditionals::unquoted_string_in_selector::check),
    (&layout::soft_tabs::SOFT_TABS, layout::soft_tabs::check),
    (&layout::hard_tabs::HARD_TABS, layout::hard_tabs::check),
    (&layout::trailing_whitespace::TRAILING_WHITESPACE, layout::trailing_whitespace::check),
    (&layout::line_length::LINE_LENGTH, layout::line_length::check),
    (&layout::short_line_length::SHORT_LINE_LENGTH, layout::short_line_length::check),
    (&layout::space_before_arrow::SPACE_BEFORE_ARROW, layout::space_before_arrow::check),
    (&layout::arrow_alignment::ARROW_ALIGNMENT, layout::arrow_alignment::check),
    (&layout::strict_indent::STRICT_INDENT, layout::strict_indent::check),
    (&layout::trailing_comma::TRAILING_COMMA, layout::trailing_comma::check),
    (&spacing::opening_brace_before::OPENING_BRACE_BEFORE, spacing::opening_brace_before::check),
    (&spacing::opening_brace_after::OPENING_BRACE_AFTER, spacing::opening_brace_after::check),
    (&spacing::closing_brace_before::CLOSING_BRACE_BEFORE, spacing::closing_brace_before::check),
    (&spacing::closing_brace_after::CLOSING_BRACE_AFTER, spacing::closing_brace_after::check),
    (&spacing::opening_bracket_before::OPENING_BRACKET_BEFORE, spacing::opening_bracket_before::check),
    (&spacing::opening_bracket_after::OPENING_BRACKET_AFTER, spacing::opening_bracket_after::check),
    (&spacing::closing_bracket_before::CLOSING_BRACKET_BEFORE, spacing::closing_bracket_before::check),
    (&spacing::closing_bracket_after::CLOSING_BRACKET_AFTER, spacing::closing_bracket_after::check),
    (&spacing::arrow_space_after::ARROW_SPACE_AFTER, spacing::arrow_space_after::check),
    (&spacing::inherits_name_space::INHERITS_NAME_SPACE, spacing::inherits_name_space::check),
    (&spacing::class_name_space_before::CLASS_NAME_SPACE_BEFORE, spacing::class_name_space_before::check),
    (&spacing::class_name_space_after::CLASS_NAME_SPACE_AFTER, spacing::class_name_space_after::check),
    (&spacing::two_empty_lines::TWO_EMPTY_LINES, spacing::two_empty_lines::check),
    (&spacing::newline_at_start::NEWLINE_AT_START, spacing::newline_at_start::check),
    (&spacing::missing_newline_at_end::MISSING_NEWLINE_AT_END, spacing::missing_newline_at_end::check),
    (&spacing::newlines_at_end::NEWLINES_AT_END, spacing::newlines_at_end::check),
];

/// Checks a manifest for the rules of the family that the settings turn on.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Manifest {
        return;
    }
    let policy = settings(db, file).policy(file.path(db));
    let is_on = |rule: &Rule| policy.own_level(rule).flatten().is_some();
    let mut checks = CHECKS.iter().filter(|(rule, _)| is_on(rule)).peekable();
    if checks.peek().is_none() || has_syntax_errors(db, file) {
        return;
    }
    let text = file.text(db);
    let path = classes::autoloader_layout::path_with_module(db, file);
    let tokens = Tokens::new(text, parse(db, file).green());
    let manifest = Manifest::new((file, &path, text), line_index(db, file), tokens);
    for (_, check) in checks {
        check(&manifest, out);
    }
}
