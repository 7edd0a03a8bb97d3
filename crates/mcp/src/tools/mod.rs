//! The tools, one file each.

mod check;
mod class_interface;
mod definition;
mod eval;
mod explain;
mod fix;
mod hover;
mod references;
mod rename;
mod symbols;

use crate::tool::Tool;

/// All tools.
pub(crate) const TOOLS: [&Tool; 12] = [
    &check::TOOL,
    &explain::TOOL,
    &hover::TOOL,
    &definition::TOOL,
    &references::TOOL,
    &symbols::TOOL,
    &class_interface::TOOL,
    &rename::PREVIEW,
    &rename::TOOL,
    &fix::TOOL,
    &fix::APPLY,
    &eval::TOOL,
];

/// What clients are told about using the tools.
pub(crate) const INSTRUCTIONS: &str = "Static analysis of the Puppet code below one directory. Paths are relative to it, \
lines and columns count from 1. Run `check` after each edit. Files are read from disk: save them first.";
