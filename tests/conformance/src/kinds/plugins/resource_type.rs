//! Kinds `plugin-types` and `plugin-metaparams`: the attributes of resource types.

use puppet_library::{AttributeKind, AttributeStub, Library, TypeStub};
use puppet_ruby::{DefaultValue, Literal, Mixin, ResourceType, TypeAttribute};
use serde_json::{Map, Value, json};

use super::{canonical, compare_fields, named, source};
use crate::case::Case;
use crate::figures::{CaseOutcome, Part};
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `plugin-types`.
pub struct PluginTypes;

/// The kind `plugin-metaparams`.
pub struct PluginMetaparams;

/// What has to be equal of an attribute: its kind, and what is literal about its values.
const FIELDS: [&str; 6] = [
    "kind",
    "namevar",
    "required",
    "values",
    "value_regexes",
    "type",
];

impl CaseKind for PluginTypes {
    fn name(&self) -> &'static str {
        "plugin-types"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let (Some(name), Some(module)) = (case.text("name"), case.text("module")) else {
            // A folder of providers for a type that is nowhere.
            return CaseAnswer::Json(json!({ "exists": false }));
        };
        if let Some(stub) = Library
            .resource_type(name)
            .filter(|_| module == "puppet" || module.ends_with("_core"))
        {
            return CaseAnswer::Json(from_library(stub));
        }
        let Some(facts) = source::facts(case) else {
            return CaseAnswer::NotImplemented;
        };
        if case.text("record") == Some("provider") {
            return CaseAnswer::Json(
                json!({ "exists": facts.providers.iter().any(|provider| provider.name == name) }),
            );
        }
        match facts.resource_types.iter().find(|ty| ty.name == name) {
            Some(ty) => CaseAnswer::Json(from_ruby(ty, &source::mixins(case))),
            None => CaseAnswer::Json(Value::Null),
        }
    }

    fn is_here(&self, case: &Case) -> bool {
        source::is_here(case)
    }

    fn parts(&self, case: &Case, ours: &Value) -> Vec<(Part, CaseOutcome)> {
        if case.text("record") == Some("provider") {
            let is_there = ours.get("exists") == Some(&Value::Bool(true));
            return vec![named(is_there == case.text("name").is_some())];
        }
        let mut parts = vec![named(ours.is_object())];
        if let Some(expect) = case.expect.as_object() {
            let empty = Map::new();
            let ours = ours.as_object().unwrap_or(&empty);
            let compared = each_attribute(expect, ours).into_iter();
            parts.extend(compared.map(|outcome| (Part::Attribute, outcome)));
        }
        parts
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let (Some(expect), Some(ours)) = (case.expect.as_object(), ours.as_object()) else {
            return vec!["no type of that name".to_owned()];
        };
        if case.text("record") == Some("provider") {
            return compare_fields(
                "",
                &["exists"],
                &Map::from_iter([("exists".to_owned(), json!(case.text("name").is_some()))]),
                ours,
            );
        }
        let mut differences = attributes(expect, ours);
        let shared_titles = expect.get("isomorphic") == Some(&Value::Bool(false));
        if ours.get("not_isomorphic") != Some(&Value::Bool(shared_titles)) {
            differences.push(format!("not isomorphic: expected {shared_titles}"));
        }
        differences
    }
}

impl CaseKind for PluginMetaparams {
    fn name(&self) -> &'static str {
        "plugin-metaparams"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let found = Library
            .metaparameters()
            .iter()
            .find(|attribute| Some(attribute.name.as_str()) == case.text("name"));
        CaseAnswer::Json(found.map_or(Value::Null, stub_attribute))
    }

    fn parts(&self, _case: &Case, ours: &Value) -> Vec<(Part, CaseOutcome)> {
        vec![named(ours.is_object())]
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        match (case.expect.as_object(), ours.as_object()) {
            (Some(expect), Some(ours)) => compare_attribute("", expect, ours),
            _ => vec!["no metaparameter of that name".to_owned()],
        }
    }
}

/// The attributes that a type has by its own code.
fn own(fields: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let all = fields.get("attributes").and_then(Value::as_array);
    // The parameter `provider`, which Puppet adds where there are providers, depends on all files of all modules.
    let own = all
        .into_iter()
        .flatten()
        .filter(|attribute| attribute.get("automatic").is_none());
    own.filter_map(|attribute| attribute.as_object().cloned())
        .filter(|a| a.get("name") != Some(&json!("provider")))
        .collect()
}

/// The attribute of a name.
fn of_name(attributes: &[Map<String, Value>], name: &Value) -> Option<Map<String, Value>> {
    let mut all = attributes.iter();
    all.find(|it| it.get("name") == Some(name)).cloned()
}

/// How each attribute of Puppet's compares with ours of that name, and each of ours that Puppet does not have.
fn each_attribute(expect: &Map<String, Value>, ours: &Map<String, Value>) -> Vec<CaseOutcome> {
    let is_opaque = ours.get("opaque") == Some(&Value::Bool(true));
    let (expect, ours) = (own(expect), own(ours));
    let marked = |is_marked: bool| match is_marked {
        true => CaseOutcome::Unknown,
        false => CaseOutcome::Wrong,
    };
    let is_set = |attribute: &Map<String, Value>, field: &str| {
        attribute.get(field) == Some(&Value::Bool(true))
    };
    let of_puppet = expect.iter().map(|attribute| {
        let name = attribute.get("name").unwrap_or(&Value::Null);
        let Some(found) = of_name(&ours, name) else {
            return marked(is_opaque);
        };
        match compare_fields("", &FIELDS, &sorted(attribute), &sorted(&found)).is_empty() {
            true => CaseOutcome::Equal,
            false if compare_attribute("", attribute, &found).is_empty() => CaseOutcome::Unknown,
            false => marked(is_set(&found, "conditional")),
        }
    });
    let more = ours.iter().filter(|attribute| {
        let name = attribute.get("name").unwrap_or(&Value::Null);
        of_name(&expect, name).is_none()
    });
    let more = more.map(|attribute| marked(is_set(attribute, "conditional")));
    of_puppet.chain(more).collect()
}

fn attributes(expect: &Map<String, Value>, ours: &Map<String, Value>) -> Vec<String> {
    let (expect, ours_list) = (own(expect), own(ours));
    let opaque = ours.get("opaque") == Some(&Value::Bool(true));
    let mut differences = Vec::new();
    for attribute in &expect {
        let name = attribute.get("name").unwrap_or(&Value::Null);
        match of_name(&ours_list, name) {
            Some(found) => {
                differences.extend(compare_attribute(&format!("{name}."), attribute, &found))
            }
            None if opaque => {}
            None => differences.push(format!("{name} is missing")),
        }
    }
    let extra = ours_list
        .iter()
        .filter(|a| a.get("conditional") != Some(&Value::Bool(true)));
    for attribute in extra {
        let name = attribute.get("name").unwrap_or(&Value::Null);
        if of_name(&expect, name).is_none() {
            differences.push(format!("{name} does not exist"));
        }
    }
    differences
}

fn compare_attribute(
    path: &str,
    expect: &Map<String, Value>,
    ours: &Map<String, Value>,
) -> Vec<String> {
    if ours.get("values_computed") == Some(&Value::Bool(true)) {
        return compare_fields(path, &["kind", "namevar"], expect, ours);
    }
    compare_fields(path, &FIELDS, &sorted(expect), &sorted(ours))
}

/// The order of values does not matter.
fn sorted(attribute: &Map<String, Value>) -> Map<String, Value> {
    let mut attribute = attribute.clone();
    for field in ["values", "value_regexes"] {
        if let Some(Value::Array(items)) = attribute.get_mut(field) {
            items.sort_by_key(Value::to_string);
            items.dedup();
        }
    }
    attribute
}

fn from_ruby(ty: &ResourceType, mixins: &[Mixin]) -> Value {
    let mut attributes: Vec<Value> = Vec::new();
    for mixin in mixins
        .iter()
        .filter(|mixin| ty.mixins.contains(&mixin.name))
    {
        attributes.extend(mixin.attributes.iter().map(ruby_attribute));
    }
    attributes.extend(ty.attributes.iter().map(ruby_attribute));
    json!({ "not_isomorphic": !ty.isomorphic, "opaque": ty.opaque, "attributes": attributes })
}

fn kind_name(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Property => "property",
        AttributeKind::Param => "param",
        AttributeKind::Meta => "meta",
    }
}

fn ruby_attribute(attribute: &TypeAttribute) -> Value {
    let kind = kind_name(attribute.kind);
    let default = match &attribute.default {
        Some(DefaultValue::Literal(literal)) => default_text(literal),
        _ => Value::Null,
    };
    json!({
        "name": attribute.name,
        "kind": kind,
        "namevar": attribute.namevar,
        "required": attribute.required,
        "values": attribute.values.iter().map(|value| &value.text).collect::<Vec<_>>(),
        "value_regexes": attribute.value_regexes,
        "values_computed": attribute.values_computed,
        "conditional": attribute.conditional,
        "default": default,
        "type": attribute.ty.as_ref().and_then(|ty| ty.text.as_deref()).map(canonical),
    })
}

fn default_text(literal: &Literal) -> Value {
    match literal {
        Literal::Boolean(value) => json!(value),
        Literal::Integer(value) => json!(value),
        Literal::String(text) => json!(text),
        Literal::Symbol(text) => json!(format!(":{text}")),
        _ => Value::Null,
    }
}

fn from_library(stub: &TypeStub) -> Value {
    json!({
        "not_isomorphic": stub.not_isomorphic,
        "opaque": stub.opaque,
        "attributes": stub.attributes.iter().map(stub_attribute).collect::<Vec<_>>(),
    })
}

fn stub_attribute(attribute: &AttributeStub) -> Value {
    let kind = kind_name(attribute.kind);
    json!({
        "name": attribute.name,
        "kind": kind,
        "namevar": attribute.namevar,
        "required": attribute.required,
        "values": attribute.values,
        "value_regexes": attribute.patterns,
        "values_computed": attribute.open_values,
        "type": attribute.ty.as_deref().map(canonical),
    })
}
