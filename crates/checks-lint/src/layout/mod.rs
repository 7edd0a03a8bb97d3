//! Rules about lines, indents and columns.

pub mod arrow_alignment;
pub mod hard_tabs;
pub mod line_length;
pub mod short_line_length;
pub mod soft_tabs;
pub mod space_before_arrow;
pub mod strict_indent;
pub mod trailing_comma;
pub mod trailing_whitespace;
