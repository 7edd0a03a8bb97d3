//! Lossless syntax tree of the Puppet language.

pub mod epp_text;
mod generated;
pub mod heredoc;
pub mod lexer;
pub mod number;
pub mod unescape;

pub use generated::syntax_kind::SyntaxKind;
pub use puppet_text::{TextRange, TextSize};
