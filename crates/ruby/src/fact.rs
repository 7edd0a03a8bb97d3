//! Custom facts: `Facter.add`.

use crate::definitions::Fact;
use crate::fact_value;
use crate::statement_calls;
use crate::tree::{Node, RubyCall};

/// Reads a call of `Facter.add`.
pub(crate) fn read(node: &Node, call: &RubyCall) -> Fact {
    let name = call.args.first();
    let mut fact = Fact {
        name: name.and_then(Node::as_text).map(str::to_lowercase),
        range: name.map_or(node.range, |name| name.range),
        aggregate: call.option("type").and_then(Node::as_text) == Some("aggregate"),
        chunks: Vec::new(),
        value: fact_value::value_of_call(call),
    };
    let mut calls = Vec::new();
    statement_calls(call.body(), true, &mut calls);
    for (_, call, _) in calls {
        if call.name == "chunk" {
            let name = call.args.first().and_then(Node::as_text);
            fact.chunks.extend(name.map(str::to_owned));
        }
    }
    fact
}
