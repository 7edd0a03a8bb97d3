//! The binary as its users run it.

mod adoption;
mod bad_input;
mod baseline;
mod canary;
mod configuration;
mod confinement;
mod debian;
mod eval;
mod examples;
mod explain;
mod fixing;
mod format;
mod hiera;
mod lookup;
mod mcp;
mod nodes;
mod output;
mod refused_input;
mod sarif;
mod selection;
mod shell_files;
mod stdin;
mod strictness;
mod support;
mod systems;
mod watch;
