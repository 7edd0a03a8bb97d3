//! Reading variables.

use puppet_hir::ExprId;
use puppet_types::Value;

use super::{EvalResult, Evaluator};
use crate::error::Unknown;
use crate::issue::Issue;
use crate::label;
use crate::options::Assumptions;

/// Variables that Puppet sets itself.
const BUILT_IN: &[&str] = &[
    "caller_module_name",
    "environment",
    "facts",
    "module_name",
    "name",
    "server_facts",
    "serverip",
    "servername",
    "serverversion",
    "settings",
    "title",
    "trusted",
];

impl Evaluator<'_> {
    pub(super) fn variable(&mut self, id: ExprId, name: ExprId) -> EvalResult<Value> {
        let value = self.evaluate(name)?;
        match value {
            Value::String(name) => self.variable_value(id, &name),
            Value::Integer(number) => Ok(self
                .scope
                .group(usize::try_from(number).unwrap_or(usize::MAX))),
            _ => {
                let expression = label::a_an_uc(&self.label(name));
                let message = format!(
                    "Illegal variable expression. {expression} did not produce a variable name (String or Numeric)."
                );
                Err(self.error(name, Issue::IllegalVariableExpression, message))
            }
        }
    }

    /// The value of a variable, read at `id`.
    pub(super) fn variable_value(&mut self, id: ExprId, name: &str) -> EvalResult<Value> {
        if self.has_unevaluated_reads(name) {
            return Err(Unknown::Definition.into());
        }
        if let Some(value) = self.lookup_variable(name)? {
            return Ok(value);
        }
        Err(self.error(
            id,
            Issue::UnknownVariable,
            format!("Unknown variable: '{name}'."),
        ))
    }

    /// The value of a variable; none if there certainly is no such variable.
    pub(crate) fn lookup_variable(&self, name: &str) -> Result<Option<Value>, Unknown> {
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Some(self.scope.group(name.parse().unwrap_or(usize::MAX))));
        }
        if let Some(value) = self.scope.get(name) {
            return Ok(Some(value.clone()));
        }
        let name = name.strip_prefix("::").unwrap_or(name);
        let first = name.split("::").next().unwrap_or(name);
        if BUILT_IN.contains(&first) {
            return Err(Unknown::Environment);
        }
        match self.options.world {
            Assumptions::Open => self
                .class_variable(name)
                .cloned()
                .map(Some)
                .ok_or(Unknown::Definition),
            Assumptions::Closed => Ok(self.class_variable(name).cloned()),
        }
    }
}
