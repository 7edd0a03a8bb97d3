//! Kind `plugin-functions`: the signatures of functions.

use puppet_hir::BodyOwner;
use puppet_library::{FunctionStub, Library};
use puppet_ruby::{Dispatch, FunctionApi, LegacyFunction, ModernFunction, TypeText};
use puppet_syntax::Entry;
use serde_json::{Map, Value, json};

use super::{canonical, compare_fields, named, source, target};
use crate::case::Case;
use crate::figures::{CaseOutcome, Part};
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `plugin-functions`.
pub struct PluginFunctions;

impl CaseKind for PluginFunctions {
    fn name(&self) -> &'static str {
        "plugin-functions"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(name) = case.text("name") else {
            return CaseAnswer::NotImplemented;
        };
        if case.text("module") == Some("puppet") {
            return match Library.function(name) {
                Some(stub) => CaseAnswer::Json(from_library(stub, case)),
                None => CaseAnswer::Json(Value::Null),
            };
        }
        if case.text("file").is_some_and(|file| file.ends_with(".pp")) {
            return source::text(case).map_or(CaseAnswer::NotImplemented, |text| {
                CaseAnswer::Json(from_manifest(&text, name).unwrap_or_default())
            });
        }
        let Some(facts) = source::facts(case) else {
            return CaseAnswer::NotImplemented;
        };
        match facts
            .functions
            .iter()
            .find(|function| function.name == name)
            .map(|function| &function.api)
        {
            Some(FunctionApi::Modern(function)) => CaseAnswer::Json(modern(function)),
            Some(FunctionApi::Legacy(function)) => CaseAnswer::Json(legacy(function)),
            None => CaseAnswer::Json(Value::Null),
        }
    }

    fn is_here(&self, case: &Case) -> bool {
        source::is_here(case)
    }

    fn parts(&self, case: &Case, ours: &Value) -> Vec<(Part, CaseOutcome)> {
        let Some(expect) = case.expect.as_object().filter(|it| !is_hidden(case, it)) else {
            return Vec::new();
        };
        let mut parts = vec![named(ours.is_object())];
        if expect.get("kind") == Some(&json!("ruby4")) {
            let empty = Map::new();
            let ours = ours.as_object().unwrap_or(&empty);
            let compared = each_signature(expect, ours).into_iter();
            parts.extend(compared.map(|outcome| (Part::Signature, outcome)));
        }
        parts
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let (Some(expect), Some(ours)) = (case.expect.as_object(), ours.as_object()) else {
            return vec!["no function of that name".to_owned()];
        };
        if is_hidden(case, expect) {
            return Vec::new();
        }
        let mut differences = compare_fields(
            "",
            &[
                "arity",
                "type3",
                "internal",
                "default_dispatch",
                "custom_call",
            ],
            expect,
            ours,
        );
        if case.text("module") == Some("puppet") {
            differences.clear();
        }
        let is_untyped = expect.get("kind") == Some(&json!("ruby3"));
        if is_untyped && case.text("module") == Some("puppet") {
            // Puppet itself sees how many arguments there are at least; our library knows more.
            differences.extend(counts(expect, ours));
        } else {
            differences.extend(signatures(expect, ours));
        }
        if ours.get("opaque") == Some(&Value::Bool(true)) {
            differences
                .iter_mut()
                .for_each(|difference| *difference = format!("marked unknown: {difference}"));
        }
        differences
    }
}

/// Whether Puppet never calls a function, because another file hides it.
fn is_hidden(case: &Case, expect: &Map<String, Value>) -> bool {
    expect.contains_key("shadowed_by") && case.text("module") == Some("puppet")
}

/// Whether one of our signatures takes as few arguments as Puppet's only one, and none takes fewer.
fn counts(expect: &Map<String, Value>, ours: &Map<String, Value>) -> Vec<String> {
    let least = |fields: &Map<String, Value>| {
        let all = fields.get("signatures").and_then(Value::as_array);
        let all = all.into_iter().flatten();
        all.filter_map(|signature| signature.get("min").and_then(Value::as_i64))
            .min()
    };
    let (expect, ours) = (least(expect), least(ours));
    if expect == ours {
        Vec::new()
    } else {
        vec![format!(
            "least number of arguments: expected {expect:?}, got {ours:?}"
        )]
    }
}

/// The signatures of a function that callers see.
fn reported(fields: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let all = fields.get("signatures").and_then(Value::as_array);
    let all = all.into_iter().flatten().filter_map(Value::as_object);
    all.filter(|signature| !signature.contains_key("mismatch_handler"))
        .cloned()
        .collect()
}

/// How each signature of Puppet's compares with ours at its place. Any more of ours are wrong, each.
fn each_signature(expect: &Map<String, Value>, ours: &Map<String, Value>) -> Vec<CaseOutcome> {
    let is_opaque = ours.get("opaque") == Some(&Value::Bool(true));
    let (expect, ours) = (reported(expect), reported(ours));
    let unlike = |ours: Option<&Map<String, Value>>| {
        let has_unknown =
            ours.is_some_and(|it| Value::from(it.clone()).to_string().contains("\"?\""));
        match is_opaque || has_unknown {
            true => CaseOutcome::Unknown,
            false => CaseOutcome::Wrong,
        }
    };
    (0..expect.len().max(ours.len()))
        .map(|n| match (expect.get(n), ours.get(n)) {
            (Some(expect), Some(ours)) if one_signature("", expect, ours).is_empty() => {
                CaseOutcome::Equal
            }
            (_, ours) => unlike(ours),
        })
        .collect()
}

fn one_signature(
    path: &str,
    expect: &Map<String, Value>,
    ours: &Map<String, Value>,
) -> Vec<String> {
    let mut names = vec!["params", "min", "max", "block"];
    // What a function returns is mostly not declared in Ruby; our library says more than Puppet.
    if expect.contains_key("return_type") {
        names.push("return_type");
    }
    compare_fields(path, &names, expect, ours)
}

fn signatures(expect: &Map<String, Value>, ours: &Map<String, Value>) -> Vec<String> {
    let (expect, ours) = (reported(expect), reported(ours));
    if expect.len() != ours.len() {
        return vec![format!(
            "expected {} signatures, got {}",
            expect.len(),
            ours.len()
        )];
    }
    let pairs = expect.iter().zip(&ours).enumerate();
    pairs
        .flat_map(|(n, (expect, ours))| one_signature(&format!("signatures[{n}]."), expect, ours))
        .collect()
}

/// One parameter: name, type, and how many arguments it takes.
struct FunctionParam<'p> {
    name: &'p str,
    ty: &'p str,
    optional: bool,
    repeated: bool,
}

fn signature(
    params: &[FunctionParam<'_>],
    block: Option<(&str, &str, bool)>,
    return_type: Option<&str>,
) -> Value {
    let min = params.iter().filter(|param| !param.optional).count();
    let max = (!params.iter().any(|param| param.repeated)).then_some(params.len());
    let params: Vec<Value> = params
        .iter()
        .map(|param| {
            let mut fields = Map::new();
            fields.insert("name".to_owned(), json!(param.name));
            fields.insert("type".to_owned(), json!(canonical(param.ty)));
            for (name, set) in [("optional", param.optional), ("repeated", param.repeated)] {
                if set {
                    fields.insert(name.to_owned(), json!(true));
                }
            }
            Value::Object(fields)
        })
        .collect();
    let mut fields = Map::new();
    fields.insert("params".to_owned(), json!(params));
    fields.insert("min".to_owned(), json!(min));
    fields.insert("max".to_owned(), json!(max));
    if let Some((name, ty, optional)) = block {
        let mut block = Map::new();
        block.insert("name".to_owned(), json!(name));
        let ty = if optional {
            canonical(&format!("Optional[{ty}]"))
        } else {
            canonical(ty)
        };
        block.insert("type".to_owned(), json!(ty));
        block.insert("optional".to_owned(), json!(optional));
        fields.insert("block".to_owned(), Value::Object(block));
    }
    if let Some(ty) = return_type {
        fields.insert("return_type".to_owned(), json!(canonical(ty)));
    }
    Value::Object(fields)
}

fn text(ty: &TypeText) -> &str {
    ty.text.as_deref().unwrap_or("?")
}

fn modern(function: &ModernFunction) -> Value {
    json!({
        "internal": function.internal,
        "default_dispatch": function.default_dispatch,
        "custom_call": function.custom_call,
        "opaque": function.opaque,
        "signatures": function.dispatches.iter().map(dispatch).collect::<Vec<_>>(),
    })
}

fn dispatch(dispatch: &Dispatch) -> Value {
    let params: Vec<FunctionParam<'_>> = dispatch
        .params
        .iter()
        .map(|param| FunctionParam {
            name: &param.name,
            ty: text(&param.ty),
            optional: !param.arity.is_required(),
            repeated: param.arity.is_repeated(),
        })
        .collect();
    let block = dispatch.block.as_ref().map(|block| {
        let ty = block.ty.as_ref().map_or("Callable", text);
        (block.name.as_str(), ty, block.optional)
    });
    let mut fields = signature(&params, block, dispatch.return_type.as_ref().map(text));
    if let (true, Some(fields)) = (dispatch.mismatch_handler, fields.as_object_mut()) {
        fields.insert("mismatch_handler".to_owned(), json!(true));
    }
    fields
}

fn legacy(function: &LegacyFunction) -> Value {
    let arity = function.arity.unwrap_or(-1);
    let required = if arity < 0 { -arity - 1 } else { arity };
    let names: Vec<String> = (0..=required).map(|n| format!("p{n}")).collect();
    let params: Vec<FunctionParam<'_>> = names
        .iter()
        .enumerate()
        .filter(|(n, _)| arity < 0 || (*n as i64) < required)
        .map(|(n, name)| {
            let rest = n as i64 == required;
            FunctionParam {
                name,
                ty: "Any",
                optional: rest,
                repeated: rest,
            }
        })
        .collect();
    json!({
        "type3": if function.returns_value { "rvalue" } else { "statement" },
        "arity": arity,
        "signatures": [signature(&params, None, None)],
    })
}

/// A function that is written in Puppet's language.
fn from_manifest(source: &str, name: &str) -> Option<Value> {
    let (program, map) = puppet_hir::lower(&puppet_syntax::parse(source, Entry::Manifest));
    let (id, parameters, return_type) =
        program
            .bodies()
            .find_map(|(id, body)| match body.definition() {
                BodyOwner::Function {
                    name: found,
                    parameters,
                    return_type,
                } if found == name => Some((id, parameters.clone(), *return_type)),
                _ => None,
            })?;
    let text = |expr| {
        let range = map.expr(id, expr)?.full;
        source.get(range.start().into()..range.end().into())
    };
    let params: Vec<FunctionParam<'_>> = parameters
        .iter()
        .map(|parameter| FunctionParam {
            name: &parameter.name,
            ty: parameter.type_expr.and_then(text).unwrap_or("Any"),
            optional: parameter.value.is_some() || parameter.captures_rest,
            repeated: parameter.captures_rest,
        })
        .collect();
    let signature = signature(&params, None, return_type.and_then(text));
    Some(json!({ "signatures": [signature] }))
}

fn from_library(stub: &FunctionStub, case: &Case) -> Value {
    let target = target(case);
    let signatures: Vec<Value> = stub
        .signatures
        .iter()
        .filter(|signature| signature.versions.includes(target))
        .map(|found| {
            let params: Vec<FunctionParam<'_>> = found
                .parameters
                .iter()
                .map(|parameter| FunctionParam {
                    name: &parameter.name,
                    ty: &parameter.ty,
                    optional: !parameter.arity.is_required(),
                    repeated: parameter.arity.is_repeated(),
                })
                .collect();
            let block = found
                .block
                .as_ref()
                .map(|block| (block.name.as_str(), block.ty.as_str(), block.optional));
            signature(&params, block, found.return_type.as_deref())
        })
        .collect();
    json!({ "opaque": stub.opaque, "signatures": signatures })
}
