//! Kind `plugin-facts`: the names of facts.

use puppet_library::{FactStub, Library};
use serde_json::{Value, json};

use super::{compare_fields, named, source};
use crate::case::Case;
use crate::figures::{CaseOutcome, Part};
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `plugin-facts`.
pub struct PluginFacts;

impl CaseKind for PluginFacts {
    fn name(&self) -> &'static str {
        "plugin-facts"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(name) = case.text("name") else {
            return CaseAnswer::NotImplemented;
        };
        if case.text("module") == Some("facter") {
            let known = |fact: &FactStub| {
                is_path_to(&fact.name, name)
                    || is_path_to(name, &fact.name)
                    || is_pattern(fact, name)
            };
            let legacy = Library
                .facts()
                .iter()
                .any(|fact| fact.legacy_names.iter().any(|legacy| legacy == name));
            return CaseAnswer::Json(
                json!({ "known": legacy || Library.facts().iter().any(known) }),
            );
        }
        let Some(facts) = source::facts(case) else {
            return CaseAnswer::NotImplemented;
        };
        let found = facts
            .facts
            .iter()
            .filter(|fact| fact.name.as_deref() == Some(name))
            .collect::<Vec<_>>();
        let computed = facts.facts.iter().any(|fact| fact.name.is_none());
        let first = found.first();
        CaseAnswer::Json(json!({
            "known": !found.is_empty() || computed,
            "computed": found.is_empty() && computed,
            "type": first.filter(|fact| fact.aggregate).map(|_| "aggregate"),
            "chunks": found.iter().flat_map(|fact| &fact.chunks).collect::<Vec<_>>(),
        }))
    }

    fn parts(&self, _case: &Case, ours: &Value) -> Vec<(Part, CaseOutcome)> {
        vec![named(ours.get("known") == Some(&Value::Bool(true)))]
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        if ours.get("known") != Some(&Value::Bool(true)) {
            return vec!["no fact of that name".to_owned()];
        }
        match (case.expect.as_object(), ours.as_object()) {
            (Some(expect), Some(ours)) if case.text("module") != Some("facter") => {
                compare_fields("", &["computed", "type", "chunks"], expect, ours)
            }
            _ => Vec::new(),
        }
    }
}

/// `os` leads to `os.release.major`.
fn is_path_to(outer: &str, inner: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Facts for each device, interface and the like: the same text before and after the part that varies.
fn is_pattern(fact: &FactStub, name: &str) -> bool {
    let (Some(pattern), Some((before, after))) = (fact.pattern.as_deref(), name.split_once(".*"))
    else {
        return false;
    };
    let pattern = pattern.trim_start_matches('^').trim_end_matches('$');
    pattern.starts_with(before) && pattern.ends_with(after)
}
