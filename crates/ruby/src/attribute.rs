//! The body of a property or parameter (Puppet's `Puppet::Parameter` and `Puppet::Property` classes).

use crate::bases;
use puppet_library::AttributeKind;

use crate::definitions::{AttributeValue, DefaultValue, TypeAttribute};
use crate::docs::scrub;
use crate::literal::{literal, texts};
use crate::statement_calls;
use crate::tree::{Kind, Node, RubyCall};

/// The class that `ensurable` derives its property from.
const ENSURE: &str = "Puppet::Property::Ensure";

/// The attribute that a call of `newproperty`, `newparam`, `newmetaparam` or `ensurable` makes.
///
/// `name` is the first argument, whose text may be bound by a loop around the call.
pub(crate) fn read(call: &RubyCall, name: String) -> TypeAttribute {
    let kind = match call.name.as_str() {
        "newproperty" | "ensurable" => AttributeKind::Property,
        "newmetaparam" => AttributeKind::Meta,
        _ => AttributeKind::Param,
    };
    let mut attribute = TypeAttribute {
        range: call.args.first().map(|node| node.range).unwrap_or_default(),
        kind,
        parent: call.option("parent").map(constant_or_computed),
        namevar: is_true(call.option("namevar")) || kind == AttributeKind::Param && name == "name",
        // Puppet looks at the key of this option, not at its value, and only for parameters.
        boolean: kind != AttributeKind::Property && call.option("boolean").is_some(),
        array: call.option("array_matching").and_then(Node::as_text) == Some("all"),
        features: call
            .option("required_features")
            .map(texts)
            .unwrap_or_default(),
        name,
        ..TypeAttribute::default()
    };
    if call.name == "ensurable" {
        attribute.parent = Some(ENSURE.to_owned());
        if call.block.is_none() {
            add_default_ensure_values(&mut attribute);
        }
    }
    bases::inherit(&mut attribute);
    read_body(call.body(), &mut attribute);
    attribute
}

/// Reads the statements of an attribute's block, or of a class that attributes derive from.
pub(crate) fn read_body(body: &[Node], attribute: &mut TypeAttribute) {
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    for (_, call, always) in calls {
        read_statement(call, always, attribute);
    }
    for node in body {
        if let Kind::Def(def) = &node.kind {
            match def.name.as_str() {
                "unsafe_validate" | "validate" => attribute.validates = true,
                "unsafe_munge" | "munge" => attribute.munges = true,
                _ => {}
            }
        }
    }
}

fn read_statement(call: &RubyCall, always: bool, attribute: &mut TypeAttribute) {
    match call.name.as_str() {
        "isnamevar" => attribute.namevar = true,
        "isrequired" => attribute.required = always,
        "desc" => attribute.docs = call.args.first().and_then(Node::as_text).map(scrub),
        "newvalues" => add_values(call.positional(), &[], always, attribute),
        "newvalue" => {
            let features = call
                .option("required_features")
                .map(texts)
                .unwrap_or_default();
            add_values(call.positional(), &features, always, attribute);
        }
        "aliasvalue" => {
            if let [other, value] = call.args.as_slice()
                && let (Some(other), Some(value)) = (other.as_text(), value.as_text())
            {
                attribute.aliases.push((other.to_owned(), value.to_owned()));
            }
        }
        "defaultvalues" => add_default_ensure_values(attribute),
        "defaultto" => set_default(call, always, attribute),
        "nodefault" => attribute.default = None,
        "validate" if call.block.is_some() => attribute.validates = true,
        "munge" if call.block.is_some() => attribute.munges = true,
        "include" => attribute
            .mixins
            .extend(call.args.iter().filter_map(constant)),
        "each" => attribute.values_computed |= mentions_values(call.body()),
        _ => {}
    }
}

fn add_values(args: &[Node], features: &[String], always: bool, attribute: &mut TypeAttribute) {
    for arg in args {
        match &arg.kind {
            Kind::Regexp(source) => attribute.value_regexes.push(source.clone()),
            Kind::Boolean(value) => push_value(attribute, value.to_string(), features),
            Kind::Nil => push_value(attribute, String::new(), features),
            Kind::Integer(value) => push_value(attribute, value.to_string(), features),
            Kind::Array(elements) => add_values(elements, features, always, attribute),
            _ => match arg.as_text() {
                Some(text) => push_value(attribute, text.to_owned(), features),
                None => attribute.values_computed = true,
            },
        }
    }
    attribute.values_computed |= !always;
}

fn push_value(attribute: &mut TypeAttribute, text: String, features: &[String]) {
    attribute.values.push(AttributeValue {
        text,
        features: features.to_vec(),
    });
}

fn add_default_ensure_values(attribute: &mut TypeAttribute) {
    push_value(attribute, "present".to_owned(), &[]);
    push_value(attribute, "absent".to_owned(), &[]);
    attribute.default = Some(DefaultValue::Computed);
}

fn set_default(call: &RubyCall, always: bool, attribute: &mut TypeAttribute) {
    attribute.default = match call.args.first() {
        Some(node) if always => {
            Some(literal(node).map_or(DefaultValue::Computed, DefaultValue::Literal))
        }
        _ => Some(DefaultValue::Computed),
    };
}

fn mentions_values(body: &[Node]) -> bool {
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    calls
        .iter()
        .any(|(_, call, _)| matches!(call.name.as_str(), "newvalue" | "newvalues"))
}

fn is_true(node: Option<&Node>) -> bool {
    matches!(node.map(|node| &node.kind), Some(Kind::Boolean(true)))
}

fn constant(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Constant(path) => Some(path.clone()),
        _ => None,
    }
}

/// A base class; an empty name where it is computed.
fn constant_or_computed(node: &Node) -> String {
    constant(node).unwrap_or_default()
}
