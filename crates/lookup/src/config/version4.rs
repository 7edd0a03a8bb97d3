//! `hiera.yaml` of version 4.

use puppet_types::{HashValue, Value};

use super::{Config, ConfigEntry, Datadir, FunctionKind, Reader, text, texts};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::path::join;
use crate::ruby_value::{get, is_truthy};

const FORM: &str = "Struct[{'version' => Integer[4, 4], Optional['datadir'] => String[1],
    Optional['hierarchy'] => Array[Struct[{'backend' => String[1], 'name' => String[1], Optional['datadir'] => String[1],
    Optional['path'] => String[1], Optional['paths'] => Array[String[1]]}]]}]";

/// Checks a configuration, and reads it.
pub(super) fn read(
    reader: &Reader<'_>,
    mut config: HashValue,
    root: String,
    path: &str,
) -> Outcome<Config> {
    let common = Value::hash([
        (Value::from("name"), Value::from("common")),
        (Value::from("backend"), Value::from("yaml")),
    ]);
    for (key, default) in [
        ("datadir", Value::from("data")),
        ("hierarchy", Value::array([common])),
    ] {
        let value = config.entry(Value::from(key)).or_insert(Value::Undef);
        if !is_truthy(value) {
            *value = default;
        }
    }
    reader.check_form(FORM, &config, path)?;
    let config = Value::from(config);
    let datadir = text(&config, "datadir").unwrap_or_default();
    let levels = get(&config, "hierarchy")
        .into_iter()
        .flat_map(Value::flattened);
    let entries: Outcome<Vec<ConfigEntry>> =
        levels.map(|level| entry(level, &datadir, &root)).collect();
    Ok(Config {
        version: 4,
        hierarchy: entries?,
        root,
        is_default: false,
        default_hierarchy: None,
    })
}

fn entry(level: &Value, datadir: &str, root: &str) -> Outcome<ConfigEntry> {
    let name = text(level, "name").unwrap_or_default();
    let backend = text(level, "backend").unwrap_or_default();
    let extension = match &*backend {
        "json" | "yaml" => format!(".{backend}"),
        "hocon" => ".conf".to_owned(),
        _ => {
            return LookupStop::failed(
                ErrorKind::Issue,
                format!("No data provider is registered for backend '{backend}'"),
            );
        }
    };
    let places = get(level, "paths")
        .or_else(|| get(level, "path"))
        .map(texts);
    let datadir = text(level, "datadir").unwrap_or_else(|| datadir.to_owned());
    Ok(ConfigEntry {
        kind: FunctionKind::DataHash,
        function: format!("{backend}_data").into(),
        datadir: Datadir::Plain(join(root, &datadir)),
        by: Some("paths"),
        places: places.unwrap_or_else(|| vec![name.clone()]),
        extension: Some(extension),
        options: Value::hash([]),
        name: name.into(),
    })
}
