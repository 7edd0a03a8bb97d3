//! Facts, which are variables of the top scope.

use std::sync::LazyLock;

use puppet_db::{Db, Environment};
use puppet_library::Library;
use puppet_scalars::Regexp;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::plugins::custom_facts;
use crate::text::closest_within;

/// Core facts by name, those of old times included, and the patterns of names that hold the name of a device.
static CORE: LazyLock<(FxHashSet<&'static str>, Vec<Regexp>)> = LazyLock::new(|| {
    let mut names = FxHashSet::default();
    let mut patterns = Vec::new();
    for fact in Library.facts() {
        match &fact.pattern {
            Some(pattern) => patterns.extend(Regexp::new(pattern.as_str())),
            None => drop(names.insert(fact.name.split('.').next().unwrap_or(&fact.name))),
        }
        names.extend(fact.legacy_names.iter().map(String::as_str));
    }
    (names, patterns)
});

/// Whether there may be a fact of this name: one of Puppet's own, or one that a module adds.
pub fn is_fact(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let (names, patterns) = &*CORE;
    custom_facts(db, environment).may_have(name)
        || names.contains(name)
        || patterns
            .iter()
            .any(|pattern| pattern.is_match(name).unwrap_or(true))
}

/// How many letters a misspelled name of a fact may differ from it.
const MISSPELLED: usize = 2;

/// The fact that a misspelled name may mean: of Puppet's own, and those that modules add.
pub fn closest_fact<'db>(
    db: &'db dyn Db,
    environment: Environment,
    name: &str,
) -> Option<&'db str> {
    let (names, _) = &*CORE;
    let custom = custom_facts(db, environment);
    let custom = custom.names.iter().map(SmolStr::as_str);
    closest_within(name, names.iter().copied().chain(custom), MISSPELLED)
}
