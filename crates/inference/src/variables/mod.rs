//! Variables: their assignments and reads.

pub mod bindings;
pub mod body_reads;
pub mod global_reads;
mod template_reads;
