//! Kind `lookup`: values of Hiera, and the levels that were tried.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use puppet_eval::{Strict, PuppetVersion};
use puppet_lookup::{
    Answer as Found, PathKind, Files, FolderEntry, Layer, TriedLevel, MergeSource, Node, LookupOrigin, LevelPlace, LookupQuestion, Session,
    LookupSettings, Sources, LookupStop,
};
use puppet_project::fs::Disk;
use puppet_project::lookup::{LookupFiles, lookup_environment};
use puppet_types::{BuiltinContext, HashValue, Value as Data};
use serde_json::{Map, Value, json};

use crate::case::Case;
use crate::compare;
use crate::kinds::{CaseAnswer, CaseKind};
use crate::options;

/// The kind `lookup`.
pub struct Lookup;

impl CaseKind for Lookup {
    fn name(&self) -> &'static str {
        "lookup"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let facts = fact_sets(&case.lookups.facts);
        let set = case.text("fact_set").and_then(|name| facts.get(name));
        CaseAnswer::Json(ask(case, &case.lookups.environments, set))
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        differences(&case.expect, ours)
    }
}

/// The fact sets of a file, read once.
pub(super) fn fact_sets(path: &Path) -> Arc<Value> {
    static FILES: Mutex<Option<HashMap<PathBuf, Arc<Value>>>> = Mutex::new(None);
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = files.get_or_insert_default();
    let read = || {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Arc::new(serde_json::from_str(&text).unwrap_or_default())
    };
    Arc::clone(known.entry(path.to_owned()).or_insert_with(read))
}

/// The answer to a question about an environment below a folder.
pub(super) fn ask(case: &Case, root: &Path, set: Option<&Value>) -> Value {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    let mut fields = set.and_then(Value::as_object).cloned().unwrap_or_default();
    fields.extend(case.fields.clone());
    let text = |field: &str| fields.get(field).and_then(Value::as_str);
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let folder = match text("environment") {
        None | Some(".") => root.clone(),
        Some(name) => root.join(name),
    };
    let name = text("environment_name").unwrap_or("production");
    let mut environment = lookup_environment(&Disk, &folder, name, &[]);
    environment.global_config = text("global").map(|given| {
        let path = root.join(given);
        let path = if path.is_dir() { path.join("hiera.yaml") } else { path };
        path.to_string_lossy().into_owned()
    });
    let settings = LookupSettings {
        target: match case.target {
            options::CaseTarget::Puppet7 => PuppetVersion::V7,
            options::CaseTarget::Puppet8 => PuppetVersion::V8,
        },
        strict: match (text("strict"), case.target) {
            (Some("off"), _) => Strict::Off,
            (Some("error"), _) | (None, options::CaseTarget::Puppet8) => Strict::Error,
            _ => Strict::Warning,
        },
        has_eyaml: text("eyaml") == Some("plain"),
        codedir: "<codedir>".to_owned(),
        working_directory: root.to_string_lossy().into_owned(),
    };
    let rewritten = rewritten(&mut environment.global_config, fields.get("rewrite"), &root);
    let own_sources = rewritten.map(|files| Sources::new(Box::new(files)));
    let sources = match &own_sources {
        Some(sources) => sources,
        None => SOURCES.get_or_init(|| Sources::new(Box::new(LookupFiles(Disk)))),
    };
    let node = node_of(&fields);
    let session = Session::new(sources, &environment, &settings, &node, &BuiltinContext);
    let question = LookupQuestion {
        key: text("key").unwrap_or_default().to_owned(),
        merge: fields.get("merge").map(data_of),
        value_type: text("type").map(str::to_owned),
        default: fields.get("default").map(data_of),
        is_automatic: case.flag("automatic"),
    };
    let answer = session.look_up(&question);
    let global = environment.global_config.as_deref().map(|path| parent(path).to_owned());
    let places = LookupPlaces { root: root.to_string_lossy().into_owned(), environment: environment.root.clone(), global };
    places.json(&answer)
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(parent, _)| parent)
}

/// A configuration whose folders are others.
struct Rewritten {
    path: String,
    text: Arc<str>,
}

impl Files for Rewritten {
    fn kind(&self, path: &str) -> PathKind {
        if path == self.path { PathKind::File } else { LookupFiles(Disk).kind(path) }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        if path == self.path { Ok(Arc::clone(&self.text)) } else { LookupFiles(Disk).read(path) }
    }

    fn list(&self, folder: &str) -> Vec<FolderEntry> {
        LookupFiles(Disk).list(folder)
    }
}

fn rewritten(config: &mut Option<String>, rules: Option<&Value>, root: &Path) -> Option<Rewritten> {
    let rules = rules?.as_object()?;
    let mut text = std::fs::read_to_string(config.as_deref()?).ok()?;
    for (from, to) in rules {
        text = text.replace(from, &root.join(to.as_str()?).to_string_lossy());
    }
    let path = "/global/hiera.yaml".to_owned();
    *config = Some(path.clone());
    Some(Rewritten { path, text: text.into() })
}

fn node_of(fields: &Map<String, Value>) -> Node {
    let name = fields.get("node").and_then(Value::as_str).unwrap_or("oracle.example.org");
    let hash = |field: &str| fields.get(field).map(data_of);
    let named = Node::new(name);
    Node {
        facts: hash("facts").unwrap_or_else(|| Data::hash([])),
        trusted: hash("trusted").unwrap_or(named.trusted),
        server_facts: hash("server_facts"),
        variables: match hash("variables") {
            Some(Data::Hash(variables)) => (*variables).clone(),
            _ => HashValue::default(),
        },
        is_complete: true,
        name: named.name,
    }
}

/// A value of JSON.
pub(super) fn data_of(value: &Value) -> Data {
    match value {
        Value::Null => Data::Undef,
        Value::Bool(value) => Data::Boolean(*value),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Data::Integer(number),
            None => Data::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Data::from(text.as_str()),
        Value::Array(items) => Data::array(items.iter().map(data_of).collect::<Vec<_>>()),
        Value::Object(entries) => Data::hash(entries.iter().map(|(key, value)| (Data::from(key.as_str()), data_of(value)))),
    }
}

/// Where paths start.
struct LookupPlaces {
    root: String,
    environment: String,
    global: Option<String>,
}

impl LookupPlaces {
    fn json(&self, answer: &Found) -> Value {
        let levels: Vec<Value> = answer.levels.iter().map(|level| self.level(level)).collect();
        match &answer.found {
            Err(LookupStop::Failed(error)) => {
                json!({"ok": false, "error": {"message": self.tidy(&error.message)}, "levels": levels})
            }
            Err(LookupStop::Unknown(reason)) => json!({"ok": null, "unknown": reason, "levels": levels}),
            Err(LookupStop::NotFound) => json!({"ok": null, "unknown": "not found", "levels": levels}),
            Ok(found) => {
                let mut json = json!({"ok": true, "found": found.is_some(), "levels": levels});
                if let Some(found) = found {
                    json["value"] = json_of(&found.value);
                    match found.origin {
                        LookupOrigin::Data => {}
                        LookupOrigin::Default => json["from"] = "default".into(),
                        LookupOrigin::ParameterDefault => json["from"] = "parameter_default".into(),
                    }
                }
                if let Some(merge) = &answer.merge {
                    let from = match merge.source {
                        MergeSource::Argument => "argument",
                        MergeSource::Options => "lookup_options",
                        MergeSource::Default => "default",
                    };
                    json["merge_used"] = json!({"strategy": merge.strategy.name(), "from": from});
                    let options = merge.strategy.options();
                    if !options.is_empty() {
                        json["merge_used"]["options"] = json_of(&Data::from(options));
                    }
                }
                json
            }
        }
    }

    fn level(&self, level: &TriedLevel) -> Value {
        let mut json = json!({"status": level.status.name()});
        let layer = match &level.layer {
            None => return json,
            Some(Layer::Global) => "global",
            Some(Layer::Environment) => "environment",
            Some(Layer::Module(name)) => {
                json["module"] = name.as_str().into();
                "module"
            }
        };
        json["layer"] = layer.into();
        if let Some(name) = &level.name {
            json["level"] = name.as_str().into();
        }
        match &level.place {
            Some(LevelPlace::Path(path)) => json["path"] = self.relative(path, layer).into(),
            Some(LevelPlace::Uri(_)) | None => {}
        }
        json
    }

    fn relative(&self, path: &str, layer: &str) -> String {
        let path = clean(path);
        let base = if layer == "global" { self.global.as_deref() } else { Some(&*self.environment) };
        let below = |base: &str| path.strip_prefix(base).and_then(|rest| rest.strip_prefix('/')).map(str::to_owned);
        if let Some(relative) = base.and_then(below) {
            return relative;
        }
        below(&self.root).map_or(path.clone(), |rest| format!("<root>/{rest}"))
    }

    fn tidy(&self, message: &str) -> String {
        let mut message = message.to_owned();
        for base in self.global.iter().chain([&self.environment]) {
            message = message.replace(&format!("{base}/"), "");
        }
        message = message.replace(&format!("{}/", self.root), "<root>/");
        message.replace(&self.root, "<root>")
    }
}

/// `Pathname#cleanpath`
fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let start = if path.starts_with('/') { "/" } else { "" };
    format!("{start}{}", parts.join("/"))
}

/// A value as the recorder writes it.
fn json_of(value: &Data) -> Value {
    let mark = |name: &str, value: Value| json!({"__type": name, "__value": value});
    let inner = |value: &Data| {
        let text = puppet_convert::literal_form(&BuiltinContext, value);
        let inner = text.split_once("('").and_then(|(_, rest)| rest.strip_suffix("')"));
        Value::from(inner.unwrap_or(&text))
    };
    match value {
        Data::Undef => Value::Null,
        Data::Boolean(value) => json!(value),
        Data::Integer(value) => json!(value),
        #[expect(clippy::cast_precision_loss, reason = "such numbers are read as floats, too")]
        Data::BigInteger(value) => u64::try_from(**value).map_or_else(|_| json!(**value as f64), |value| json!(value)),
        Data::Float(value) if value.is_nan() => mark("Float", "NaN".into()),
        Data::Float(value) if value.is_infinite() => {
            mark("Float", if *value > 0.0 { "Infinity" } else { "-Infinity" }.into())
        }
        Data::Float(value) => json!(value),
        Data::String(text) => json!(text.as_str()),
        Data::Array(items) => items.iter().map(json_of).collect(),
        Data::Hash(entries) => {
            let keys: Option<Vec<&str>> = entries.keys().map(Data::as_str).collect();
            match keys {
                Some(keys) if !keys.contains(&"__type") => {
                    let entries = entries.iter().map(|(key, value)| (key.as_str().unwrap_or_default().to_owned(), json_of(value)));
                    Value::Object(entries.collect())
                }
                _ => {
                    let pairs = entries.iter().map(|(key, value)| json!([json_of(key), json_of(value)]));
                    mark("Hash", pairs.collect())
                }
            }
        }
        Data::Default => mark("Default", Value::Null),
        Data::Regexp(regexp) => mark("Regexp", regexp.source().into()),
        Data::Sensitive(value) => mark("Sensitive", json_of(value)),
        Data::Type(ty) => mark("Type", puppet_types::type_to_string(&BuiltinContext, ty).into()),
        Data::Timestamp(_) => mark("Timestamp", inner(value)),
        Data::Timespan(_) => mark("Timespan", inner(value)),
        Data::SemVer(version) => mark("SemVer", version.to_string().into()),
        Data::SemVerRange(range) => mark("SemVerRange", range.to_string().into()),
        Data::Binary(binary) => mark("Binary", binary.to_string().into()),
        Data::Uri(uri) => mark("URI", uri.to_string().into()),
        Data::Iterator(_) | Data::Object(_) => mark("Object", inner(value)),
    }
}

/// The levels before the one that is not known have to be equal.
fn unknown_differences(expect: &Value, ours: &Value) -> Vec<String> {
    let known = |levels: &Value| levels.as_array().cloned().unwrap_or_default();
    let (mut expected, mut levels) = (known(&expect["levels"]), known(&ours["levels"]));
    let unknown = levels.iter().position(|level| level["status"] == "unknown").unwrap_or(levels.len());
    levels.truncate(unknown);
    expected.truncate(unknown);
    let mut differences = compare::answers(&json!(expected), &json!(levels), compare::Texts::Puppets);
    differences.push(format!(".unknown: expected an answer, got {}", ours["unknown"]));
    differences
}

/// What has to be equal: the verdict, then the value, how it was merged, and the levels.
pub(super) fn differences(expect: &Value, ours: &Value) -> Vec<String> {
    let mut expect = expect.clone();
    for level in expect["levels"].as_array_mut().into_iter().flatten() {
        if let Some(level) = level.as_object_mut() {
            level.retain(|field, _| ["layer", "module", "level", "path", "status"].contains(&field.as_str()));
        }
    }
    if ours["ok"].is_null() {
        return unknown_differences(&expect, ours);
    }
    let message = expect["error"]["message"].as_str().unwrap_or_default();
    let is_own = expect["error"]["own"] == Value::Bool(true) && !message.contains("Unable to parse (");
    let mut ours = ours.clone();
    if expect["ok"] == Value::Bool(false) && ours["ok"] == Value::Bool(false) {
        let message = ours["error"]["message"].clone();
        ours["error"] = if is_own { json!({"message": message}) } else { Value::Null };
        expect["error"] = if is_own { json!({"message": expect["error"]["message"]}) } else { Value::Null };
    }
    if let Some(fields) = expect.as_object_mut() {
        fields.remove("convert_to");
    }
    compare::answers(&expect, &ours, compare::Texts::Puppets)
}
