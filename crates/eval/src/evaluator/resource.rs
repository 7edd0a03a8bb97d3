//! Resource expressions, as far as they do not depend on the catalog: titles and attributes.

use puppet_hir::ExprId;
use puppet_hir::model::{Operation, ResourceBody, ResourceForm};
use puppet_types::Value;
use rustc_hash::FxHashSet;

use super::catalog::{Attributes, UNKNOWN_ATTRIBUTES};
use super::{EvalResult, Evaluator};
use crate::error::Unknown;
use crate::issue::Issue;
use crate::to_string;
use crate::type_queries;

impl Evaluator<'_> {
    /// Evaluates titles and attributes, which may end with an error; the resources themselves are not known.
    pub(super) fn resource(
        &mut self,
        id: ExprId,
        form: ResourceForm,
        type_name: ExprId,
        bodies: &[ResourceBody],
    ) -> EvalResult<Value> {
        if self.is_compiling() {
            return self.declare_resources(id, form, type_name, bodies);
        }
        self.evaluate(type_name)?;
        let mut titles = FxHashSet::default();
        for body in bodies {
            if let Some(title) = body.title {
                self.titles(id, title, &mut titles)?;
            }
            self.attributes(id, &body.operations)?;
        }
        Err(Unknown::Catalog.into())
    }

    /// The titles of a body, with arrays replaced by their elements.
    pub(super) fn titles(
        &mut self,
        id: ExprId,
        title: ExprId,
        seen: &mut FxHashSet<Value>,
    ) -> EvalResult<Vec<Value>> {
        let value = self.evaluate(title)?;
        if value == Value::Undef {
            let message = "Missing title. The title expression resulted in undef";
            return Err(self.error(title, Issue::MissingTitle, message));
        }
        let titles = flat(&value);
        for (index, value) in titles.iter().enumerate() {
            let (issue, message) = match value {
                Value::Undef => (
                    Issue::MissingTitleAt,
                    format!(
                        "Missing title at index {index}. The title expression resulted in an undef title"
                    ),
                ),
                Value::String(text) if text.is_empty() => (
                    Issue::EmptyStringTitleAt,
                    format!(
                        "Empty string title at {index}. Title strings must have a length greater than zero."
                    ),
                ),
                Value::String(_) | Value::Default => {
                    if seen.insert(value.clone()) {
                        continue;
                    }
                    let title = to_string::ruby(&*self.definitions, value);
                    let message = format!(
                        "The title '{title}' has already been used in this resource expression"
                    );
                    return Err(self.error(id, Issue::DuplicateTitle, message));
                }
                other => {
                    let actual = type_queries::key_name(&*self.definitions, other);
                    let message = format!(
                        "Illegal title type at index {index}. Expected String, got {actual}"
                    );
                    (Issue::IllegalTitleTypeAt, message)
                }
            };
            return Err(self.error(title, issue, message));
        }
        Ok(titles)
    }

    /// The values of attributes.
    pub(super) fn attributes(
        &mut self,
        id: ExprId,
        operations: &[Operation],
    ) -> EvalResult<Attributes> {
        let mut attributes = Attributes::default();
        for operation in operations {
            let given = match (operation, self.operand(operation.value())?) {
                (Operation::Attribute(attribute), value) => vec![(attribute.name.clone(), value)],
                (Operation::Attributes { .. }, Ok(Value::Hash(entries))) => entries
                    .iter()
                    .filter_map(|(key, value)| Some((key.as_str()?.into(), Ok(value.clone()))))
                    .collect(),
                (Operation::Attributes { expr, .. }, Ok(other)) => {
                    let actual = type_queries::key_name(&*self.definitions, &other);
                    let message = format!("Expected value of type Hash, got {actual}");
                    return Err(self.error(*expr, Issue::TypeMismatch, message));
                }
                // Any attribute may be among them.
                (Operation::Attributes { .. }, Err(unknown)) => {
                    vec![(UNKNOWN_ATTRIBUTES.into(), Err(unknown))]
                }
            };
            for (name, value) in given {
                if attributes.insert(name.clone(), value).is_some() {
                    let message = format!("The attribute '{name}' has already been set");
                    return Err(self.error(id, Issue::DuplicateAttribute, message));
                }
            }
        }
        Ok(attributes)
    }
}

/// The titles of a value, with arrays replaced by their elements.
fn flat(value: &Value) -> Vec<Value> {
    let mut titles = Vec::new();
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev().cloned()),
            other => titles.push(other),
        }
    }
    titles
}
