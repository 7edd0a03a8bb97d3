//! The table of operating systems, with the facts that decide branches.

use std::sync::LazyLock;

use puppet_eval::PuppetVersion;
use puppet_lookup::{Node, value_of};
use puppet_types::{HashValue, Value};

use crate::facts::{dig, legacy_facts};

/// The name of the node whose facts are in the table.
const NODE: &str = "foo.example.com";

/// The facts that follow from the operating system, whatever the machine is.
const OF_SYSTEMS: [&str; 6] = [
    "kernel",
    "os",
    "os_package_type",
    "package_provider",
    "service_provider",
    "systemd",
];

/// An operating system with its release.
#[derive(Debug, Clone)]
pub struct System {
    /// The name by which it is chosen: `debian-12`.
    pub id: String,
    /// Its name and release: `Debian 12`.
    pub title: String,
    /// The facts, without legacy ones.
    pub facts: Value,
}

static SYSTEMS: LazyLock<Vec<System>> = LazyLock::new(|| read(include_str!("systems.yaml")));

/// All systems, by name and release.
#[must_use]
pub fn systems() -> &'static [System] {
    &SYSTEMS
}

impl System {
    /// The system that an id names.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static System> {
        systems().iter().find(|system| system.id == id)
    }

    /// A node with this system, whose agent has a version of Puppet: agents of Puppet 8 send no legacy facts.
    #[must_use]
    pub fn node(&self, target: PuppetVersion) -> Node {
        let mut facts = match &self.facts {
            Value::Hash(facts) => (**facts).clone(),
            _ => HashValue::default(),
        };
        let version = match target {
            PuppetVersion::V7 => "7.23.0",
            PuppetVersion::V8 => "8.11.0",
        };
        let of_agent = [
            ("puppetversion", Value::from(version)),
            ("clientversion", Value::from(version)),
            ("clientcert", Value::from(NODE)),
            ("clientnoop", Value::Boolean(false)),
        ];
        facts.extend(of_agent.map(|(name, value)| (Value::from(name), value)));
        if target == PuppetVersion::V7 {
            facts.extend(legacy_facts(&self.facts));
        }
        Node {
            facts: Value::from(facts),
            is_complete: true,
            ..Node::new(NODE)
        }
    }

    /// Any node with this system: what does not follow from the system is not known.
    #[must_use]
    pub fn partial_node(&self, target: PuppetVersion) -> Node {
        let kept = |facts: &HashValue| {
            let kept = OF_SYSTEMS.iter().map(|name| Value::from(*name));
            let kept = kept.filter_map(|name| Some((name.clone(), facts.get(&name)?.clone())));
            Value::from(kept.collect::<HashValue>())
        };
        let facts = match &self.facts {
            Value::Hash(facts) => kept(facts),
            _ => Value::hash([]),
        };
        let variables = match target {
            PuppetVersion::V7 => legacy_facts(&facts),
            PuppetVersion::V8 => HashValue::default(),
        };
        Node {
            facts,
            variables,
            trusted: Value::hash([]),
            ..Node::new("")
        }
    }

    /// The name of the system, as `$facts['os']['name']`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text("os.name")
    }

    /// The family of the system, as `$facts['os']['family']`.
    #[must_use]
    pub fn family(&self) -> &str {
        self.text("os.family")
    }

    /// The kernel of the system, as `$facts['kernel']`.
    #[must_use]
    pub fn kernel(&self) -> &str {
        self.text("kernel")
    }

    pub(crate) fn text(&self, path: &str) -> &str {
        dig(&self.facts, path)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// Reads the table; a test makes sure that there is nothing wrong with it.
fn read(text: &str) -> Vec<System> {
    let Some(Ok(table)) = puppet_data::yaml::parse(text)
        .ok()
        .map(|data| value_of(&data))
    else {
        return Vec::new();
    };
    let entries = |name: &str| match dig(&table, name) {
        Some(Value::Hash(entries)) => (**entries).clone(),
        _ => HashValue::default(),
    };
    let (common, address) = (entries("common"), entries("address"));
    let systems = entries("systems").into_iter();
    systems
        .map(|(id, own)| {
            let id = id.as_str().unwrap_or_default().to_owned();
            let facts = facts_of(&common, &address, &own);
            let text = |path| {
                dig(&facts, path)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
            };
            let title = format!("{} {}", text("os.name"), release_of(&id));
            System {
                title: title.trim_end().to_owned(),
                id,
                facts,
            }
        })
        .collect()
}

/// The release in an id.
fn release_of(id: &str) -> String {
    id.split_once('-')
        .map(|(_, release)| release.replace('_', " "))
        .unwrap_or_default()
}

/// The facts of a system: the common ones, with its own in their place.
fn facts_of(common: &HashValue, address: &HashValue, own: &Value) -> Value {
    let mut facts = common.clone();
    let Value::Hash(own) = own else {
        return Value::from(facts);
    };
    for (name, value) in own.iter() {
        match name.as_str() {
            Some("interface") => {
                let networking = networking(&facts, address, value);
                facts.insert(Value::from("networking"), networking);
            }
            Some("isa") => {
                let processors = with(&facts, "processors", [("isa", value.clone())]);
                facts.insert(Value::from("processors"), processors);
            }
            _ => {
                facts.insert(name.clone(), value.clone());
            }
        }
    }
    Value::from(facts)
}

/// The network with one interface.
fn networking(facts: &HashValue, address: &HashValue, interface: &Value) -> Value {
    let address = Value::from(address.clone());
    let mut entries: Vec<(&str, Value)> = ["ip", "ip6", "mac", "netmask", "network"]
        .into_iter()
        .filter_map(|name| Some((name, dig(&address, name)?.clone())))
        .collect();
    if interface.as_str().is_some_and(|name| !name.is_empty()) {
        entries.push(("primary", interface.clone()));
        entries.push(("interfaces", Value::hash([(interface.clone(), address)])));
    }
    with(facts, "networking", entries)
}

/// A structured fact with more entries.
fn with<'a>(
    facts: &HashValue,
    name: &str,
    entries: impl IntoIterator<Item = (&'a str, Value)>,
) -> Value {
    let mut fact = match facts.get(&Value::from(name)) {
        Some(Value::Hash(fact)) => (**fact).clone(),
        _ => HashValue::default(),
    };
    fact.extend(
        entries
            .into_iter()
            .map(|(key, value)| (Value::from(key), value)),
    );
    Value::from(fact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        assert!(systems().len() > 80, "{}", systems().len());
        for system in systems() {
            for path in ["os.family", "os.name", "os.release.major", "kernel"] {
                assert!(!system.text(path).is_empty(), "{path} of {}", system.id);
            }
        }
        let debian = System::find("debian-12").unwrap();
        assert_eq!(debian.title, "Debian 12");
        let legacy = debian.node(PuppetVersion::V7).facts;
        assert_eq!(dig(&legacy, "osfamily"), Some(&Value::from("Debian")));
        assert_eq!(dig(&debian.node(PuppetVersion::V8).facts, "osfamily"), None);
    }
}
