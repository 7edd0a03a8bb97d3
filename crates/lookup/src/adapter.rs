//! The lookup of a key through all layers: `Puppet::Pops::Lookup::LookupAdapter`.

use puppet_types::format::simple_name;
use puppet_types::{TypeContext, Value, infer};

use crate::backend::ENCRYPTED;
use crate::error::{ErrorKind, LookupStop, Outcome, optional};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::levels::{LevelStatus, TriedLevel};
use crate::lookup_options::option;
use crate::merge::Strategy;

use crate::session::{Invocation, Session};

/// The layers, in their order.
#[derive(Debug, Clone, Copy)]
enum LayerOrder {
    Global,
    Environment,
    Module,
}

impl Session<'_> {
    /// The value of a key, merged and converted.
    pub(crate) fn look_up_key(
        &mut self,
        key: &str,
        merge: Option<&Value>,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        self.spend(0)?;
        if key == LOOKUP_OPTIONS || key.starts_with("lookup_options.") {
            self.record(|| TriedLevel::new(None, LevelStatus::InvalidKey));
            return Err(LookupStop::NotFound);
        }
        let key = LookupKey::parse(key)?;
        let invocation = invocation.clone_with_key(&key);
        let options = self.options_of(&key, &invocation)?;
        let merge = match merge {
            Some(merge) => merge.clone(),
            None => option(options.as_ref(), "merge")?,
        };
        let found = optional(self.look_up_in_layers(&key, &merge, &invocation))?;
        let value = match found {
            Some(value) => value,
            None if invocation.is_global_only => return Err(LookupStop::NotFound),
            None => {
                let value = self.look_up_default(&key, &invocation)?;
                key.dig(value)?
            }
        };
        let convert_to = option(options.as_ref(), "convert_to")?;
        self.convert(&key, value, convert_to)
    }

    fn look_up_in_layers(
        &mut self,
        key: &LookupKey,
        merge: &Value,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        let strategy = Strategy::parse(self.types, merge)?;
        if invocation.is_global_only {
            let value = self.look_up_globally(key, invocation, &strategy)?;
            return key.dig(value);
        }
        let layers = [
            LayerOrder::Global,
            LayerOrder::Environment,
            LayerOrder::Module,
        ];
        let value = self.merged(&strategy, &layers, &mut |session, layer| match layer {
            LayerOrder::Global => session.look_up_globally(key, invocation, &strategy),
            LayerOrder::Environment => session.look_up_in_environment(key, invocation, &strategy),
            LayerOrder::Module => session.look_up_in_module(key, invocation, &strategy),
        })?;
        key.dig(value)
    }

    /// `lookup_default_in_module`
    fn look_up_default(&mut self, key: &LookupKey, invocation: &Invocation) -> Outcome<Value> {
        let module = invocation.module.clone().ok_or(LookupStop::NotFound)?;
        if !self.has_default_hierarchy(&module)? {
            return Err(LookupStop::NotFound);
        }
        let options = self.default_options_of(&module, key, invocation)?;
        let merge = option(options.as_ref(), "merge")?;
        let strategy = Strategy::parse(self.types, &merge)?;
        self.look_up_in_defaults(key, invocation, &strategy)
    }

    /// `convert_result`
    fn convert(&mut self, key: &LookupKey, value: Value, convert_to: Value) -> Outcome<Value> {
        let arguments = match convert_to {
            Value::Undef => return Ok(value),
            Value::Array(arguments) => arguments.to_vec(),
            other => vec![other],
        };
        let refused = |message: String| {
            let message = format!(
                "The convert_to lookup_option for key '{}' raised error: {message}",
                key.text
            );
            LookupStop::failed(ErrorKind::Lookup, message)
        };
        let own_types;
        let mut types = self.types;
        let (ty, rest) = match arguments.split_first() {
            Some((Value::String(source), rest)) => {
                own_types = self.types_named_in(source);
                if let Some(own) = &own_types {
                    types = &**own;
                }
                (conversion_type(types, key, source)?, rest)
            }
            none => {
                let given = none.map_or(Value::Undef, |(other, _)| other.clone());
                return refused(format!(
                    "'new' parameter 'type' expects a Type value, got {}",
                    simple_name(&infer(self.types, &given))
                ));
            }
        };
        let is_opaque = has_encrypted(&value);
        let given: Vec<Value> = std::iter::once(value).chain(rest.iter().cloned()).collect();
        let converted = puppet_eval::new_instance(types, &ty, &given);
        let is_wrapped = matches!(&converted, Ok(Value::Sensitive(_) | Value::String(_)));
        if is_opaque && !is_wrapped {
            return LookupStop::unknown("what is converted is encrypted");
        }
        match converted.map_err(|cause| LookupStop::from_cause(cause, ErrorKind::Lookup)) {
            Err(LookupStop::Failed(error)) => refused(error.message),
            other => other,
        }
    }
}

fn conversion_type(
    types: &dyn TypeContext,
    key: &LookupKey,
    source: &str,
) -> Outcome<puppet_types::Type> {
    match puppet_eval::type_of_text(types, source)
        .map_err(|cause| LookupStop::from_cause(cause, ErrorKind::Lookup))
    {
        Err(LookupStop::Failed(error)) => {
            let message = format!(
                "Invalid data type in lookup_options for key '{}' could not parse '{source}', error: '{}",
                key.text, error.message
            );
            LookupStop::failed(ErrorKind::Lookup, message)
        }
        other => other,
    }
}

/// Whether a part of a value is encrypted.
pub(crate) fn has_encrypted(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(ENCRYPTED),
        Value::Array(items) => items.iter().any(has_encrypted),
        Value::Hash(entries) => entries
            .iter()
            .any(|(key, value)| has_encrypted(key) || has_encrypted(value)),
        Value::Sensitive(value) => has_encrypted(value),
        _ => false,
    }
}
