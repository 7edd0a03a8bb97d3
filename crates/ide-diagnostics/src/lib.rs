//! Diagnostics for an editor, their fixes, and the run that applies all of them.

pub mod add_suppression;
pub mod diagnostics;
pub mod fix_all;
mod fixes;
mod harmful_fixes;
pub mod quick_fixes;
