//! Rules about names: variables, classes, functions, data types, facts and keys of Hiera.

pub(crate) mod circular_definition;
pub(crate) mod missing_module;
pub(crate) mod other_kind;
pub(crate) mod possibly_undefined_variable;
pub(crate) mod reassigned_variable;
pub(crate) mod shadowed_variable;
pub(crate) mod type_set;
pub(crate) mod unknown_class;
pub(crate) mod unknown_data_type;
pub(crate) mod unknown_fact;
pub(crate) mod unknown_function;
pub(crate) mod unknown_resource_type;
pub(crate) mod unknown_variable;
pub(crate) mod unused_parameter;
pub(crate) mod unused_variable;
