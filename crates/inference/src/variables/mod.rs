//! Variables: where they are assigned and where they are read.

pub mod bindings;
pub mod body_reads;
pub mod global_reads;
mod template_reads;
