//! The question that `puppet lookup` and the function `lookup` ask, and its answer.

use puppet_types::{Type, TypeContext, Value, is_instance};

use crate::adapter::has_encrypted;
use crate::backend::ENCRYPTED;
use crate::error::{LookupStop, Outcome, optional};
use crate::key::LookupKey;
use crate::levels::TriedLevel;
use crate::lookup_options::option;
use crate::merge::{MergeKind, Strategy, assert_instance, type_of};
use crate::session::{Invocation, Session};

/// A question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LookupQuestion {
    /// The key, with what is dug from its value.
    pub key: String,
    /// The name of a merge strategy, or a hash with its options.
    pub merge: Option<Value>,
    /// The type that the value must have, as text.
    pub value_type: Option<String>,
    /// The value if there is none.
    pub default: Option<Value>,
    /// The automatic lookup of a parameter of a class, where undef gives way to the default of the parameter.
    pub is_automatic: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The value, nothing, or why that is not known or an error.
    pub found: Result<Option<FoundValue>, LookupStop>,
    /// How the value was merged, if that is known.
    pub merge: Option<MergeUsed>,
    /// What the value was converted to, as `lookup_options` say.
    pub convert_to: Option<Value>,
    /// What was tried for the key itself.
    pub levels: Vec<TriedLevel>,
    /// What was taken for granted, because it is not known.
    pub assumptions: Vec<String>,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundValue {
    /// The value.
    pub value: Value,
    /// Where it comes from.
    pub origin: LookupOrigin,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookupOrigin {
    /// The data.
    Data,
    /// The default of the question.
    Default,
    /// The data say undef: a default of the parameter is used instead, if there is one.
    ParameterDefault,
}

/// How values were merged.
#[derive(Debug, Clone, PartialEq)]
pub struct MergeUsed {
    /// The strategy.
    pub strategy: Strategy,
    /// Its source.
    pub source: MergeSource,
}

/// The source of a merge strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeSource {
    /// The question.
    Argument,
    /// `lookup_options`.
    Options,
    /// Neither says one: the first value counts.
    Default,
}

impl Session<'_> {
    /// Answers a question, as a new compilation would.
    #[must_use]
    pub fn look_up(mut self, question: &LookupQuestion) -> Answer {
        let found = self.find(question);
        let levels = std::mem::take(&mut self.levels);
        let (merge, convert_to) = match &found {
            Err(LookupStop::Failed(_)) => (None, None),
            _ => self
                .quietly(|session| session.used(question))
                .unwrap_or_default(),
        };
        Answer {
            found,
            merge,
            convert_to,
            levels,
            assumptions: self.assumptions,
        }
    }

    fn find(&mut self, question: &LookupQuestion) -> Outcome<Option<FoundValue>> {
        let named = question.value_type.as_deref();
        let own_types = named.and_then(|text| self.types_named_in(text));
        let types: &dyn TypeContext = match &own_types {
            Some(own) => &**own,
            None => self.types,
        };
        let expected = match named {
            Some(text) => Some(type_of(types, text)?),
            None => None,
        };
        let merge = question.merge.as_ref().filter(|_| !question.is_automatic);
        let found = optional(self.look_up_key(&question.key, merge, &Invocation::new()))?;
        let (value, origin, subject) = match (found, &question.default) {
            (Some(Value::Undef), _) if question.is_automatic => {
                return Ok(Some(FoundValue {
                    value: Value::Undef,
                    origin: LookupOrigin::ParameterDefault,
                }));
            }
            (Some(value), _) => (value, LookupOrigin::Data, "Found value"),
            (None, Some(default)) if !question.is_automatic => {
                (default.clone(), LookupOrigin::Default, "Default value")
            }
            (None, _) => return Ok(None),
        };
        if let Some(expected) = expected.filter(|_| !question.is_automatic) {
            assert_type(types, subject, &expected, &value)?;
        }
        Ok(Some(FoundValue { value, origin }))
    }

    fn used(&mut self, question: &LookupQuestion) -> Outcome<(Option<MergeUsed>, Option<Value>)> {
        let key = LookupKey::parse(&question.key)?;
        let invocation = Invocation::new().clone_with_key(&key);
        let options = self.options_of(&key, &invocation).unwrap_or(None);
        let convert_to = match option(options.as_ref(), "convert_to")? {
            Value::Undef | Value::Boolean(false) => None,
            convert_to => Some(convert_to),
        };
        let argument = question.merge.clone().filter(|_| !question.is_automatic);
        let (merge, source) = match argument {
            Some(merge) => (merge, MergeSource::Argument),
            None => (option(options.as_ref(), "merge")?, MergeSource::Options),
        };
        let used = match merge {
            Value::Undef => Some(MergeUsed {
                strategy: Strategy::plain(MergeKind::First),
                source: MergeSource::Default,
            }),
            merge => {
                let strategy = Strategy::parse(self.types, &merge).ok();
                strategy.map(|strategy| MergeUsed { strategy, source })
            }
        };
        Ok((used, convert_to))
    }
}

/// Whether a value has a type, where an encrypted text may be any text.
fn assert_type(
    types: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    value: &Value,
) -> Outcome<()> {
    if has_encrypted(value) {
        let texts = ["", "7", "https://example.com/"];
        let fits = texts.map(|text| is_instance(types, expected, &decrypted(value, text)));
        if fits.contains(&true) && fits.contains(&false) {
            return LookupStop::unknown("the value is encrypted");
        }
    }
    assert_instance(types, subject, expected, value)
}

/// A value in which the encrypted texts say something.
fn decrypted(value: &Value, text: &str) -> Value {
    match value {
        Value::String(encrypted) => Value::from(encrypted.replace(ENCRYPTED, text)),
        Value::Array(items) => Value::array(
            items
                .iter()
                .map(|item| decrypted(item, text))
                .collect::<Vec<_>>(),
        ),
        Value::Hash(entries) => Value::hash(
            entries
                .iter()
                .map(|(key, value)| (decrypted(key, text), decrypted(value, text))),
        ),
        Value::Sensitive(value) => Value::Sensitive(std::sync::Arc::new(decrypted(value, text))),
        other => other.clone(),
    }
}
