//! Literals: the values that need no Ruby to be known.

use crate::definitions::{Literal, TypeText};
use crate::tree::{Kind, Node};

/// The value of a literal; none if the code has to be run.
pub(crate) fn literal(node: &Node) -> Option<Literal> {
    Some(match &node.kind {
        Kind::Nil => Literal::Nil,
        Kind::Boolean(value) => Literal::Boolean(*value),
        Kind::Integer(value) => Literal::Integer(*value),
        Kind::Float(value) => Literal::Float(*value),
        Kind::String(text) => Literal::String(text.clone()),
        Kind::Symbol(text) => Literal::Symbol(text.clone()),
        Kind::Array(elements) => {
            Literal::Array(elements.iter().map(literal).collect::<Option<_>>()?)
        }
        Kind::Hash(pairs) => Literal::Hash(
            pairs
                .iter()
                .map(|(key, value)| Some((literal(key)?, literal(value)?)))
                .collect::<Option<_>>()?,
        ),
        Kind::Call(call) if call.name == "freeze" => literal(call.receiver.as_ref()?)?,
        _ => return None,
    })
}

/// A type in the Puppet language, given as a Ruby string.
pub(crate) fn type_text(node: &Node) -> TypeText {
    TypeText {
        text: node.as_text().map(str::to_owned),
        range: node.range,
    }
}

/// The texts of the symbols and strings in a list, or of a single one.
pub(crate) fn texts(node: &Node) -> Vec<String> {
    node.elements()
        .iter()
        .filter_map(|element| element.as_text().map(str::to_owned))
        .collect()
}
