//! `left[keys]` and names of types.

use puppet_hir::ExprId;
use puppet_types::{ReadError, Type, Value};

use super::{Evaluated, Evaluator, Noted, Stop};
use crate::failure::{Blame, Operation, Unknown};
use crate::issue::Issue;
use crate::operators::access;
use crate::outcome::{Level, Log};

impl Evaluator<'_> {
    pub(super) fn access(&mut self, id: ExprId, left: ExprId, keys: &[ExprId]) -> Evaluated<Value> {
        let left = self.evaluate(left)?;
        let mut values = Vec::with_capacity(keys.len());
        for &key in keys {
            values.push(self.evaluate(key)?);
        }
        let mut coercions = Noted::default();
        let result = access::access(&*self.definitions, &left, &values, &mut coercions);
        self.note(id, coercions)?;
        if let (
            Value::Type(Type::Resource(_) | Type::Class(_)),
            Ok(Value::Undef | Value::Array(_)),
        ) = (&left, &result)
        {
            self.note_empty_reference(id, &result);
        }
        result.map_err(|trouble| self.blame(id, trouble))
    }

    /// References without any title are `undef` or empty, about which Puppet warns.
    fn note_empty_reference(&mut self, id: ExprId, result: &Operation<Value>) {
        let is_empty = match result {
            Ok(Value::Undef) => true,
            Ok(Value::Array(items)) => items.is_empty(),
            _ => false,
        };
        if is_empty {
            let message = "Arguments to Resource[] are all empty/undefined".to_owned();
            let place = Some(self.place(self.blamed(id, Blame::Key(0))));
            let issue = Some(Issue::EmptyResourceSpecialization);
            self.logs.push(Log {
                level: Level::Warning,
                message,
                issue,
                place,
            });
        }
    }

    /// The type that a name in upper case means.
    pub(super) fn type_by_name(&mut self, id: ExprId, name: &str) -> Evaluated<Value> {
        match puppet_types::named_or_error(&*self.definitions, name) {
            Ok(Type::Unknown) => Err(Unknown::Definition.into()),
            Ok(Type::Reference(_)) => Err(self.error(
                id,
                Issue::UnknownResourceType,
                format!("Resource type not found: {name}"),
            )),
            Ok(ty) => Ok(Value::Type(ty)),
            Err(ReadError::Undecidable | ReadError::PuppetBreaks) => {
                Err(Unknown::Undecidable.into())
            }
            Err(refused) => Err(Stop::Raised(refused.to_string())),
        }
    }
}
