//! Kind `type`: a type expression in canonical form, as the evaluator and the literal reader see it.

use puppet_eval::{Definitions, Options, Assumptions};
use puppet_eval::evaluate_source::EvaluatedSource;
use puppet_syntax::Entry;
use puppet_types::{Doubt, TypeReadError, Relate, Type as PuppetType, Value as PuppetValue, read_text};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `type`.
pub struct Type;

impl CaseKind for Type {
    fn name(&self) -> &'static str {
        "type"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let definitions = match literal::definitions(case) {
            Ok(definitions) => definitions,
            Err(stop) => return undefined(case, stop),
        };
        let by_eval = match evaluated(case, &definitions) {
            Ok(answer) => answer,
            Err(stop) => match stop.answer() {
                Some(answer) => answer,
                None => return CaseAnswer::NotImplemented,
            },
        };
        if by_eval.pointer("/error/issue") == Some(&json!("SYNTAX_ERROR")) {
            return CaseAnswer::Json(by_eval);
        }
        let by_reader = read(case, &definitions);
        let mut answer = by_eval.clone();
        answer["literal"] = if by_eval == by_reader { json!("same") } else { by_reader };
        CaseAnswer::Json(answer)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

/// The answer where a definition is refused: the reader of literal types then finds none.
fn undefined(case: &Case, stop: NoValue) -> CaseAnswer {
    let Some(mut answer) = stop.answer() else {
        return CaseAnswer::NotImplemented;
    };
    if answer.pointer("/error/issue") != Some(&json!("SYNTAX_ERROR"))
        && let Ok(source) = EvaluatedSource::read("", Entry::Manifest, &Options::default())
    {
        answer["literal"] = read(case, &source.definitions(Assumptions::Closed));
    }
    CaseAnswer::Json(answer)
}

fn evaluated(case: &Case, definitions: &Definitions) -> Result<Value, NoValue> {
    let relate = Relate::new(definitions);
    match literal::value(case, "type")? {
        (PuppetValue::Type(ty), _) => Ok(forms(&relate, &ty)),
        (_, text) => Ok(json!({"ok": false, "value": text})),
    }
}

fn read(case: &Case, definitions: &Definitions) -> Value {
    let relate = Relate::new(definitions);
    match read_text(definitions, case.text("type").unwrap_or_default()) {
        Ok(ty) => forms(&relate, &ty),
        Err(TypeReadError::Refused(message)) => json!({"ok": false, "error": {"message": message}}),
        Err(error) => json!({"ok": false, "error": {"message": error.to_string(), "crash": true}}),
    }
}

fn forms(relate: &Relate<'_>, ty: &PuppetType) -> Value {
    let forms = literal::forms(relate, ty);
    if relate.doubt() == Some(Doubt::PuppetBreaks) {
        return json!({"ok": false, "error": {"message": "Puppet breaks on this type", "crash": true}});
    }
    forms
}
