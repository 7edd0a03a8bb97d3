//! HOCON with places: JSON for people, with paths as keys, merged objects and substitutions.
//!
//! Source: the specification of HOCON and the library `hocon` of Ruby. What lies outside of the text (files that are
//! included, variables of the process) is not read: see [`HoconError::Outside`].

mod parser;
mod resolve;

use puppet_text::TextRange;

use crate::{DataSyntaxError, DataValue, Scalar};

/// Why a text has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoconError {
    /// It is no HOCON, or a substitution leads nowhere.
    Syntax(DataSyntaxError),
    /// It depends on something outside of the text.
    Outside(String),
}

/// Reads a HOCON text, with all substitutions made.
///
/// # Errors
/// When the text is no HOCON, too deep or too large, or depends on something outside of it.
pub fn parse(text: &str) -> Result<DataValue, HoconError> {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    let root = parser::HoconParser::new(content, text.len() - content.len()).root()?;
    resolve::resolve(&root)
}

/// A value before substitutions are made.
#[derive(Debug, Clone)]
struct HoconNode {
    kind: HoconKind,
    range: TextRange,
}

#[derive(Debug, Clone)]
enum HoconKind {
    /// A single value, with the text that it is written as.
    Scalar(Scalar, String),
    /// White space between the parts of a value.
    Space(String),
    List(Vec<HoconNode>),
    Object(Vec<ObjectField>),
    /// `${path}`, `${?path}`
    Substitution {
        path: Vec<String>,
        is_optional: bool,
    },
    /// Several parts that stand side by side.
    Concatenation(Vec<HoconNode>),
    /// Several values of one key, the last one first.
    Merge(Vec<HoconNode>),
}

/// A key of an object; its value is that of all entries with the key.
#[derive(Debug, Clone)]
struct ObjectField {
    key: String,
    key_range: TextRange,
    value: HoconNode,
}

fn error<T>(message: impl Into<String>, range: TextRange) -> Result<T, HoconError> {
    Err(HoconError::Syntax(DataSyntaxError {
        message: message.into(),
        range,
    }))
}

/// Adds an entry to an object: objects with the same key are merged, and the last of other values counts.
fn add(fields: &mut Vec<ObjectField>, field: ObjectField) {
    let Some(known) = fields.iter_mut().find(|known| known.key == field.key) else {
        return fields.push(field);
    };
    let later = field.value;
    known.key_range = field.key_range;
    known.value = match (&known.value.kind, later.kind) {
        (HoconKind::Object(earlier), HoconKind::Object(fields)) => {
            let range = later.range;
            HoconNode {
                kind: HoconKind::Object(merged(fields, earlier)),
                range,
            }
        }
        (_, kind @ (HoconKind::Scalar(..) | HoconKind::List(_))) => HoconNode {
            kind,
            range: later.range,
        },
        (HoconKind::Merge(earlier), kind) => {
            let mut values = vec![HoconNode {
                kind,
                range: later.range,
            }];
            values.extend(earlier.iter().cloned());
            HoconNode {
                kind: HoconKind::Merge(values),
                range: later.range,
            }
        }
        (_, kind) => {
            let values = vec![
                HoconNode {
                    kind,
                    range: later.range,
                },
                known.value.clone(),
            ];
            HoconNode {
                kind: HoconKind::Merge(values),
                range: later.range,
            }
        }
    };
}

/// An object over another one: its own keys come first.
fn merged(mut fields: Vec<ObjectField>, earlier: &[ObjectField]) -> Vec<ObjectField> {
    for field in earlier {
        let own = fields.iter().position(|own| own.key == field.key);
        match own {
            None => fields.push(field.clone()),
            Some(index) => {
                let later = fields[index].clone();
                let mut both = vec![field.clone()];
                add(&mut both, later);
                fields[index] = both.remove(0);
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueKind;

    fn shown(value: &DataValue) -> String {
        match &value.kind {
            ValueKind::Scalar(Scalar::Null) => "null".to_owned(),
            ValueKind::Scalar(Scalar::Boolean(value)) => value.to_string(),
            ValueKind::Scalar(Scalar::Number(text) | Scalar::Other(_, text)) => text.clone(),
            ValueKind::Scalar(Scalar::String(text)) => format!("{text:?}"),
            ValueKind::Sequence(items) => format!(
                "[{}]",
                items.iter().map(shown).collect::<Vec<_>>().join(",")
            ),
            ValueKind::Mapping(entries) => {
                let entries = entries
                    .iter()
                    .map(|entry| format!("{}:{}", entry.key, shown(&entry.value)));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            }
        }
    }

    #[test]
    fn texts_have_the_values_of_the_ruby_library() {
        for (text, expected) in [
            (
                "a : 1\nb { c = 2, d = [1,2,3] }\nb.e = text\ns = ${a}",
                r#"{a:1,b:{e:"text",c:2,d:[1,2,3]},s:1}"#,
            ),
            (
                "{\"a\": 1.0, b: 1e3, n: null, t: true}",
                r#"{a:1,b:1000,n:null,t:true}"#,
            ),
            ("x.y.z = 1\n\"q.r\" = 1", r#"{x:{y:{z:1}},q.r:1}"#),
            (
                "a = 10 s # comment\nb = x y  z // more\n",
                r#"{a:"10 s",b:"x y  z"}"#,
            ),
            (
                "a = [1, 2] [3]\nb = {x: 1} {y: 2}",
                r#"{a:[1,2,3],b:{y:2,x:1}}"#,
            ),
            ("a = 1\na = 2", "{a:2}"),
            ("a = [1]\na += 2", "{a:[1,2]}"),
            ("p = /usr\np = ${p}/bin", r#"{p:"/usr/bin"}"#),
            ("a = {x: 1}\nb = ${a} {y: 2}", "{b:{y:2,x:1},a:{x:1}}"),
            (
                "a = \"\"\"x\"y\"\"\"\nb = \"\\u00e9\\n\"",
                r#"{a:"x\"y",b:"é\n"}"#,
            ),
            ("a = [\n1\n2\n]\n", "{a:[1,2]}"),
            ("a b = 1", "{a b:1}"),
            (
                "a = 0755\nb = -017\nc = 08\nd = 0",
                r#"{a:493,b:-15,c:"08",d:0}"#,
            ),
            ("", "{}"),
        ] {
            let value = parse(text).map(|value| shown(&value));
            let sorted = |text: &str| {
                let mut chars: Vec<char> = text.chars().collect();
                chars.sort_unstable();
                chars
            };
            assert_eq!(
                value.as_deref().map(sorted),
                Ok(sorted(expected)),
                "{text} {value:?}"
            );
        }
    }

    #[test]
    fn broken_and_hostile_texts_end() {
        for text in [
            "a = ${a}",
            "a = ${b}\nb = ${a}",
            "a = [",
            "{a: 1",
            "a = \"x",
            "= 1",
            "a = {} }",
            "a = [1] {b: 1}",
        ] {
            assert!(matches!(parse(text), Err(HoconError::Syntax(_))), "{text}");
        }
        for text in ["a = ${HOME}", "a = ${?NOPE}", "include \"x\"\na = 1"] {
            assert!(matches!(parse(text), Err(HoconError::Outside(_))), "{text}");
        }
        let doubled: String = (1..40)
            .map(|n| format!("a{n} = [${{a{}}}, ${{a{}}}]\n", n - 1, n - 1))
            .collect();
        assert!(parse(&format!("a0 = 1\n{doubled}")).is_err());
        assert!(parse(&"[".repeat(100_000)).is_err());
    }
}
