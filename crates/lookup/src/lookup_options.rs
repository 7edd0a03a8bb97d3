//! `lookup_options`: merges and conversions of keys.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use puppet_scalars::regexp::Regexp;
use puppet_types::{HashValue, Value};
use smol_str::SmolStr;

use crate::error::{ErrorKind, LookupStop, Outcome, optional};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::merge::{MergeKind, Strategy};
use crate::ruby_value::{is_truthy, to_s};
use crate::session::{Invocation, Session};

/// The options of all keys, with the patterns compiled.
#[derive(Debug)]
pub(crate) struct CompiledOptions {
    keys: HashValue,
    patterns: Vec<(Regexp, Value)>,
}

impl CompiledOptions {
    fn compile(options: &Value) -> Outcome<Self> {
        let mut compiled = Self {
            keys: HashValue::default(),
            patterns: Vec::new(),
        };
        let Value::Hash(entries) = options else {
            return Ok(compiled);
        };
        for (key, value) in entries.iter() {
            let text = key_text(key)?;
            if text.starts_with('^') {
                let pattern = match Regexp::new(text) {
                    Ok(pattern) => pattern,
                    Err(error) => {
                        return LookupStop::failed(
                            ErrorKind::Foreign,
                            format!("{error}: /{text}/"),
                        );
                    }
                };
                // The last of equal patterns counts, at the place of the first.
                match compiled
                    .patterns
                    .iter_mut()
                    .find(|(known, _)| *known == pattern)
                {
                    Some((_, known)) => *known = value.clone(),
                    None => compiled.patterns.push((pattern, value.clone())),
                }
            } else {
                compiled.keys.insert(key.clone(), value.clone());
            }
        }
        Ok(compiled)
    }

    /// The options of a key.
    fn of_key(&self, key: &LookupKey) -> Outcome<Option<Value>> {
        let own = self.keys.get(&Value::String(key.root.clone()));
        if let Some(value) = own.filter(|value| !matches!(value, Value::Undef)) {
            return Ok(Some(value.clone()));
        }
        for (pattern, value) in &self.patterns {
            if pattern.is_match(&key.root)? {
                return Ok(Some(value.clone()));
            }
        }
        Ok(None)
    }
}

/// A key of the options as a text; Puppet breaks on others.
fn key_text(key: &Value) -> Outcome<&str> {
    match key.as_str() {
        Some(text) => Ok(text),
        None => LookupStop::failed(
            ErrorKind::Foreign,
            format!("undefined method `start_with?' for {}", to_s(key)),
        ),
    }
}

/// An entry of the options of a key, which may be anything: Ruby's `[]`.
pub(crate) fn option(options: Option<&Value>, name: &str) -> Outcome<Value> {
    match options {
        None => Ok(Value::Undef),
        Some(Value::Hash(entries)) => Ok(entries
            .get(&Value::from(name))
            .cloned()
            .unwrap_or(Value::Undef)),
        Some(Value::String(text)) if text.contains(name) => Ok(Value::from(name)),
        Some(Value::String(_)) => Ok(Value::Undef),
        Some(value) if !is_truthy(value) => Ok(Value::Undef),
        Some(_) => LookupStop::failed(
            ErrorKind::Foreign,
            "no implicit conversion of String into Integer",
        ),
    }
}

impl Session<'_> {
    /// The options of a key.
    pub(crate) fn options_of(
        &mut self,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Outcome<Option<Value>> {
        if !self.options.contains_key(&key.module) {
            let options =
                self.quietly(|session| session.retrieve_options(&key.module, invocation))?;
            self.options.insert(key.module.clone(), options);
        }
        let compiled = self.options.get(&key.module).and_then(Clone::clone);
        compiled.map_or(Ok(None), |compiled| compiled.of_key(key))
    }

    /// The options that a module may see: those of the global layer and the environment, and its own.
    fn retrieve_options(
        &mut self,
        module: &Option<SmolStr>,
        invocation: &Invocation,
    ) -> Outcome<Option<Rc<CompiledOptions>>> {
        let key = LookupKey::lookup_options();
        let meta = Invocation {
            module: module.clone(),
            top_key: key.text.clone(),
            ..invocation.clone()
        };
        if meta.is_global_only {
            let options = self.options_of_global(&key, &meta)?;
            return compile(options);
        }
        let mut options = self.options_of_environment(&key, &meta)?;
        if let Some(name) = module {
            if let Entry::Vacant(unset) = self.options.entry(None) {
                unset.insert(compile(options.clone())?);
            }
            let hash = Strategy::plain(MergeKind::Hash);
            let found = optional(self.look_up_in_module(&key, &meta, &hash))?;
            let own = found.map_or(Ok(None), |found| validate(found, Some(name)))?;
            options = match (options, own) {
                (Some(options), Some(own)) => Some(hash.merge(self.types, options, own)?),
                (options, own) => options.or(own),
            };
        }
        compile(options)
    }

    fn options_of_global(&mut self, key: &LookupKey, meta: &Invocation) -> Outcome<Option<Value>> {
        if let Some(known) = &self.global_options {
            return Ok(known.clone());
        }
        // Puppet remembers that there are none even if this fails.
        self.global_options = Some(None);
        let hash = Strategy::plain(MergeKind::Hash);
        let found = optional(self.look_up_globally(key, meta, &hash))?;
        let options = found.map_or(Ok(None), |found| validate(found, None))?;
        self.global_options = Some(options.clone());
        Ok(options)
    }

    fn options_of_environment(
        &mut self,
        key: &LookupKey,
        meta: &Invocation,
    ) -> Outcome<Option<Value>> {
        if let Some(known) = &self.environment_options {
            return Ok(known.clone());
        }
        let hash = Strategy::plain(MergeKind::Hash);
        let global = self.options_of_global(key, meta)?;
        let found = optional(self.look_up_in_environment(key, meta, &hash))?;
        let own = found.map_or(Ok(None), |found| validate(found, None))?;
        let options = match (global, own) {
            (Some(global), Some(own)) => Some(hash.merge(self.types, global, own)?),
            (global, own) => global.or(own),
        };
        self.environment_options = Some(options.clone());
        Ok(options)
    }

    /// The options in the default hierarchy of a module.
    pub(crate) fn default_options_of(
        &mut self,
        module: &SmolStr,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Outcome<Option<Value>> {
        if !self.module_default_options.contains_key(module) {
            let meta_key = LookupKey::lookup_options();
            let meta = Invocation {
                module: Some(module.clone()),
                top_key: meta_key.text.clone(),
                ..invocation.clone()
            };
            let hash = Strategy::plain(MergeKind::Hash);
            let found =
                self.quietly(|session| session.look_up_in_defaults(&meta_key, &meta, &hash));
            let options = match optional(found)? {
                Some(found) => compile(validate(found, Some(module))?)?,
                None => None,
            };
            self.module_default_options.insert(module.clone(), options);
        }
        let compiled = self
            .module_default_options
            .get(module)
            .and_then(Clone::clone);
        compiled.map_or(Ok(None), |compiled| compiled.of_key(key))
    }
}

fn compile(options: Option<Value>) -> Outcome<Option<Rc<CompiledOptions>>> {
    let Some(options) = options else {
        return Ok(None);
    };
    CompiledOptions::compile(&options).map(|compiled| Some(Rc::new(compiled)))
}

/// `validate_lookup_options`: the options of a module are for its own keys.
fn validate(options: Value, module: Option<&SmolStr>) -> Outcome<Option<Value>> {
    let entries = match &options {
        Value::Undef => return Ok(None),
        Value::Hash(entries) => std::sync::Arc::clone(entries),
        _ => {
            return LookupStop::failed(
                ErrorKind::Lookup,
                format!("value of {LOOKUP_OPTIONS} must be a hash"),
            );
        }
    };
    let Some(module) = module else {
        return Ok(Some(options));
    };
    let prefix = format!("{module}::");
    for key in entries.keys() {
        let key = key_text(key)?;
        let message = match key.strip_prefix('^') {
            Some(pattern) if !pattern.starts_with(&prefix) => {
                format!(
                    "all {LOOKUP_OPTIONS} patterns must match a key starting with module name '{module}'"
                )
            }
            None if !key.starts_with(&prefix) => {
                format!("all {LOOKUP_OPTIONS} keys must start with module name '{module}'")
            }
            _ => continue,
        };
        return LookupStop::failed(ErrorKind::Lookup, message);
    }
    Ok(Some(options))
}
