//! Types and values of cases about types, from their text.
//!
//! The texts are Puppet expressions over literals: this evaluates those that the cases use, and nothing else.

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_convert::new_instance;
use puppet_scalars::{
    Base64Format, Binary, SemVer, SemVerRange, Timespan, TimespanFormat, Timestamp, Uri,
};
use puppet_types::{
    AccessError, Blame, Definitions, Doubt, Form, HashValue, IteratorValue, ObjectValue, Range,
    Relate, Type, TypeExpr, Value, named_or_error, parameterize, text,
};
use serde_json::{Value as Json, json};

use crate::{case::Case, kinds::Answer};

/// Why there is no value: an error in the form of the recorded answers, or something that is not done here.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// Puppet's error.
    Error(Json),
    /// Cannot be evaluated here.
    Unsupported,
}

impl Stop {
    /// The answer of a case that stopped.
    pub fn answer(self) -> Option<Json> {
        match self {
            Stop::Error(error) => Some(json!({"ok": false, "error": error})),
            Stop::Unsupported => None,
        }
    }
}

/// The type definitions of a case.
pub fn definitions(case: &Case) -> Result<Definitions, Stop> {
    let mut definitions = Definitions::new();
    for source in case.list("definitions") {
        let Some((name, right_side)) = source
            .strip_prefix("type ")
            .and_then(|rest| rest.split_once(" = "))
        else {
            return Err(Stop::Unsupported);
        };
        definitions.add(
            name,
            text::parse(right_side).map_err(|_| Stop::Unsupported)?,
        );
    }
    Ok(definitions)
}

/// Asks a question about types in the context of the definitions of a case.
pub fn answer(
    case: &Case,
    ask: impl Fn(&Case, &Definitions, &Relate<'_>) -> Result<Json, Stop>,
) -> Answer {
    let answer = definitions(case).and_then(|definitions| {
        let relate = Relate::new(&definitions);
        let answer = ask(case, &definitions, &relate)?;
        match relate.doubt() {
            None => Ok(answer),
            // Where Puppet overflows its stack, that it does is its answer.
            Some(Doubt::PuppetBreaks | Doubt::TooDeep) => {
                let error = json!({"message": "Puppet breaks on this question", "crash": true});
                Err(Stop::Error(error))
            }
            Some(Doubt::Refused) => {
                let message = relate.complaint().unwrap_or_default();
                Err(Stop::Error(json!({"message": message})))
            }
            Some(Doubt::Unknown) => Err(Stop::Unsupported),
        }
    });
    match answer {
        Ok(answer) => Answer::Json(answer),
        Err(stop) => stop.answer().map_or(Answer::NotImplemented, Answer::Json),
    }
}

/// The forms of a type, as they are recorded.
pub fn forms(relate: &Relate<'_>, ty: &Type) -> Json {
    let text = relate.to_text(ty);
    let debug = relate.format(ty, Form::Debug);
    let expanded = relate.format(ty, Form::Expanded);
    let mut answer = json!({"ok": true, "type": text});
    if debug != text {
        answer["debug"] = json!(debug);
    }
    if expanded != text && expanded != debug {
        answer["expanded"] = json!(expanded);
    }
    answer
}

/// A value as text.
pub fn text_of(relate: &Relate<'_>, value: &Value) -> String {
    match value {
        Value::Type(ty) => relate.to_text(ty),
        Value::Undef => "undef".to_owned(),
        other => format!("{other:?}"),
    }
}

/// The type that an input of a case stands for.
pub fn ty(definitions: &Definitions, case: &Case, field: &str) -> Result<Type, Stop> {
    match value(definitions, case, field)? {
        Value::Type(ty) => Ok(ty),
        _ => Err(Stop::Unsupported),
    }
}

/// The value that an input of a case stands for.
pub fn value(definitions: &Definitions, case: &Case, field: &str) -> Result<Value, Stop> {
    let source = case.text(field).ok_or(Stop::Unsupported)?;
    evaluate_text(definitions, source)
}

/// The value of an expression. What is more than a literal is evaluated as a program.
pub fn evaluate_text(definitions: &Definitions, source: &str) -> Result<Value, Stop> {
    let literal = text::parse(source)
        .map_err(|_| Stop::Unsupported)
        .and_then(|expr| {
            let evaluator = Evaluator {
                definitions,
                source,
            };
            evaluator.evaluate(&expr)
        });
    if literal != Err(Stop::Unsupported) {
        return literal;
    }
    match puppet_eval::source::evaluate(source, &puppet_eval::Options::default()).0 {
        puppet_eval::source::Answer::Value { value, .. } => Ok(value),
        _ => literal,
    }
}

struct Evaluator<'a> {
    definitions: &'a Definitions,
    source: &'a str,
}

impl Evaluator<'_> {
    fn evaluate(&self, expr: &TypeExpr) -> Result<Value, Stop> {
        Ok(match expr {
            TypeExpr::Undef => Value::Undef,
            TypeExpr::Default => Value::Default,
            TypeExpr::Boolean(value) => Value::Boolean(*value),
            TypeExpr::Integer(number) => Value::Integer(*number),
            TypeExpr::Float(number) => Value::Float(number.0),
            TypeExpr::String(text) | TypeExpr::Bare(text) => Value::String(text.clone()),
            TypeExpr::Regexp(source) => match puppet_scalars::Regexp::new(source.as_str()) {
                Ok(regexp) => Value::from(regexp),
                Err(_) => return Err(Stop::Unsupported),
            },
            TypeExpr::Name(name) => match named_or_error(self.definitions, name) {
                Ok(Type::Reference(text)) => {
                    let message = format!("Evaluation Error: Resource type not found: {text}");
                    return Err(self.error(name, &message, Some("UNKNOWN_RESOURCE_TYPE")));
                }
                Ok(ty) => Value::Type(ty),
                Err(error) => {
                    let message =
                        format!("Evaluation Error: Error while evaluating a Type-Name, {error}");
                    return Err(self.error(name, &message, Some("RUNTIME_ERROR")));
                }
            },
            TypeExpr::List(items) => Value::array(self.all(items)?),
            TypeExpr::Hash(entries) => {
                let mut hash = HashValue::default();
                for (key, value) in entries {
                    hash.insert(self.evaluate(key)?, self.evaluate(value)?);
                }
                Value::from(hash)
            }
            TypeExpr::Negate(inner) => match self.evaluate(inner)? {
                Value::Integer(number) => Value::Integer(-number),
                Value::Float(number) => Value::Float(-number),
                _ => return Err(Stop::Unsupported),
            },
            TypeExpr::Access { left, keys, text } => self.access(left, keys, text)?,
            TypeExpr::Other(text) => self.call(text)?,
        })
    }

    fn all(&self, items: &[TypeExpr]) -> Result<Vec<Value>, Stop> {
        let mut values = Vec::new();
        for item in items {
            match item {
                TypeExpr::Other(text) if text.starts_with('*') => {
                    let inner = text::parse(text.get(1..).unwrap_or_default())
                        .map_err(|_| Stop::Unsupported)?;
                    match self.evaluate(&inner)? {
                        Value::Array(items) => values.extend(items.iter().cloned()),
                        other => values.push(other),
                    }
                }
                other => values.push(self.evaluate(other)?),
            }
        }
        Ok(values)
    }

    fn access(&self, left: &TypeExpr, keys: &[TypeExpr], text: &str) -> Result<Value, Stop> {
        let Value::Type(base) = self.evaluate(left)? else {
            return Err(Stop::Unsupported);
        };
        let mut values = Vec::new();
        for key in keys {
            values.push(match key {
                // Between the brackets, a splat stays an array.
                TypeExpr::Other(text) if text.starts_with('*') => {
                    self.evaluate_part(text.get(1..).unwrap_or_default())?
                }
                // Names of classes may be unknown as types.
                TypeExpr::Name(name) if matches!(base, Type::Class(_)) => {
                    Value::Type(puppet_types::named(self.definitions, name))
                }
                other => self.evaluate(other)?,
            });
        }
        if let (Type::Resource(resource), [Value::Type(Type::Resource(_))]) = (&base, &values[..])
            && resource.name.is_none()
        {
            return Ok(values.remove(0));
        }
        match parameterize(self.definitions, &base, &values) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(self.missing_in_catalog(&base, text)),
            Err(error) => Err(self.access_error(&error, keys, text)),
        }
    }

    fn missing_in_catalog(&self, base: &Type, text: &str) -> Stop {
        let (name, title) = match base {
            Type::Resource(resource) => (resource.name.clone(), resource.title.clone()),
            Type::Class(Some(name)) => (Some("Class".into()), Some((**name).clone())),
            _ => return Stop::Unsupported,
        };
        let message = format!(
            "Evaluation Error: Resource not found: {}['{}']",
            name.unwrap_or_default(),
            title.unwrap_or_default()
        );
        self.error(text, &message, Some("UNKNOWN_RESOURCE"))
    }

    fn access_error(&self, error: &AccessError, keys: &[TypeExpr], text: &str) -> Stop {
        let message = format!("Evaluation Error: {}", error.message);
        let blamed = match error.blame {
            Blame::Whole | Blame::Left => Some(text.to_owned()),
            Blame::Key(index) => keys.get(index).map(ToString::to_string),
        };
        let at = self.source.find(text).unwrap_or(0);
        let mut json = json!({"message": message, "issue": error.issue});
        if let Some(blamed) = blamed {
            let offset = match error.blame {
                Blame::Key(index) => {
                    let before: usize = keys
                        .iter()
                        .take(index)
                        .map(|key| {
                            text.find(&key.to_string())
                                .map_or(0, |_| key.to_string().len() + 2)
                        })
                        .sum();
                    let open = text.find('[').map_or(0, |open| open + 1);
                    at + open + before
                }
                _ => at,
            };
            let _ = blamed;
            json["line"] = json!(1);
            json["pos"] = json!(offset + 1);
        }
        Stop::Error(json)
    }

    fn error(&self, at: &str, message: &str, issue: Option<&str>) -> Stop {
        let offset = self.source.find(at).unwrap_or(0);
        Stop::Error(json!({"message": message, "line": 1, "pos": offset + 1, "issue": issue}))
    }

    /// `Name(arguments)` and `value.function`.
    fn call(&self, text: &str) -> Result<Value, Stop> {
        for function in [".reverse_each", ".tree_each", ".step(2)"] {
            if let Some(receiver) = text.strip_suffix(function) {
                return self.iterate(&self.evaluate_part(receiver)?, function);
            }
        }
        let (name, arguments) = text.split_once('(').ok_or(Stop::Unsupported)?;
        let arguments = arguments.strip_suffix(')').ok_or(Stop::Unsupported)?;
        let Value::Array(arguments) = self.evaluate_part(&format!("[{arguments}]"))? else {
            return Err(Stop::Unsupported);
        };
        if let Some(value) = new(name, &arguments, &Relate::new(self.definitions)) {
            return Ok(value);
        }
        let Value::Type(ty) = self.evaluate_part(name)? else {
            return Err(Stop::Unsupported);
        };
        new_instance(self.definitions, &ty, &arguments).map_err(|_| Stop::Unsupported)
    }

    fn evaluate_part(&self, text: &str) -> Result<Value, Stop> {
        self.evaluate(&text::parse(text).map_err(|_| Stop::Unsupported)?)
    }

    fn iterate(&self, receiver: &Value, function: &str) -> Result<Value, Stop> {
        let relate = Relate::new(self.definitions);
        let is_tree = function == ".tree_each";
        let element_type = match receiver {
            _ if is_tree => Type::Any,
            Value::Array(items) => {
                Type::variant_of(items.iter().map(|item| relate.infer_set(item)))
            }
            Value::Hash(entries) => Type::tuple_of(
                vec![
                    Type::variant_of(entries.keys().map(|key| relate.infer_set(key))),
                    Type::variant_of(entries.values().map(|value| relate.infer_set(value))),
                ],
                Range::exactly(2),
            ),
            Value::Type(ty @ Type::Integer(_)) => ty.clone(),
            _ => return Err(Stop::Unsupported),
        };
        Ok(Value::Iterator(Arc::new(IteratorValue {
            element_type: Some(element_type),
            is_tree,
            items: items_of(receiver, function),
        })))
    }
}

/// What the iterator yields, as far as the cases look at it.
fn items_of(receiver: &Value, function: &str) -> Vec<Value> {
    let mut items = match receiver {
        Value::Array(items) => items.to_vec(),
        Value::Hash(entries) => entries
            .iter()
            .map(|(key, value)| Value::array(vec![key.clone(), value.clone()]))
            .collect(),
        Value::Type(Type::Integer(range)) => match (range.from(), range.to()) {
            (Some(from), Some(to)) => (*from..=*to).map(Value::Integer).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    match function {
        ".reverse_each" => items.reverse(),
        ".step(2)" => items = items.into_iter().step_by(2).collect(),
        _ => items.clear(),
    }
    items
}

fn new(name: &str, arguments: &[Value], relate: &Relate<'_>) -> Option<Value> {
    Some(match (name, arguments) {
        ("Timespan", [Value::String(text), Value::String(format)]) => {
            TimespanFormat::parse(format).ok()?.read(text).ok()?.into()
        }
        ("Timespan", [value]) => {
            match puppet_types::parameterize(
                relate.context(),
                &Type::TIMESPAN,
                std::slice::from_ref(value),
            ) {
                Ok(Some(Value::Type(Type::Timespan(range)))) => {
                    Timespan::from_nanos(range.from()?.nanos()).into()
                }
                _ => return None,
            }
        }
        ("Timestamp", [value]) => {
            match puppet_types::parameterize(
                relate.context(),
                &Type::TIMESTAMP,
                std::slice::from_ref(value),
            ) {
                Ok(Some(Value::Type(Type::Timestamp(range)))) => {
                    Timestamp::from_nanos(range.from()?.nanos()).into()
                }
                _ => return None,
            }
        }
        ("SemVer", [Value::String(text)]) => SemVer::parse(text).ok()?.into(),
        ("SemVerRange", [Value::String(text)]) => SemVerRange::parse(text).ok()?.into(),
        ("Binary", [Value::String(text)]) => Binary::parse(text, Base64Format::Strict).ok()?.into(),
        ("URI", [Value::String(text)]) => Uri::parse(text).ok()?.into(),
        ("Sensitive", [Value::Sensitive(inner)]) => Value::Sensitive(Arc::clone(inner)),
        ("Sensitive", [value]) => Value::Sensitive(Arc::new(value.clone())),
        ("Deferred", [name, rest @ ..]) => {
            let mut attributes = IndexMap::new();
            attributes.insert("name".into(), name.clone());
            attributes.insert(
                "arguments".into(),
                rest.first().cloned().unwrap_or(Value::Undef),
            );
            Value::Object(Arc::new(ObjectValue {
                ty: Type::deferred(),
                attributes,
            }))
        }
        _ => return None,
    })
}
