//! Ids of the model's nodes, by which they refer to one another.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into the list that it belongs to.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            /// The id of the element at `index`; sources are shorter than 4 GiB, so an index always fits.
            fn from(index: usize) -> Self {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    };
}

id! {
    /// An expression within its [`Body`](super::Body).
    ExprId
}
id! {
    /// A sub-node: a part of an expression that has a position but is not an expression (an entry of a hash, a parameter, …).
    PartId
}
id! {
    /// A body within its [`Program`](super::Program); 0 is the file's own.
    BodyId
}
id! {
    /// A definition among those that stand directly in one body, in the order of the source.
    DefinitionIndex
}
