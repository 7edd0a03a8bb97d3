//! Requests that propose or make edits.

pub(crate) mod code_action;
pub(crate) mod completion;
pub(crate) mod completion_resolve;
pub(crate) mod formatting;
pub(crate) mod linked_editing;
pub(crate) mod on_type_formatting;
pub(crate) mod prepare_rename;
pub(crate) mod range_formatting;
pub(crate) mod rename;
pub(crate) mod signature_help;
pub(crate) mod will_rename_files;
