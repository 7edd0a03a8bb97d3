//! Object types: `Puppet::DataTypes.create_type`.

use crate::definitions::DataType;
use crate::literal::type_text;
use crate::tree::{Node, RubyCall};
use crate::{Docs, defined_name};

/// Reads a call of `create_type`; none if the name is computed.
pub(crate) fn read(node: &Node, call: &RubyCall, docs: &Docs<'_>) -> Option<DataType> {
    let (name, range) = defined_name(call)?;
    let interface = call
        .body()
        .iter()
        .filter_map(Node::as_call)
        .find(|call| call.is_bare("interface"));
    let interface = interface.and_then(|call| call.args.first()).map(type_text);
    Some(DataType {
        name,
        range,
        interface,
        docs: docs.above(node),
    })
}
