//! The facts of operating systems, and the names that they had before Puppet 8.

use puppet_library::Library;
use puppet_types::{HashValue, Value};

/// The facts of one network interface, whose names end with that of the interface.
const OF_INTERFACES: &[(&str, &str)] = &[
    ("ipaddress_", "ip"),
    ("ipaddress6_", "ip6"),
    ("macaddress_", "mac"),
    ("mtu_", "mtu"),
    ("netmask_", "netmask"),
    ("netmask6_", "netmask6"),
    ("network_", "network"),
    ("network6_", "network6"),
    ("scope6_", "scope6"),
];

/// The types of facts that are values: others have parts, and their old names have some of them.
const VALUES: [&str; 4] = ["String", "Integer", "Float", "Boolean"];

/// Whether a variable that a node lacks may be a fact of real nodes. A legacy fact may not, where its structured fact is
/// known: then the legacy fact has no value either, or the agent sends no legacy facts.
pub(crate) fn may_be_missing(name: &str, facts: &Value, sends_legacy: bool) -> bool {
    let is_of_interface = || OF_INTERFACES.iter().any(|it| name.starts_with(it.0));
    match Library.legacy_facts().get(name) {
        None => sends_legacy || !is_of_interface(),
        Some(_) if !sends_legacy => false,
        Some(None) => true,
        Some(Some(fact)) => {
            let root = fact.name.split('.').next().unwrap_or_default();
            dig(facts, root).is_none()
        }
    }
}

/// The legacy facts that belong to structured ones.
#[must_use]
pub fn legacy_facts(facts: &Value) -> HashValue {
    let mut legacy = HashValue::default();
    let is_linux = dig(facts, "kernel") == Some(&Value::from("Linux"));
    let mut names: Vec<_> = Library.legacy_facts().iter().collect();
    names.sort_unstable_by_key(|(name, _)| **name);
    for (name, fact) in names {
        let fact = fact.filter(|fact| VALUES.contains(&&*fact.ty));
        let is_of_linux = name.starts_with("lsb") || *name == "selinux";
        let value = match fact.and_then(|fact| dig(facts, &fact.name)) {
            _ if is_of_linux && !is_linux => None,
            Some(Value::Integer(bytes)) if name.ends_with("_mb") => Some(megabytes(*bytes)),
            value => value.cloned(),
        };
        if let Some(value) = value {
            legacy.insert(Value::from(*name), value);
        }
    }
    if let Some(Value::Hash(interfaces)) = dig(facts, "networking.interfaces") {
        let names = interfaces.iter().filter_map(|(name, _)| name.as_str());
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        legacy.insert(Value::from("interfaces"), Value::from(names.join(",")));
        for (interface, values) in interfaces.iter() {
            let interface = interface.as_str().unwrap_or_default().replace(' ', "_");
            for (prefix, key) in OF_INTERFACES {
                if let Some(value) = dig(values, key) {
                    let name = format!("{prefix}{interface}");
                    legacy.insert(Value::from(name), value.clone());
                }
            }
        }
    }
    legacy
}

/// A size as legacy facts have it, which Facter 4 does not round.
fn megabytes(bytes: i64) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
    let megabytes = bytes as f64 / f64::from(1 << 20);
    Value::Float(megabytes)
}

/// The value at a path of keys.
pub(crate) fn dig<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Hash(entries) => entries.get(&Value::from(key)),
        _ => None,
    })
}
