//! Since and until which version of Puppet the types, and the forms of their parameters, exist.
//!
//! The versions are those of the releases in which a form first works, or first does not work any more. Puppet 3 had the
//! language of today as its "future parser"; what is said of versions before 4.0 is about that.

use crate::value::Value;

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

/// The names of types, and since when they have been there.
const NAMES: &[(Version, &[&str])] = &[
    (
        (3, 3),
        &[
            "Array", "Boolean", "Data", "Float", "Hash", "Integer", "Pattern", "String",
        ],
    ),
    (
        (3, 5),
        &[
            "CatalogEntry",
            "Class",
            "Collection",
            "Default",
            "Enum",
            "Numeric",
            "Optional",
            "Regexp",
            "Resource",
            "Scalar",
            "Struct",
            "Tuple",
            "Type",
            "Undef",
            "Variant",
        ],
    ),
    ((3, 6), &["Callable"]),
    ((3, 7), &["Any", "Runtime"]),
    ((4, 1), &["NotUndef"]),
    ((4, 4), &["Iterable", "Iterator"]),
    (
        (4, 5),
        &[
            "Object",
            "SemVer",
            "SemVerRange",
            "TypeAlias",
            "TypeReference",
        ],
    ),
    ((4, 6), &["Sensitive", "TypeSet"]),
    ((4, 8), &["Binary", "Timespan", "Timestamp"]),
    ((5, 0), &["RichData", "RichDataKey", "ScalarData"]),
    ((5, 1), &["Init"]),
    ((5, 4), &["Error", "URI"]),
    ((6, 0), &["Deferred"]),
];

/// What a form that is gone was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldForm {
    /// A name that no type has any more.
    Name,
    /// A name that means another type now.
    Meaning,
    /// Parameters that the type refuses now: a range that ends before it starts.
    DescendingRange,
}

/// A form of a type that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Old {
    /// The name of the type.
    pub name: &'static str,
    /// What of it is gone.
    pub form: OldForm,
    /// What it was.
    pub was: &'static str,
    /// The first version that had it.
    pub since: Version,
    /// The first version that did not have it any more.
    pub until: Version,
    /// What to write instead.
    pub instead: &'static str,
}

impl Old {
    /// What it was, until when, and what to write instead: advice in one sentence.
    #[must_use]
    pub fn advice(&self) -> String {
        let (major, minor) = self.until;
        let subject = match self.form {
            OldForm::Name | OldForm::Meaning => format!("`{}`", self.name),
            OldForm::DescendingRange => format!("`{}[5, 1]`", self.name),
        };
        format!(
            "Before Puppet {major}.{minor}, {subject} was {}: write {}",
            self.was, self.instead
        )
    }
}

/// All forms that are gone.
const OLD: &[Old] = &[
    Old {
        name: "Literal",
        form: OldForm::Name,
        was: "the type of numbers, strings, booleans and regular expressions",
        since: (3, 3),
        until: (3, 5),
        instead: "`Scalar`",
    },
    Old {
        name: "Ruby",
        form: OldForm::Name,
        was: "the type of the instances of a class of Ruby",
        since: (3, 3),
        until: (3, 7),
        instead: "`Runtime[ruby, 'Name::Of::Class']`",
    },
    Old {
        name: "Object",
        form: OldForm::Meaning,
        was: "the type of all values",
        since: (3, 3),
        until: (3, 7),
        instead: "`Any`",
    },
    Old {
        name: "Pattern",
        form: OldForm::Meaning,
        was: "the type of regular expressions",
        since: (3, 3),
        until: (3, 5),
        instead: "`Regexp` for their type, and `/…/` for one of them",
    },
    Old {
        name: "Array",
        form: OldForm::Meaning,
        was: "an array of `Data`, where no type of its elements is given",
        since: (3, 3),
        until: (5, 0),
        instead: "`Array[Data]`",
    },
    Old {
        name: "Hash",
        form: OldForm::Meaning,
        was: "a hash of `Scalar` to `Data`, where no types are given",
        since: (3, 3),
        until: (5, 0),
        instead: "`Hash[Scalar, Data]`",
    },
    Old {
        name: "Integer",
        form: OldForm::DescendingRange,
        was: "a range to be counted downwards",
        since: (3, 3),
        until: (4, 4),
        instead: "`Integer[1, 5]`, and `Integer[1, 5].reverse_each` to count downwards",
    },
    Old {
        name: "Float",
        form: OldForm::DescendingRange,
        was: "the same range as `Float[1, 5]`",
        since: (3, 3),
        until: (4, 4),
        instead: "the smaller bound first",
    },
];

/// Parameters that came later than their type: the type, what of it, and since when.
const PARAMETERS: &[(&str, &str, Version)] = &[
    ("Array", "sizes", (3, 5)),
    ("Boolean", "a value", (5, 4)),
    ("Callable", "the type of the result", (4, 7)),
    ("Enum", "ignoring the case of letters", (5, 4)),
    ("Hash", "sizes", (3, 5)),
    ("String", "sizes", (3, 5)),
];

/// Since and until when a name of a type exists; `None` for names that Puppet never had.
pub fn lifetime(name: &str) -> Option<Lifetime> {
    let is_name = |other: &&str| other.eq_ignore_ascii_case(name);
    let there = NAMES.iter().find_map(|(since, names)| {
        names.iter().copied().find(is_name).map(|name| Lifetime {
            name,
            since: *since,
            until: None,
        })
    });
    there.or_else(|| {
        old_name(name).map(|old| Lifetime {
            name: old.name,
            since: old.since,
            until: Some((old.until, old.instead)),
        })
    })
}

/// What a name was that no type has any more.
pub fn old_name(name: &str) -> Option<&'static Old> {
    old(name, OldForm::Name)
}

/// What a name meant before it had its meaning of today.
pub fn old_meaning(name: &str) -> Option<&'static Old> {
    old(name, OldForm::Meaning)
}

/// What parameters were that the type refuses now.
pub fn old_parameters(name: &str, keys: &[Value]) -> Option<&'static Old> {
    let number = |value: &Value| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    };
    let [from, to] = keys else { return None };
    (number(from)? > number(to)?).then(|| old(name, OldForm::DescendingRange))?
}

fn old(name: &str, form: OldForm) -> Option<&'static Old> {
    OLD.iter()
        .find(|old| old.form == form && old.name.eq_ignore_ascii_case(name))
}

/// What of the parameters of a type came later than the type itself: a description, and since when.
pub fn later_parameters(name: &str) -> impl Iterator<Item = (&'static str, Version)> {
    let of_type = move |(other, _, _): &&(&str, &str, Version)| other.eq_ignore_ascii_case(name);
    PARAMETERS
        .iter()
        .filter(of_type)
        .map(|(_, what, since)| (*what, *since))
}

/// What a person may want to know of a type's history, one sentence each: what came after Puppet 4.0, and what the name was.
pub fn remarks(name: &str) -> Vec<String> {
    const ALWAYS: Version = (4, 0);
    let mut remarks = Vec::new();
    if let Some(Lifetime {
        since: (major, minor),
        until: None,
        ..
    }) = lifetime(name)
        && (major, minor) > ALWAYS
    {
        remarks.push(format!("Since Puppet {major}.{minor}."));
    }
    let later = later_parameters(name).filter(|(_, since)| *since > ALWAYS);
    remarks.extend(
        later.map(|(what, (major, minor))| format!("With {what}: since Puppet {major}.{minor}.")),
    );
    let old = old_name(name).or_else(|| old_meaning(name));
    remarks.extend(old.map(|old| {
        let advice = old.advice();
        let mut letters = advice.chars();
        letters.next().map_or(String::new(), |first| {
            format!("{}{}.", first.to_ascii_uppercase(), letters.as_str())
        })
    }));
    remarks
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::expect_file;
    use smol_str::SmolStr;

    use super::*;
    use crate::builtin;

    #[test]
    fn names_that_exist_are_known_and_others_are_not() {
        let names = NAMES.iter().flat_map(|(_, names)| names.iter());
        for name in names {
            assert!(exists(name), "{name}");
        }
        for old in OLD {
            assert_eq!(exists(old.name), old.form != OldForm::Name, "{}", old.name);
        }
        let core = |name: &SmolStr| builtin::core_type(name).is_some();
        for name in builtin::names().into_iter().filter(core) {
            assert!(lifetime(&name).is_some(), "{name}");
        }
    }

    fn exists(name: &str) -> bool {
        builtin::core_type(name).is_some() || builtin::lookup(name).is_some()
    }

    #[test]
    fn finds_names_and_parameters() {
        assert_eq!(
            lifetime("sensitive").map(|lifetime| lifetime.since),
            Some((4, 6))
        );
        assert_eq!(
            lifetime("Literal").and_then(|lifetime| lifetime.until),
            Some(((3, 5), "`Scalar`"))
        );
        assert_eq!(lifetime("Nonsense"), None);
        assert_eq!(later_parameters("Enum").count(), 1);
        assert_eq!(remarks("Sensitive"), ["Since Puppet 4.6."]);
        assert_eq!(remarks("Boolean"), ["With a value: since Puppet 5.4."]);
        assert_eq!(
            remarks("Literal"),
            [
                "Before Puppet 3.5, `Literal` was the type of numbers, strings, booleans and regular expressions: write `Scalar`."
            ]
        );
        let descending = [Value::Integer(5), Value::Integer(1)];
        assert!(old_parameters("Integer", &descending).is_some());
        assert!(old_parameters("String", &descending).is_none());
        assert!(old_parameters("Integer", &[Value::Integer(1), Value::Integer(5)]).is_none());
    }

    #[test]
    fn the_page_of_versions_shows_these_tables() {
        let mut page = "# Versions of types\n\n\
            This page is for authors of modules that support several versions of Puppet.\n\
            It lists the version that introduced each data type and its parameters, and the replacements of removed forms.\n\n\
            Versions before 4.0 are those of Puppet 3 with its \"future parser\".\n\
            The page is generated from `crates/types/src/versions.rs` by the tests of that file.\n\n\
            | Type | Since | Parameters added later |\n| --- | --- | --- |\n"
            .to_owned();
        let mut all: Vec<_> = NAMES
            .iter()
            .flat_map(|(since, names)| names.iter().map(move |name| (*name, *since)))
            .collect();
        all.sort_unstable();
        for (name, (major, minor)) in all {
            let later: Vec<String> = later_parameters(name)
                .map(|(what, (major, minor))| format!("{what} ({major}.{minor})"))
                .collect();
            let _ = writeln!(
                page,
                "| `{name}` | {major}.{minor} | {} |",
                later.join(", ")
            );
        }
        page += "\n## Removed forms\n\n| Form | Meaning | Since | Until | Replacement |\n| --- | --- | --- | --- | --- |\n";
        for old in OLD {
            let shown = match old.form {
                OldForm::DescendingRange => format!("`{}[5, 1]`", old.name),
                OldForm::Name | OldForm::Meaning => format!("`{}`", old.name),
            };
            let ((since, of), (until, to)) = (old.since, old.until);
            let _ = writeln!(
                page,
                "| {shown} | {} | {since}.{of} | {until}.{to} | {} |",
                old.was, old.instead
            );
        }
        expect_file!["../../../docs/type-versions.md"].assert_eq(&page);
    }
}
