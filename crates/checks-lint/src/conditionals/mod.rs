//! Rules about case statements and selectors.

pub mod case_without_default;
pub mod unquoted_string_in_case;
pub mod unquoted_string_in_selector;
