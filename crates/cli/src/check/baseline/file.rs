//! The file of a baseline.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use puppet_vfs::atomic_write;
use serde_json::{Value, json};

use super::{BaselineEntry, Entries};

/// The version of the format.
const VERSION: u64 = 1;

/// Reads a baseline, which messages name `name`.
pub fn read(path: &Path, name: &Path) -> Result<Entries, String> {
    let name = name.display();
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read the baseline {name}: {error}"))?;
    let value: Value = serde_json::from_str(&text)
        .map_err(|error| format!("{name} is not a baseline: {error}"))?;
    match value.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(other) => {
            return Err(format!(
                "{name} has version {other} of baselines, expected {VERSION}: \
                 delete it, and write it again with --write-baseline"
            ));
        }
        None => return Err(format!("{name} is not a baseline: it has no 'version'")),
    }
    from_json(&value).ok_or_else(|| format!("{name} is not a baseline: its entries are broken"))
}

fn from_json(value: &Value) -> Option<Entries> {
    let mut all = Entries::default();
    for (file, entries) in value.get("files")?.as_object()? {
        for entry in entries.as_array()? {
            let text = |key| Some(entry.get(key)?.as_str()?.to_owned());
            let number = usize::try_from(entry.get("count")?.as_u64()?).ok()?;
            let entry = BaselineEntry {
                rule: text("rule")?,
                definition: text("in")?,
                message: text("message")?,
                code: text("code")?,
            };
            all.add(file, entry, number);
        }
    }
    Some(all)
}

/// Writes a baseline, which messages name `name`.
pub fn write(path: &Path, name: &Path, entries: &Entries) -> Result<(), String> {
    let files = entries.0.iter().map(|(file, entries)| {
        let entries = entries.iter().map(|(entry, number)| {
            json!({
                "rule": entry.rule,
                "in": entry.definition,
                "message": entry.message,
                "code": entry.code,
                "count": number,
            })
        });
        (file, entries.collect::<Value>())
    });
    let files: BTreeMap<&String, Value> = files.collect();
    let document = json!({ "version": VERSION, "files": files });
    atomic_write::save(path, format!("{document:#}\n").as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", name.display()))
}
