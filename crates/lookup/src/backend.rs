//! The functions that read data: the value of a key at one level.

use std::rc::Rc;

use puppet_eval::Strict;
use puppet_types::{
    BuiltinContext, Type, Value, describe_mismatch, infer, infer_set, type_to_string,
};

use crate::config::FunctionKind;
use crate::data_file::{DataEntry, DataFile, DataFormat, DataHash};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::PathKind;
use crate::key::LookupKey;
use crate::layers::LayerProvider;
use crate::levels::{Layer, LevelPlace};
use crate::locations::{LevelLocation, LevelProvider};
use crate::merge::type_of;
use crate::puppet_function::FunctionCall;
use crate::ruby_value::Refusal;
use crate::session::{Invocation, Session};

/// What stands for an encrypted text.
pub(crate) const ENCRYPTED: &str = "<encrypted>";

const NO_PATH: &str = "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this";

/// The values of a level with the line of the key.
type LevelValues = (Value, Option<u32>);

impl Session<'_> {
    /// The value of the root key at a place of a level.
    pub(crate) fn read_level(
        &mut self,
        provider: &Rc<LayerProvider>,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Outcome<LevelValues> {
        let is_backend = level.kind == FunctionKind::Hiera3Backend;
        if place.is_some_and(|place| !place.exists) && !is_backend {
            return Err(LookupStop::NotFound);
        }
        match (level.kind, &*level.function) {
            (
                FunctionKind::DataHash | FunctionKind::V3DataHash,
                "yaml_data" | "json_data" | "hocon_data",
            ) => self.read_data_hash(provider, level, place, key, invocation),
            (FunctionKind::LookupKey | FunctionKind::V3LookupKey, "eyaml_lookup_key") => {
                self.read_eyaml(level, place, key, invocation)
            }
            (FunctionKind::Hiera3Backend, _) => {
                LookupStop::unknown(format!("the backend '{}' is code of Ruby", level.name))
            }
            _ => {
                let call = FunctionCall {
                    layer: &provider.layer,
                    level,
                    place,
                    key,
                    invocation,
                };
                match self.read_function(&call) {
                    Some(returned) => returned.map(|value| (value, None)),
                    None => self.missing_function(level),
                }
            }
        }
    }

    /// A function that is not in the Puppet language: it may be there, as code of Ruby.
    fn missing_function(&self, level: &LevelProvider) -> Outcome<LevelValues> {
        let (kind, name) = (level.kind.name(), &level.function);
        if self.may_have_function(name) {
            return LookupStop::unknown(format!(
                "what the {kind} function '{name}' returns is not known"
            ));
        }
        LookupStop::failed(
            ErrorKind::Issue,
            format!("Unable to find '{kind}' function named '{name}'"),
        )
    }

    fn read_data_hash(
        &mut self,
        provider: &Rc<LayerProvider>,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Outcome<LevelValues> {
        // With other options than the path, the function takes none of its signatures.
        let has_options = !matches!(&level.options, Value::Hash(options) if options.is_empty());
        let place = place.filter(|_| !has_options);
        let Some(LevelPlace::Path(path)) = place.map(|place| &place.place) else {
            return LookupStop::failed(
                ErrorKind::Ruby,
                format!("'{}' {NO_PATH} data_hash function", level.function),
            );
        };
        let format = match &*level.function {
            "json_data" => DataFormat::Json,
            "hocon_data" => DataFormat::Hocon,
            _ => DataFormat::Yaml,
        };
        let data = self.data(path, format);
        let Some(hash) = self.hash_of(&data, format, path)? else {
            return Err(LookupStop::NotFound);
        };
        if hash.has_other_keys && matches!(provider.layer, Layer::Module(_)) {
            return LookupStop::failed(
                ErrorKind::Foreign,
                "undefined method `start_with?' for a key that is no text",
            );
        }
        let Some(entry) = hash.entries.get(&key.root) else {
            return Err(LookupStop::NotFound);
        };
        let subject = format!(
            "Value for key '{}', in hash returned from data_hash function '{}', when using location '{path}',",
            key.root, level.function
        );
        let value = self.checked(entry, &subject)?;
        Ok((self.interpolate(&value, invocation)?, Some(entry.line)))
    }

    fn read_eyaml(
        &mut self,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Outcome<LevelValues> {
        if !self.settings.has_eyaml {
            let message = "Function Load Error for function 'eyaml_lookup_key': Lookup using eyaml lookup_key function is \
                           only supported when the hiera_eyaml library is present";
            return LookupStop::failed(ErrorKind::Puppet, message);
        }
        let Some(LevelPlace::Path(path)) = place.map(|place| &place.place) else {
            return LookupStop::failed(
                ErrorKind::Ruby,
                format!("'eyaml_lookup_key': {NO_PATH} lookup_key function"),
            );
        };
        let data = self.data(path, DataFormat::Yaml);
        let Some(hash) = self.hash_of(&data, DataFormat::Yaml, path)? else {
            return Err(LookupStop::NotFound);
        };
        let Some(entry) = hash.entries.get(&key.root) else {
            return Err(LookupStop::NotFound);
        };
        let subject = format!(
            "Value for key '{}', returned from lookup_key function '{}', when using location '{path}',",
            key.root, level.function
        );
        let value = self.checked(entry, &subject)?;
        // Every encrypted text is opaque.
        let value = self.with_texts(&value, invocation, &|session, text| {
            session.interpolate(&Value::from(opaque(text)), invocation)
        })?;
        Ok((value, Some(entry.line)))
    }

    /// The hash of a data file; nothing for a file that counts as empty.
    fn hash_of<'d>(
        &self,
        data: &'d DataFile,
        format: DataFormat,
        path: &str,
    ) -> Outcome<Option<&'d DataHash>> {
        match (data, format) {
            (DataFile::Hash(hash), _) => Ok(Some(hash)),
            (DataFile::NotHash(Ok(Value::Undef | Value::Boolean(false))), DataFormat::Yaml) => {
                Ok(None)
            }
            (DataFile::NotHash(_), DataFormat::Yaml) if self.settings.strict == Strict::Error => {
                LookupStop::failed(
                    ErrorKind::Lookup,
                    format!("{path}: file does not contain a valid yaml hash"),
                )
            }
            (DataFile::NotHash(_), DataFormat::Yaml) => Ok(None),
            (DataFile::NotHash(value), DataFormat::Json | DataFormat::Hocon) => {
                let expected = type_of(&BuiltinContext, "Hash")?;
                let actual = value
                    .as_ref()
                    .map_or(Type::Unknown, |value| infer_set(&BuiltinContext, value));
                let subject = format!(
                    "Value returned from data_hash function 'json_data', when using location '{path}', has wrong type,"
                );
                LookupStop::failed(
                    ErrorKind::Puppet,
                    describe_mismatch(&BuiltinContext, &subject, &expected, &actual),
                )
            }
            (DataFile::Broken(message), _) => LookupStop::failed(
                ErrorKind::Lookup,
                format!("Unable to parse ({path}): {message}"),
            ),
            (DataFile::Outside(reason), _) => LookupStop::unknown(format!("{path}: {reason}")),
            (DataFile::Unreadable(message), _) => {
                LookupStop::failed(ErrorKind::Foreign, message.clone())
            }
        }
    }

    /// The value of an entry, if it is data.
    fn checked(&self, entry: &DataEntry, subject: &str) -> Outcome<Value> {
        let actual = match &entry.value {
            Ok(value) if is_data(value) => return Ok(value.clone()),
            Ok(value) => type_to_string(self.types, &infer(self.types, value)),
            Err(Refusal::TooSpecial) => {
                return LookupStop::unknown("a value of the data is not represented");
            }
            Err(_) => "Runtime[ruby, 'Symbol']".to_owned(),
        };
        let message =
            format!("{subject} has wrong type, expects Puppet::LookupValue, got {actual}");
        LookupStop::failed(ErrorKind::Puppet, message)
    }

    /// Whether there may be a function with this name: its file is there, or its module is not.
    fn may_have_function(&self, name: &str) -> bool {
        if self.function_file(name).is_some() {
            return true;
        }
        let files = self.sources.files();
        let path = format!("lib/puppet/functions/{}.rb", name.replace("::", "/"));
        let is_in = |folder: &str| files.kind(&format!("{folder}/{path}")) == PathKind::File;
        let root = &self.environment.root;
        match name.split_once("::") {
            Some(("environment", _)) => is_in(root),
            Some((module, _)) => self.module_folder(module).is_none_or(|it| is_in(&it)),
            None => {
                let folders = self.environment.modulepath.iter();
                let mut modules = folders.flat_map(|folder| {
                    let entries = files.list(folder).into_iter();
                    entries.map(move |module| format!("{folder}/{}", module.name))
                });
                is_in(root) || modules.any(|module| is_in(&module))
            }
        }
    }
}

/// A text with each encrypted part replaced.
fn opaque(text: &str) -> String {
    let is_encrypted = text
        .lines()
        .any(|line| line.find("ENC[").is_some_and(|at| line[at..].contains(']')));
    if !is_encrypted {
        return text.to_owned();
    }
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("ENC[") {
        let inner = &rest[at + "ENC[".len()..];
        let end = inner.find(']').filter(|end| is_block(&inner[..*end]));
        let Some(end) = end else {
            result.push_str(&rest[..at + "ENC[".len()]);
            rest = inner;
            continue;
        };
        result.push_str(&rest[..at]);
        result.push_str(ENCRYPTED);
        rest = &inner[end + 1..];
    }
    result.push_str(rest);
    result
        .strip_suffix('\n')
        .map(str::to_owned)
        .unwrap_or(result)
}

/// Whether a text is what stands in the brackets of an encrypted part: `PKCS7,` and base64.
fn is_block(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let content = match text.split_once(',') {
        Some((method, content)) if is_word(method) => content,
        Some(_) => return false,
        None => text,
    };
    !content.is_empty()
        && content
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+/ =\n".contains(c))
}

/// Whether a value is an instance of `Puppet::LookupValue`: keys are texts or numbers.
fn is_data(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_data),
        Value::Hash(entries) => entries.iter().all(|(key, value)| {
            let is_key = matches!(
                key,
                Value::String(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
            );
            is_key && is_data(value)
        }),
        _ => true,
    }
}
