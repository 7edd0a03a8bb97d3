//! From what the Ruby reader found to the form of stub files.

use puppet_library::{
    AttributeStub, Availability, FunctionStub, Parameter, ParameterArity, Signature,
    SignatureBlock, TypeStub,
};
use puppet_ruby as ruby;
use std::collections::BTreeMap;

/// A function of the 4.x API.
pub(super) fn function(fact: &ruby::Function, modern: &ruby::ModernFunction) -> FunctionStub {
    let signatures: Option<Vec<Signature>> = modern
        .dispatches
        .iter()
        .filter(|dispatch| !dispatch.mismatch_handler)
        .map(signature)
        .collect();
    FunctionStub {
        name: fact.name.clone(),
        versions: since(fact.docs.as_deref()),
        opaque: modern.opaque || signatures.is_none(),
        local_types: modern
            .local_types
            .iter()
            .map(|local| local.definition.clone())
            .collect(),
        signatures: signatures.unwrap_or_default(),
        ..FunctionStub::default()
    }
}

/// None if a part of the signature is computed.
fn signature(dispatch: &ruby::Dispatch) -> Option<Signature> {
    if dispatch.opaque {
        return None;
    }
    let parameters = dispatch.params.iter().map(|param| {
        Some(Parameter {
            ty: one_line(param.ty.text.as_deref()?),
            name: param.name.clone(),
            arity: param.arity,
        })
    });
    let block = match &dispatch.block {
        None => None,
        Some(block) => {
            let ty = match &block.ty {
                None => "Callable".to_owned(),
                Some(ty) => one_line(ty.text.as_deref()?),
            };
            Some(SignatureBlock {
                ty,
                name: block.name.clone(),
                optional: block.optional,
            })
        }
    };
    let return_type = dispatch
        .return_type
        .as_ref()
        .and_then(|ty| ty.text.as_deref())
        .map(one_line);
    Some(Signature {
        parameters: parameters.collect::<Option<_>>()?,
        block,
        return_type,
        ..Signature::default()
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A function of the 3.x API, unless one of the 4.x API takes its name.
pub(super) fn add_legacy(
    functions: &mut BTreeMap<String, FunctionStub>,
    fact: &ruby::Function,
    legacy: &ruby::LegacyFunction,
) {
    if functions.contains_key(&fact.name) {
        return;
    }
    let parameter = |n: i64, arity| Parameter {
        ty: "Any".to_owned(),
        name: format!("p{n}"),
        arity,
    };
    let arity = legacy.arity.unwrap_or(-1);
    let required = if arity < 0 { -arity - 1 } else { arity };
    let mut parameters: Vec<Parameter> = (0..required)
        .map(|n| parameter(n, ParameterArity::Required))
        .collect();
    if arity < 0 {
        parameters.push(parameter(required, ParameterArity::Repeated));
    }
    let stub = FunctionStub {
        name: fact.name.clone(),
        statement: !legacy.returns_value,
        signatures: vec![Signature {
            parameters,
            ..Signature::default()
        }],
        ..FunctionStub::default()
    };
    functions.insert(fact.name.clone(), stub);
}

/// The version of the tag `@since` in a documentation comment.
fn since(docs: Option<&str>) -> Availability {
    let version = docs
        .into_iter()
        .flat_map(str::lines)
        .find_map(|line| line.trim().strip_prefix("@since"));
    let version = version.and_then(|text| {
        text.split_whitespace()
            .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    });
    Availability {
        since: version.map(|version| version.trim_end_matches(['.', ',']).to_owned()),
        until: None,
    }
}

/// A resource type; `mixins` are the classes and modules that it may take attributes from.
pub(super) fn resource_type(fact: &ruby::ResourceType, mixins: &[&ruby::Mixin]) -> TypeStub {
    let taken = mixins
        .iter()
        .filter(|mixin| fact.mixins.contains(&mixin.name))
        .flat_map(|mixin| &mixin.attributes);
    let mut attributes: Vec<AttributeStub> = Vec::new();
    for found in taken.chain(&fact.attributes).map(attribute) {
        attributes.retain(|earlier| earlier.name != found.name);
        attributes.push(found);
    }
    TypeStub {
        name: fact.name.clone(),
        not_isomorphic: !fact.isomorphic,
        title_patterns: fact.title_patterns,
        opaque: fact.opaque,
        features: fact.features.clone(),
        attributes,
        ..TypeStub::default()
    }
}

/// An attribute.
pub(super) fn attribute(fact: &ruby::TypeAttribute) -> AttributeStub {
    let default = match &fact.default {
        Some(ruby::DefaultValue::Literal(literal)) => literal_text(literal),
        _ => None,
    };
    AttributeStub {
        name: fact.name.clone(),
        kind: fact.kind,
        namevar: fact.namevar,
        required: fact.required,
        array: fact.array,
        boolean: fact.boolean,
        values: fact.values.iter().map(|value| value.text.clone()).collect(),
        aliases: fact
            .aliases
            .iter()
            .map(|(other, _)| other.clone())
            .collect(),
        patterns: fact.value_regexes.clone(),
        validates: fact.validates,
        open_values: fact.values_computed,
        default,
        features: fact.features.clone(),
        ty: fact.ty.as_ref().and_then(|ty| ty.text.clone()),
        ..AttributeStub::default()
    }
}

/// A literal in the Puppet language; none where Puppet has no such literal.
fn literal_text(literal: &ruby::Literal) -> Option<String> {
    Some(match literal {
        ruby::Literal::Nil => "undef".to_owned(),
        ruby::Literal::Boolean(value) => value.to_string(),
        ruby::Literal::Integer(value) => value.to_string(),
        ruby::Literal::Float(value) => format!("{value:?}"),
        // A symbol is the text of a value.
        ruby::Literal::Symbol(text) if matches!(text.as_str(), "true" | "false") => text.clone(),
        ruby::Literal::String(text) | ruby::Literal::Symbol(text) => {
            format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
        }
        ruby::Literal::Array(elements) => {
            let elements: Option<Vec<String>> = elements.iter().map(literal_text).collect();
            format!("[{}]", elements?.join(", "))
        }
        ruby::Literal::Hash(pairs) => {
            let pairs: Option<Vec<String>> = pairs
                .iter()
                .map(|(key, value)| {
                    Some(format!(
                        "{} => {}",
                        literal_text(key)?,
                        literal_text(value)?
                    ))
                })
                .collect();
            format!("{{{}}}", pairs?.join(", "))
        }
    })
}

/// Whether a signature is that of a function of the 3.x API, whose parameters have neither names nor types.
pub(super) fn is_untyped(signature: &Signature) -> bool {
    let mut parameters = signature.parameters.iter().enumerate();
    parameters.all(|(n, parameter)| parameter.name == format!("p{n}") && parameter.ty == "Any")
}

/// Takes over what is written by hand: summaries, documentation, versions, types and forms of values.
pub(super) fn keep_prose(mut new: Vec<AttributeStub>, old: &[AttributeStub]) -> Vec<AttributeStub> {
    for attribute in &mut new {
        if let Some(old) = old.iter().find(|old| old.name == attribute.name) {
            attribute.summary.clone_from(&old.summary);
            attribute.doc.clone_from(&old.doc);
            attribute.example.clone_from(&old.example);
            attribute.value_docs.clone_from(&old.value_docs);
            if attribute.open_values && !old.values.is_empty() {
                attribute.values.clone_from(&old.values);
                attribute.patterns.clone_from(&old.patterns);
                attribute.open_values = old.open_values;
            }
            attribute.common_values.clone_from(&old.common_values);
            attribute.pattern_docs.clone_from(&old.pattern_docs);
            attribute.read_only = old.read_only;
            attribute.accepts.clone_from(&old.accepts);
            attribute.refusal.clone_from(&old.refusal);
            attribute.each = old.each;
            attribute.versions.clone_from(&old.versions);
            attribute.ty = attribute.ty.take().or_else(|| old.ty.clone());
        }
    }
    new
}
