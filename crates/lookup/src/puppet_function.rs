//! Data from functions in the Puppet language.

use puppet_eval::evaluate_source::{EvaluationOutput, evaluate};
use puppet_eval::{Assumptions, Options};
use puppet_types::Value;
use smol_str::SmolStr;

use crate::config::FunctionKind;
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::PathKind;
use crate::key::{LookupKey, Segment};
use crate::levels::LevelPlace;
use crate::locations::{LevelLocation, LevelProvider};
use crate::ruby_value::get;
use crate::session::{Invocation, Session};

/// The text of the error by which a function says that it does not have the key.
const NOT_FOUND: &str = "puppet-lookup: the function has no such key";

/// The methods of `Puppet::LookupContext`, as far as they do not ask for other data. Nothing is kept between calls.
const CONTEXT: &str = r"
function not_found($context) { fail($lookup_not_found) }
function cache($context, $key, $value) { $value }
function cache_all($context, $hash) { undef }
function cache_has_key($context, $key) { false }
function cached_value($context, $key) { undef }
function environment_name($context) { $environment }
";

impl Session<'_> {
    /// What a function in the Puppet language returns for a key; nothing if there is no file with such a function.
    pub(crate) fn read_function(
        &mut self,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Option<Outcome<Value>> {
        let path = self.function_file(&level.function)?;
        let text = self.sources.files().read(&path).ok()?;
        let returned = match self.call(level, place, key, &text) {
            Ok(returned) => returned,
            Err(stop) => return Some(Err(stop)),
        };
        Some(match level.kind {
            FunctionKind::DataDig => Ok(undig(&key.segments, returned)),
            FunctionKind::DataHash | FunctionKind::V4DataHash => match get(&returned, &key.root) {
                Some(value) => self.interpolate(value, invocation),
                None if matches!(returned, Value::Hash(_)) => Err(LookupStop::NotFound),
                None => {
                    let message = format!(
                        "Value returned from {} function '{}' has wrong type, expects a Hash value",
                        level.kind.name(),
                        level.function
                    );
                    LookupStop::failed(ErrorKind::Foreign, message)
                }
            },
            _ => Ok(returned),
        })
    }

    fn call(
        &self,
        level: &LevelProvider,
        place: Option<&LevelLocation>,
        key: &LookupKey,
        text: &str,
    ) -> Outcome<Value> {
        let asked = match level.kind {
            FunctionKind::LookupKey => Value::String(key.root.clone()),
            _ => Value::array(key.parts()),
        };
        let arguments = match level.kind {
            FunctionKind::DataHash => "$lookup_options, $lookup_context",
            FunctionKind::V4DataHash => "",
            _ => "$lookup_key, $lookup_options, $lookup_context",
        };
        let mut variables: Vec<(SmolStr, Value)> = self
            .scope
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        variables.extend([
            ("lookup_key".into(), asked),
            ("lookup_options".into(), options(level, place)),
            ("lookup_context".into(), Value::Undef),
            ("lookup_not_found".into(), Value::from(NOT_FOUND)),
        ]);
        let evaluation = Options {
            target: self.settings.target,
            strict: self.settings.strict,
            assumptions: Assumptions::Open,
            variables,
            ..Options::default()
        };
        let text = text.replace("Puppet::LookupContext", "Any");
        let program = format!("{text}\n{CONTEXT}\n{}({arguments})", level.function);
        match evaluate(&program, &evaluation).0 {
            EvaluationOutput::Value { value, .. } => Ok(value),
            EvaluationOutput::Error(error) if error.text.contains(NOT_FOUND) => {
                Err(LookupStop::NotFound)
            }
            EvaluationOutput::Error(error) => LookupStop::failed(ErrorKind::Puppet, error.text),
            EvaluationOutput::Refused(_) => LookupStop::failed(
                ErrorKind::Foreign,
                format!("the file of the function '{}' has errors", level.function),
            ),
            EvaluationOutput::Unknown(reason) => {
                let function = &level.function;
                LookupStop::unknown(format!(
                    "what the function '{function}' returns is not known: {reason}"
                ))
            }
        }
    }

    /// The file of a function in the Puppet language. An environment is no namespace: what it defines itself is found by
    /// the whole name (`Puppet::Pops::Loader::ModuleLoaders::AbstractPathBasedModuleLoader#global?`).
    pub(crate) fn function_file(&self, name: &str) -> Option<String> {
        let (folder, rest) = match name.split_once("::") {
            None | Some(("environment", _)) => (self.environment.root.clone(), name),
            Some((module, rest)) => (self.module_folder(module)?, rest),
        };
        let path = format!("{folder}/functions/{}.pp", rest.replace("::", "/"));
        (self.sources.files().kind(&path) == PathKind::File).then_some(path)
    }
}

/// The options of a level, with its place.
fn options(level: &LevelProvider, place: Option<&LevelLocation>) -> Value {
    let place = place.map(|place| match &place.place {
        LevelPlace::Path(path) => ("path", path),
        LevelPlace::Uri(uri) => ("uri", uri),
    });
    let place = place.map(|(key, place)| (Value::from(key), Value::from(place.as_str())));
    let own = match &level.options {
        Value::Hash(options) => Some(
            options
                .iter()
                .map(|(key, value)| (key.clone(), value.clone())),
        ),
        _ => None,
    };
    Value::hash(own.into_iter().flatten().chain(place))
}

/// A structure in which the segments of a key find a value.
fn undig(segments: &[Segment], value: Value) -> Value {
    segments
        .iter()
        .rev()
        .fold(value, |value, segment| match segment {
            Segment::Name(name) => Value::hash([(Value::String(name.clone()), value)]),
            Segment::Index(index) => {
                let mut items =
                    vec![Value::Undef; usize::try_from(*index).unwrap_or_default().min(1000)];
                items.push(value);
                Value::array(items)
            }
        })
}
