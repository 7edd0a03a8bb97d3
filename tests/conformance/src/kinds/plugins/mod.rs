//! Kinds `plugin-…`: the definitions that real Puppet found in the plugins of modules after running them, against ours.
//!
//! What Puppet ships is answered from our library, what modules add from their Ruby files.

mod data_type;
mod fact;
mod function;
mod resource_type;
mod source;

pub use data_type::PluginDataTypes;
pub use fact::PluginFacts;
pub use function::PluginFunctions;
pub use resource_type::{PluginMetaparams, PluginTypes};

use puppet_library::Target;
use puppet_types::{BuiltinContext, Type, read_text, type_to_string};
use serde_json::{Map, Value};

use crate::case::Case;
use crate::figures::{CaseOutcome, Part};

/// The release of Puppet that gave the answer: cases about its own plugins say so in the name of their file.
fn target(case: &Case) -> Target {
    if case.id.contains("puppet8") {
        Target::Puppet8
    } else {
        Target::Puppet7
    }
}

/// How a name compares that Puppet knows: ours is there, or it is not.
fn named(is_there: bool) -> (Part, CaseOutcome) {
    let outcome = if is_there {
        CaseOutcome::Equal
    } else {
        CaseOutcome::Wrong
    };
    (Part::Name, outcome)
}

/// A type in canonical form. Names that nobody defines here stay names.
fn canonical(text: &str) -> String {
    match read_text(&BuiltinContext, text) {
        // By itself, an object type prints as its definition.
        Ok(Type::Object(Some(object))) if object.name.is_some() => {
            object.name.as_deref().unwrap_or_default().to_owned()
        }
        Ok(ty) => named_references(&type_to_string(&BuiltinContext, &ty)),
        Err(_) => text.to_owned(),
    }
}

/// `TypeReference['A::B']` is `A::B`, as it is where the module with its definition is at hand.
fn named_references(text: &str) -> String {
    const START: &str = "TypeReference['";
    let mut parts = text.split(START);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("']") {
            Some((name, rest)) => out.extend([name, rest]),
            None => out.extend([START, part]),
        }
    }
    out
}

/// Differences between the fields `names` of two objects; a missing field is null, false or empty.
fn compare_fields(
    path: &str,
    names: &[&str],
    expect: &Map<String, Value>,
    ours: &Map<String, Value>,
) -> Vec<String> {
    let value = |fields: &Map<String, Value>, name: &str| match fields.get(name) {
        Some(Value::Bool(false)) | None => Value::Null,
        Some(Value::Array(items)) if items.is_empty() => Value::Null,
        Some(value) => value.clone(),
    };
    let different = names
        .iter()
        .filter(|name| value(expect, name) != value(ours, name));
    different
        .map(|name| {
            format!(
                "{path}{name}: expected {}, got {}",
                value(expect, name),
                value(ours, name)
            )
        })
        .collect()
}
