//! The facts of operating systems, and the names that they had before Puppet 8.

use puppet_types::{HashValue, Value};

/// The names that facts had before they were structured, with the path of the value in `$facts`.
const LEGACY: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("augeasversion", "augeas.version"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("gid", "identity.group"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("interfaces", "networking.primary"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("lsbdistcodename", "os.distro.codename"),
    ("lsbdistid", "os.distro.id"),
    ("lsbdistrelease", "os.distro.release.full"),
    ("lsbmajdistrelease", "os.distro.release.major"),
    ("lsbminordistrelease", "os.distro.release.minor"),
    ("macaddress", "networking.mac"),
    ("memorysize", "memory.system.total"),
    ("memorysize_mb", "memory.system.total_mb"),
    ("netmask", "networking.netmask"),
    ("network", "networking.network"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("rubyversion", "ruby.version"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("system32", "os.windows.system32"),
];

/// The facts of one network interface, whose names end with that of the interface.
const OF_INTERFACES: &[(&str, &str)] = &[
    ("ipaddress_", "ip"),
    ("ipaddress6_", "ip6"),
    ("macaddress_", "mac"),
    ("netmask_", "netmask"),
    ("network_", "network"),
];

/// Whether a fact of this name is a legacy one: agents of Puppet 8 do not send it.
#[must_use]
pub fn is_legacy(name: &str) -> bool {
    LEGACY.iter().any(|(legacy, _)| *legacy == name)
        || OF_INTERFACES
            .iter()
            .any(|(prefix, _)| name.starts_with(prefix))
}

/// The legacy facts that belong to structured ones.
#[must_use]
pub fn legacy_facts(facts: &Value) -> HashValue {
    let mut legacy = HashValue::default();
    for (name, path) in LEGACY {
        let value = match *name {
            "memorysize_mb" => megabytes(facts),
            "lsbdistcodename"
            | "lsbdistid"
            | "lsbdistrelease"
            | "lsbmajdistrelease"
            | "lsbminordistrelease"
            | "selinux"
                if dig(facts, "kernel") != Some(&Value::from("Linux")) =>
            {
                None
            }
            _ => dig(facts, path).cloned(),
        };
        if let Some(value) = value {
            legacy.insert(Value::from(*name), value);
        }
    }
    if let Some(Value::Hash(interfaces)) = dig(facts, "networking.interfaces") {
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

/// The size of the memory as the legacy fact has it.
fn megabytes(facts: &Value) -> Option<Value> {
    let Value::Integer(bytes) = dig(facts, "memory.system.total_bytes")? else {
        return None;
    };
    // Two digits, as Facter gives it; a memory is far below the bounds of both types.
    let hundredths = bytes.saturating_mul(100) / (1 << 20);
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let megabytes = hundredths as f64 / 100.0;
    Some(Value::Float(megabytes))
}

/// The value at a path of keys.
pub(crate) fn dig<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Hash(entries) => entries.get(&Value::from(key)),
        _ => None,
    })
}
