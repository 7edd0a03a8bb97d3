//! The payload of `Callable`.

use std::sync::Arc;

use super::{Type, collection::TupleType};

/// `Callable[parameters…, block]` or `Callable[[parameters…], return]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallableType {
    /// The parameters; `None` for any.
    pub params: Option<Arc<TupleType>>,
    /// The block: a `Callable`, or an `Optional` of one; `None` if it takes none.
    pub block: Option<Type>,
    /// The type of the result; `None` for `Any`.
    pub returns: Option<Type>,
}

impl CallableType {
    /// A callable type; `Any` as result is the same as none (PCallableType#initialize).
    pub fn new(params: Option<TupleType>, block: Option<Type>, returns: Option<Type>) -> Self {
        CallableType {
            params: params.map(Arc::new),
            block,
            returns: returns.filter(|ty| *ty != Type::Any),
        }
    }
}
