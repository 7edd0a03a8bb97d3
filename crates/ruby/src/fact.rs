//! Custom facts: `Facter.add`.

use crate::definitions::Fact;
use crate::fact_value;
use crate::literal::texts;
use crate::statement_calls;
use crate::tree::{Kind, Node, RubyCall};

/// Reads a call of `Facter.add`.
pub(crate) fn read(node: &Node, call: &RubyCall) -> Fact {
    let name = call.args.first();
    let mut fact = Fact {
        name: name.and_then(Node::as_text).map(str::to_lowercase),
        range: name.map_or(node.range, |name| name.range),
        aggregate: call.option("type").and_then(Node::as_text) == Some("aggregate"),
        chunks: Vec::new(),
        resolutions: 1,
        confined_by: Vec::new(),
        value: fact_value::value_of_call(call),
    };
    let mut calls = Vec::new();
    statement_calls(call.body(), true, &mut calls);
    for (_, call, _) in calls {
        match call.name.as_str() {
            "chunk" => fact
                .chunks
                .extend(call.args.first().and_then(Node::as_text).map(str::to_owned)),
            "confine" => fact.confined_by.extend(confining_facts(call)),
            _ => {}
        }
    }
    fact
}

/// `confine osfamily: 'RedHat'` and `confine(:osfamily) { … }`.
fn confining_facts(call: &RubyCall) -> Vec<String> {
    call.args
        .iter()
        .flat_map(|arg| match &arg.kind {
            Kind::Hash(pairs) => pairs.iter().flat_map(|(key, _)| texts(key)).collect(),
            _ => texts(arg),
        })
        .collect()
}
