//! Providers: `Puppet::Type.type(:x).provide(:y)`.

use crate::definitions::Provider;
use crate::docs::scrub;
use crate::literal::texts;
use crate::tree::{Kind, Node, RubyCall};
use crate::{defined_name, statement_calls};

/// Reads a call of `provide`; none for other calls.
pub(crate) fn read(_node: &Node, call: &RubyCall) -> Option<Provider> {
    if call.name != "provide" {
        return None;
    }
    let type_name = type_receiver(call)?;
    let (name, range) = defined_name(call)?;
    let parent = call.option("parent").and_then(|node| match &node.kind {
        Kind::Constant(path) => Some(path.clone()),
        Kind::Call(parent) if parent.name == "provider" => {
            parent.args.first()?.as_text().map(str::to_owned)
        }
        _ => node.as_text().map(str::to_owned),
    });
    let mut provider = Provider {
        type_name,
        name,
        range,
        parent,
        ..Provider::default()
    };
    let mut calls = Vec::new();
    statement_calls(call.body(), true, &mut calls);
    for (_, call, _) in calls {
        read_statement(call, &mut provider);
    }
    Some(provider)
}

/// The name of the type in `Puppet::Type.type(:x).…`.
pub(crate) fn type_receiver(call: &RubyCall) -> Option<String> {
    let lookup = call.receiver.as_ref()?.as_call()?;
    if !lookup.is_call_of("Puppet::Type", "type") || lookup.receiver.is_none() {
        return None;
    }
    lookup.args.first()?.as_text().map(str::to_owned)
}

fn read_statement(call: &RubyCall, provider: &mut Provider) {
    match call.name.as_str() {
        "has_feature" | "has_features" => {
            provider.features.extend(call.args.iter().flat_map(texts))
        }
        "desc" => provider.docs = call.args.first().and_then(Node::as_text).map(scrub),
        _ => {}
    }
}
