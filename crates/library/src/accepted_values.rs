//! The values that an attribute accepts, in the order of their use, with its patterns in words.

use crate::model::AttributeStub;

/// Regular expressions that Ruby code often accepts, without anchors, and what they accept in words.
const PATTERNS: [(&[&str], &str); 5] = [
    (&["", ".", ".*", ".+"], "a string"),
    (&[r"\d+", "[0-9]+", "[0-9]*", r"\d*"], "a number"),
    (&[r"-?\d+", "-?[0-9]+", r"[-+]?\d+"], "an integer"),
    (
        &["/", "/.*", "/.+", r"\/", r"\/.*", r"\/.+"],
        "an absolute path",
    ),
    (&[r"\d{4}-\d{2}-\d{2}"], "a date as YYYY-MM-DD"),
];

/// What a regular expression of Ruby code accepts, if it is a common one.
#[must_use]
pub fn pattern_in_words(pattern: &str) -> Option<&'static str> {
    let inner = pattern
        .strip_prefix('/')
        .and_then(|it| it.strip_suffix('/'));
    let inner = inner.filter(|it| !it.is_empty()).unwrap_or(pattern);
    let start = ["^", r"\A"].iter().find_map(|it| inner.strip_prefix(it));
    let inner = start.unwrap_or(inner);
    let end = ["$", r"\z", r"\Z"]
        .iter()
        .find_map(|it| inner.strip_suffix(it));
    let inner = end.unwrap_or(inner);
    let found = PATTERNS.iter().find(|(forms, _)| forms.contains(&inner));
    found.map(|(_, words)| *words)
}

impl AttributeStub {
    /// The values that are worth offering, those first that are set most often.
    ///
    /// Aliases of switches (`false` for `absent`) and the words for `true` and `false` are left out.
    #[must_use]
    pub fn offered_values(&self) -> Vec<&str> {
        let is_switch = |value: &str| matches!(value, "true" | "false");
        let is_wanted = |value: &&str| !self.boolean || !matches!(*value, "yes" | "no");
        let common = self.common_values.iter().map(String::as_str);
        let values = self.values.iter().map(String::as_str).filter(is_wanted);
        let aliases = self.aliases.iter().map(String::as_str);
        let mut offered = Vec::new();
        for value in common
            .chain(values)
            .chain(aliases.filter(|it| !is_switch(it)))
        {
            if !offered.contains(&value) {
                offered.push(value);
            }
        }
        offered
    }

    /// All that it accepts: values, then its patterns in words.
    #[must_use]
    pub fn accepted(&self) -> Vec<&str> {
        let mut accepted = self.offered_values();
        if !self.pattern_docs.is_empty() {
            accepted.extend(self.pattern_docs.iter().map(String::as_str));
            return accepted;
        }
        for pattern in &self.patterns {
            let words = pattern_in_words(pattern).unwrap_or(pattern);
            if !accepted.contains(&words) {
                accepted.push(words);
            }
        }
        accepted
    }
}

#[cfg(test)]
mod tests {
    use super::pattern_in_words;
    use crate::{AttributeStub, Library};

    fn attribute(of: &str, name: &str) -> &'static AttributeStub {
        let stub = Library.resource_type(of).expect("it exists");
        let found = stub.attributes.iter().find(|it| it.name == name);
        found.expect("it exists")
    }

    #[test]
    fn values_come_in_the_order_of_their_use() {
        for (of, name, expected) in [
            (
                "package",
                "ensure",
                "installed, latest, absent, purged, present, disabled | a version",
            ),
            (
                "file",
                "ensure",
                "file, directory, link, absent, present | a path to link to",
            ),
            ("service", "ensure", "running, stopped"),
            ("file", "force", "true, false"),
            ("file", "recurselimit", " | a number"),
        ] {
            let attribute = attribute(of, name);
            let values = attribute.offered_values();
            let accepted = attribute.accepted();
            let words = accepted.get(values.len()..).unwrap_or_default();
            let mut found = values.join(", ");
            if !words.is_empty() {
                found = format!("{found} | {}", words.join(", "));
            }
            assert_eq!(found, expected, "{of} {name}");
        }
    }

    #[test]
    fn every_pattern_has_words() {
        let types = Library.resource_type_names();
        let stubs = types.filter_map(|name| Library.resource_type(name));
        let attributes = stubs.flat_map(|stub| stub.attributes.iter().map(|it| (&*stub.name, it)));
        let metaparameters = Library.metaparameters().iter().map(|it| ("all", it));
        for (of, attribute) in attributes.chain(metaparameters) {
            let name = &attribute.name;
            assert_eq!(
                attribute.patterns.is_empty(),
                attribute.pattern_docs.is_empty(),
                "{of} {name}"
            );
            let is_pattern = |words: &String| words.contains(['/', '\\', '^', '$']);
            assert!(
                !attribute.pattern_docs.iter().any(is_pattern),
                "{of} {name}"
            );
            let known: Vec<&String> = attribute.values.iter().chain(&attribute.aliases).collect();
            let mut common = attribute.common_values.iter();
            assert!(common.all(|it| known.contains(&it)), "{of} {name}");
        }
    }

    #[test]
    fn common_patterns_have_words() {
        for (pattern, words) in [
            ("/./", Some("a string")),
            (".*", Some("a string")),
            (r"^\d+$", Some("a number")),
            (r"/\A\d+\z/", Some("a number")),
            ("^/", Some("an absolute path")),
            ("^[a-f]+$", None),
        ] {
            assert_eq!(pattern_in_words(pattern), words, "{pattern}");
        }
    }
}
