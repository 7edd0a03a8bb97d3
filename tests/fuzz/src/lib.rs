//! Properties that hold for any text.

pub mod project;
pub mod syntax;
