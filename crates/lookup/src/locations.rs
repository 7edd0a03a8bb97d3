//! The places of the levels of a hierarchy, for a node: `Puppet::Pops::Lookup::LocationResolver`.

use std::rc::Rc;

use puppet_types::{Value, class_name};
use smol_str::SmolStr;

use crate::config::{Config, ConfigEntry, Datadir, FunctionKind};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::PathKind;
use crate::glob::glob;
use crate::levels::LevelPlace;
use crate::path::join;
use crate::ruby_value::to_s;
use crate::session::{Invocation, Session};

/// A level whose places are known.
#[derive(Debug)]
pub(crate) struct LevelProvider {
    pub(crate) name: SmolStr,
    pub(crate) kind: FunctionKind,
    pub(crate) function: SmolStr,
    /// The options for the function, interpolated.
    pub(crate) options: Value,
    pub(crate) by: Option<&'static str>,
    pub(crate) places: DataPlaces,
}

/// The places of a level.
#[derive(Debug)]
pub(crate) enum DataPlaces {
    /// It has none: the function needs no place.
    None,
    /// These, in order.
    Known(Vec<LevelLocation>),
    /// They depend on something that is not known.
    Unknown(Box<str>),
}

/// A place.
#[derive(Debug)]
pub(crate) struct LevelLocation {
    pub(crate) declared: String,
    pub(crate) place: LevelPlace,
    pub(crate) exists: bool,
}

impl Session<'_> {
    /// The levels of a hierarchy: `create_configured_data_providers`.
    pub(crate) fn providers(
        &mut self,
        config: &Config,
        entries: &[ConfigEntry],
        invocation: &Invocation,
    ) -> Outcome<Rc<[LevelProvider]>> {
        let mut providers: Vec<LevelProvider> = Vec::new();
        for entry in entries {
            if providers.iter().any(|known| known.name == entry.name) {
                let message = format!(
                    "Hierarchy name '{}' defined more than once. First defined at",
                    entry.name
                );
                return LookupStop::failed(ErrorKind::Issue, message);
            }
            let provider = self
                .provider(config, entry, invocation)
                .map_err(undefined_variable)?;
            let is_absent =
                matches!(&provider.places, DataPlaces::Known(places) if places.is_empty());
            if !(config.is_default && is_absent) {
                providers.push(provider);
            }
        }
        Ok(providers.into())
    }

    fn provider(
        &mut self,
        config: &Config,
        entry: &ConfigEntry,
        invocation: &Invocation,
    ) -> Outcome<LevelProvider> {
        let invocation = Invocation {
            is_in_config: true,
            is_in_path: config.version == 5,
            is_hiera3: invocation.is_hiera3 || config.version == 3,
            ..invocation.clone()
        };
        let places = match self.places(config, entry, &invocation) {
            Ok(Some(places)) => DataPlaces::Known(places),
            Ok(None) => DataPlaces::None,
            Err(LookupStop::Unknown(reason)) => DataPlaces::Unknown(reason),
            Err(other) => return Err(other),
        };
        let in_options = Invocation {
            is_in_path: false,
            ..invocation
        };
        let options = match self.interpolate(&entry.options, &in_options) {
            Err(LookupStop::Unknown(_)) => entry.options.clone(),
            options => options?,
        };
        Ok(LevelProvider {
            name: entry.name.clone(),
            kind: entry.kind,
            function: entry.function.clone(),
            options,
            by: entry.by,
            places,
        })
    }

    fn places(
        &mut self,
        config: &Config,
        entry: &ConfigEntry,
        invocation: &Invocation,
    ) -> Outcome<Option<Vec<LevelLocation>>> {
        let (datadir, extension) = self.datadir(config, entry, invocation)?;
        let Some(by) = entry.by else { return Ok(None) };
        let places = match by {
            "path" | "paths" => {
                let paths: Outcome<Vec<LevelLocation>> = entry
                    .places
                    .iter()
                    .map(|declared| self.path(&datadir, declared, extension.as_deref(), invocation))
                    .collect();
                let mut paths = paths?;
                paths.retain(|path| path.exists || !config.is_default);
                paths
            }
            "glob" | "globs" => {
                let mut found = Vec::new();
                for declared in &entry.places {
                    let pattern = join(&datadir, &self.interpolate_path(declared, invocation)?);
                    let files = self.sources.files();
                    let paths = glob(files, &pattern)
                        .into_iter()
                        .filter(|path| files.kind(path) != PathKind::Folder);
                    found.extend(paths.map(|path| LevelLocation {
                        declared: pattern.clone(),
                        place: LevelPlace::Path(path),
                        exists: true,
                    }));
                }
                found
            }
            "mapped_paths" => self.mapped_paths(&datadir, &entry.places, invocation)?,
            _ => {
                let uris: Outcome<Vec<LevelLocation>> = entry
                    .places
                    .iter()
                    .map(|declared| {
                        let place = LevelPlace::Uri(self.interpolate_path(declared, invocation)?);
                        Ok(LevelLocation {
                            declared: declared.clone(),
                            place,
                            exists: true,
                        })
                    })
                    .collect();
                uris?
            }
        };
        Ok(Some(places))
    }

    /// The folder of the data, and what its paths end with.
    fn datadir(
        &mut self,
        config: &Config,
        entry: &ConfigEntry,
        invocation: &Invocation,
    ) -> Outcome<(String, Option<String>)> {
        match &entry.datadir {
            Datadir::Plain(path) => Ok((path.clone(), entry.extension.clone())),
            Datadir::Interpolated(path) => {
                let path = self.interpolate_path(&join(&config.root, path), invocation)?;
                Ok((path, entry.extension.clone()))
            }
            Datadir::Hiera3(backend) => {
                let backend = self.interpolate(backend, invocation)?;
                let datadir = match crate::ruby_value::get(&backend, "datadir") {
                    Some(datadir) => to_s(datadir),
                    None => {
                        let default = format!(
                            "{}/environments/%{{::environment}}/hieradata",
                            self.settings.codedir
                        );
                        self.interpolate_path(&default, invocation)?
                    }
                };
                let extension = match crate::ruby_value::get(&backend, "extension") {
                    Some(extension) => to_s(extension),
                    None if entry.name == "hocon" => "conf".to_owned(),
                    None => entry.name.to_string(),
                };
                Ok((datadir, Some(format!(".{extension}"))))
            }
        }
    }

    fn path(
        &mut self,
        datadir: &str,
        declared: &str,
        extension: Option<&str>,
        invocation: &Invocation,
    ) -> Outcome<LevelLocation> {
        let mut path = self.interpolate_path(declared, invocation)?;
        if let Some(extension) = extension.filter(|extension| !path.ends_with(extension)) {
            path.push_str(extension);
        }
        let path = join(datadir, &path);
        let exists = self.sources.files().kind(&self.absolute(&path)) != PathKind::Missing;
        Ok(LevelLocation {
            declared: declared.to_owned(),
            place: LevelPlace::Path(path),
            exists,
        })
    }

    fn mapped_paths(
        &mut self,
        datadir: &str,
        triple: &[String],
        invocation: &Invocation,
    ) -> Outcome<Vec<LevelLocation>> {
        let [variable, name, template] = triple else {
            return Ok(Vec::new());
        };
        let values = match self.dotted_variable(variable, "mapped_path[0]", invocation)? {
            Value::Undef => Vec::new(),
            Value::String(text) if text.is_empty() => Vec::new(),
            text @ Value::String(_) => vec![text],
            Value::Array(items) => items.to_vec(),
            Value::Hash(entries) => entries
                .iter()
                .map(|(key, value)| Value::array([key.clone(), value.clone()]))
                .collect(),
            other => {
                let message = format!(
                    "undefined method `empty?' for {}:{}",
                    to_s(&other),
                    class_name(&other)
                );
                return LookupStop::failed(ErrorKind::Foreign, message);
            }
        };
        let outer = self.local.take();
        let mut paths = Vec::new();
        for value in values {
            self.local = Some((name.as_str().into(), value));
            let path = self.path(datadir, template, None, invocation);
            self.local.clone_from(&outer);
            paths.push(path?);
        }
        self.local = outer;
        Ok(paths)
    }
}

/// Unknown variables in a configuration have an issue of their own.
fn undefined_variable(stop: LookupStop) -> LookupStop {
    let LookupStop::Failed(mut error) = stop else {
        return stop;
    };
    let name = error
        .message
        .strip_prefix("Undefined variable '")
        .and_then(|rest| rest.split_once('\''));
    if let Some((name, _)) = name {
        error.message = format!("Undefined variable '{name}'");
        error.kind = ErrorKind::Issue;
    }
    LookupStop::Failed(error)
}
