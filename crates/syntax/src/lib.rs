//! Lossless syntax tree of the Puppet language.
//!
//! [`parse`] makes a tree of any text, with what is wrong with it. The tree ([`SyntaxNode`]) holds every byte of the
//! text; the typed AST ([`ast`]) names what is in it. The crate does not depend on files, projects or types.

pub mod ast;
mod author_tokens;
mod definition_scan;
mod epp;
pub mod epp_text;
mod error;
mod generated;
mod grammar;
pub mod heredoc;
mod incremental;
pub mod lexer;
pub mod number;
mod parse;
mod parser;
mod tokens;
mod tree;
pub mod unescape;

pub use crate::definition_scan::DefinitionStarts;
pub use error::{Stop, SyntaxError, SyntaxErrorKind};
pub use generated::syntax_kind::SyntaxKind;
pub use grammar::is_statement_function;
pub use incremental::reparse;
pub use lexer::{Entry, Keywords};
pub use parse::{Parse, ParseOptions, parse, parse_with};
pub use puppet_text::{TextRange, TextSize};
pub use rowan::{GreenNode, GreenNodeData, GreenToken, NodeOrToken, TokenAtOffset, WalkEvent};
pub use tokens::{token_at, tokens_at};
pub use tree::{
    Child, PuppetLanguage, SyntaxElement, SyntaxNode, SyntaxNodePtr, SyntaxToken, TreeEvent,
    children_at, nodes_of, walk,
};

#[cfg(test)]
mod tests;
