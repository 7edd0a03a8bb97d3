//! Rules about versions of Puppet and of modules.

pub(crate) mod deprecated_symbol;
pub mod fails_on_system;
pub(crate) mod legacy_fact;
pub(crate) mod needs_newer_puppet;
pub(crate) mod old_type;
pub(crate) mod removed_in_target;
pub(crate) mod unsupported_in_target;
pub mod unused_on_node;
