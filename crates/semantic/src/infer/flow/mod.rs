//! Flow-sensitive inference: environments, branch points and reaching definitions.

pub mod branch_point;
pub mod environment;
pub mod path_conditions;
pub mod reaching_definitions;
