//! The operators of binary expressions, with their spelling.

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* #[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The operator's spelling in the source (a word for forms of resources).
            pub fn text(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The operator with that spelling.
            pub fn from_text(text: &str) -> Option<Self> {
                match text {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// The operators of `ArithmeticExpression`.
    ArithmeticOperator {
        Add = "+",
        Subtract = "-",
        Multiply = "*",
        Divide = "/",
        Modulo = "%",
        ShiftLeft = "<<",
        ShiftRight = ">>",
    }
}
operators! {
    /// The operators of `ComparisonExpression`.
    ComparisonOperator {
        Equal = "==",
        NotEqual = "!=",
        Less = "<",
        LessOrEqual = "<=",
        Greater = ">",
        GreaterOrEqual = ">=",
    }
}
operators! {
    /// The operators of `MatchExpression`.
    MatchOperator {
        Match = "=~",
        NoMatch = "!~",
    }
}
operators! {
    /// The operators of `AssignmentExpression`.
    AssignmentOperator {
        Assign = "=",
        Append = "+=",
        Remove = "-=",
    }
}
operators! {
    /// The operators of `RelationshipExpression`.
    RelationshipOperator {
        Before = "->",
        Notify = "~>",
        Require = "<-",
        Subscribe = "<~",
    }
}
operators! {
    /// How a resource expression adds to the catalog.
    ResourceForm {
        Regular = "regular",
        Virtual = "virtual",
        Exported = "exported",
    }
}
