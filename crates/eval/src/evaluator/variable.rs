//! Reading variables.

use puppet_hir::{Expr, ExprId};
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
            return value.clone().map(Some);
        }
        let name = name.strip_prefix("::").unwrap_or(name);
        let first = name.split("::").next().unwrap_or(name);
        if BUILT_IN.contains(&first) {
            return Err(Unknown::Environment);
        }
        if let Some((class, _)) = name.rsplit_once("::")
            && !self.has_certain_variables(class)
        {
            return Err(Unknown::Noted);
        }
        match (self.class_variable(name), self.options.assumptions) {
            (Some(value), _) => value.clone().map(Some),
            (None, Assumptions::Open) => Err(Unknown::Definition),
            (None, Assumptions::Closed) if self.may_be_set(name) => Err(Unknown::Definition),
            (None, Assumptions::Closed) => Ok(None),
        }
    }

    /// Whether the body that is evaluated assigns a variable somewhere.
    fn is_assigned_here(&self, name: &str) -> bool {
        let assigns = |expr: &Expr| match expr {
            Expr::Assignment { left, .. } => {
                let targets = match self.body.expr(*left) {
                    Expr::LiteralList(items) => items,
                    _ => std::slice::from_ref(left),
                };
                let mut names = targets.iter().filter_map(|it| self.body.variable_name(*it));
                names.any(|it| it == name)
            }
            _ => false,
        };
        self.body.exprs().any(|(_, expr)| assigns(expr))
    }

    /// Whether a variable that is not set may be set by what is not known.
    fn may_be_set(&self, name: &str) -> bool {
        let Some(modules) = self.definitions.modules() else {
            return false;
        };
        match name.rsplit_once("::") {
            None => modules.may_be_fact(name) && !self.is_assigned_here(name),
            Some((class, _)) if self.is_declared(class) => false,
            Some((class, _)) => {
                self.may_have_any_class() || self.definitions.find_class(class).is_err()
            }
        }
    }
}
