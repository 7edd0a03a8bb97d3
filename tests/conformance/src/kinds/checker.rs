//! The whole checker on a manifest, for the kinds that run it.
//!
//! Where Puppet succeeds, the checker must not report an error. Where Puppet fails it may: not everything can be known
//! before evaluation. How many errors it finds is printed with the result.

use std::path::Path;

use puppet_checks::file_diagnostics;
use puppet_diagnostics::Severity;
use puppet_project::ProjectInputs;
use puppet_project::fs::Memory;
use serde_json::{Value, json};

use crate::{case::Case, kinds::CaseAnswer};

/// The manifest that is evaluated.
pub const SITE: &str = "/manifests/site.pp";

/// Rules about doubts that Puppet takes as errors with `strict = error` only.
const STRICT: &[&str] = &["T205", "C405", "C401", "S003", "T208"];

/// Rules about what compiles, and what the agent then refuses.
const OF_THE_AGENT: &[&str] = &["R305", "R311"];

/// The errors of the checker in the file `path`, in an environment of these files.
pub fn check(case: &Case, path: &str, files: &[(&str, &str)]) -> CaseAnswer {
    let mut memory: Memory = files.iter().copied().collect();
    memory.insert(
        "/environment.conf",
        "modulepath = modules\nmanifest = manifests\n",
    );
    memory.insert("/hiera.yaml", "version: 5\nhierarchy: []\n");
    let (db, inputs) = ProjectInputs::open(&memory, Path::new("/"));
    // A file that nothing loads is not checked.
    let Some(file) = inputs.file(path) else {
        return CaseAnswer::Json(json!({"ok": true, "errors": []}));
    };
    let is_strict = case.strict() == "error";
    let errors: Vec<Value> = file_diagnostics(&db, file)
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .filter(|it| is_strict || !STRICT.contains(&it.code()))
        .filter(|it| !OF_THE_AGENT.contains(&it.code()))
        .map(|it| json!({"code": it.code(), "message": it.message}))
        .collect();
    CaseAnswer::Json(json!({"ok": errors.is_empty(), "errors": errors}))
}

/// The false errors. `succeeds` is whether Puppet does.
pub fn false_errors(succeeds: bool, ours: &Value) -> Vec<String> {
    if !succeeds {
        return Vec::new();
    }
    let errors = ours["errors"].as_array().into_iter().flatten();
    errors
        .map(|error| format!("Puppet accepts this, the checker says {error}"))
        .collect()
}

/// Whether the checker found an error where Puppet fails; `None` where Puppet succeeds, and for other kinds.
pub fn finds_error(case: &Case, answer: &CaseAnswer) -> Option<bool> {
    let fails = match case.kind.as_str() {
        "checker-eval" | "checker-validate" => case.expect["ok"] == Value::Bool(false),
        "checker-mismatch" => case.expect["instance"] == Value::Bool(false),
        _ => false,
    };
    fails.then(|| matches!(answer, CaseAnswer::Json(json) if json["ok"] == Value::Bool(false)))
}
