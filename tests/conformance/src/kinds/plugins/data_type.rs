//! Kind `plugin-datatypes`: the data types of Puppet and of modules, in both languages.

use puppet_hir::BodyOwner;
use puppet_library::{DataTypeKind, Library};
use puppet_syntax::Entry;
use puppet_types::{BuiltinContext, Type, normalize, read_text, type_to_string};
use serde_json::{Map, Value, json};

use super::{canonical, compare_fields, named, named_references, source};
use crate::case::Case;
use crate::figures::{CaseOutcome, Part};
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `plugin-datatypes`.
pub struct PluginDataTypes;

impl CaseKind for PluginDataTypes {
    fn name(&self) -> &'static str {
        "plugin-datatypes"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(name) = case.text("name") else {
            // An object type that Puppet has, and that nobody can name.
            return CaseAnswer::Json(json!({ "kind": "object" }));
        };
        match case.text("file") {
            None => CaseAnswer::Json(of_puppet(name)),
            // Below its data types, Puppet has their implementations.
            Some(file) if case.text("module") == Some("puppet") => {
                let is_type = Library.data_type(name).is_some() && !file.contains("/impl/");
                CaseAnswer::Json(if is_type {
                    of_puppet(name)
                } else {
                    Value::Null
                })
            }
            Some(file) if file.ends_with(".pp") => source::text(case)
                .map_or(CaseAnswer::NotImplemented, |text| {
                    CaseAnswer::Json(of_manifest(&text, name).unwrap_or_default())
                }),
            Some(_) => source::facts(case).map_or(CaseAnswer::NotImplemented, |facts| {
                let found = facts.data_types.iter().any(|ty| ty.name == name);
                CaseAnswer::Json(if found {
                    json!({ "kind": "object" })
                } else {
                    Value::Null
                })
            }),
        }
    }

    fn is_here(&self, case: &Case) -> bool {
        source::is_here(case)
    }

    fn parts(&self, case: &Case, ours: &Value) -> Vec<(Part, CaseOutcome)> {
        let is_there = case.expect.get("kind").is_some();
        vec![named(is_there == ours.is_object())]
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let Some(expect) = case.expect.as_object() else {
            return vec!["no answer".to_owned()];
        };
        // Puppet found nothing under the name.
        if !expect.contains_key("kind") {
            return match ours {
                Value::Null => Vec::new(),
                found => vec![format!("expected nothing, got {found}")],
            };
        }
        let Some(ours) = ours.as_object() else {
            return vec!["no data type of that name".to_owned()];
        };
        let mut differences = compare_fields("", &["kind", "parent"], &kinds(expect), ours);
        // Type sets are long, and what is in them are cases of their own.
        if ours.get("kind") != Some(&json!("typeset")) {
            let form = |fields: &Map<String, Value>| {
                let text = fields.get("type").and_then(Value::as_str);
                // The letters of names are those of other definitions, which are not read here.
                let text = text.map(|text| canonical(text).to_lowercase());
                Map::from_iter(text.map(|text| ("type".to_owned(), json!(text))))
            };
            differences.extend(compare_fields("", &["type"], &form(expect), &form(ours)));
        }
        differences
    }
}

/// Puppet's classes of types as the kinds that a reader tells apart.
fn kinds(expect: &Map<String, Value>) -> Map<String, Value> {
    let mut expect = expect.clone();
    let kind = match expect.get("kind").and_then(Value::as_str) {
        Some("PTypeSetType") => "typeset",
        Some("PResourceType") => "resource",
        Some(class) if class.starts_with('P') => "builtin",
        Some(other) => other,
        None => "",
    };
    expect.insert("kind".to_owned(), json!(kind));
    expect
}

fn of_puppet(name: &str) -> Value {
    if let Some(stub) = Library.data_type(name) {
        return match stub.kind {
            DataTypeKind::Object => json!({ "kind": "object", "parent": stub.parent }),
            DataTypeKind::TypeSet => json!({ "kind": "typeset" }),
        };
    }
    if let Some(puppet_types::Named::Alias(alias)) = puppet_types::builtin::lookup(name) {
        let text = type_to_string(&BuiltinContext, &alias.resolved);
        return json!({ "kind": "alias", "type": text });
    }
    if Library
        .resource_type(&name.to_ascii_lowercase())
        .is_some_and(|stub| stub.module.is_none())
    {
        return json!({ "kind": "resource", "type": name });
    }
    match read_text(&BuiltinContext, name) {
        Ok(Type::Resource(_)) => json!({ "kind": "resource", "type": name }),
        Ok(ty) => json!({ "kind": "builtin", "type": type_to_string(&BuiltinContext, &ty) }),
        Err(_) => Value::Null,
    }
}

/// A right side as Puppet keeps it: simplified.
fn right_side(text: &str) -> String {
    match read_text(&BuiltinContext, text) {
        Ok(ty) => {
            let simplified = normalize(&BuiltinContext, &ty);
            named_references(&type_to_string(&BuiltinContext, &simplified))
        }
        Err(_) => text.to_owned(),
    }
}

/// What a manifest says of an alias.
fn of_manifest(source: &str, name: &str) -> Option<Value> {
    let (program, map) = puppet_hir::lower(&puppet_syntax::parse(source, Entry::Manifest));
    program
        .bodies()
        .find_map(|(id, body)| match body.definition() {
            BodyOwner::TypeAlias {
                name: found,
                type_expr: Some(expr),
            } if found.eq_ignore_ascii_case(name) => {
                let range = map.expr(id, *expr)?.full;
                let text = source.get(range.start().into()..range.end().into())?;
                Some(json!({ "kind": "alias", "type": right_side(text) }))
            }
            _ => None,
        })
}
