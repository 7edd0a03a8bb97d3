//! Rules about classes and defined types.

pub mod autoloader_layout;
pub mod class_inherits_from_params_class;
pub mod code_on_top_scope;
pub mod documentation;
pub mod inherits_across_namespaces;
pub mod lookup_in_parameter;
pub mod nested_classes_or_defines;
pub mod parameter_documentation;
pub mod parameter_order;
pub mod params_empty_string_assignment;
pub mod relative_classname_inclusion;
pub mod relative_classname_reference;
