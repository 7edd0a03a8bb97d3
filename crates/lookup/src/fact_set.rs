//! Nodes from the files that tools write about them.
//!
//! Read are the output of `facter` and `puppet facts` (JSON or YAML), and exports of PuppetDB: facts, fact sets, inventory.

use indexmap::IndexMap;
use puppet_data::{Scalar, ValueKind, json, yaml};
use puppet_text::TextRange;
use puppet_types::{HashValue, Value};

use crate::node::{Node, trusted_of};
use crate::ruby_value::{get, value_of};

/// The tag that older versions of `puppet facts` write.
const TAG: &str = "!ruby/object:Puppet::Node::Facts";

/// The keys beside the facts of a node that older versions write as times.
const TIMES: [&str; 2] = ["timestamp", "expiration"];

/// A node that a file describes.
#[derive(Debug, Clone, PartialEq)]
pub struct FactSet {
    /// The node.
    pub node: Node,
    /// Where the file begins to describe it.
    pub range: TextRange,
}

/// Why a file has no facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactsError {
    /// What is wrong.
    pub message: String,
    /// Where, if it is at a place.
    pub range: Option<TextRange>,
}

/// The nodes that a file describes, by its path and text. The last one of a name counts. Facts that do not tell the name of
/// their node have that of the file.
///
/// # Errors
/// If it cannot be parsed, or has no facts.
pub fn fact_sets(path: &str, text: &str) -> Result<Vec<FactSet>, FactsError> {
    let is_json = path.ends_with(".json") || text.trim_start().starts_with(['{', '[']);
    let parsed = if is_json {
        json::parse(text)
    } else {
        yaml::parse(&text.replacen(TAG, "", 1))
    };
    let mut data = parsed.map_err(|error| FactsError {
        message: error.message,
        range: Some(error.range),
    })?;
    // When they were collected, written as a time and not as a text, is no fact.
    if let ValueKind::Mapping(entries) = &mut data.kind {
        let is_time = |kind: &ValueKind| matches!(kind, ValueKind::Scalar(Scalar::Other(..)));
        entries.retain(|it| !(TIMES.contains(&&*it.key) && is_time(&it.value.kind)));
    }
    let value = value_of(&data).map_err(|refusal| no_facts(&refusal.to_string()))?;
    let sets = match (&value, data.as_sequence()) {
        (Value::Hash(_), _) => vec![FactSet {
            node: node(&value),
            range: data.range,
        }],
        (Value::Array(items), Some(places)) => {
            let items: Vec<(&Value, TextRange)> = items
                .iter()
                .zip(places.iter().map(|place| place.range))
                .collect();
            match items.iter().any(|(item, _)| get(item, "value").is_some()) {
                true => sets_of_rows(&items),
                false => items
                    .into_iter()
                    .filter(|(item, _)| matches!(item, Value::Hash(_)))
                    .map(|(item, range)| FactSet {
                        node: node(item),
                        range,
                    })
                    .collect(),
            }
        }
        _ => Vec::new(),
    };
    if sets.is_empty() {
        return Err(no_facts("there are none in it"));
    }
    let named = sets.into_iter().map(|set| FactSet {
        node: with_name(set.node, path),
        ..set
    });
    Ok(named.collect())
}

/// A node with the name of its file, if its facts do not tell one.
fn with_name(node: Node, path: &str) -> Node {
    if !node.name.is_empty() {
        return node;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    node.with_name(stem.strip_suffix(".facts").unwrap_or(stem))
}

fn no_facts(reason: &str) -> FactsError {
    FactsError {
        message: format!("The file has no facts: {reason}"),
        range: None,
    }
}

/// The rows of the facts of PuppetDB: one fact of one node each.
fn sets_of_rows(rows: &[(&Value, TextRange)]) -> Vec<FactSet> {
    let mut nodes: IndexMap<String, (HashValue, TextRange)> = IndexMap::new();
    for (row, range) in rows {
        let text = |key: &str| get(row, key).and_then(Value::as_str);
        if let (Some(name), Some(value)) = (text("name"), get(row, "value")) {
            let (facts, _) = nodes
                .entry(text("certname").unwrap_or_default().to_owned())
                .or_insert_with(|| (HashValue::default(), *range));
            facts.insert(Value::from(name), value.clone());
        }
    }
    nodes
        .into_iter()
        .map(|(name, (facts, range))| FactSet {
            node: named(Some(name), Value::from(facts), None),
            range,
        })
        .collect()
}

/// A node with its facts, or facts alone.
fn node(value: &Value) -> Node {
    let text = |key: &str| get(value, key).and_then(Value::as_str).map(str::to_owned);
    let hash = |key: &str| get(value, key).filter(|value| matches!(value, Value::Hash(_)));
    let name = text("certname").or_else(|| text("name"));
    let facts = hash("values").or_else(|| hash("facts"));
    match (name, facts) {
        (Some(name), Some(facts)) => {
            let rows = get(facts, "data").and_then(|data| match data {
                Value::Array(rows) => {
                    let rows: Vec<_> = rows.iter().map(|row| (row, TextRange::default())).collect();
                    sets_of_rows(&rows).pop()
                }
                _ => None,
            });
            let facts = rows.map_or_else(|| facts.clone(), |set| set.node.facts);
            named(Some(name), facts, hash("trusted").cloned())
        }
        _ => named(None, value.clone(), None),
    }
}

/// A node with all its facts. A name that is not given is that of its certificate.
fn named(name: Option<String>, facts: Value, trusted: Option<Value>) -> Node {
    let in_network = || get(&facts, "networking").and_then(|networking| get(networking, "fqdn"));
    let certname = ["clientcert", "fqdn"]
        .iter()
        .find_map(|fact| get(&facts, fact))
        .or_else(in_network);
    let of_facts = || certname.and_then(Value::as_str).map(str::to_owned);
    let name = name
        .filter(|name| !name.is_empty())
        .or_else(of_facts)
        .unwrap_or_default();
    // PuppetDB keeps the trusted facts of a node among its facts.
    let in_facts = || get(&facts, "trusted").filter(|it| get(it, "certname").is_some());
    let trusted = trusted.or_else(|| in_facts().cloned());
    Node {
        trusted: trusted.unwrap_or_else(|| trusted_of(&name)),
        is_complete: true,
        facts,
        ..Node::new(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_gives_the_same_node() {
        let facts = r#"{"os": {"family": "Debian"}, "clientcert": "web.example.com"}"#;
        for (text, is_json) in [
            (facts.to_owned(), true),
            ("os:\n  family: Debian\nclientcert: web.example.com\n".to_owned(), false),
            (format!(r#"{{"name": "web.example.com", "values": {facts}}}"#), true),
            ("--- !ruby/object:Puppet::Node::Facts\nname: web.example.com\nvalues:\n  os:\n    family: Debian\n  clientcert: web.example.com\ntimestamp: 2020-01-01 00:00:00 +00:00\nexpiration: 2020-01-01\n".to_owned(), false),
            (format!(r#"[{{"certname": "web.example.com", "facts": {facts}}}]"#), true),
            (r#"[{"certname": "web.example.com", "name": "os", "value": {"family": "Debian"}},
                 {"certname": "web.example.com", "name": "clientcert", "value": "web.example.com"}]"#.to_owned(), true),
            (r#"[{"certname": "web.example.com", "facts": {"data": [{"name": "os", "value": {"family": "Debian"}},
                 {"name": "clientcert", "value": "web.example.com"}]}}]"#.to_owned(), true),
        ] {
            let path = if is_json { "a.json" } else { "a.yaml" };
            let sets = fact_sets(path, &text).expect("facts");
            let [FactSet { node, .. }] = &sets[..] else { panic!("{text}") };
            assert_eq!(node.name, "web.example.com", "{text}");
            let family = get(&node.facts, "os").and_then(|os| get(os, "family"));
            assert_eq!(family, Some(&Value::from("Debian")), "{text}");
            assert_eq!(get(&node.trusted, "hostname"), Some(&Value::from("web")));
        }
    }

    #[test]
    fn each_node_has_its_place() {
        let text = r#"[{"certname": "a", "name": "x", "value": 1},
{"certname": "b", "name": "x", "value": 2},
{"certname": "a", "name": "y", "value": 3}]"#;
        let sets = fact_sets("export.json", text).expect("facts");
        let places: Vec<(&str, usize)> = sets
            .iter()
            .map(|set| (&*set.node.name, usize::from(set.range.start())))
            .collect();
        assert_eq!(places, [("a", 1), ("b", text.find('\n').unwrap() + 1)]);
        assert_eq!(get(&sets[0].node.facts, "y"), Some(&Value::Integer(3)));
    }

    #[test]
    fn trusted_facts_may_be_among_the_facts() {
        let text = r#"[{"certname": "a", "name": "x", "value": 1},
{"certname": "a", "name": "trusted", "value": {"certname": "a", "extensions": {"pp_role": "web"}}}]"#;
        let sets = fact_sets("export.json", text).expect("facts");
        let extensions = get(&sets[0].node.trusted, "extensions");
        let role = extensions.and_then(|it| get(it, "pp_role"));
        assert_eq!(role, Some(&Value::from("web")));
    }

    #[test]
    fn other_files_say_what_is_wrong() {
        for (path, text, message, start) in [
            ("a.json", "{\"a\": }", "", Some(6)),
            ("a.yaml", "a: [1\nb: 2\n", "", Some(7)),
            (
                "a.yaml",
                "text",
                "The file has no facts: there are none in it",
                None,
            ),
            (
                "a.json",
                "[]",
                "The file has no facts: there are none in it",
                None,
            ),
            (
                "a.json",
                "[1]",
                "The file has no facts: there are none in it",
                None,
            ),
            (
                "a.yaml",
                "a: :b",
                "The file has no facts: a symbol is no fact",
                None,
            ),
        ] {
            let error = fact_sets(path, text).expect_err(text);
            assert!(error.message.starts_with(message), "{text}: {error:?}");
            let place = error.range.map(|range| usize::from(range.start()));
            assert_eq!(place, start, "{text}: {error:?}");
        }
    }
}
