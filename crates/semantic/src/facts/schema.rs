//! The parts of Puppet's own structured facts.

use std::sync::LazyLock;

use puppet_db::{Db, Environment};
use puppet_library::Library;
use rustc_hash::FxHashMap;

use crate::facts::fact;
use crate::facts::recorded::fact_sets;
use crate::ruby::plugins::custom_facts;
use puppet_text::closest;

/// Facts whose parts are the same in all versions of Facter: no other part is a fact.
const STABLE: [&str; 6] = [
    "identity",
    "load_averages",
    "memory",
    "networking",
    "os",
    "system_uptime",
];

/// The parts of each structured fact, by its path with dots.
static PARTS: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut parts: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for fact in Library.facts().iter().filter(|it| it.pattern.is_none()) {
        let mut path = fact.name.as_str();
        while let Some((whole, part)) = path.rsplit_once('.') {
            let known = parts.entry(whole).or_default();
            if !known.contains(&part) {
                known.push(part);
            }
            path = whole;
        }
    }
    parts
});

/// A part that a structured fact does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPart {
    /// Its index in the path.
    pub index: usize,
    /// The part that is probably meant.
    pub similar: Option<&'static str>,
}

/// The first part of a path that Puppet's own facts do not have, where no other fact or stub may have it:
/// `famly` of `os`, `famly`.
pub fn unknown_part(db: &dyn Db, environment: Environment, path: &[&str]) -> Option<UnknownPart> {
    let root = path.first()?;
    let custom = custom_facts(db, environment);
    if custom.names.contains(*root) || custom.prefixes.iter().any(|it| root.starts_with(&**it)) {
        return None;
    }
    // Below what has no known parts, nothing has.
    let mut known = (1..path.len()).map_while(|index| {
        let whole = path.get(..index)?.join(".");
        Some((index, PARTS.get(whole.as_str())?))
    });
    known.find_map(|(index, parts)| {
        let (part, here) = (path.get(index)?, path.get(..=index)?);
        let similar = closest(part, parts.iter().copied());
        let is_known = parts.contains(part)
            || fact(db, environment, here).is_some()
            || fact_sets(db, environment).contains_key(&here.join("."));
        let is_certain = similar.is_some() || STABLE.contains(root);
        (!is_known && is_certain).then_some(UnknownPart { index, similar })
    })
}
