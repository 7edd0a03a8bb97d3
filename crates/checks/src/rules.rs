//! All rules, which their files declare.

use puppet_diagnostics::Rule;

pub use crate::generated::rules::*;

/// The rule with this code ("T201", in letters of any case) or name ("incompatible-default").
#[must_use]
pub fn find(code_or_name: &str) -> Option<&'static Rule> {
    let mut rules = ALL.iter().copied();
    rules.find(|it| it.is_named(code_or_name) || it.code.eq_ignore_ascii_case(code_or_name))
}

#[cfg(test)]
mod tests {
    use puppet_diagnostics::{Levels, Severity, Strictness};

    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_well_formed() {
        for (index, rule) in ALL.iter().enumerate() {
            let (letter, digits) = rule.code.split_at(1);
            let is_code = letter.chars().all(|c| c.is_ascii_uppercase())
                && digits.len() == 3
                && digits.chars().all(|c| c.is_ascii_digit());
            assert!(is_code, "{}", rule.code);
            let mut name = rule.name.chars();
            let is_name = name.all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(is_name, "{}", rule.name);
            let is_sentence = rule.summary.ends_with('.') && !rule.summary.starts_with(' ');
            assert!(is_sentence, "{}", rule.summary);
            assert!(rule.fix.is_none() || rule.no_fix.is_none(), "{}", rule.code);
            for other in &ALL[..index] {
                let is_other = rule.code != other.code && rule.name != other.name;
                assert!(is_other, "{} {}", rule.code, other.code);
            }
        }
    }

    /// The checks of puppet-lint and of the plugins of Vox Pupuli.
    const PUPPET_LINT: &[&str] = &[
        "140chars",
        "2sp_soft_tabs",
        "80chars",
        "anchor_resource",
        "arrow_alignment",
        "arrow_on_right_operand_line",
        "autoloader_layout",
        "case_without_default",
        "class_inherits_from_params_class",
        "code_on_top_scope",
        "documentation",
        "double_quoted_strings",
        "duplicate_params",
        "ensure_first_param",
        "ensure_not_symlink_target",
        "exec_idempotency",
        "file_ensure",
        "file_mode",
        "hard_tabs",
        "inherits_across_namespaces",
        "leading_zero",
        "legacy_facts",
        "lookup_in_parameter",
        "manifest_whitespace_arrows_single_space_after",
        "manifest_whitespace_class_name_single_space_after",
        "manifest_whitespace_class_name_single_space_before",
        "manifest_whitespace_closing_brace_after",
        "manifest_whitespace_closing_brace_before",
        "manifest_whitespace_closing_bracket_after",
        "manifest_whitespace_closing_bracket_before",
        "manifest_whitespace_double_newline_end_of_file",
        "manifest_whitespace_inherits_name_single_space_before",
        "manifest_whitespace_missing_newline_end_of_file",
        "manifest_whitespace_newline_beginning_of_file",
        "manifest_whitespace_opening_brace_after",
        "manifest_whitespace_opening_brace_before",
        "manifest_whitespace_opening_bracket_after",
        "manifest_whitespace_opening_bracket_before",
        "manifest_whitespace_two_empty_lines",
        "names_containing_dash",
        "names_containing_uppercase",
        "nested_classes_or_defines",
        "only_variable_string",
        "optional_default",
        "package_ensure",
        "parameter_documentation",
        "parameter_order",
        "parameter_types",
        "params_empty_string_assignment",
        "params_not_optional_with_undef",
        "puppet_url_without_modules",
        "quoted_booleans",
        "relative_classname_inclusion",
        "relative_classname_reference",
        "resource_reference_chain_without_whitespace",
        "resource_reference_with_unquoted_title",
        "resource_reference_without_title_capital",
        "resource_reference_without_whitespace",
        "right_to_left_relationship",
        "selector_inside_resource",
        "single_quote_string_with_variables",
        "slash_comments",
        "space_before_arrow",
        "star_comments",
        "strict_indent",
        "top_scope_facts",
        "topscope_variable",
        "trailing_comma",
        "trailing_whitespace",
        "unquoted_file_mode",
        "unquoted_node_name",
        "unquoted_resource_title",
        "unquoted_string_in_case",
        "unquoted_string_in_selector",
        "variable_contains_dash",
        "variable_contains_upcase",
        "variable_is_lowercase",
        "variable_scope",
        "variables_not_enclosed",
        "version_comparison",
    ];

    #[test]
    fn every_check_of_puppet_lint_is_a_rule() {
        for check in PUPPET_LINT {
            let mut rules = ALL.iter().filter(|rule| rule.is_selected(check));
            assert!(rules.next().is_some(), "{check}");
        }
        let names = ALL.iter().flat_map(|rule| rule.puppet_lint);
        let mut others = names.filter(|name| !PUPPET_LINT.contains(name));
        assert_eq!(others.next(), Some(&"spaceship_operator_without_tag"));
        assert_eq!(others.next(), None);
    }

    #[test]
    fn rules_are_selected_by_starts_of_codes() {
        assert!(INCOMPATIBLE_DEFAULT.is_selected("T"));
        assert!(INCOMPATIBLE_DEFAULT.is_selected("T2"));
        assert!(!INCOMPATIBLE_DEFAULT.is_selected("T3"));
        assert!(!INCOMPATIBLE_DEFAULT.is_selected(""));
        assert!(!INCOMPATIBLE_DEFAULT.is_selected("incompatible"));
        assert!(!INCOMPATIBLE_DEFAULT.is_selected("TT"));
    }

    #[test]
    fn stricter_is_never_less_serious() {
        for rule in ALL {
            let Levels {
                lenient,
                standard,
                strict,
            } = rule.levels;
            assert!(lenient <= standard && standard <= strict, "{}", rule.code);
        }
    }

    #[test]
    fn rules_are_found_by_code_and_name() {
        assert_eq!(find("T201"), Some(&INCOMPATIBLE_DEFAULT));
        assert_eq!(find("incompatible-default"), Some(&INCOMPATIBLE_DEFAULT));
        assert_eq!(find("T999"), None);
        let page = INCOMPATIBLE_DEFAULT.page;
        assert!(page.starts_with("# T201 incompatible-default"));
        assert_eq!(MISSING_TYPE.severity(Strictness::Lenient), None);
        let strict = MISSING_TYPE.severity(Strictness::Strict);
        assert_eq!(strict, Some(Severity::Hint));
    }
}
