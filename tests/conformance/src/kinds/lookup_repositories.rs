//! Kind `lookup-repositories`: the same as `lookup`, for public control repositories.

use std::path::PathBuf;

use serde_json::Value;

use crate::case::Case;
use crate::kinds::lookup::{ask, differences, fact_sets};
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `lookup-repositories`.
pub struct LookupRepositories;

impl CaseKind for LookupRepositories {
    fn name(&self) -> &'static str {
        "lookup-repositories"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(clone) = clone_of(case) else { return CaseAnswer::NotImplemented };
        let facts = fact_sets(&case.lookups.facts_of_repositories);
        let (repository, set) = case.text("fact_set").and_then(|name| name.rsplit_once(':')).unwrap_or_default();
        let set = facts.get(repository).and_then(|repository| repository.get("fact_sets")?.get(set));
        CaseAnswer::Json(ask(case, &clone, set))
    }

    fn is_here(&self, case: &Case) -> bool {
        clone_of(case).is_some_and(|clone| clone.is_dir())
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        differences(&case.expect, ours)
    }
}

fn clone_of(case: &Case) -> Option<PathBuf> {
    let clones = case.lookups.repositories.as_deref()?;
    Some(clones.join(case.text("repository")?.replace('/', "+")))
}
