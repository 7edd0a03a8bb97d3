//! Nodes from the files that tools write about them.
//!
//! Read are the output of `facter` and `puppet facts` (JSON or YAML), and exports of PuppetDB: facts, fact sets, inventory.

use indexmap::IndexMap;
use puppet_data::{SyntaxError, json, yaml};
use puppet_types::{HashValue, Value};

use crate::node::{Node, trusted_of};
use crate::ruby_value::{get, value_of};

/// The tag that older versions of `puppet facts` write.
const TAG: &str = "!ruby/object:Puppet::Node::Facts";

/// Why a file has no facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactsError {
    /// It cannot be parsed.
    Syntax(SyntaxError),
    /// It has something else.
    Content(String),
}

/// The nodes that a file describes. The last one of a name counts.
///
/// # Errors
/// If it cannot be parsed, or has no facts.
pub fn nodes_of_facts(text: &str, is_json: bool) -> Result<Vec<Node>, FactsError> {
    let parsed = if is_json {
        json::parse(text)
    } else {
        yaml::parse(&text.replacen(TAG, "", 1))
    };
    let data = parsed.map_err(FactsError::Syntax)?;
    let value = value_of(&data).map_err(|refusal| {
        FactsError::Content(format!("it has a value that is no fact: {refusal:?}"))
    })?;
    let nodes = match &value {
        Value::Hash(_) => vec![node(&value)],
        Value::Array(items) if items.iter().any(|item| get(item, "value").is_some()) => {
            nodes_of_rows(items)
        }
        Value::Array(items) => items.iter().map(node).collect(),
        _ => Vec::new(),
    };
    match nodes.is_empty() {
        true => Err(FactsError::Content("it has no facts".to_owned())),
        false => Ok(nodes),
    }
}

/// The rows of the facts of PuppetDB: one fact of one node each.
fn nodes_of_rows(rows: &[Value]) -> Vec<Node> {
    let mut nodes: IndexMap<String, HashValue> = IndexMap::new();
    for row in rows {
        let text = |key: &str| get(row, key).and_then(Value::as_str);
        if let (Some(name), Some(value)) = (text("name"), get(row, "value")) {
            let facts = nodes
                .entry(text("certname").unwrap_or_default().to_owned())
                .or_default();
            facts.insert(Value::from(name), value.clone());
        }
    }
    nodes
        .into_iter()
        .map(|(name, facts)| named(Some(name), Value::from(facts), None))
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
                Value::Array(rows) => nodes_of_rows(rows).pop(),
                _ => None,
            });
            let facts = rows.map_or_else(|| facts.clone(), |node| node.facts);
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
            ("--- !ruby/object:Puppet::Node::Facts\nname: web.example.com\nvalues:\n  os:\n    family: Debian\n  clientcert: web.example.com\n".to_owned(), false),
            (format!(r#"[{{"certname": "web.example.com", "facts": {facts}}}]"#), true),
            (r#"[{"certname": "web.example.com", "name": "os", "value": {"family": "Debian"}},
                 {"certname": "web.example.com", "name": "clientcert", "value": "web.example.com"}]"#.to_owned(), true),
            (r#"[{"certname": "web.example.com", "facts": {"data": [{"name": "os", "value": {"family": "Debian"}},
                 {"name": "clientcert", "value": "web.example.com"}]}}]"#.to_owned(), true),
        ] {
            let nodes = nodes_of_facts(&text, is_json).expect("facts");
            let [node] = &nodes[..] else { panic!("{text}") };
            assert_eq!(node.name, "web.example.com", "{text}");
            let family = get(&node.facts, "os").and_then(|os| get(os, "family"));
            assert_eq!(family, Some(&Value::from("Debian")), "{text}");
            assert_eq!(get(&node.trusted, "hostname"), Some(&Value::from("web")));
        }
    }

    #[test]
    fn other_files_say_what_is_wrong() {
        assert!(matches!(
            nodes_of_facts("{", true),
            Err(FactsError::Syntax(_))
        ));
        assert!(matches!(
            nodes_of_facts("text", false),
            Err(FactsError::Content(_))
        ));
        assert!(matches!(
            nodes_of_facts("[]", true),
            Err(FactsError::Content(_))
        ));
    }
}
