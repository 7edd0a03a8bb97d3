//! Rules about resources: attributes, titles, references and relationships.

pub(crate) mod attribute_already_set;
pub(crate) mod attributes;
pub(crate) mod bad_title;
pub(crate) mod class_declared_twice;
pub(crate) mod collector_without_query;
pub(crate) mod dependency_cycle;
pub(crate) mod duplicate_resource;
pub(crate) mod exec_not_idempotent;
pub(crate) mod exec_unqualified_command;
pub(crate) mod invalid_attribute_value;
pub(crate) mod leaking_resource_default;
pub(crate) mod missing_required_attribute;
pub(crate) mod relationship_operand;
pub(crate) mod unknown_attribute;
pub(crate) mod unresolved_reference;
pub(crate) mod virtual_never_realized;
