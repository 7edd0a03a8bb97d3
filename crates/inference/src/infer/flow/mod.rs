//! Flow-sensitive inference: environments, branch points and reaching definitions.

pub mod after_call;
pub mod assignment_gaps;
pub mod branch_facts;
pub mod branch_point;
pub mod choices;
pub mod enter_branch;
pub mod environment;
pub mod exit_branch_point;
pub mod exported_facts;
pub mod flags;
pub mod implications;
pub mod only_use;
pub mod path_conditions;
pub mod reaching_definitions;
