//! Type expressions without positions, as on the right side of `type X =`.

use std::{fmt, sync::Arc};

use smol_str::SmolStr;

use crate::{float::Float64, quote::puppet_quote};

/// An expression that may stand for a type, or for a parameter of one.
///
/// It is made from the model of a program, or from text by [`crate::parse::parse`]. The texts in it are only used to
/// report and to print what could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TypeExpr {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// An integer, which may be beyond 64 bits.
    Integer(i128),
    /// A float.
    Float(Float64),
    /// A string in quotes.
    String(SmolStr),
    /// A bare word: the same as a string.
    Bare(SmolStr),
    /// A regular expression, by its source.
    Regexp(SmolStr),
    /// The name of a type, as written.
    Name(SmolStr),
    /// `[a, b]`
    List(Vec<TypeExpr>),
    /// `{a => b}`
    Hash(Vec<(TypeExpr, TypeExpr)>),
    /// `-a`
    Negate(Box<TypeExpr>),
    /// `Left[keys]` with its text.
    Access {
        /// What stands before the brackets.
        left: Box<TypeExpr>,
        /// What stands in the brackets.
        keys: Vec<TypeExpr>,
        /// The text of the whole.
        text: Arc<str>,
    },
    /// Any other expression, by its text: it is no type.
    Other(Arc<str>),
}

/// The text of the expression, as it is shown in messages.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeExpr::Undef => f.write_str("undef"),
            TypeExpr::Default => f.write_str("default"),
            TypeExpr::Boolean(value) => write!(f, "{value}"),
            TypeExpr::Integer(number) => write!(f, "{number}"),
            TypeExpr::Float(number) => write!(f, "{number}"),
            TypeExpr::String(text) => f.write_str(&puppet_quote(text)),
            TypeExpr::Bare(text) | TypeExpr::Name(text) => f.write_str(text),
            TypeExpr::Regexp(source) => write!(f, "/{source}/"),
            TypeExpr::List(items) => {
                f.write_str("[")?;
                separated(f, items, |f, item| write!(f, "{item}"))?;
                f.write_str("]")
            }
            TypeExpr::Hash(entries) => {
                f.write_str("{")?;
                separated(f, entries, |f, (key, value)| write!(f, "{key} => {value}"))?;
                f.write_str("}")
            }
            TypeExpr::Negate(inner) => write!(f, "-{inner}"),
            TypeExpr::Access { text, .. } | TypeExpr::Other(text) => f.write_str(text),
        }
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut write: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    Ok(())
}
