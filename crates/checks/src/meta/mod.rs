//! Rules about requests to the checker: revealed types.

pub(crate) mod revealed_type;
