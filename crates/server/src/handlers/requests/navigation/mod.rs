//! Requests that lead from one position to others.

pub(crate) mod document_highlight;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
pub(crate) mod goto_declaration;
pub(crate) mod goto_definition;
pub(crate) mod goto_implementation;
pub(crate) mod goto_type_definition;
pub(crate) mod hierarchy_items;
pub(crate) mod incoming_calls;
pub(crate) mod outgoing_calls;
pub(crate) mod prepare_call_hierarchy;
pub(crate) mod prepare_type_hierarchy;
pub(crate) mod references;
pub(crate) mod subtypes;
pub(crate) mod supertypes;
pub(crate) mod workspace_symbol;
