//! `hiera.yaml` of all versions, as Puppet reads it for one node: `Puppet::Pops::Lookup::HieraConfig`.
//!
//! What no node decides, such as which files may hold data, is read in `puppet_project::hiera` from files that may be wrong.

mod version3;
mod version4;
mod version5;

use std::sync::Arc;

use puppet_eval::Strict;
use puppet_types::{HashValue, TypeContext, Value};
use smol_str::SmolStr;

use crate::data_file::{DataFile, DataFormat};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::{PathKind, Sources};
use crate::merge::{assert_instance, type_of};
use crate::path::{join, parent};
use crate::ruby_value::{get, to_s};
use crate::session::LookupSettings;

/// The name of the file.
pub(crate) const FILE_NAME: &str = "hiera.yaml";

/// The keys with which a level says where its data is.
pub const LOCATION_KEYS: [&str; 7] = [
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
];

/// The layer that a configuration is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Global,
    Environment,
    Module,
}

/// A configuration that is valid.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    pub(crate) version: i64,
    /// The folder that relative paths start in.
    pub(crate) root: String,
    /// There is no file: paths that are missing do not count.
    pub(crate) is_default: bool,
    pub(crate) hierarchy: Vec<ConfigEntry>,
    /// The hierarchy of a module for what has no value in other layers.
    pub(crate) default_hierarchy: Option<Vec<ConfigEntry>>,
}

/// The kinds of functions that read data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FunctionKind {
    DataHash,
    LookupKey,
    DataDig,
    Hiera3Backend,
    V3DataHash,
    V3LookupKey,
    V4DataHash,
}

impl FunctionKind {
    /// Its key in `hiera.yaml`, or Puppet's name for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
            FunctionKind::Hiera3Backend => "hiera3_backend",
            FunctionKind::V3DataHash => "v3_data_hash",
            FunctionKind::V3LookupKey => "v3_lookup_key",
            FunctionKind::V4DataHash => "v4_data_hash",
        }
    }
}

/// A level of a hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ConfigEntry {
    pub(crate) name: SmolStr,
    pub(crate) kind: FunctionKind,
    pub(crate) function: SmolStr,
    pub(crate) datadir: Datadir,
    /// The key that names the places.
    pub(crate) by: Option<&'static str>,
    /// What it says; the three texts of `mapped_paths`.
    pub(crate) places: Vec<String>,
    /// What each path ends with.
    pub(crate) extension: Option<String>,
    pub(crate) options: Value,
}

/// The folder of the data of a level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Datadir {
    /// A path with interpolations, relative to that of the configuration.
    Interpolated(String),
    /// A path as it stands.
    Plain(String),
    /// That of a backend of Hiera 3, with the configuration of the backend.
    Hiera3(Value),
}

/// What reading a configuration needs.
pub(crate) struct Reader<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) types: &'a dyn TypeContext,
    pub(crate) settings: &'a LookupSettings,
    pub(crate) owner: Owner,
}

impl Reader<'_> {
    /// The configuration at a path, or the default one if there is no file.
    pub(crate) fn read(&self, path: &str) -> Outcome<Arc<Config>> {
        let key = (path.to_owned(), self.owner, self.settings.clone());
        self.sources.config(key, || {
            let root = parent(path).to_owned();
            if self.sources.files().kind(path) == PathKind::Missing {
                return self
                    .of_hash(version5::default_config(), root, None)
                    .map(Arc::new);
            }
            let loaded = self.load(path)?;
            self.of_hash(loaded, root, Some(path)).map(Arc::new)
        })
    }

    /// The hash in a file; a file without one is a configuration of version 3 with its defaults.
    fn load(&self, path: &str) -> Outcome<HashValue> {
        let data = self.sources.data(path, DataFormat::Yaml);
        match &*data {
            DataFile::Hash(hash) => {
                let mut config = HashValue::default();
                for (name, entry) in &hash.entries {
                    let Ok(value) = &entry.value else {
                        let message = format!(
                            "The Lookup Configuration at '{path}' has wrong type, a value is a symbol"
                        );
                        return LookupStop::failed(ErrorKind::Foreign, message);
                    };
                    config.insert(Value::String(name.clone()), value.clone());
                }
                Ok(config)
            }
            DataFile::NotHash(_) => Ok(HashValue::default()),
            DataFile::Broken(message) => {
                LookupStop::failed(ErrorKind::Foreign, format!("({path}): {message}"))
            }
            DataFile::Unreadable(message) | DataFile::Outside(message) => {
                LookupStop::failed(ErrorKind::Foreign, message.clone())
            }
        }
    }

    fn of_hash(&self, config: HashValue, root: String, path: Option<&str>) -> Outcome<Config> {
        let version = match config.get(&Value::from("version")) {
            None | Some(Value::Undef | Value::Boolean(false)) => 3,
            Some(Value::Integer(version)) => *version,
            #[expect(
                clippy::cast_possible_truncation,
                reason = "Ruby's `to_i` cuts the fraction off"
            )]
            Some(Value::Float(version)) => *version as i64,
            Some(Value::String(text)) => leading_integer(text),
            Some(other) => {
                return LookupStop::failed(
                    ErrorKind::Foreign,
                    format!("undefined method `to_i' for {}", to_s(other)),
                );
            }
        };
        let name = path.unwrap_or_default();
        let config = match version {
            5 => version5::read(self, config, root, name)?,
            4 => version4::read(self, config, root, name)?,
            3 => version3::read(self, config, root, name)?,
            _ => {
                return LookupStop::failed(
                    ErrorKind::Issue,
                    format!("This runtime does not support hiera.yaml version {version}"),
                );
            }
        };
        self.check_version(Config {
            is_default: path.is_none(),
            ..config
        })
    }

    /// `assert_config_version`, for the versions that are errors.
    fn check_version(&self, config: Config) -> Outcome<Config> {
        let place = match self.owner {
            Owner::Global if config.version == 4 => {
                return LookupStop::failed(
                    ErrorKind::Issue,
                    "hiera.yaml version 4 cannot be used in the global layer",
                );
            }
            Owner::Global => return Ok(config),
            Owner::Environment => "an environment",
            Owner::Module => "a module",
        };
        if config.version <= 3 && self.settings.strict == Strict::Error {
            return LookupStop::failed(
                ErrorKind::Issue,
                format!("hiera.yaml version 3 cannot be used in {place}"),
            );
        }
        Ok(config)
    }

    /// Whether a hash has the form of a configuration.
    pub(crate) fn check_form(&self, ty: &str, config: &HashValue, path: &str) -> Outcome<()> {
        let expected = type_of(self.types, ty)?;
        let subject = format!("The Lookup Configuration at '{path}'");
        assert_instance(
            self.types,
            &subject,
            &expected,
            &Value::from(config.clone()),
        )
    }
}

/// Ruby's `to_i` of a text.
fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The texts of a value that is one, or a list of them.
fn texts(value: &Value) -> Vec<String> {
    value.flattened().map(to_s).collect()
}

/// An entry that is a text.
fn text(value: &Value, key: &str) -> Option<String> {
    get(value, key)?.as_str().map(str::to_owned)
}

impl Config {
    /// The configuration of data that comes from a function alone (`data_provider` of old metadata).
    pub(crate) fn legacy_function(root: &str, function: &str) -> Self {
        Self {
            version: 5,
            root: root.to_owned(),
            is_default: true,
            hierarchy: vec![ConfigEntry {
                name: format!("Legacy function '{function}'").into(),
                kind: FunctionKind::V4DataHash,
                function: function.into(),
                datadir: Datadir::Plain(join(root, "data")),
                by: None,
                places: Vec::new(),
                extension: None,
                options: Value::hash([]),
            }],
            default_hierarchy: None,
        }
    }
}
