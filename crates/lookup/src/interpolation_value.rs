//! Values of `%{…}`: `Puppet::Pops::Lookup::Interpolation`.

use puppet_eval::{PuppetVersion, Strict};
use puppet_types::{HashValue, Value};

use crate::error::{ErrorKind, LookupStop, Outcome, optional};
use crate::interpolation_syntax::{HieraInterpolation, METHODS, interpolations};
use crate::key::{LookupKey, Segment, dig, split};
use crate::ruby_value::to_s;
use crate::session::{Invocation, Session};

/// What stands for nothing.
const EMPTY: [&str; 6] = ["", "::", "\"\"", "''", "\"::\"", "'::'"];

/// Variables that always exist (`Puppet::Parser::Scope::BUILT_IN_VARS`).
const BUILT_IN: [&str; 2] = ["module_name", "caller_module_name"];

/// Variables of the top scope whose entries are facts: they may be missing from an incomplete set.
const FACTS: [&str; 3] = ["facts", "trusted", "server_facts"];

impl Session<'_> {
    /// A value with everything in its texts put in.
    pub(crate) fn interpolate(&mut self, value: &Value, invocation: &Invocation) -> Outcome<Value> {
        self.with_texts(
            value,
            invocation,
            &|session, text| match text.contains("%{") {
                true => session.interpolate_text(text, invocation),
                false => Ok(Value::from(text)),
            },
        )
    }

    /// A value with other texts; its keys are interpolated.
    pub(crate) fn with_texts(
        &mut self,
        value: &Value,
        invocation: &Invocation,
        change: &dyn Fn(&mut Self, &str) -> Outcome<Value>,
    ) -> Outcome<Value> {
        match value {
            Value::String(text) => change(self, text),
            Value::Array(items) => {
                let items = items.iter();
                let items = items.map(|item| self.with_texts(item, invocation, change));
                Ok(Value::array(items.collect::<Outcome<Vec<Value>>>()?))
            }
            Value::Hash(entries) => {
                let mut result = HashValue::default();
                for (key, value) in entries.iter() {
                    let key = self.interpolate(key, invocation)?;
                    result.insert(key, self.with_texts(value, invocation, change)?);
                }
                Ok(Value::from(result))
            }
            other => Ok(other.clone()),
        }
    }

    /// The same for the text of a `hiera.yaml`.
    pub(crate) fn interpolate_path(
        &mut self,
        text: &str,
        invocation: &Invocation,
    ) -> Outcome<String> {
        let value = self.interpolate(&Value::from(text), invocation)?;
        Ok(to_s(&value))
    }

    fn interpolate_text(&mut self, text: &str, invocation: &Invocation) -> Outcome<Value> {
        let mut result = String::new();
        let mut end = 0;
        for found in interpolations(text) {
            result.push_str(&text[end..found.start]);
            end = found.end;
            if EMPTY.contains(&found.expression) {
                continue;
            }
            let is_alone = found.start == 0 && found.end == text.len();
            let value = match method(&found, invocation)? {
                Some(("alias", _)) if !is_alone => {
                    let message = "'alias' interpolation is only permitted if the expression is equal to the entire string";
                    return LookupStop::failed(ErrorKind::Issue, message);
                }
                Some(("alias", key)) => return self.lookup_in_text(key, invocation),
                Some(("literal", key)) => self.again(key, Value::from(key), invocation)?,
                Some(("scope", key)) => self.variable_in_text(key, text, invocation)?,
                Some((_, key)) => {
                    let value = self.lookup_in_text(key, invocation)?;
                    self.again(key, value, invocation)?
                }
                None => self.variable_in_text(found.expression, text, invocation)?,
            };
            let inserted = to_s(&value);
            self.spend(inserted.len())?;
            result.push_str(&inserted);
        }
        result.push_str(&text[end..]);
        Ok(Value::from(result))
    }

    /// What was put in is interpolated again.
    fn again(&mut self, name: &str, value: Value, invocation: &Invocation) -> Outcome<Value> {
        self.check(name.to_owned(), |session| {
            session.interpolate(&value, invocation)
        })
    }

    fn lookup_in_text(&mut self, key: &str, invocation: &Invocation) -> Outcome<Value> {
        let mut inner = invocation.clone();
        if inner.is_hiera3 && !inner.is_global_only {
            inner.is_hiera3 = false;
        }
        let key = LookupKey::parse(key)?;
        let found = self.quietly(|session| session.look_up_key(&key.text, None, &inner));
        Ok(optional(found)?.unwrap_or_else(|| Value::from("")))
    }

    fn variable_in_text(
        &mut self,
        expression: &str,
        text: &str,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        let value = self.dotted_variable(expression, text, invocation)?;
        self.again(&format!("scope:{expression}"), value, invocation)
    }

    /// The value of a variable, or of what is dug from it; nothing is undef.
    pub(crate) fn dotted_variable(
        &mut self,
        expression: &str,
        text: &str,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        let Some(mut segments) = split(expression) else {
            return LookupStop::failed(
                ErrorKind::Lookup,
                format!("Syntax error in string: {text}"),
            );
        };
        let name = match segments.remove(0) {
            Segment::Name(name) => name,
            Segment::Index(index) => {
                let message = format!("Scope variable name {index} is a Integer, not a string");
                return LookupStop::failed(ErrorKind::Puppet, message);
            }
        };
        let value = self.variable(&name, invocation)?;
        if matches!(value, Value::Undef) || segments.is_empty() {
            return Ok(value);
        }
        let found = optional(dig(expression, &segments, value))?;
        let is_fact = FACTS.contains(&name.strip_prefix("::").unwrap_or(&name));
        match found {
            None if is_fact && !self.has_all_variables => {
                LookupStop::unknown(format!("the fact {expression} is not known"))
            }
            found => Ok(found.unwrap_or(Value::Undef)),
        }
    }

    /// A variable of the top scope: `Puppet::Parser::Scope#lookupvar`.
    fn variable(&mut self, name: &str, invocation: &Invocation) -> Outcome<Value> {
        let value = self.bound_variable(name, invocation)?;
        let is_nothing = |value: &Value| value.as_str() == Some("");
        Ok(if invocation.is_hiera3 && is_nothing(&value) {
            Value::Undef
        } else {
            value
        })
    }

    fn bound_variable(&mut self, name: &str, invocation: &Invocation) -> Outcome<Value> {
        match name {
            "calling_class" if invocation.is_hiera3 => return Ok(Value::Undef),
            "calling_class_path" if invocation.is_hiera3 => {
                return LookupStop::failed(
                    ErrorKind::Foreign,
                    "undefined method `gsub' for nil:NilClass",
                );
            }
            "calling_module" if invocation.is_hiera3 => return Ok(Value::Undef),
            _ => {}
        }
        // A name with `::` is one of the top scope, whatever `mapped_paths` calls its variable.
        let local = self.local.as_ref();
        let local = local.filter(|(local, _)| local == name && !name.starts_with("::"));
        if let Some((_, value)) = local {
            return Ok(value.clone());
        }
        let unqualified = name.strip_prefix("::").unwrap_or(name);
        if let Some(value) = self.scope.get(unqualified) {
            return Ok(value.clone());
        }
        let is_numeric =
            name == "0" || !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
        if BUILT_IN.contains(&name) || is_numeric && !name.is_empty() {
            return Ok(Value::Undef);
        }
        self.missing_variable(name, invocation)
    }

    fn missing_variable(&self, name: &str, invocation: &Invocation) -> Outcome<Value> {
        if !self.has_all_variables {
            return LookupStop::unknown(format!("the variable {name} is not known"));
        }
        let is_lenient = invocation.is_in_path && self.settings.target >= PuppetVersion::V8;
        if self.settings.strict != Strict::Error || is_lenient {
            return Ok(Value::Undef);
        }
        let unqualified = name.strip_prefix("::").unwrap_or(name);
        let message = match unqualified.rsplit_once("::") {
            Some((class, leaf)) => {
                format!("Undefined variable '{class}::{leaf}'; class {class} could not be found")
            }
            None => format!("Undefined variable '{name}'; "),
        };
        LookupStop::failed(ErrorKind::Ruby, message)
    }
}

/// The function of an interpolation with its key, if it is a call.
fn method<'t>(
    found: &HieraInterpolation<'t>,
    invocation: &Invocation,
) -> Outcome<Option<(&'t str, &'t str)>> {
    let Some(call) = found.call else {
        return Ok(None);
    };
    if invocation.is_in_config {
        let message = "Interpolation using method syntax is not allowed in this context";
        return LookupStop::failed(ErrorKind::Issue, message);
    }
    if METHODS.contains(&call.method) {
        return Ok(Some((call.method, call.key)));
    }
    LookupStop::failed(
        ErrorKind::Issue,
        format!("Unknown interpolation method '{}'", call.method),
    )
}
