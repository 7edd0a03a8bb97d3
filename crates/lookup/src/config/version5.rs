//! `hiera.yaml` of version 5.

use puppet_types::{HashValue, Value};

use super::{
    Config, ConfigEntry, Datadir, FunctionKind, LOCATION_KEYS, Owner, Reader, text, texts,
};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::ruby_value::get;

/// The keys that name a function, in the order in which Puppet looks for them.
const FUNCTIONS: [FunctionKind; 5] = [
    FunctionKind::DataHash,
    FunctionKind::LookupKey,
    FunctionKind::DataDig,
    FunctionKind::Hiera3Backend,
    FunctionKind::V4DataHash,
];

/// Their names in messages.
const FUNCTION_NAMES: &str = "data_hash, lookup_key, data_dig, or hiera3_backend";

/// Options that Puppet itself adds.
const RESERVED_OPTIONS: [&str; 2] = ["path", "uri"];

const LEVELS: &str = r"Array[Struct[{'name' => String[1],
    Optional['options'] => Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], Data],
    Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1], Optional['hiera3_backend'] => String[1],
    Optional['v4_data_hash'] => String[1], Optional['data_dig'] => String[1],
    Optional['path'] => String[1], Optional['paths'] => Array[String[1], 1],
    Optional['glob'] => String[1], Optional['globs'] => Array[String[1], 1],
    Optional['uri'] => String[1], Optional['uris'] => Array[String[1], 1],
    Optional['mapped_paths'] => Array[String[1], 3, 3], Optional['datadir'] => String[1]}]]";

const DEFAULTS: &str = r"Struct[{Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1],
    Optional['data_dig'] => String[1], Optional['datadir'] => String[1],
    Optional['options'] => Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], Data]}]";

/// The configuration of a layer without a file.
pub(super) fn default_config() -> HashValue {
    let version = (Value::from("version"), Value::Integer(5));
    [version].into_iter().collect()
}

fn default_defaults() -> Value {
    Value::hash([
        (Value::from("datadir"), Value::from("data")),
        (Value::from("data_hash"), Value::from("yaml_data")),
    ])
}

fn default_hierarchy() -> Value {
    let level = Value::hash([
        (Value::from("name"), Value::from("Common")),
        (Value::from("path"), Value::from("common.yaml")),
    ]);
    Value::array([level])
}

/// Checks a configuration, and reads it.
pub(super) fn read(
    reader: &Reader<'_>,
    mut config: HashValue,
    root: String,
    path: &str,
) -> Outcome<Config> {
    for (key, default) in [
        ("defaults", default_defaults()),
        ("hierarchy", default_hierarchy()),
    ] {
        let value = config.entry(Value::from(key)).or_insert(Value::Undef);
        if matches!(value, Value::Undef | Value::Boolean(false)) {
            *value = default;
        }
    }
    let form = format!(
        "Struct[{{'version' => Integer[5, 5], Optional['defaults'] => {DEFAULTS}, Optional['hierarchy'] => {LEVELS}, \
         Optional['plan_hierarchy'] => {LEVELS}, Optional['default_hierarchy'] => {LEVELS}}}]"
    );
    reader.check_form(&form, &config, path)?;
    let config = Value::from(config);
    let defaults = get(&config, "defaults").cloned().unwrap_or(Value::Undef);
    check_defaults(&defaults)?;
    let levels = |key: &str| {
        get(&config, key).map(|levels| levels.flattened().cloned().collect::<Vec<Value>>())
    };
    let hierarchy = levels("hierarchy").unwrap_or_default();
    let plans = levels("plan_hierarchy").unwrap_or_default();
    for level in hierarchy.iter().chain(&plans) {
        check_level(level, &defaults, reader.owner)?;
    }
    let default_levels = levels("default_hierarchy");
    if default_levels.is_some() && reader.owner != Owner::Module {
        return LookupStop::failed(
            ErrorKind::Issue,
            "'default_hierarchy' is only allowed in the module layer",
        );
    }
    for level in default_levels.iter().flatten() {
        check_level(level, &defaults, reader.owner)?;
    }
    let entries = |levels: &[Value]| {
        levels
            .iter()
            .filter_map(|level| entry(level, &defaults))
            .collect()
    };
    Ok(Config {
        version: 5,
        root,
        is_default: false,
        hierarchy: entries(&hierarchy),
        default_hierarchy: default_levels.as_deref().map(entries),
    })
}

fn check_defaults(defaults: &Value) -> Outcome<()> {
    let count = FUNCTIONS[..4]
        .iter()
        .filter(|kind| get(defaults, kind.name()).is_some())
        .count();
    if count > 1 {
        return LookupStop::failed(
            ErrorKind::Issue,
            format!("Only one of {FUNCTION_NAMES} can be defined in defaults"),
        );
    }
    let options = get(defaults, "options");
    let reserved = options.and_then(|options| {
        RESERVED_OPTIONS
            .iter()
            .find(|key| get(options, key).is_some())
    });
    match reserved {
        Some(key) => {
            let message = format!("Option key '{key}' used in defaults is reserved by Puppet");
            LookupStop::failed(ErrorKind::Issue, message)
        }
        None => Ok(()),
    }
}

fn check_level(level: &Value, defaults: &Value, owner: Owner) -> Outcome<()> {
    let name = text(level, "name").unwrap_or_default();
    let fail = |message: String| LookupStop::failed(ErrorKind::Issue, message);
    let count = |value: &Value, kinds: &[FunctionKind]| {
        kinds
            .iter()
            .filter(|kind| get(value, kind.name()).is_some())
            .count()
    };
    match count(level, &FUNCTIONS) {
        0 if count(defaults, &FUNCTIONS[..4]) == 0 => {
            return fail(format!(
                "One of {FUNCTION_NAMES} must be defined in hierarchy '{name}'"
            ));
        }
        0 | 1 => {}
        _ => {
            return fail(format!(
                "Only one of {FUNCTION_NAMES} can be defined in hierarchy '{name}'"
            ));
        }
    }
    if let Some(backend) = text(level, "hiera3_backend") {
        if owner != Owner::Global {
            return fail("'hiera3_backend' is only allowed in the global layer".to_owned());
        }
        if ["json", "yaml", "hocon"].contains(&&*backend) {
            return fail(format!(
                "Use \"data_hash: {backend}_data\" instead of \"hiera3_backend: {backend}\""
            ));
        }
    }
    if LOCATION_KEYS
        .iter()
        .filter(|key| get(level, key).is_some())
        .count()
        > 1
    {
        return fail(format!(
            "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '{name}'"
        ));
    }
    let options = get(level, "options");
    let reserved = options.and_then(|options| {
        RESERVED_OPTIONS
            .iter()
            .find(|key| get(options, key).is_some())
    });
    match reserved {
        Some(key) => fail(format!(
            "Option key '{key}' used in hierarchy '{name}' is reserved by Puppet"
        )),
        None => Ok(()),
    }
}

/// A level that was checked.
fn entry(level: &Value, defaults: &Value) -> Option<ConfigEntry> {
    let function = |value: &Value, kinds: &[FunctionKind]| {
        kinds
            .iter()
            .find_map(|kind| Some((*kind, text(value, kind.name())?)))
    };
    let (kind, function) =
        function(level, &FUNCTIONS).or_else(|| function(defaults, &FUNCTIONS[..4]))?;
    let by = LOCATION_KEYS
        .into_iter()
        .find(|key| get(level, key).is_some());
    let places = by
        .and_then(|key| get(level, key))
        .map(texts)
        .unwrap_or_default();
    let datadir = text(level, "datadir").or_else(|| text(defaults, "datadir"));
    let options = get(level, "options").or_else(|| get(defaults, "options"));
    Some(ConfigEntry {
        name: text(level, "name")?.into(),
        kind,
        function: function.into(),
        datadir: Datadir::Interpolated(datadir.unwrap_or_else(|| "data".to_owned())),
        by,
        places,
        extension: None,
        options: options.cloned().unwrap_or_else(|| Value::hash([])),
    })
}
