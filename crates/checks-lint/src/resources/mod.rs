//! Rules about resources, references and chaining arrows.

pub mod anchor_resource;
pub mod arrow_on_right_operand_line;
pub mod ensure_first_param;
pub mod ensure_not_symlink_target;
pub mod file_ensure;
pub mod file_mode;
pub mod package_ensure;
pub mod resource_reference_with_unquoted_title;
pub mod resource_reference_without_title_capital;
pub mod right_to_left_relationship;
pub mod selector_inside_resource;
pub mod unquoted_node_name;
pub mod unquoted_resource_title;
