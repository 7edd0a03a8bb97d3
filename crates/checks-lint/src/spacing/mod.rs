//! Rules about the white space between tokens.

pub mod arrow_space_after;
pub mod class_name_space_after;
pub mod class_name_space_before;
pub mod closing_brace_after;
pub mod closing_brace_before;
pub mod closing_bracket_after;
pub mod closing_bracket_before;
pub mod inherits_name_space;
pub mod missing_newline_at_end;
pub mod newline_at_start;
pub mod newlines_at_end;
pub mod opening_brace_after;
pub mod opening_brace_before;
pub mod opening_bracket_after;
pub mod opening_bracket_before;
pub mod two_empty_lines;
