//! Comparison of two results.
//!
//! Everything is compared, with these exceptions: a field that is missing is the same as null; where Puppet itself broke
//! (`crash`), only that there is an error counts; texts of errors are compared where Puppet's text is its own.

use serde_json::{Map, Value};

/// Whether the texts of errors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// Ours say the same thing in other words: code and position count.
    OurOwn,
    /// Puppet's text is shown to users, and is compared unless it comes from a library of Ruby.
    Puppets,
}

/// How our answer differs from Puppet's, one line for each place; empty if the case passes.
pub fn answers(expect: &Value, ours: &Value, texts: Texts) -> Vec<String> {
    let mut differences = Vec::new();
    Comparison {
        texts,
        differences: &mut differences,
    }
    .value("", expect, ours);
    differences
}

struct Comparison<'a> {
    texts: Texts,
    differences: &'a mut Vec<String>,
}

impl Comparison<'_> {
    fn value(&mut self, path: &str, expect: &Value, ours: &Value) {
        match (expect, ours) {
            (Value::Object(e), Value::Object(o)) => self.object(path, e, o),
            (Value::Array(e), Value::Array(o)) if e.len() == o.len() => {
                for (index, (e, o)) in e.iter().zip(o).enumerate() {
                    self.value(&format!("{path}[{index}]"), e, o);
                }
            }
            _ if expect == ours => {}
            _ => self
                .differences
                .push(format!("{path}: expected {expect}, got {ours}")),
        }
    }

    fn object(&mut self, path: &str, expect: &Map<String, Value>, ours: &Map<String, Value>) {
        if crashed(expect) && ours.get("ok") == Some(&Value::Bool(false)) {
            return;
        }
        let null = Value::Null;
        for key in expect
            .keys()
            .chain(ours.keys().filter(|key| !expect.contains_key(*key)))
        {
            if key == "crash" || key == "message" && !self.compares_text(expect) {
                continue;
            }
            let (e, o) = (
                expect.get(key).unwrap_or(&null),
                ours.get(key).unwrap_or(&null),
            );
            // The recorder cuts brackets off the end of a text.
            let cut = |text: &Value| {
                text.as_str()
                    .map(|text| text.trim_end_matches("()").to_owned())
            };
            if key == "message" && cut(e).is_some() && cut(e) == cut(o) {
                continue;
            }
            self.value(&format!("{path}.{key}"), e, o);
        }
    }

    /// Whether the field `message` of an error or log entry counts.
    fn compares_text(&self, expect: &Map<String, Value>) -> bool {
        let message = expect
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default();
        self.texts == Texts::Puppets && !is_text_of_ruby(message)
    }
}

/// Whether an answer says that Puppet itself broke, in its `error` or one of its `errors`.
fn crashed(answer: &Map<String, Value>) -> bool {
    let is_crash = |error: &Value| error.get("crash") == Some(&Value::Bool(true));
    let errors = answer.get("errors").and_then(Value::as_array);
    answer.get("error").is_some_and(is_crash) || errors.into_iter().flatten().any(is_crash)
}

/// Parts of texts that libraries of Ruby make: they depend on its version, and are not Puppet's.
const TEXTS_OF_RUBY: &[&str] = &[
    "undefined method",
    "no implicit conversion",
    "unexpected token at",
    "bad URI",
    "bad component",
    "invalid value for Float",
    "invalid value for Integer",
    "invalid byte sequence",
    "incompatible character encodings",
    "malformed format string",
    "invalid date",
    "comparison of ",
    "wrong number of arguments (given",
    "divided by 0",
    "premature end of char-class",
    "end pattern with unmatched parenthesis",
    "unmatched close parenthesis",
    "target of repeat operator",
    "undefined group option",
    "invalid pattern in look-behind",
    "undefined name <",
    "invalid backref number/name",
    "too short escape sequence",
    "empty char-class",
    "empty range in char class",
    "invalid group name",
    "too big number",
];

/// Whether (a part of) the text of an error was made by a library of Ruby.
pub fn is_text_of_ruby(message: &str) -> bool {
    TEXTS_OF_RUBY.iter().any(|text| message.contains(text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn missing_is_null_and_other_values_differ() {
        let same = answers(
            &json!({"ok": true, "text": null}),
            &json!({"ok": true}),
            Texts::Puppets,
        );
        assert!(same.is_empty(), "{same:?}");
        let extra = answers(
            &json!({"ok": true}),
            &json!({"ok": true, "debug": "x"}),
            Texts::Puppets,
        );
        assert_eq!(extra, [r#".debug: expected null, got "x""#]);
        let inner = answers(
            &json!({"tokens": [["A", 1]]}),
            &json!({"tokens": [["A", 2]]}),
            Texts::Puppets,
        );
        assert_eq!(inner, [".tokens[0][1]: expected 1, got 2"]);
    }

    #[test]
    fn a_crash_only_asks_for_an_error() {
        let crash = json!({"ok": false, "error": {"message": "undefined method", "crash": true}});
        assert!(
            answers(
                &crash,
                &json!({"ok": false, "error": {"issue": "X", "line": 3}}),
                Texts::Puppets
            )
            .is_empty()
        );
        assert!(!answers(&crash, &json!({"ok": true, "type": "Any"}), Texts::Puppets).is_empty());
    }

    #[test]
    fn texts_count_where_they_are_puppets() {
        let expect =
            json!({"ok": false, "error": {"message": "expects a String value", "line": 1}});
        let ours = json!({"ok": false, "error": {"message": "wants a String", "line": 1}});
        assert_eq!(answers(&expect, &ours, Texts::Puppets).len(), 1);
        assert!(answers(&expect, &ours, Texts::OurOwn).is_empty());
        let ruby =
            json!({"ok": false, "error": {"message": "bad URI(is not URI?): \"%\"", "line": 1}});
        assert!(answers(&ruby, &ours, Texts::Puppets).is_empty());
    }
}
