//! The answer as JSON.

use puppet_convert::literal_form;
use puppet_lookup::{
    Answer, Layer, LookupEnvironment, LookupOrigin, LookupStop, MergeSource, TriedLevel,
};
use puppet_types::{BuiltinContext, Value as Data};
use serde_json::{Map, Value, json};

use super::explanation::place;

/// The answer with all levels.
pub(super) fn answer_json(key: &str, environment: &LookupEnvironment, answer: &Answer) -> Value {
    let mut json = json!({"key": key});
    match &answer.found {
        Ok(Some(found)) => {
            json["status"] = "found".into();
            json["value"] = of_value(&found.value);
            json["from"] = match found.origin {
                LookupOrigin::Data => "data",
                LookupOrigin::Default => "default",
                LookupOrigin::ParameterDefault => "parameter_default",
            }
            .into();
        }
        Ok(None) | Err(LookupStop::NotFound) => json["status"] = "not_found".into(),
        Err(LookupStop::Failed(error)) => {
            json["status"] = "error".into();
            json["message"] = error.message.clone().into();
        }
        Err(LookupStop::Unknown(reason)) => {
            json["status"] = "unknown".into();
            json["message"] = reason.to_string().into();
        }
    }
    if let Some(merge) = &answer.merge {
        let from = match merge.source {
            MergeSource::Argument => "argument",
            MergeSource::Options => "lookup_options",
            MergeSource::Default => "default",
        };
        json["merge"] = json!({"strategy": merge.strategy.name(), "from": from});
        let options = merge.strategy.options();
        if !options.is_empty() {
            json["merge"]["options"] = of_value(&Data::from(options));
        }
    }
    if let Some(convert_to) = &answer.convert_to {
        json["convert_to"] = of_value(convert_to);
    }
    json["levels"] = answer
        .levels
        .iter()
        .map(|level| of_level(environment, level))
        .collect();
    if !answer.assumptions.is_empty() {
        json["assumptions"] = answer.assumptions.clone().into();
    }
    json
}

fn of_level(environment: &LookupEnvironment, level: &TriedLevel) -> Value {
    let mut json = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            json.insert(key.to_owned(), value);
        }
    };
    let module = match &level.layer {
        Some(Layer::Module(name)) => Some(name.as_str()),
        _ => None,
    };
    let layer = level.layer.as_ref().map(|layer| match layer {
        Layer::Global => "global",
        Layer::Environment => "environment",
        Layer::Module(_) => "module",
    });
    put("layer", layer.map(Value::from));
    put("module", module.map(Value::from));
    put(
        "default_hierarchy",
        level.is_default_hierarchy.then_some(Value::Bool(true)),
    );
    put(
        "level",
        level.name.as_ref().map(|name| name.as_str().into()),
    );
    put(
        "function",
        level.function.as_ref().map(|name| name.as_str().into()),
    );
    put(
        "place",
        place(
            environment,
            &TriedLevel {
                line: None,
                ..level.clone()
            },
        )
        .map(Value::from),
    );
    put("line", level.line.map(Value::from));
    put("declared", level.declared.clone().map(Value::from));
    put("status", Some(level.status.name().into()));
    put("value", level.value.as_ref().map(of_value));
    put("reason", level.reason.clone().map(Value::from));
    Value::Object(json)
}

/// A value; what JSON has not is its expression in the language, as Puppet's rich data has it.
fn of_value(value: &Data) -> Value {
    match value {
        Data::Undef => Value::Null,
        Data::Boolean(value) => (*value).into(),
        Data::Integer(value) => (*value).into(),
        Data::Float(value) if value.is_finite() => (*value).into(),
        Data::String(text) => text.as_str().into(),
        Data::Array(items) => items.iter().map(of_value).collect(),
        Data::Hash(entries) => {
            let name = |key: &Data| {
                key.as_str()
                    .map_or_else(|| literal_form(&BuiltinContext, key), str::to_owned)
            };
            Value::Object(
                entries
                    .iter()
                    .map(|(key, value)| (name(key), of_value(value)))
                    .collect(),
            )
        }
        Data::Sensitive(value) => json!({"__ptype": "Sensitive", "__pvalue": of_value(value)}),
        other => literal_form(&BuiltinContext, other).into(),
    }
}
