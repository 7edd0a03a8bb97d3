//! The kinds of completion items, one file each.

pub mod asset_paths;
pub mod attribute_values;
pub mod attributes;
pub mod classes_and_types;
pub mod comparison_values;
pub mod definition_keywords;
pub mod doc_tags;
pub mod enum_type_arguments;
pub mod erb;
pub mod expected_values;
pub mod facts;
pub mod frequent_values;
pub mod functions;
pub mod global_variables;
pub mod hash_keys;
pub mod keywords;
pub mod literal_values;
pub mod node_names;
pub mod plans_and_tasks;
pub mod resource_tags;
pub mod resource_titles;
pub mod type_parameters;
pub mod variables;
