//! Assignments to variables (`EvaluatorImpl#assign`).

use puppet_hir::model::AssignmentOperator;
use puppet_hir::{Expr, ExprId};
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use super::{EvalResult, Evaluator, Slot};
use crate::error::{ErrorLocation, Unknown};
use crate::issue::Issue;
use crate::label;
use crate::to_string;

/// Variables that Puppet sets itself and that cannot be set.
const RESERVED: &[&str] = &["trusted", "facts"];

/// What stands left of `=`.
#[derive(Debug)]
enum AssignmentTarget {
    Name(SmolStr),
    List(Vec<AssignmentTarget>),
}

impl Evaluator<'_> {
    pub(super) fn assignment(
        &mut self,
        id: ExprId,
        operator: AssignmentOperator,
        left: ExprId,
        right: ExprId,
    ) -> EvalResult<Value> {
        let target = self.target(left)?;
        let value = self.operand(right)?;
        if operator != AssignmentOperator::Assign {
            let message = format!("The operator '{}' is not supported.", operator.text());
            return Err(self.error(id, Issue::UnsupportedOperator, message));
        }
        match &value {
            Ok(value) => self.assign(id, left, &target, value.clone())?,
            Err(_) => self.assign_unknown(id, left, &target)?,
        }
        Ok(value?)
    }

    fn target(&mut self, left: ExprId) -> EvalResult<AssignmentTarget> {
        let body = self.body.clone();
        match body.expr(left) {
            Expr::Variable(name) => match self.evaluate(*name)? {
                Value::String(name) => Ok(AssignmentTarget::Name(name)),
                number => {
                    let number = to_string::ruby(&*self.definitions, &number);
                    let message = format!(
                        "Illegal attempt to assign to the numeric match result variable '${number}'. Numeric variables are not assignable"
                    );
                    Err(self.error(left, Issue::IllegalNumericAssignment, message))
                }
            },
            Expr::LiteralList(items) => {
                let targets: EvalResult<Vec<AssignmentTarget>> =
                    items.iter().map(|&item| self.target(item)).collect();
                targets.map(AssignmentTarget::List)
            }
            _ => {
                let value = label::a_an(&self.label(left));
                let message =
                    format!("Illegal attempt to assign to '{value}'. Not an assignable reference");
                Err(self.error(left, Issue::IllegalAssignment, message))
            }
        }
    }

    fn assign(
        &mut self,
        id: ExprId,
        left: ExprId,
        target: &AssignmentTarget,
        value: Value,
    ) -> EvalResult<()> {
        match target {
            AssignmentTarget::Name(name) => self.assign_variable(id, left, name, Ok(value)),
            AssignmentTarget::List(targets) => self.assign_list(id, left, targets, value),
        }
    }

    /// Sets all variables of a target to what is not known.
    fn assign_unknown(
        &mut self,
        id: ExprId,
        left: ExprId,
        target: &AssignmentTarget,
    ) -> EvalResult<()> {
        match target {
            AssignmentTarget::Name(name) => {
                self.assign_variable(id, left, name, Err(Unknown::Noted))
            }
            AssignmentTarget::List(targets) => targets
                .iter()
                .try_for_each(|target| self.assign_unknown(id, left, target)),
        }
    }

    fn assign_variable(
        &mut self,
        id: ExprId,
        left: ExprId,
        name: &SmolStr,
        value: Slot,
    ) -> EvalResult<()> {
        if name.contains("::") {
            let message = format!(
                "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
            );
            return Err(self.error(left, Issue::CrossScopeAssignment, message));
        }
        if name == "server_facts" || RESERVED.contains(&name.as_str()) {
            let message = format!("Attempt to assign to a reserved variable name: '${name}'");
            return Err(self.error(id, Issue::IllegalReservedAssignment, message));
        }
        if self.scope.is_bound(name) {
            let message = match name.as_str() {
                "name" | "title" => {
                    format!("Cannot reassign built in (or already assigned) variable '${name}'")
                }
                _ => format!("Cannot reassign variable '${name}'"),
            };
            return Err(self.error(id, Issue::IllegalReassignment, message));
        }
        self.scope.set(name.clone(), value);
        Ok(())
    }

    fn assign_list(
        &mut self,
        id: ExprId,
        left: ExprId,
        targets: &[AssignmentTarget],
        value: Value,
    ) -> EvalResult<()> {
        match value {
            Value::Hash(entries) => {
                for target in targets {
                    let found = match target {
                        AssignmentTarget::Name(name) => {
                            entries.get(&Value::String(name.clone())).cloned()
                        }
                        AssignmentTarget::List(_) => None,
                    };
                    let Some(found) = found else {
                        let key = to_string::ruby(&*self.definitions, &key_value(target));
                        let message = format!(
                            "No value for required key '{key}' in assignment to variables from hash"
                        );
                        return Err(self.error(id, Issue::MissingMultiAssignmentKey, message));
                    };
                    self.assign(id, left, target, found)?;
                }
                Ok(())
            }
            Value::Type(class @ Type::Class(_)) => {
                if !self.is_declared_class(&class) {
                    let right = self.blamed(id, ErrorLocation::Right);
                    return Err(self.no_resource(right, &class));
                }
                let body = self.body.clone();
                let places: &[ExprId] = match body.expr(left) {
                    Expr::LiteralList(items) => items,
                    _ => &[],
                };
                for (index, target) in targets.iter().enumerate() {
                    let AssignmentTarget::Name(name) = target else {
                        return Err(Unknown::Undecidable.into());
                    };
                    let place = places.get(index).copied().unwrap_or(left);
                    let value = self.variable_of_class(&class, name, place)?;
                    self.assign(id, left, target, value)?;
                }
                Ok(())
            }
            Value::Array(items) => self.assign_items(id, left, targets, &items),
            other => self.assign_items(id, left, targets, std::slice::from_ref(&other)),
        }
    }

    fn assign_items(
        &mut self,
        id: ExprId,
        left: ExprId,
        targets: &[AssignmentTarget],
        items: &[Value],
    ) -> EvalResult<()> {
        if targets.len() != items.len() {
            let message = format!(
                "Mismatched number of assignable entries and values, expected {}, got {}",
                targets.len(),
                items.len()
            );
            return Err(self.error(id, Issue::IllegalMultiAssignmentSize, message));
        }
        targets
            .iter()
            .zip(items)
            .try_for_each(|(target, item)| self.assign(id, left, target, item.clone()))
    }
}

/// What was looked for in a hash.
fn key_value(target: &AssignmentTarget) -> Value {
    match target {
        AssignmentTarget::Name(name) => Value::String(name.clone()),
        AssignmentTarget::List(targets) => targets.iter().map(key_value).collect::<Vec<_>>().into(),
    }
}
