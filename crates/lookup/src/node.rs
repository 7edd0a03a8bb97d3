//! A node: its facts and variables.

use puppet_types::{HashValue, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// A node, as the variables of the top scope know it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// `$facts`, a hash.
    pub facts: Value,
    /// `$trusted`, a hash.
    pub trusted: Value,
    /// `$server_facts`, a hash, if the server adds them.
    pub server_facts: Option<Value>,
    /// Other variables of the top scope; they are stronger than facts of the same name.
    pub variables: HashValue,
    /// Whether there are no other facts and variables: what is missing is known to be missing.
    pub is_complete: bool,
}

impl Node {
    /// A node of which nothing but its name is known.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            facts: Value::hash([]),
            trusted: trusted_of(name),
            server_facts: None,
            variables: HashValue::default(),
            is_complete: false,
        }
    }

    /// The same node under another name. What is trusted of it is then what Puppet says about that name.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        if self.name == name {
            return self;
        }
        Self {
            name: name.to_owned(),
            trusted: trusted_of(name),
            ..self
        }
    }

    /// The variables of the top scope (`Puppet::Parser::Compiler#set_node_parameters`).
    pub(crate) fn top_scope(&self, environment: &str) -> FxHashMap<SmolStr, Value> {
        let mut scope = FxHashMap::default();
        let server_facts = self.server_facts.iter();
        let variables = Value::from(self.variables.clone());
        for hash in server_facts.chain([&self.facts, &variables]) {
            let Value::Hash(entries) = hash else { continue };
            let named = entries
                .iter()
                .filter_map(|(key, value)| Some((key.as_str()?.into(), value.clone())));
            scope.extend(named);
        }
        let server_facts = match &self.server_facts {
            Some(Value::Hash(entries)) => {
                let environment = (Value::from("environment"), Value::from(environment));
                Value::hash(
                    entries
                        .iter()
                        .map(|(key, value)| (key.clone(), value.clone()))
                        .chain([environment]),
                )
            }
            _ => Value::hash([]),
        };
        scope.insert("environment".into(), Value::from(environment));
        scope.insert("facts".into(), self.facts.clone());
        scope.insert("trusted".into(), self.trusted.clone());
        scope.insert("server_facts".into(), server_facts);
        scope
    }
}

/// What Puppet itself says in `$trusted` about a node with this name.
pub(crate) fn trusted_of(name: &str) -> Value {
    let (host, domain) = match name.split_once('.') {
        Some((host, domain)) => (host, Value::from(domain)),
        None => (name, Value::Undef),
    };
    let entries = [
        ("authenticated", Value::from("local")),
        ("certname", Value::from(name)),
        ("domain", domain),
        ("extensions", Value::hash([])),
        ("external", Value::hash([])),
        ("hostname", Value::from(host)),
    ];
    Value::hash(entries.map(|(key, value)| (Value::from(key), value)))
}
