//! `hiera.yaml` of version 3.

use puppet_types::{HashValue, Value};

use super::{Config, ConfigEntry, Datadir, FunctionKind, Reader, texts};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::ruby_value::{get, is_truthy};

/// Checks a configuration, and reads it.
pub(super) fn read(
    reader: &Reader<'_>,
    mut config: HashValue,
    root: String,
    path: &str,
) -> Outcome<Config> {
    let default = |texts: &[&str]| {
        Value::array(
            texts
                .iter()
                .map(|text| Value::from(*text))
                .collect::<Vec<_>>(),
        )
    };
    for (key, default) in [
        ("version", Value::Integer(3)),
        ("backends", default(&["yaml"])),
        (
            "hierarchy",
            default(&["nodes/%{::trusted.certname}", "common"]),
        ),
        ("merge_behavior", Value::from("native")),
        ("deep_merge_options", Value::hash([])),
    ] {
        let value = config.entry(Value::from(key)).or_insert(Value::Undef);
        if !is_truthy(value) {
            *value = default;
        }
    }
    let backends = config
        .get(&Value::from("backends"))
        .map(texts)
        .unwrap_or_default();
    let quoted = |name: &str| name.replace('\\', "\\\\").replace('\'', "\\'");
    let of_backends: Vec<String> = backends
        .iter()
        .map(|name| format!(", Optional['{}'] => Hash[String[1], Any]", quoted(name)))
        .collect();
    let form = format!(
        "Struct[{{Optional['version'] => Integer[3, 3], Optional['backends'] => Variant[String[1], Array[String[1]]], \
         Optional['logger'] => String[1], Optional['merge_behavior'] => Enum['deep', 'deeper', 'native'], \
         Optional['deep_merge_options'] => Hash[String[1], Variant[String, Boolean]], \
         Optional['hierarchy'] => Variant[String[1], Array[String[1]]]{}}}]",
        of_backends.concat()
    );
    reader.check_form(&form, &config, path)?;
    let config = Value::from(config);
    let places = get(&config, "hierarchy").map(texts).unwrap_or_default();
    let mut hierarchy: Vec<ConfigEntry> = Vec::new();
    for backend in backends {
        if hierarchy.iter().any(|entry| entry.name == backend) {
            return LookupStop::failed(
                ErrorKind::Issue,
                format!("Backend '{backend}' is defined more than once."),
            );
        }
        hierarchy.push(entry(
            &backend,
            get(&config, &backend),
            &places,
            reader.settings.has_eyaml,
        ));
    }
    Ok(Config {
        version: 3,
        root,
        is_default: false,
        hierarchy,
        default_hierarchy: None,
    })
}

fn entry(backend: &str, config: Option<&Value>, places: &[String], has_eyaml: bool) -> ConfigEntry {
    let (kind, function) = match backend {
        "json" | "yaml" | "hocon" => (FunctionKind::V3DataHash, format!("{backend}_data")),
        "eyaml" if has_eyaml => (FunctionKind::V3LookupKey, "eyaml_lookup_key".to_owned()),
        _ => (FunctionKind::Hiera3Backend, "hiera_v3_data".to_owned()),
    };
    ConfigEntry {
        name: backend.into(),
        kind,
        function: function.into(),
        datadir: Datadir::Hiera3(config.cloned().unwrap_or_else(|| Value::hash([]))),
        by: Some("paths"),
        places: places.to_vec(),
        extension: None,
        options: Value::hash([]),
    }
}
