//! The layers of Hiera: `ConfiguredDataProvider` and its subclasses.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use puppet_types::Value;
use smol_str::SmolStr;

use crate::config::{Config, FILE_NAME, Owner, Reader};
use crate::data_file::{DataFile, DataFormat};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::PathKind;
use crate::key::LookupKey;
use crate::levels::{Layer, LevelStatus, TriedLevel};
use crate::locations::{DataPlaces, LevelLocation, LevelProvider};
use crate::merge::Strategy;
use crate::path::join;
use crate::session::{Invocation, Session};

/// A layer with its levels.
#[derive(Debug)]
pub(crate) struct LayerProvider {
    pub(crate) layer: Layer,
    config: Arc<Config>,
    levels: OnceCell<LayerLevels>,
}

/// The levels of a layer, and those of its default hierarchy.
type LayerLevels = (Rc<[LevelProvider]>, Option<Rc<[LevelProvider]>>);

impl LayerProvider {
    fn new(layer: Layer, config: Arc<Config>) -> Rc<Self> {
        Rc::new(Self {
            layer,
            config,
            levels: OnceCell::new(),
        })
    }
}

/// What `metadata.json` must have beside a list of dependencies.
const REQUIRED_METADATA: [&str; 4] = ["source", "author", "version", "license"];

impl Session<'_> {
    /// `GlobalDataProvider#key_lookup`, with the words that the layer puts around errors.
    pub(crate) fn look_up_globally(
        &mut self,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let found = self.check(key.text.to_string(), |session| {
            let provider = session.global_layer()?;
            session.look_up_in_global(&provider, key, invocation, strategy)
        });
        found.map_err(|stop| match stop {
            LookupStop::Failed(mut error) if error.kind == ErrorKind::Lookup => {
                error.message = format!(
                    "Lookup of key '{}' failed: {}",
                    invocation.top_key, error.message
                );
                error.kind = ErrorKind::Puppet;
                LookupStop::Failed(error)
            }
            other => other,
        })
    }

    fn look_up_in_global(
        &mut self,
        provider: &Rc<LayerProvider>,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let mut invocation = invocation.clone();
        if provider.config.version == 3 && !invocation.is_hiera3 {
            invocation.is_hiera3 = true;
            // Without a configuration of version 5 in the environment, lookups in the data stay in the global layer.
            let of_environment = self.environment_layer()?;
            let has_version5 = of_environment.is_some_and(|provider| provider.config.version >= 5);
            invocation.is_global_only |= !has_version5;
        }
        self.look_up_in_layer(provider, key, &invocation, strategy, false)
    }

    /// The environment's data.
    pub(crate) fn look_up_in_environment(
        &mut self,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let provider = self.environment_layer()?.ok_or(LookupStop::NotFound)?;
        self.check(key.text.to_string(), |session| {
            session.look_up_in_layer(&provider, key, invocation, strategy, false)
        })
    }

    /// The data of the module of the key.
    pub(crate) fn look_up_in_module(
        &mut self,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let name = invocation.module.clone().ok_or(LookupStop::NotFound)?;
        let Some(provider) = self.module_layer(&name)? else {
            let is_there = self.module_folder(&name).is_some();
            let status = if is_there {
                LevelStatus::NoModuleData
            } else {
                LevelStatus::ModuleMissing
            };
            self.record(|| TriedLevel::new(Some(Layer::Module(name)), status));
            return Err(LookupStop::NotFound);
        };
        self.check(key.text.to_string(), |session| {
            session.look_up_in_layer(&provider, key, invocation, strategy, false)
        })
    }

    /// The default hierarchy of the module of the key; nothing if it has none.
    pub(crate) fn look_up_in_defaults(
        &mut self,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let name = invocation.module.clone().ok_or(LookupStop::NotFound)?;
        let provider = self.module_layer(&name)?.ok_or(LookupStop::NotFound)?;
        if self.levels_of(&provider, invocation, true)?.is_empty() {
            return Err(LookupStop::NotFound);
        }
        self.check(key.text.to_string(), |session| {
            session.look_up_in_layer(&provider, key, invocation, strategy, true)
        })
    }

    /// Whether a module has a default hierarchy.
    pub(crate) fn has_default_hierarchy(&mut self, module: &SmolStr) -> Outcome<bool> {
        let provider = self.module_layer(module)?;
        Ok(provider.is_some_and(|provider| provider.config.default_hierarchy.is_some()))
    }

    fn look_up_in_layer(
        &mut self,
        provider: &Rc<LayerProvider>,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
        in_defaults: bool,
    ) -> Outcome<Value> {
        let before = self.levels.len();
        let found = self
            .levels_of(provider, invocation, in_defaults)
            .and_then(|levels| {
                self.merged(strategy, &levels, &mut |session, level| {
                    session.look_up_in_level(
                        provider,
                        level,
                        key,
                        invocation,
                        strategy,
                        in_defaults,
                    )
                })
            });
        if self.levels.len() == before && matches!(found, Err(LookupStop::Failed(_))) {
            self.record(|| TriedLevel {
                is_default_hierarchy: in_defaults,
                ..TriedLevel::new(Some(provider.layer.clone()), LevelStatus::Error)
            });
        }
        found
    }

    fn look_up_in_level(
        &mut self,
        provider: &Rc<LayerProvider>,
        level: &LevelProvider,
        key: &LookupKey,
        invocation: &Invocation,
        strategy: &Strategy,
        in_defaults: bool,
    ) -> Outcome<Value> {
        let template = || TriedLevel {
            is_default_hierarchy: in_defaults,
            name: Some(level.name.clone()),
            function: Some(level.function.clone()),
            kind: Some(level.kind.name()),
            by: level.by,
            ..TriedLevel::new(Some(provider.layer.clone()), LevelStatus::NoLocations)
        };
        match &level.places {
            DataPlaces::None => self.look_up_at(provider, level, None, key, invocation, &template),
            DataPlaces::Known(places) if places.is_empty() => {
                self.record(template);
                Err(LookupStop::NotFound)
            }
            DataPlaces::Known(places) => self.merged(strategy, places, &mut |session, place| {
                session.look_up_at(provider, level, Some(place), key, invocation, &template)
            }),
            DataPlaces::Unknown(reason) => {
                let stop = LookupStop::Unknown(reason.clone());
                self.after_level(level, None, key, &template, Err(stop))
            }
        }
    }

    fn look_up_at(
        &mut self,
        provider: &Rc<LayerProvider>,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        invocation: &Invocation,
        template: &dyn Fn() -> TriedLevel,
    ) -> Outcome<Value> {
        let found = self.read_level(provider, level, place, key, invocation);
        self.after_level(level, place, key, template, found)
    }

    /// Records how a level ended.
    fn after_level(
        &mut self,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        template: &dyn Fn() -> TriedLevel,
        found: Outcome<(Value, Option<u32>)>,
    ) -> Outcome<Value> {
        let is_about_options = key.root == crate::key::LOOKUP_OPTIONS;
        if let (Err(LookupStop::Unknown(reason)), true) = (&found, is_about_options) {
            let assumption = format!("level '{}' has no lookup_options ({reason})", level.name);
            if !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
            return Err(LookupStop::NotFound);
        }
        self.record(|| {
            let (status, reason) = match &found {
                Ok(_) => (LevelStatus::Found, None),
                Err(LookupStop::NotFound) if place.is_some_and(|place| !place.exists) => {
                    (LevelStatus::PathMissing, None)
                }
                Err(LookupStop::NotFound) => (LevelStatus::NotFound, None),
                Err(LookupStop::Failed(error)) => (LevelStatus::Error, Some(error.message.clone())),
                Err(LookupStop::Unknown(reason)) => {
                    (LevelStatus::Unknown, Some(reason.to_string()))
                }
            };
            TriedLevel {
                status,
                reason,
                place: place.map(|place| place.place.clone()),
                declared: place.map(|place| place.declared.clone()),
                value: found.as_ref().ok().map(|(value, _)| value.clone()),
                line: found.as_ref().ok().and_then(|(_, line)| *line),
                ..template()
            }
        });
        found.map(|(value, _)| value)
    }

    /// `MergeStrategy#lookup`
    pub(crate) fn merged<T>(
        &mut self,
        strategy: &Strategy,
        variants: &[T],
        look_up: &mut dyn FnMut(&mut Self, &T) -> Outcome<Value>,
    ) -> Outcome<Value> {
        if let ([only], false) = (variants, strategy.takes_first()) {
            return look_up(self, only).map(|value| strategy.single(value));
        }
        let mut result: Option<Value> = None;
        for variant in variants {
            let value = match look_up(self, variant) {
                Ok(value) => value,
                Err(LookupStop::NotFound) => continue,
                Err(other) => return Err(other),
            };
            if strategy.takes_first() {
                return Ok(value);
            }
            result = Some(match result {
                None => strategy.first(value),
                Some(result) => strategy.merge(self.types, result, value)?,
            });
        }
        result.ok_or(LookupStop::NotFound)
    }

    fn levels_of(
        &mut self,
        provider: &Rc<LayerProvider>,
        invocation: &Invocation,
        in_defaults: bool,
    ) -> Outcome<Rc<[LevelProvider]>> {
        let (levels, defaults) = match provider.levels.get() {
            Some(levels) => levels.clone(),
            None => {
                let config = Arc::clone(&provider.config);
                let levels = self.providers(&config, &config.hierarchy, invocation)?;
                let defaults = match &config.default_hierarchy {
                    Some(entries) => Some(self.providers(&config, entries, invocation)?),
                    None => None,
                };
                provider.levels.get_or_init(|| (levels, defaults)).clone()
            }
        };
        Ok(if in_defaults {
            defaults.unwrap_or_else(|| Rc::from([]))
        } else {
            levels
        })
    }

    fn config(&self, path: &str, owner: Owner) -> Outcome<Arc<Config>> {
        let reader = Reader {
            sources: self.sources,
            types: self.types,
            settings: self.settings,
            owner,
        };
        reader.read(path)
    }

    fn global_layer(&mut self) -> Outcome<Rc<LayerProvider>> {
        if let Some(known) = &self.global {
            return known.clone();
        }
        let nowhere = "/nowhere/hiera.yaml".to_owned();
        let path = self.environment.global_config.clone().unwrap_or(nowhere);
        let config = self.config(&path, Owner::Global);
        let provider = config.map(|config| LayerProvider::new(Layer::Global, config));
        self.global = Some(provider.clone());
        provider
    }

    fn environment_layer(&mut self) -> Outcome<Option<Rc<LayerProvider>>> {
        if let Some(known) = &self.of_environment {
            return Ok(known.clone());
        }
        let provider = self.environment.data_provider.clone();
        let root = self.environment.root.clone();
        let config = self.layer_config(
            &root,
            provider.as_deref(),
            Owner::Environment,
            "environment::data",
        )?;
        let provider = config.map(|config| LayerProvider::new(Layer::Environment, config));
        self.of_environment = Some(provider.clone());
        Ok(provider)
    }

    fn module_layer(&mut self, name: &SmolStr) -> Outcome<Option<Rc<LayerProvider>>> {
        if let Some(known) = self.of_modules.get(name) {
            return Ok(known.clone());
        }
        let config = match self.module_folder(name) {
            Some(root) => {
                let provider = self.data_provider_of(&root);
                self.layer_config(
                    &root,
                    provider.as_deref(),
                    Owner::Module,
                    &format!("{name}::data"),
                )?
            }
            None => None,
        };
        let provider = config.map(|config| LayerProvider::new(Layer::Module(name.clone()), config));
        self.of_modules.insert(name.clone(), provider.clone());
        Ok(provider)
    }

    /// The configuration of an environment or a module: its `hiera.yaml`, or what an old setting asks for.
    fn layer_config(
        &self,
        root: &str,
        provider: Option<&str>,
        owner: Owner,
        function: &str,
    ) -> Outcome<Option<Arc<Config>>> {
        let path = join(root, FILE_NAME);
        let has_file = self.sources.files().kind(&path) != PathKind::Missing;
        // A configuration of version 3 is ignored.
        let own = if has_file {
            Some(self.config(&path, owner)?).filter(|config| config.version > 3)
        } else {
            None
        };
        match (provider, own) {
            (_, Some(own)) if own.version >= 5 => Ok(Some(own)),
            (None, own) => Ok(own),
            (Some("none"), _) => Ok(None),
            (Some("hiera"), Some(own)) => Ok(Some(own)),
            (Some("hiera"), None) => self.config(&path, owner).map(Some),
            (Some("function"), _) => Ok(Some(Arc::new(Config::legacy_function(root, function)))),
            // Puppet breaks where it writes the message about a module.
            (Some(other), _) if owner == Owner::Environment => LookupStop::failed(
                ErrorKind::Puppet,
                format!(
                    "Environment '{}', cannot find environment_data_provider '{other}'",
                    self.environment.name
                ),
            ),
            (Some(other), _) => LookupStop::failed(
                ErrorKind::Foreign,
                format!("cannot find module_data_provider '{other}'"),
            ),
        }
    }

    /// The folder of a module. The first one with its name counts, even if Puppet refuses it for its metadata.
    pub(crate) fn module_folder(&self, name: &str) -> Option<String> {
        let folders = self
            .environment
            .modulepath
            .iter()
            .map(|folder| format!("{folder}/{name}"));
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_module =
            name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits);
        folders
            .into_iter()
            .find(|folder| is_module && self.sources.files().kind(folder) == PathKind::Folder)
            .filter(|folder| self.has_valid_metadata(folder))
    }

    /// Whether metadata have what `Puppet::Module#load_metadata` asks for. A module without metadata is as good.
    fn has_valid_metadata(&self, root: &str) -> bool {
        let path = join(root, "metadata.json");
        if self.sources.files().kind(&path) != PathKind::File {
            return true;
        }
        let DataFile::Hash(metadata) = &*self.data(&path, DataFormat::Json) else {
            return true;
        };
        let value = |name: &str| metadata.entries.get(name)?.value.as_ref().ok();
        let is_given = |name: &&str| value(name).is_some_and(|it| *it != Value::Undef);
        let is_list = || matches!(value("dependencies"), Some(Value::Array(_)));
        metadata.entries.is_empty() || (REQUIRED_METADATA.iter().all(is_given) && is_list())
    }

    /// `data_provider` of the metadata of a module.
    fn data_provider_of(&self, root: &str) -> Option<String> {
        let path = join(root, "metadata.json");
        if self.sources.files().kind(&path) != PathKind::File {
            return None;
        }
        match &*self.data(&path, DataFormat::Json) {
            DataFile::Hash(metadata) => {
                let value = metadata.entries.get("data_provider")?.value.as_ref().ok()?;
                value.as_str().map(str::to_owned)
            }
            _ => None,
        }
    }
}
