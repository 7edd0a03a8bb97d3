//! Resource types of the Resource API: `Puppet::ResourceApi.register_type`.

use puppet_library::AttributeKind;

use crate::definitions::{AutoRelation, DefaultValue, ResourceType, TypeAttribute};
use crate::docs::scrub;
use crate::literal::{literal, texts, type_text};
use crate::tree::{Kind, Node, RubyCall};

/// Reads a call of `register_type`; none if the definition is not a literal hash with a name.
pub(crate) fn read(node: &Node, call: &RubyCall) -> Option<ResourceType> {
    let definition = call.args.first()?;
    let name = definition.hash_value("name")?;
    let mut ty = ResourceType {
        name: name.as_text()?.to_owned(),
        name_range: name.range,
        range: node.range,
        resource_api: true,
        isomorphic: true,
        title_patterns: definition.hash_value("title_patterns").is_some(),
        docs: definition
            .hash_value("docs")
            .or_else(|| definition.hash_value("desc"))
            .and_then(Node::as_text)
            .map(scrub),
        ..ResourceType::default()
    };
    match definition.hash_value("attributes").map(|node| &node.kind) {
        Some(Kind::Hash(pairs)) => {
            for (key, value) in pairs {
                match key.as_text() {
                    Some(name) => ty.attributes.push(read_attribute(name, key, value)),
                    None => ty.opaque = true,
                }
            }
        }
        _ => ty.opaque = true,
    }
    if let Some(features) = definition.hash_value("features") {
        ty.features = texts(features);
    }
    for relation in ["require", "before", "subscribe", "notify"] {
        if let Some(Kind::Hash(pairs)) = definition
            .hash_value(&format!("auto{relation}"))
            .map(|node| &node.kind)
        {
            let types = pairs.iter().filter_map(|(key, _)| key.as_text());
            ty.auto_relations.extend(types.map(|name| AutoRelation {
                relation: relation.to_owned(),
                type_name: name.to_lowercase(),
            }));
        }
    }
    Some(ty)
}

fn read_attribute(name: &str, key: &Node, value: &Node) -> TypeAttribute {
    let behaviour = value
        .hash_value("behaviour")
        .or_else(|| value.hash_value("behavior"))
        .and_then(Node::as_text);
    let is_parameter = matches!(behaviour, Some("namevar" | "parameter"));
    let ty = value.hash_value("type").map(type_text);
    let optional = ty
        .as_ref()
        .and_then(|ty| ty.text.as_deref())
        .is_none_or(|text| text.trim_start().starts_with("Optional"));
    let default = value.hash_value("default");
    TypeAttribute {
        name: name.to_owned(),
        range: key.range,
        kind: if is_parameter {
            AttributeKind::Param
        } else {
            AttributeKind::Property
        },
        namevar: behaviour == Some("namevar"),
        required: !optional
            && default.is_none()
            && !matches!(behaviour, Some("namevar" | "read_only")),
        default: default
            .map(|node| literal(node).map_or(DefaultValue::Computed, DefaultValue::Literal)),
        ty,
        behaviour: behaviour.map(str::to_owned),
        docs: value
            .hash_value("desc")
            .or_else(|| value.hash_value("docs"))
            .and_then(Node::as_text)
            .map(scrub),
        ..TypeAttribute::default()
    }
}
