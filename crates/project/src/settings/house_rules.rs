//! The setting `house-rules`: the user's own rules.

use puppet_data::DataValue;
use puppet_diagnostics::Severity;
use puppet_patterns::{HouseRule, HouseRuleSource};

use crate::settings::{LEVELS, SettingsReader};

const KEYS: [&str; 10] = [
    "name",
    "pattern",
    "inside",
    "not-inside",
    "without",
    "where",
    "where-not",
    "message",
    "severity",
    "rewrite",
];

impl SettingsReader<'_> {
    pub(super) fn house_rules(&mut self, value: &DataValue) -> Vec<HouseRule> {
        let Some(elements) = value.as_sequence() else {
            self.expected(
                "a list of tables with 'name', 'pattern' and 'message'",
                value,
            );
            return Vec::new();
        };
        elements
            .iter()
            .filter_map(|element| self.house_rule(element))
            .collect()
    }

    fn house_rule(&mut self, value: &DataValue) -> Option<HouseRule> {
        let Some(entries) = value.as_mapping() else {
            self.expected("a table with 'name', 'pattern' and 'message'", value);
            return None;
        };
        for entry in entries.iter().filter(|entry| !KEYS.contains(&&*entry.key)) {
            self.unknown("setting", &entry.key, &KEYS, entry.key_range);
        }
        let known = self.problems.len();
        let name = self.required_text(value, "name");
        let message = self.required_text(value, "message");
        if value.get("pattern").is_none() {
            self.problem("Key 'pattern' is missing".to_owned(), value.range);
        }
        let severity = value
            .get("severity")
            .map(|it| self.one_of("level", &LEVELS, it));
        let source = HouseRuleSource {
            name,
            message,
            patterns: self.texts(value, "pattern"),
            inside: self.text(value, "inside"),
            not_inside: self.text(value, "not-inside"),
            without: self.texts(value, "without"),
            matching: self.conditions(value, "where"),
            not_matching: self.conditions(value, "where-not"),
            severity: severity.flatten().flatten().unwrap_or(Severity::Warning),
            rewrite: self.text(value, "rewrite"),
        };
        // A level of "off" turns the rule off.
        let is_off = severity == Some(Some(None));
        if self.problems.len() > known || is_off {
            return None;
        }
        HouseRule::new(source)
            .map_err(|problem| {
                let place = value.get(problem.key).map_or(value.range, |it| it.range);
                self.problem(problem.message, place);
            })
            .ok()
    }

    fn text(&mut self, table: &DataValue, key: &str) -> Option<String> {
        let value = table.get(key)?;
        let text = value.as_str().map(str::to_owned);
        if text.is_none() {
            self.expected("a string", value);
        }
        text
    }

    fn required_text(&mut self, table: &DataValue, key: &str) -> String {
        if table.get(key).is_none() {
            self.problem(format!("Key '{key}' is missing"), table.range);
        }
        self.text(table, key).unwrap_or_default()
    }

    fn texts(&mut self, table: &DataValue, key: &str) -> Vec<String> {
        let texts = table.get(key).map(|value| self.strings(value));
        let texts = texts.unwrap_or_default().into_iter();
        texts.map(|(text, _)| text.to_owned()).collect()
    }

    /// Regular expressions by the names of metavariables.
    fn conditions(&mut self, table: &DataValue, key: &str) -> Vec<(String, String)> {
        let Some(value) = table.get(key) else {
            return Vec::new();
        };
        let Some(entries) = value.as_mapping() else {
            self.expected("a table of metavariables with regular expressions", value);
            return Vec::new();
        };
        let mut conditions = Vec::new();
        for entry in entries {
            match entry.value.as_str() {
                Some(regexp) => conditions.push((entry.key.to_string(), regexp.to_owned())),
                None => self.expected("a regular expression in quotes", &entry.value),
            }
        }
        conditions
    }
}
