//! The parameters of tools: a table that describes them to clients and checks what arrives.

use puppet_text::closest;
use serde_json::{Map, Value, json};

use crate::answer::PageRange;

/// A parameter of a tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToolParameter {
    pub(crate) name: &'static str,
    kind: ToolParameterKind,
    is_required: bool,
    description: &'static str,
}

/// What values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToolParameterKind {
    Text,
    /// A whole number from here on.
    Number(u64),
    OneOf(&'static [&'static str]),
}

impl ToolParameter {
    pub(crate) const fn text(name: &'static str, description: &'static str) -> Self {
        Self::new(name, ToolParameterKind::Text, description)
    }

    pub(crate) const fn number(name: &'static str, least: u64, description: &'static str) -> Self {
        Self::new(name, ToolParameterKind::Number(least), description)
    }

    pub(crate) const fn one_of(
        name: &'static str,
        values: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        Self::new(name, ToolParameterKind::OneOf(values), description)
    }

    const fn new(name: &'static str, kind: ToolParameterKind, description: &'static str) -> Self {
        Self {
            name,
            kind,
            is_required: false,
            description,
        }
    }

    /// The same, which must be given.
    pub(crate) const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            ToolParameterKind::Text => json!({ "type": "string" }),
            ToolParameterKind::Number(least) => json!({ "type": "integer", "minimum": least }),
            ToolParameterKind::OneOf(values) => json!({ "type": "string", "enum": values }),
        };
        schema["description"] = self.description.into();
        schema
    }

    /// What is wrong with a value.
    fn problem(&self, value: &Value) -> Option<String> {
        let expected = match self.kind {
            ToolParameterKind::Text if !value.is_string() => "a string".to_owned(),
            ToolParameterKind::Number(least) if value.as_u64().is_none_or(|it| it < least) => {
                format!("a whole number from {least} on")
            }
            ToolParameterKind::OneOf(values) if !values.iter().any(|it| value == it) => {
                format!("one of {}", values.join(", "))
            }
            _ => return None,
        };
        Some(format!("'{}' expects {expected}", self.name))
    }
}

/// Which part of the answer is wanted: parameters of all tools.
pub(crate) const PAGE: [ToolParameter; 2] = [
    ToolParameter::number("offset", 0, "How many items or lines of the answer to skip"),
    ToolParameter::number(
        "limit",
        1,
        "The most items or lines; by default, as many as fit in 2 kB",
    ),
];

/// The JSON Schema of parameters.
pub(crate) fn schema(parameters: &[ToolParameter]) -> Value {
    let all = || parameters.iter().chain(&PAGE);
    let properties: Map<String, Value> =
        all().map(|it| (it.name.to_owned(), it.schema())).collect();
    let required: Vec<&str> = all()
        .filter(|it| it.is_required)
        .map(|it| it.name)
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Arguments that fit the parameters of their tool.
#[derive(Debug, Default)]
pub(crate) struct ToolArguments(Map<String, Value>);

impl ToolArguments {
    /// Checks the arguments of a call.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn check(given: Value, parameters: &[ToolParameter]) -> Result<Self, String> {
        let mut given = match given {
            Value::Null => Map::new(),
            Value::Object(given) => given,
            _ => return Err("The arguments are no object".to_owned()),
        };
        given.retain(|_, value| !value.is_null());
        let all = || parameters.iter().chain(&PAGE);
        for (name, value) in &given {
            let Some(parameter) = all().find(|it| it.name == name) else {
                return Err(match closest(name, all().map(|it| it.name)) {
                    Some(similar) => {
                        format!("Unknown argument '{name}': did you mean '{similar}'?")
                    }
                    None => format!("Unknown argument '{name}'"),
                });
            };
            if let Some(problem) = parameter.problem(value) {
                return Err(problem);
            }
        }
        let missing = all().find(|it| it.is_required && !given.contains_key(it.name));
        match missing {
            Some(missing) => Err(format!("The argument '{}' is missing", missing.name)),
            None => Ok(Self(given)),
        }
    }

    /// A text; `None` if it is not given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// A text that is required; empty if it is not.
    pub(crate) fn required_text(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// A number; `None` if it is not given.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let number = self.0.get(name)?.as_u64()?;
        Some(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The part of the answer that is wanted.
    pub(crate) fn page(&self) -> PageRange {
        let number = |name| Some(self.number(name)? as usize);
        PageRange {
            offset: number("offset").unwrap_or(0),
            limit: number("limit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_must_fit() {
        let parameters = [
            ToolParameter::text("name", "").required(),
            ToolParameter::number("line", 1, ""),
            ToolParameter::one_of("severity", &["error", "warning"], ""),
        ];
        for (given, problem) in [
            (json!({ "name": "a", "line": 1, "limit": 5 }), ""),
            (json!({ "name": "a", "line": null }), ""),
            (json!({}), "The argument 'name' is missing"),
            (json!([]), "The arguments are no object"),
            (json!({ "name": 1 }), "'name' expects a string"),
            (
                json!({ "name": "a", "line": 0 }),
                "'line' expects a whole number from 1 on",
            ),
            (
                json!({ "name": "a", "lime": 1 }),
                "Unknown argument 'lime': did you mean 'line'?",
            ),
            (
                json!({ "name": "a", "severity": "bad" }),
                "'severity' expects one of error, warning",
            ),
        ] {
            let checked = ToolArguments::check(given.clone(), &parameters);
            assert_eq!(checked.err().unwrap_or_default(), problem, "{given}");
        }
    }
}
