//! Since and until which version of Puppet the names of types exist.

/// A version of Puppet: major, minor.
pub type Version = (u16, u16);

/// What is known of the name of a type over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime {
    /// The name, as it is usually written.
    pub name: &'static str,
    /// The first version that has it.
    pub since: Version,
    /// The first version that does not have it any more, and what to write instead.
    pub until: Option<(Version, &'static str)>,
}

/// The names that came after the language of Puppet 4.0 had taken its form, or left with it.
const LIFETIMES: &[Lifetime] = &[
    since("NotUndef", (4, 1)),
    since("Iterable", (4, 4)),
    since("Iterator", (4, 4)),
    since("TypeAlias", (4, 4)),
    since("TypeReference", (4, 4)),
    since("Object", (4, 5)),
    since("SemVer", (4, 5)),
    since("SemVerRange", (4, 5)),
    since("Sensitive", (4, 6)),
    since("TypeSet", (4, 6)),
    since("Binary", (4, 8)),
    since("Timespan", (4, 8)),
    since("Timestamp", (4, 8)),
    since("RichData", (5, 0)),
    since("RichDataKey", (5, 0)),
    since("ScalarData", (5, 0)),
    since("Init", (5, 1)),
    since("Error", (5, 4)),
    since("URI", (5, 4)),
    since("Deferred", (6, 0)),
    replaced("Literal", "Scalar"),
    replaced("Ruby", "Runtime[ruby, …]"),
];

/// Parameters that came later than their type: the type, what of it, and since when.
const PARAMETERS: &[(&str, &str, Version)] = &[
    ("Callable", "the type of the result", (4, 7)),
    ("Boolean", "a value", (5, 4)),
    ("Enum", "ignoring the case of letters", (5, 4)),
];

const fn since(name: &'static str, since: Version) -> Lifetime {
    Lifetime {
        name,
        since,
        until: None,
    }
}

/// A name of the future parser of Puppet 3 that Puppet 4 does not have.
const fn replaced(name: &'static str, replacement: &'static str) -> Lifetime {
    Lifetime {
        name,
        since: (3, 0),
        until: Some(((4, 0), replacement)),
    }
}

/// Since and until when a name exists; names without an entry have always been there, or never.
pub fn lifetime(name: &str) -> Option<Lifetime> {
    LIFETIMES
        .iter()
        .copied()
        .find(|lifetime| lifetime.name.eq_ignore_ascii_case(name))
}

/// What of the parameters of a type came later than the type itself: a description, and since when.
pub fn later_parameters(name: &str) -> impl Iterator<Item = (&'static str, Version)> {
    let of_type = move |(other, _, _): &&(&str, &str, Version)| other.eq_ignore_ascii_case(name);
    PARAMETERS
        .iter()
        .filter(of_type)
        .map(|(_, what, since)| (*what, *since))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    #[test]
    fn names_that_exist_are_known_and_others_are_not() {
        for lifetime in LIFETIMES {
            let exists = builtin::core_type(lifetime.name).is_some()
                || builtin::lookup(lifetime.name).is_some();
            assert_eq!(exists, lifetime.until.is_none(), "{}", lifetime.name);
        }
    }

    #[test]
    fn finds_names_and_parameters() {
        assert_eq!(
            lifetime("sensitive").map(|lifetime| lifetime.since),
            Some((4, 6))
        );
        assert_eq!(
            lifetime("Literal").and_then(|lifetime| lifetime.until),
            Some(((4, 0), "Scalar"))
        );
        assert_eq!(lifetime("Integer"), None);
        assert_eq!(later_parameters("Enum").count(), 1);
    }
}
