//! Rules about strings, numbers and comments.

pub mod double_quoted_strings;
pub mod leading_zero;
pub mod only_variable_string;
pub mod puppet_url_without_modules;
pub mod quoted_booleans;
pub mod single_quote_string_with_variables;
pub mod star_comments;
pub mod version_comparison;
