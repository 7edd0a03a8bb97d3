//! Resource expressions, as far as they do not depend on the catalog: titles and attributes.

use puppet_hir::ExprId;
use puppet_hir::model::{Operation, ResourceBody};
use puppet_types::Value;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

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
        type_name: ExprId,
        bodies: &[ResourceBody],
    ) -> EvalResult<Value> {
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

    fn titles(&mut self, id: ExprId, title: ExprId, seen: &mut FxHashSet<Value>) -> EvalResult<()> {
        let value = self.evaluate(title)?;
        if value == Value::Undef {
            let message = "Missing title. The title expression resulted in undef";
            return Err(self.error(title, Issue::MissingTitle, message));
        }
        for (index, value) in flat(&value).into_iter().enumerate() {
            let (issue, message) = match &value {
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
                    let title = to_string::ruby(&*self.definitions, &value);
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
        Ok(())
    }

    fn attributes(&mut self, id: ExprId, operations: &[Operation]) -> EvalResult<()> {
        let mut names: FxHashSet<SmolStr> = FxHashSet::default();
        for operation in operations {
            let value = self.evaluate(operation.value())?;
            let given = match (operation, value) {
                (Operation::Attribute(attribute), _) => vec![attribute.name.clone()],
                (Operation::Attributes { .. }, Value::Hash(entries)) => entries
                    .keys()
                    .filter_map(Value::as_str)
                    .map(SmolStr::new)
                    .collect(),
                (Operation::Attributes { expr, .. }, other) => {
                    let actual = type_queries::key_name(&*self.definitions, &other);
                    let message = format!("Expected value of type Hash, got {actual}");
                    return Err(self.error(*expr, Issue::TypeMismatch, message));
                }
            };
            for name in given {
                if !names.insert(name.clone()) {
                    let message = format!("The attribute '{name}' has already been set");
                    return Err(self.error(id, Issue::DuplicateAttribute, message));
                }
            }
        }
        Ok(())
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
