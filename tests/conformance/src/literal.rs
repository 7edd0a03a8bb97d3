//! Types and values of cases about types, from their text: Puppet expressions, which are evaluated.

use std::rc::Rc;

use puppet_eval::evaluate_source::{EvaluatedSource, EvaluationOutput, Message};
use puppet_eval::{Assumptions, Definitions, Options, PuppetVersion, Strict, evaluate_source};
use puppet_syntax::Entry;
use puppet_types::{Doubt, Form, Relate, Type, Value};
use serde_json::{Value as Json, json};

use crate::{
    case::Case,
    compare::{self, Texts},
    kinds::CaseAnswer,
};

/// Why there is no value: an error in the form of the recorded answers, or something that is not known.
#[derive(Debug, Clone, PartialEq)]
pub enum NoValue {
    /// Puppet's error.
    Error(Json),
    /// Not known.
    Unknown,
}

impl NoValue {
    /// The answer of a case that stopped.
    pub fn answer(self) -> Option<Json> {
        match self {
            NoValue::Error(error) => Some(json!({"ok": false, "error": error})),
            NoValue::Unknown => None,
        }
    }
}

/// The definitions of a case.
pub fn definitions(case: &Case) -> Result<Rc<Definitions>, NoValue> {
    let text = case.list("definitions").join("\n");
    let options = options();
    match EvaluatedSource::read(&text, Entry::Manifest, &options) {
        Ok(source) => Ok(source.definitions(options.assumptions)),
        Err(messages) => Err(refused(case, &messages)),
    }
}

fn options() -> Options {
    Options {
        target: PuppetVersion::V8,
        strict: Strict::Warning,
        assumptions: Assumptions::Closed,
        ..Options::default()
    }
}

/// Asks a question about types in the context of the definitions of a case.
pub fn answer(
    case: &Case,
    ask: impl Fn(&Case, &Relate<'_>) -> Result<Json, NoValue>,
) -> CaseAnswer {
    let answer = definitions(case).and_then(|definitions| {
        let relate = Relate::new(&*definitions);
        let answer = ask(case, &relate)?;
        match relate.doubt() {
            None => Ok(answer),
            // Where Puppet overflows its stack, that it does is its answer.
            Some(Doubt::PuppetBreaks | Doubt::TooDeep) => {
                let error = json!({"message": "Puppet breaks on this question", "crash": true});
                Err(NoValue::Error(error))
            }
            Some(Doubt::Refused) => {
                let message = relate.complaint().unwrap_or_default();
                Err(NoValue::Error(json!({"message": message})))
            }
            Some(Doubt::Unknown) => Err(NoValue::Unknown),
        }
    });
    match answer {
        Ok(answer) => CaseAnswer::Json(answer),
        Err(stop) => stop
            .answer()
            .map_or(CaseAnswer::NotImplemented, CaseAnswer::Json),
    }
}

/// How our answer differs: the texts of errors of the parser and the validator are our own.
pub fn differences(case: &Case, ours: &Json) -> Vec<String> {
    let error = &case.expect["error"];
    let starts_with = |start: &str| {
        error["message"]
            .as_str()
            .is_some_and(|text| text.starts_with(start))
    };
    // Puppet says where the first definition is; in the cases that is a source without a name.
    let is_own = !error["issue"].is_null() && !starts_with("Evaluation Error:")
        || starts_with("Attempt to redefine entity");
    let texts = if is_own {
        Texts::OurOwn
    } else {
        Texts::Puppets
    };
    compare::answers(&case.expect, ours, texts)
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

/// The type that an input of a case stands for.
pub fn ty(case: &Case, field: &str) -> Result<Type, NoValue> {
    match value(case, field)?.0 {
        Value::Type(ty) => Ok(ty),
        _ => Err(NoValue::Unknown),
    }
}

/// The value that an input of a case stands for, and its text.
pub fn value(case: &Case, field: &str) -> Result<(Value, String), NoValue> {
    let text = case.text(field).ok_or(NoValue::Unknown)?;
    // After a definition, these would read as part of it.
    let continues = text.starts_with(['{', '/', '-', '[', '(']);
    let source = match case.list("definitions") {
        definitions if definitions.is_empty() => text.to_owned(),
        definitions if continues => format!("{}\n;{text}", definitions.join("\n")),
        definitions => format!("{}\n{text}", definitions.join("\n")),
    };
    match evaluate_source::evaluate(&source, &options()).0 {
        EvaluationOutput::Value { value, text, .. } => Ok((value, text)),
        EvaluationOutput::Refused(messages) => Err(refused(case, &messages)),
        EvaluationOutput::Error(message) => {
            let prefix = if message.issue.is_some() {
                "Evaluation Error: "
            } else {
                ""
            };
            Err(error(case, &message, prefix))
        }
        EvaluationOutput::Unknown(_) => Err(NoValue::Unknown),
    }
}

fn refused(case: &Case, messages: &[Message]) -> NoValue {
    messages
        .first()
        .map_or(NoValue::Unknown, |message| error(case, message, ""))
}

/// An error; each definition, and the expression, is a source of its own.
fn error(case: &Case, message: &Message, prefix: &str) -> NoValue {
    let mut json = json!({"message": format!("{prefix}{}", message.text), "issue": message.issue});
    if let Some(position) = message.position {
        let before = u32::try_from(case.list("definitions").len()).unwrap_or(0);
        json["line"] = json!(position.line.saturating_sub(before).max(1));
        json["pos"] = json!(position.column);
    }
    NoValue::Error(json)
}
