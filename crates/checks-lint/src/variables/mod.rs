//! Rules about variables.

pub mod legacy_facts;
pub mod top_scope_facts;
pub mod topscope_variable;
pub mod variable_is_lowercase;
pub mod variables_not_enclosed;
