//! The places that were tried for a key, in order.

use puppet_types::Value;
use smol_str::SmolStr;

/// The layers of Hiera.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The data of the server.
    Global,
    /// The data of the environment.
    Environment,
    /// The data of a module.
    Module(SmolStr),
}

/// How a level ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelStatus {
    /// It has the key.
    Found,
    /// It does not have the key.
    NotFound,
    /// Its file is not there.
    PathMissing,
    /// Its glob or mapped paths give no file.
    NoLocations,
    /// The lookup ended here.
    Error,
    /// What it says is not known.
    Unknown,
    /// There is no such module.
    ModuleMissing,
    /// The module has no data.
    NoModuleData,
    /// The key is reserved.
    InvalidKey,
}

impl LevelStatus {
    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LevelStatus::Found => "found",
            LevelStatus::NotFound => "not_found",
            LevelStatus::PathMissing => "path_missing",
            LevelStatus::NoLocations => "no_locations",
            LevelStatus::Error => "error",
            LevelStatus::Unknown => "unknown",
            LevelStatus::ModuleMissing => "module_missing",
            LevelStatus::NoModuleData => "no_module_data",
            LevelStatus::InvalidKey => "invalid_key",
        }
    }
}

/// Where a level looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LevelPlace {
    /// A file.
    Path(String),
    /// Something else, which a backend reads.
    Uri(String),
}

/// One place that was tried.
#[derive(Debug, Clone, PartialEq)]
pub struct TriedLevel {
    /// Its layer; none for a key that is reserved.
    pub layer: Option<Layer>,
    /// It is of the `default_hierarchy` of a module.
    pub is_default_hierarchy: bool,
    /// The name of the entry in `hiera.yaml`.
    pub name: Option<SmolStr>,
    /// The function that reads the data.
    pub function: Option<SmolStr>,
    /// The kind of that function.
    pub kind: Option<&'static str>,
    /// The key of `hiera.yaml` that names the places: `path`, `globs`, …
    pub by: Option<&'static str>,
    /// Where it looks.
    pub place: Option<LevelPlace>,
    /// What `hiera.yaml` says about that.
    pub declared: Option<String>,
    /// How it ended.
    pub status: LevelStatus,
    /// The value of the root key, interpolated.
    pub value: Option<Value>,
    /// The line of the key in the file.
    pub line: Option<u32>,
    /// Why it is not known, or which error there is.
    pub reason: Option<String>,
}

impl TriedLevel {
    /// A level of which only the layer is known.
    pub(crate) fn new(layer: Option<Layer>, status: LevelStatus) -> Self {
        Self {
            layer,
            is_default_hierarchy: false,
            name: None,
            function: None,
            kind: None,
            by: None,
            place: None,
            declared: None,
            status,
            value: None,
            line: None,
            reason: None,
        }
    }
}
