//! Formats texts: tables by concept, any text, the modules that Debian packages, and the page for users.

mod attributes;
mod blocks;
mod corpus;
mod expressions;
mod faults;
mod heredocs;
mod laws;
mod mangle;
mod page;
mod ranges;
mod support;
mod templates;
mod time;
