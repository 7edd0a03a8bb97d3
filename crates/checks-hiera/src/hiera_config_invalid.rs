//! `hiera.yaml` of modules and environments.
//!
//! Source: `Puppet::Pops::Lookup::HieraConfigV5#validate_config`. Puppet refuses such a file at the first lookup.

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind, yaml};
use puppet_db::{Db, File, FileKind, FilePlace, Module};
use puppet_diagnostics::{Diagnostic, Place, Severity, declare_rule};
use puppet_text::TextRange;
use rustc_hash::FxHashSet;

use crate::hiera_bad_key;
use puppet_semantic::hiera::LOCATION_KEYS;
use puppet_semantic::hiera::data_origin;
use puppet_semantic::hiera::interpolation_syntax::interpolations;
use puppet_semantic::index::file_origin::FileOrigin;
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_semantic::similar_name::with_similar;
use puppet_text::closest;

declare_rule! {
    /// A hiera.yaml is not valid.
    pub HIERA_CONFIG_INVALID = { code: "H607", name: "hiera-config-invalid", level: Error, fix: Unsafe }
}

/// The keys of the file.
const TOP: [&str; 5] = [
    "version",
    "defaults",
    "hierarchy",
    "plan_hierarchy",
    "default_hierarchy",
];

/// How a level says what reads its data.
const FUNCTIONS: [&str; 3] = ["data_hash", "lookup_key", "data_dig"];

/// The functions for data that Puppet has.
const DATA_FUNCTIONS: [&str; 4] = ["yaml_data", "json_data", "hocon_data", "eyaml_lookup_key"];

/// The functions that need the paths of files.
const READ_FILES: [&str; 3] = ["yaml_data", "json_data", "hocon_data"];

/// The keys of a level.
const LEVEL: [&str; 14] = [
    "name",
    "options",
    "data_hash",
    "lookup_key",
    "data_dig",
    "hiera3_backend",
    "v4_data_hash",
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "datadir",
];

const DEFAULTS: [&str; 5] = ["data_hash", "lookup_key", "data_dig", "datadir", "options"];

pub(crate) fn check(
    db: &dyn Db,
    file: File,
    origin: FileOrigin,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let module = origin.module;
    let mut config = Config { db, file, out };
    let root = match yaml::parse(file.text(db)) {
        Ok(root) => root,
        Err(error) => {
            let message = format!("Puppet cannot read this file: {}", error.message);
            config.error(error.range, message);
            return;
        }
    };
    if config.is_version_5(&root, origin) {
        config.check(&root, module);
    }
}

/// Whether a `hiera.yaml` certainly is that of an environment or a module: beside `environment.conf` or a `Puppetfile`, or
/// manifests of the module.
fn is_of_deployed(db: &dyn Db, origin: FileOrigin) -> bool {
    let environment = origin.environment;
    let declares = |file: &File| file.kind(db) == FileKind::Puppetfile;
    match origin.module {
        Some(module) => module
            .files(db)
            .iter()
            .any(|it| it.kind(db) == FileKind::Manifest),
        None => environment.conf(db).is_some() || environment.declaring(db).iter().any(declares),
    }
}

struct Config<'a> {
    db: &'a dyn Db,
    file: File,
    out: &'a mut Vec<Diagnostic<FilePlace>>,
}

impl Config<'_> {
    fn error(&mut self, range: TextRange, message: impl Into<String>) {
        self.push(range, message.into(), None);
    }

    fn push(&mut self, range: TextRange, message: String, help: Option<String>) {
        let place = Place::new(self.file, range);
        let mut diagnostic = Diagnostic::new(&HIERA_CONFIG_INVALID, place, message);
        diagnostic.help = help;
        self.out.push(diagnostic);
    }

    /// Whether the file is of the version that we know. One of an old version is ignored by Puppet 7, and an error later.
    fn is_version_5(&mut self, root: &DataValue, origin: FileOrigin) -> bool {
        let version = root.get("version");
        match version.map(|version| &version.kind) {
            Some(ValueKind::Scalar(Scalar::Number(number))) if number == "5" => true,
            Some(ValueKind::Scalar(Scalar::Number(number))) if number == "4" => false,
            Some(ValueKind::Scalar(Scalar::Number(number))) if number != "3" => {
                let message = format!("This runtime does not support hiera.yaml version {number}");
                self.error(version.map_or(root.range, |it| it.range), message);
                false
            }
            Some(ValueKind::Scalar(Scalar::String(_))) => {
                let message = "entry 'version' expects an Integer value, got String";
                self.error(version.map_or(root.range, |it| it.range), message);
                false
            }
            // That of the whole server may be of version 3.
            _ if !is_of_deployed(self.db, origin) => false,
            _ => {
                let of = origin.module.map_or("an environment", |_| "a module");
                let place = Place::new(self.file, start_of(root.range));
                let message = format!("hiera.yaml version 3 cannot be used in {of}");
                let diagnostic = Diagnostic::new(&HIERA_CONFIG_INVALID, place, message)
                    .with_severity(Severity::Warning);
                self.out
                    .push(diagnostic.with_help("Set 'version: 5' and use its format"));
                false
            }
        }
    }

    /// The same key twice: Ruby's YAML takes the last one, and Puppet sees no other.
    fn repeated(&mut self, root: &DataValue) {
        for (entry, last) in hiera_bad_key::repeated_keys(root) {
            let [place, last] = [entry, last].map(|it| Place::new(self.file, it.key_range));
            let message = hiera_bad_key::repeated(entry);
            let diagnostic = Diagnostic::new(&HIERA_CONFIG_INVALID, place, message)
                .with_severity(Severity::Warning);
            self.out
                .push(diagnostic.with_related(last, hiera_bad_key::LAST_VALUE));
        }
    }

    fn check(&mut self, root: &DataValue, module: Option<Module>) {
        self.repeated(root);
        self.keys(root, &TOP, "");
        let defaults = root.get("defaults").filter(|it| !is_null(it));
        if let Some(defaults) = defaults {
            if defaults.as_mapping().is_none() {
                let message = format!(
                    "entry 'defaults' expects a Struct value, got {}",
                    defaults.describe()
                );
                self.error(defaults.range, message);
            }
            self.keys(defaults, &DEFAULTS, "entry 'defaults' ");
            let functions = FUNCTIONS.iter().filter(|key| defaults.get(key).is_some());
            if functions.count() > 1 {
                let message = "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in defaults";
                self.error(defaults.range, message);
            }
        }
        for key in ["hierarchy", "plan_hierarchy", "default_hierarchy"] {
            let Some(hierarchy) = root.get(key) else {
                continue;
            };
            if key == "default_hierarchy" && module.is_none() {
                let entry = entry_of(root, key);
                let range = entry.map_or(hierarchy.range, |entry| entry.key_range);
                self.error(
                    range,
                    "'default_hierarchy' is only allowed in the module layer",
                );
            }
            // A hierarchy without a value counts as none.
            match hierarchy.as_sequence() {
                Some(levels) => self.levels(key, levels, defaults),
                None if key == "hierarchy" && is_null(hierarchy) => {}
                None => {
                    let message = format!(
                        "entry '{key}' expects an Array value, got {}",
                        hierarchy.describe()
                    );
                    self.error(hierarchy.range, message);
                }
            }
        }
    }

    /// Keys that do not exist.
    fn keys(&mut self, of: &DataValue, known: &[&'static str], subject: &str) {
        for entry in of.as_mapping().unwrap_or_default() {
            if known.contains(&&*entry.key) || entry.key == "mapped_paths" && known == LEVEL {
                continue;
            }
            let message = format!("{subject}unrecognized key '{}'", entry.key);
            let near = closest(&entry.key, known.iter().copied().chain(["mapped_paths"]));
            self.push(entry.key_range, message, None);
            if let Some((near, diagnostic)) = near.zip(self.out.pop()) {
                self.out.push(with_similar(self.db, diagnostic, near));
            }
        }
    }

    fn levels(&mut self, hierarchy: &str, levels: &[DataValue], defaults: Option<&DataValue>) {
        let mut names: FxHashSet<&str> = FxHashSet::default();
        for (index, level) in levels.iter().enumerate() {
            let subject = format!("entry '{hierarchy}' index {index} ");
            if level.as_mapping().is_none() {
                let message = format!("{subject}expects a Struct value, got {}", level.describe());
                self.error(level.range, message);
                continue;
            }
            self.keys(level, &LEVEL, &subject);
            let Some(name) = level.get("name") else {
                self.error(
                    start_of(level.range),
                    format!("{subject}expects a value for key 'name'"),
                );
                continue;
            };
            if let Some(text) = name.as_str()
                && !names.insert(text)
            {
                self.error(
                    name.range,
                    format!("Hierarchy name '{text}' defined more than once."),
                );
            }
            self.level(level, &subject, defaults);
        }
    }

    fn level(&mut self, level: &DataValue, subject: &str, defaults: Option<&DataValue>) {
        let name = level
            .get("name")
            .and_then(DataValue::as_str)
            .unwrap_or_default();
        self.texts(level, subject);
        self.locations(level, subject, name);
        self.functions(level, name, defaults);
        let options = level.get("options");
        for key in ["path", "uri"] {
            if let Some(entry) = options.and_then(|options| entry_of(options, key)) {
                let message =
                    format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet");
                self.error(entry.key_range, message);
            }
        }
        let texts = LOCATION_KEYS.iter().chain(&["datadir"]);
        let values = texts.filter_map(|key| level.get(key));
        for value in
            values.flat_map(|value| value.as_sequence().unwrap_or(std::slice::from_ref(value)))
        {
            let text = value.as_str().unwrap_or_default();
            if interpolations(text).iter().any(|it| it.call.is_some()) {
                self.error(
                    value.range,
                    "Interpolation using method syntax is not allowed in this context",
                );
            }
        }
    }

    /// What must be a text that is not empty.
    fn texts(&mut self, level: &DataValue, subject: &str) {
        let keys = ["name", "path", "glob", "uri", "datadir"];
        for key in keys.iter().chain(&FUNCTIONS) {
            let Some(value) = level.get(key) else {
                continue;
            };
            match value.as_str() {
                Some("") => {
                    let message =
                        format!("{subject}entry '{key}' expects a String[1] value, got String");
                    self.error(value.range, message);
                }
                Some(_) => {}
                None => {
                    let message = format!(
                        "{subject}entry '{key}' expects a String value, got {}",
                        value.describe()
                    );
                    self.error(value.range, message);
                }
            }
        }
    }

    fn locations(&mut self, level: &DataValue, subject: &str, name: &str) {
        for key in ["paths", "globs", "uris", "mapped_paths"] {
            let Some(value) = level.get(key) else {
                continue;
            };
            let Some(elements) = value.as_sequence() else {
                let message = format!(
                    "{subject}entry '{key}' expects an Array value, got {}",
                    value.describe()
                );
                self.error(value.range, message);
                continue;
            };
            let given = elements.len();
            if key == "mapped_paths" && given != 3 {
                let message = format!("{subject}entry '{key}' expects size to be 3, got {given}");
                let help = "Write a variable with an array, a name for each element, and a path that uses the name";
                self.push(value.range, message, Some(help.to_owned()));
            } else if given == 0 {
                let message =
                    format!("{subject}entry '{key}' expects size to be at least 1, got 0");
                self.error(value.range, message);
            }
        }
        let locations = LOCATION_KEYS.iter().filter_map(|key| entry_of(level, key));
        let mut locations: Vec<&DataEntry> = locations.collect();
        locations.sort_by_key(|entry| entry.key_range.start());
        if let [_, second, ..] = locations[..] {
            let message = format!(
                "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '{name}'"
            );
            self.error(second.key_range, message);
        }
    }

    fn functions(&mut self, level: &DataValue, name: &str, defaults: Option<&DataValue>) {
        let all = FUNCTIONS.iter().chain(&["hiera3_backend", "v4_data_hash"]);
        let own: Vec<&DataEntry> = all.filter_map(|key| entry_of(level, key)).collect();
        let one_of = "of data_hash, lookup_key, data_dig, or hiera3_backend";
        if let [_, second, ..] = own[..] {
            let message = format!("Only one {one_of} can be defined in hierarchy '{name}'");
            self.error(second.key_range, message);
        }
        if let Some(entry) = own.iter().find(|entry| entry.key == "hiera3_backend") {
            self.error(
                entry.key_range,
                "'hiera3_backend' is only allowed in the global layer",
            );
        }
        for entry in own.iter().filter(|it| FUNCTIONS.contains(&&*it.key)) {
            self.check_function(entry);
        }
        let of_defaults = defaults.map(|defaults| {
            let mut functions = FUNCTIONS.iter().filter_map(|key| defaults.get(key));
            functions.next().and_then(DataValue::as_str)
        });
        let function = match (own.first(), of_defaults) {
            (Some(entry), _) => entry.value.as_str(),
            (None, Some(Some(function))) => Some(function),
            (None, None) => Some("yaml_data"),
            (None, Some(None)) => {
                let message = format!("One {one_of} must be defined in hierarchy '{name}'");
                self.error(start_of(level.range), message);
                return;
            }
        };
        let has_location = LOCATION_KEYS.iter().any(|key| level.get(key).is_some());
        if let Some(function) = function
            && READ_FILES.contains(&function)
            && !has_location
        {
            let message = format!(
                "'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function"
            );
            self.error(start_of(level.range), message);
        }
    }

    /// A function that is none of Puppet's own, but nearly: those of modules have names with a namespace.
    fn check_function(&mut self, entry: &DataEntry) {
        let environment = data_origin(self.db, self.file).map(|it| it.environment);
        let (Some(name), Some(environment)) = (entry.value.as_str(), environment) else {
            return;
        };
        let is_there = plugin(self.db, environment, PluginKind::Function, name).is_some();
        if let Some(similar) = closest(name, DATA_FUNCTIONS).filter(|_| !is_there) {
            let place = Place::new(self.file, entry.value.range);
            let message = format!("Unable to find '{}' function named '{name}'", entry.key);
            let diagnostic = Diagnostic::new(&HIERA_CONFIG_INVALID, place, message);
            self.out.push(with_similar(self.db, diagnostic, similar));
        }
    }
}

fn entry_of<'v>(value: &'v DataValue, key: &str) -> Option<&'v DataEntry> {
    value
        .as_mapping()?
        .iter()
        .rev()
        .find(|entry| entry.key == key)
}

fn is_null(value: &DataValue) -> bool {
    value.kind == ValueKind::Scalar(Scalar::Null)
}

/// The place where a value of many lines starts.
fn start_of(range: TextRange) -> TextRange {
    TextRange::empty(range.start())
}
