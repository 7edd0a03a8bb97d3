//! Data from functions in the Puppet language.

use puppet_eval::evaluate_source::{EvaluationOutput, evaluate};
use puppet_types::Value;
use smol_str::SmolStr;

use crate::config::FunctionKind;
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::PathKind;
use crate::key::{LookupKey, Segment};
use crate::levels::{Layer, LevelPlace};
use crate::locations::{LevelLocation, LevelProvider};
use crate::ruby_value::get;
use crate::session::{Invocation, Session};

/// The text of the error by which a function says that it does not have the key.
const NOT_FOUND: &str = "puppet-lookup: the function has no such key";

/// The start of the text of the error by which a function asks for something that only the lookup can tell.
const ASK: &str = "puppet-lookup: the function asks ";

/// The most questions of one call.
const MOST_QUESTIONS: u64 = 1_000;

/// What a call costs beside its text, in bytes of interpolated text: it takes about as long.
const CALL: usize = 16 << 10;

/// The methods of `Puppet::LookupContext`, and the function `lookup`. Nothing is kept between calls. What needs the
/// lookup is asked by an error; the call is repeated with the answer.
const CONTEXT: &str = r#"
function not_found($context) { fail($lookup_not_found) }
function cache($context, $key, $value) { $value }
function cache_all($context, $hash) { undef }
function cache_has_key($context, $key) { false }
function cached_value($context, $key) { undef }
function environment_name($context) { $environment }
function module_name($context) { $lookup_module }
function interpolate($context, $value) {
  case $value {
    String: { lookup_answer('interpolate', $value) }
    Array: { $value.map |$item| { interpolate($context, $item) } }
    Hash: { Hash($value.map |$key, $item| { [interpolate($context, $key), interpolate($context, $item)] }) }
    default: { $value }
  }
}
function cached_file_data($context, $path) { lookup_answer('file', $path) }
function lookup($name, *$rest) {
  $type = $rest ? { [Type] => $rest[0], [] => Any, default => undef }
  if $name !~ String or $type =~ Undef { fail("${lookup_ask}options<>") }
  $found = lookup_answer('lookup', $name)
  if $found !~ $type { fail("${lookup_ask}a type that does not fit<>") }
  $found
}
function lookup_answer($kind, $text) {
  $known = $lookup_answers["${kind}<${text}>"]
  if $known =~ Undef { fail("${lookup_ask}${kind}<${text}>") }
  $known[0]
}
"#;

/// A call of a function for a key, at a place of a level.
pub(crate) struct FunctionCall<'a> {
    pub(crate) layer: &'a Layer,
    pub(crate) level: &'a LevelProvider,
    pub(crate) place: Option<&'a LevelLocation>,
    pub(crate) key: &'a LookupKey,
    pub(crate) invocation: &'a Invocation,
}

impl Session<'_> {
    /// What a function in the Puppet language returns for a key; nothing if there is no file with such a function.
    pub(crate) fn read_function(&mut self, call: &FunctionCall<'_>) -> Option<Outcome<Value>> {
        let (level, key) = (call.level, call.key);
        let path = self.function_file(&level.function)?;
        let text = self.sources.files().read(&path).ok()?;
        let text = format!("{}{text}", self.definitions_named_in(&text, Some(path)));
        let returned = match self.call(call, &text) {
            Ok(returned) => returned,
            Err(stop) => return Some(Err(stop)),
        };
        Some(match level.kind {
            FunctionKind::DataDig => Ok(undig(&key.segments, returned)),
            FunctionKind::DataHash | FunctionKind::V4DataHash => match get(&returned, &key.root) {
                Some(value) => self.interpolate(value, call.invocation),
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

    /// Calls a function, again with the answer each time that it asks for something.
    fn call(&mut self, call: &FunctionCall<'_>, text: &str) -> Outcome<Value> {
        let level = call.level;
        let mut answers = Vec::new();
        let text = text.replace("Puppet::LookupContext", "Any");
        let text = without_explanations(&text);
        let arguments = match level.kind {
            FunctionKind::DataHash => "$lookup_options, $lookup_context",
            FunctionKind::V4DataHash => "",
            _ => "$lookup_key, $lookup_options, $lookup_context",
        };
        let program = format!("{text}\n{CONTEXT}\n{}({arguments})", level.function);
        for round in 0..MOST_QUESTIONS {
            self.spend(program.len() + CALL)?;
            let mut options = self.options();
            // All rounds together may do little more than the first one.
            options.limits.steps /= round + 1;
            options.variables = self.variables_of_call(call, &answers);
            match returned(&level.function, evaluate(&program, &options).0) {
                Returned::Value(value) => return value,
                Returned::Question(question) => {
                    let answer = self.answer(&level.function, &question, call.invocation)?;
                    answers.push((Value::from(question), Value::array(vec![answer])));
                }
            }
        }
        LookupStop::unknown(format!("the function '{}' asks too much", level.function))
    }

    fn variables_of_call(
        &self,
        call: &FunctionCall<'_>,
        answers: &[(Value, Value)],
    ) -> Vec<(SmolStr, Value)> {
        let asked = match call.level.kind {
            FunctionKind::LookupKey => Value::String(call.key.root.clone()),
            _ => Value::array(call.key.parts()),
        };
        let module = match call.layer {
            Layer::Module(name) => Value::String(name.clone()),
            _ => Value::Undef,
        };
        let scope = self.scope.iter();
        let scope = scope.map(|(name, value)| (name.clone(), value.clone()));
        scope
            .chain([
                ("lookup_key".into(), asked),
                ("lookup_options".into(), options(call.level, call.place)),
                ("lookup_context".into(), Value::from("context")),
                ("lookup_module".into(), module),
                ("lookup_not_found".into(), Value::from(NOT_FOUND)),
                ("lookup_ask".into(), Value::from(ASK)),
                ("lookup_answers".into(), Value::hash(answers.to_vec())),
            ])
            .collect()
    }

    /// The answer to what a function asks.
    fn answer(
        &mut self,
        function: &str,
        question: &str,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        let (kind, text) = question.split_once('<').unwrap_or_default();
        let text = text.strip_suffix('>').unwrap_or(text);
        match kind {
            "interpolate" => self.interpolate(&Value::from(text), invocation),
            "lookup" => self
                .quietly(|session| session.look_up_key(text, None, &Invocation::new()))
                .or_else(|stop| match stop {
                    LookupStop::NotFound => LookupStop::failed(
                        ErrorKind::Puppet,
                        format!("Function lookup() did not find a value for the name '{text}'"),
                    ),
                    stop => Err(stop),
                }),
            "file" => match self.sources.files().read(text) {
                Ok(text) => Ok(Value::from(&*text)),
                Err(reason) => LookupStop::failed(ErrorKind::Foreign, format!("{text}: {reason}")),
            },
            _ => LookupStop::unknown(format!(
                "what the function '{function}' returns is not known: it looks up with {kind}"
            )),
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

/// What one call of a function gives.
enum Returned {
    Value(Outcome<Value>),
    /// It has to be called again with the answer.
    Question(String),
}

fn returned(function: &str, output: EvaluationOutput) -> Returned {
    Returned::Value(match output {
        EvaluationOutput::Value { value, .. } => Ok(value),
        EvaluationOutput::Error(error) if error.text.contains(NOT_FOUND) => {
            Err(LookupStop::NotFound)
        }
        EvaluationOutput::Error(error) => match question_in(&error.text) {
            Some(question) => return Returned::Question(question.to_owned()),
            // No function in the Puppet language can take a block.
            None if error.text.contains("'cached_file_data'") => LookupStop::unknown(format!(
                "what the function '{function}' returns is not known: it reads a file with a block"
            )),
            None => LookupStop::failed(ErrorKind::Puppet, error.text),
        },
        EvaluationOutput::Refused(_) => LookupStop::failed(
            ErrorKind::Foreign,
            format!("the file of the function '{function}' has errors"),
        ),
        EvaluationOutput::Unknown(reason) => LookupStop::unknown(format!(
            "what the function '{function}' returns is not known: {reason}"
        )),
    })
}

/// A text whose blocks of `$context.explain` are not called, as without `--explain`.
fn without_explanations(text: &str) -> String {
    let mut parts = text.split(".explain");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let has_block = part.trim_start().starts_with("||");
        // The context is not undef.
        result.push_str(if has_block { ".lest" } else { ".explain" });
        result.push_str(part);
    }
    result
}

fn question_in(error: &str) -> Option<&str> {
    let (_, question) = error.split_once(ASK)?;
    let end = question.rfind('>')?;
    question.get(..=end)
}
