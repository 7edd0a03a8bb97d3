//! The history of the data types: since when they and their parameters exist, and the forms that are gone.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::Library;

const TEXT: &str = include_str!("../type_history.toml");

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeHistory {
    since: BTreeMap<String, Vec<String>>,
    parameters: Vec<LaterParameters>,
    old: Vec<OldType>,
}

/// Parameters that came later than their type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LaterParameters {
    #[serde(rename = "type")]
    ty: String,
    what: String,
    since: String,
}

/// What of a type is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OldForm {
    /// A name that no type has any more.
    Name,
    /// A name that means another type now.
    Meaning,
    /// Parameters that the type refuses now: a range that ends before it starts.
    DescendingRange,
}

/// A form of a type that is gone.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldType {
    /// The name of the type.
    pub name: String,
    /// What of it is gone.
    pub form: OldForm,
    /// What it was.
    pub was: String,
    /// The first version that had it.
    pub since: String,
    /// The first version that did not have it any more.
    pub until: String,
    /// What to write instead.
    pub instead: String,
}

impl OldType {
    /// What it was, until when, and what to write instead: advice in one sentence.
    #[must_use]
    pub fn advice(&self) -> String {
        format!(
            "Before Puppet {}, {} was {}: write {}",
            self.until,
            self.code(),
            self.was,
            self.instead
        )
    }

    fn code(&self) -> String {
        match self.form {
            OldForm::Name | OldForm::Meaning => format!("`{}`", self.name),
            OldForm::DescendingRange => format!("`{}[5, 1]`", self.name),
        }
    }
}

/// A test reads the checked-in file, so an unreadable one is never released.
fn history() -> &'static TypeHistory {
    static HISTORY: OnceLock<TypeHistory> = OnceLock::new();
    HISTORY.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

impl Library {
    /// What a form of a type was that is gone.
    pub fn old_type(self, name: &str, form: OldForm) -> Option<&'static OldType> {
        let mut all = history().old.iter();
        all.find(|old| old.form == form && old.name.eq_ignore_ascii_case(name))
    }

    /// What a person may want to know of a type's history, one sentence each: what came after Puppet 4.0, and what the
    /// name was.
    pub fn type_remarks(self, name: &str) -> Vec<String> {
        let is_it = |other: &String| other.eq_ignore_ascii_case(name);
        // All numbers have one digit.
        let is_new = |version: &String| version.as_str() > "4.0";
        let mut since = history().since.iter();
        let since = since.find(|(since, names)| is_new(since) && names.iter().any(is_it));
        let since = since.map(|(since, _)| format!("Since Puppet {since}."));
        let later = history().parameters.iter();
        let later = later.filter(|it| is_it(&it.ty) && is_new(&it.since));
        let later = later.map(|it| format!("Since Puppet {}: {}.", it.since, it.what));
        let mut old = [OldForm::Name, OldForm::Meaning].into_iter();
        let old = old.find_map(|form| self.old_type(name, form));
        let old = old.map(|old| format!("{}.", old.advice()));
        since.into_iter().chain(later).chain(old).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::expect_file;

    use super::*;

    #[test]
    fn names_that_exist_are_known_and_others_are_not() {
        let known: TypeHistory = toml::from_str(TEXT).expect("a history");
        let names: Vec<&String> = known.since.values().flatten().collect();
        // Bolt's own.
        let of_plans = |name: &str| name == "Target";
        for ty in Library
            .language_types()
            .iter()
            .filter(|it| !of_plans(&it.name))
        {
            assert!(names.contains(&&ty.name), "{}", ty.name);
        }
        for old in &known.old {
            let exists = names.contains(&&old.name);
            assert_eq!(exists, old.form != OldForm::Name, "{}", old.name);
        }
    }

    #[test]
    fn finds_names_and_parameters() {
        assert_eq!(Library.type_remarks("sensitive"), ["Since Puppet 4.6."]);
        assert_eq!(
            Library.type_remarks("Boolean"),
            ["Since Puppet 5.4: `Boolean[true]` and `Boolean[false]`."]
        );
        assert_eq!(
            Library.type_remarks("Literal"),
            [
                "Before Puppet 3.5, `Literal` was the type of numbers, strings, booleans and regular expressions: write `Scalar`."
            ]
        );
        assert!(Library.type_remarks("Nonsense").is_empty());
        let range = OldForm::DescendingRange;
        assert!(Library.old_type("Integer", range).is_some());
        assert_eq!(Library.old_type("String", range), None);
    }

    #[test]
    fn the_page_of_versions_shows_these_tables() {
        let mut page = "# Versions of types\n\n\
            This page is for authors of modules that support several versions of Puppet.\n\
            It lists the version that introduced each data type and its parameters, and the replacements of removed forms.\n\n\
            Versions before 4.0 are those of Puppet 3 with its \"future parser\".\n\
            The page is generated from `crates/library/type_history.toml` by a test.\n\n\
            | Type | Since | Parameters added later |\n| --- | --- | --- |\n"
            .to_owned();
        let known = history();
        let all = known.since.iter();
        let all = all.flat_map(|(since, names)| names.iter().map(move |name| (name, since)));
        for (name, since) in all.collect::<BTreeMap<_, _>>() {
            let later = known.parameters.iter().filter(|it| it.ty == *name);
            let later: Vec<String> = later
                .map(|it| format!("{} ({})", it.what, it.since))
                .collect();
            let _ = writeln!(page, "| `{name}` | {since} | {} |", later.join(", "));
        }
        page += "\n## Removed forms\n\n| Form | Meaning | Since | Until | Replacement |\n| --- | --- | --- | --- | --- |\n";
        for old in &known.old {
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} |",
                old.code(),
                old.was,
                old.since,
                old.until,
                old.instead
            );
        }
        expect_file!["../../../docs/type-versions.md"].assert_eq(&page);
    }
}
