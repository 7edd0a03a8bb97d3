//! Facts, by their keys: `$facts['os']['family']`.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::LazyLock;

use puppet_library::{FactStub, Library};
use puppet_ruby::FactValue;
use puppet_semantic::facts::recorded::{FactPaths, fact_sets};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::plugins::{CustomFacts, custom_facts};
use puppet_semantic::ruby::user_stubs::user_stubs;
use rustc_hash::FxHashSet;

use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::ruby::definitions::fact_type;

/// The keys below a path of keys.
pub fn keys(context: FileContext<'_>, path: &[String]) -> Vec<CompletionItem> {
    let prefix: String = path.iter().map(|key| format!("{key}.")).collect();
    let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
    let facts = Library.facts().iter();
    for fact in facts.filter(|fact| !fact.legacy && fact.pattern.is_none()) {
        let Some(rest) = fact.name.strip_prefix(&prefix) else {
            continue;
        };
        match rest.split_once('.') {
            // The fact itself says more than those in it.
            None => drop(keys.insert(rest, &*fact.ty)),
            Some((key, _)) => drop(keys.entry(key).or_default()),
        }
    }
    let mut items: Vec<CompletionItem> = keys
        .into_iter()
        .map(|(key, ty)| {
            CompletionItem::new(key, CompletionKind::Value)
                .detail(ty)
                .rank(10)
        })
        .collect();
    let Some(owner) = owner(context.db, context.file) else {
        return items;
    };
    let facts = custom_facts(context.db, owner.environment);
    if path.is_empty() {
        items.extend(custom(context).into_iter().map(|name| {
            CompletionItem::new(name, CompletionKind::Value)
                .detail("custom fact")
                .rank(15)
        }));
    }
    items.extend(written_keys(facts, path));
    let stubs = user_stubs(context.db, owner.environment);
    items.extend(stub_keys(&stubs.facts, &prefix));
    let sets = fact_sets(context.db, owner.environment);
    items.extend(set_keys(sets, &prefix, &items));
    items
}

/// The keys below a path of keys in a variable that Puppet sets.
pub fn builtin_variable_keys(variable: &str, path: &[String]) -> Vec<CompletionItem> {
    let path: String = path.iter().map(|key| format!("{key}.")).collect();
    let prefix = format!("{variable}.{path}");
    let variables = Library.variables().iter();
    let below = variables.filter_map(|it| Some((it.name.strip_prefix(&prefix)?, it)));
    let own = below.filter(|(key, _)| !key.contains('.'));
    own.map(|(key, it)| {
        CompletionItem::new(key, CompletionKind::Value)
            .detail(&*it.ty)
            .rank(10)
    })
    .collect()
}

/// The names of the facts that modules define, in order.
pub fn custom(context: FileContext<'_>) -> Vec<String> {
    let owner = owner(context.db, context.file);
    let facts = owner.map(|owner| custom_facts(context.db, owner.environment));
    let names = facts.into_iter().flat_map(|facts| facts.names.iter());
    let mut names: Vec<String> = names.map(|it| it.to_string()).collect();
    names.sort();
    names
}

/// Facts of machines and of `facts.d` that fit what is typed.
pub fn recorded(context: FileContext<'_>, typed: &NameMatcher<'_>) -> Vec<(String, &'static str)> {
    let owner = owner(context.db, context.file);
    let sets = owner.map(|owner| fact_sets(context.db, owner.environment));
    let all = sets.into_iter().flatten();
    let top = all.filter(|(name, _)| !name.contains('.') && typed.fits(name));
    let new = top.filter(|(name, _)| !is_old(name));
    new.map(|(name, ty)| (name.clone(), *ty)).collect()
}

/// Puppet's own facts that are no part of others, and not of old times.
pub fn plain() -> impl Iterator<Item = &'static FactStub> {
    let facts = Library.facts().iter();
    facts.filter(|it| !it.legacy && it.pattern.is_none() && !it.name.contains('.'))
}

/// Whether a fact is one of old times.
fn is_old(name: &str) -> bool {
    static OLD: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
        let mut names = FxHashSet::default();
        for fact in Library.facts() {
            names.extend(fact.legacy_names.iter().map(String::as_str));
            names.extend(fact.legacy.then_some(&*fact.name));
        }
        names
    });
    OLD.contains(name)
}

/// The keys that the Ruby code of a custom fact writes down.
fn written_keys(custom: &CustomFacts, path: &[String]) -> Vec<CompletionItem> {
    let keys: Vec<&str> = path.iter().map(String::as_str).collect();
    let Some((name, keys)) = keys.split_first() else {
        return Vec::new();
    };
    let FactValue::Hash { entries, .. } = custom.value(name).value_at(keys) else {
        return Vec::new();
    };
    let item = |(key, value): &(String, FactValue)| {
        CompletionItem::new(key.as_str(), CompletionKind::Value)
            .detail(fact_type(value))
            .rank(10)
    };
    entries.iter().map(item).collect()
}

/// The keys that the facts of machines have, without those of old times.
fn set_keys(sets: &FactPaths, prefix: &str, known: &[CompletionItem]) -> Vec<CompletionItem> {
    let below = sets.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
    let below = below.map_while(|(name, ty)| Some((name.strip_prefix(prefix)?, *ty)));
    let is_of_old_times = |key: &str| prefix.is_empty() && is_old(key);
    let own = below.filter(|(key, _)| !key.contains('.') && !is_of_old_times(key));
    let new = own.filter(|(key, _)| known.iter().all(|item| item.label != *key));
    new.map(|(key, ty)| {
        CompletionItem::new(key, CompletionKind::Value)
            .detail(ty)
            .rank(20)
    })
    .collect()
}

/// The keys that the user's stubs describe.
fn stub_keys(facts: &[FactStub], prefix: &str) -> Vec<CompletionItem> {
    let below = facts.iter().filter(|fact| fact.pattern.is_none());
    let below = below.filter_map(|fact| Some((fact.name.strip_prefix(prefix)?, fact)));
    let own = below.filter(|(key, _)| !key.contains('.'));
    own.map(|(key, fact)| {
        CompletionItem::new(key, CompletionKind::Value)
            .detail(&*fact.ty)
            .rank(10)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn labels(code: &str) -> Vec<String> {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /manifests/site.pp\n{code}\n\
             #- /web.facts.yaml\nname: web\nvalues:\n  osfamily: Debian\n  site: {{rack: {{row: 1}}, room: x}}\n\
             #- /facts/a/b.json\n{{\"rack_id\": 5}}\n\
             #- /modules/own/spec/default_facts.yml\nis_tested: true\n\
             #- /modules/own/facts.d/site.txt\ncolour=red\n# no fact\n\n\
             #- /modules/own/facts.d/more.yaml\nshelf:\n  board: 1\n\
             #- /modules/own/manifests/init.pp\nclass own {{ }}\n"
        ));
        let completion = analysis.completion(position).expect("not cancelled");
        let items = completion.items.into_iter();
        items.map(|item| item.label).collect()
    }

    #[test]
    fn facts_of_machines_are_proposed() {
        let top = labels("notice($facts['$0'])");
        for (name, expected) in [
            ("site", true),
            ("rack_id", true),
            ("is_tested", true),
            ("colour", true),
            ("shelf", true),
            ("os", true),
            ("osfamily", false),
        ] {
            assert_eq!(top.iter().any(|label| label == name), expected, "{name}");
        }
        assert_eq!(labels("notice($facts['site']['$0'])"), ["rack", "room"]);
        assert_eq!(labels("notice($facts['shelf']['$0'])"), ["board"]);
        assert_eq!(labels("notice($colou$0)"), ["$facts['colour']"]);
        assert_eq!(labels("notice(\"${shelf$0"), ["facts['shelf']"]);
        // Incomplete.
        assert_eq!(labels("notice($facts['site']['rack']['$0"), ["row"]);
    }
}
