//! Functions of the 3.x API: `Puppet::Parser::Functions.newfunction`.

use crate::definitions::{Function, FunctionApi, LegacyFunction};
use crate::deprecation::first_message;
use crate::docs::scrub;
use crate::tree::{Kind, Node, RubyCall};
use crate::{Docs, defined_name};

/// Reads a call of `newfunction`; none if the name is computed.
pub(crate) fn read(node: &Node, call: &RubyCall, docs: &Docs<'_>) -> Option<Function> {
    let (name, name_range) = defined_name(call)?;
    let returns_value = call.option("type").and_then(Node::as_text) == Some("rvalue");
    let arity = match call.option("arity").map(|node| &node.kind) {
        None => Some(-1),
        Some(Kind::Integer(arity)) => Some(*arity),
        Some(_) => None,
    };
    let text = call.option("doc").and_then(Node::as_text).map(scrub);
    let docs = text
        .filter(|text| !text.is_empty())
        .or_else(|| docs.above(node));
    let api = FunctionApi::Legacy(LegacyFunction {
        returns_value,
        arity,
    });
    Some(Function {
        name,
        name_range,
        range: node.range,
        api,
        docs,
        deprecation: first_message(call.body()),
    })
}
