//! Kind `checker-validate`: the cases of `validate`, as files that are checked.

use serde_json::Value;

use crate::{
    case::Case,
    kinds::{
        CaseAnswer, CaseKind,
        checker::{self, SITE},
    },
};

/// The kind `checker-validate`. What Puppet accepts here may still fail when it is evaluated: only errors of the rules of
/// syntax and form are false then.
pub struct CheckerValidate;

impl CaseKind for CheckerValidate {
    fn name(&self) -> &'static str {
        "checker-validate"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let text = case.text("source").unwrap_or_default();
        let path = match case.text("file") {
            Some(file) if file.starts_with("/modules/") => file,
            _ if case.flag("epp") => "/modules/m/templates/case.epp",
            _ if case.flag("tasks") => "/modules/m/plans/case.pp",
            _ => SITE,
        };
        checker::check(case, path, &[(path, text)])
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let errors = ours["errors"].as_array().cloned().unwrap_or_default();
        // Some rules of form are also about values that are no titles and no types of resources.
        let is_form = |code: &str| code.starts_with('S') && !["S012", "S016"].contains(&code);
        let of_form = errors
            .into_iter()
            .filter(|error| error["code"].as_str().is_some_and(is_form));
        let ours = serde_json::json!({"errors": of_form.collect::<Vec<_>>()});
        checker::false_errors(case.expect["ok"] == Value::Bool(true), &ours)
    }
}
