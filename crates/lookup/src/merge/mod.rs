//! Merge strategies: `Puppet::Pops::MergeStrategy`.

mod deep;

use puppet_types::{HashValue, Relate, Type, TypeContext, Value, describe_mismatch, infer_set};
use rustc_hash::FxHashSet;

use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::ruby_value::{is_truthy, to_s};

/// The kinds of strategies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MergeKind {
    Default,
    First,
    Hash,
    Unique,
    Deep,
    UnconstrainedDeep,
    ReverseDeep,
}

impl MergeKind {
    const ALL: [(MergeKind, &'static str); 7] = [
        (MergeKind::Default, "default"),
        (MergeKind::First, "first"),
        (MergeKind::Hash, "hash"),
        (MergeKind::Unique, "unique"),
        (MergeKind::Deep, "deep"),
        (MergeKind::UnconstrainedDeep, "unconstrained_deep"),
        (MergeKind::ReverseDeep, "reverse_deep"),
    ];
}

/// How the values of several levels become one.
#[derive(Debug, Clone, PartialEq)]
pub struct Strategy {
    kind: MergeKind,
    options: HashValue,
}

impl Strategy {
    /// A strategy without options.
    pub(crate) fn plain(kind: MergeKind) -> Self {
        Self {
            kind,
            options: HashValue::default(),
        }
    }

    /// The strategy that an argument asks for: a name, or a hash with a name and options.
    pub(crate) fn parse(context: &dyn TypeContext, merge: &Value) -> Outcome<Self> {
        let (name, options) = match merge {
            merge if !is_truthy(merge) => return Ok(Self::plain(MergeKind::Default)),
            Value::Hash(entries) => {
                let name = entries
                    .get(&Value::from("strategy"))
                    .cloned()
                    .unwrap_or(Value::Undef);
                if matches!(name, Value::Undef) {
                    let message = "The hash given as 'merge' must contain the name of a strategy in string form for the key \
                                   'strategy'";
                    return LookupStop::failed(ErrorKind::Ruby, message);
                }
                let has_options = entries.len() > 1;
                (
                    name,
                    if has_options {
                        (**entries).clone()
                    } else {
                        HashValue::default()
                    },
                )
            }
            name => (name.clone(), HashValue::default()),
        };
        let known = MergeKind::ALL
            .iter()
            .find(|(_, known)| name.as_str() == Some(known));
        let Some((kind, _)) = known else {
            return LookupStop::failed(
                ErrorKind::Ruby,
                format!("Unknown merge strategy: '{}'", to_s(&name)),
            );
        };
        // Without options, Puppet takes the instance of the strategy that it inherits from.
        let kind = match kind {
            MergeKind::UnconstrainedDeep if options.is_empty() => MergeKind::Deep,
            kind => *kind,
        };
        let strategy = Self { kind, options };
        strategy.check_options(context)?;
        Ok(strategy)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let found = MergeKind::ALL.iter().find(|(kind, _)| *kind == self.kind);
        found.map_or("", |(_, name)| name)
    }

    /// Its options, without its name.
    #[must_use]
    pub fn options(&self) -> HashValue {
        let mut options = self.options.clone();
        options.shift_remove(&Value::from("strategy"));
        options
    }

    fn check_options(&self, context: &dyn TypeContext) -> Outcome<()> {
        if self.options.is_empty() {
            return Ok(());
        }
        let name = self.name();
        let expected = match self.kind {
            MergeKind::UnconstrainedDeep | MergeKind::ReverseDeep => {
                "Hash[String[1],Any]".to_owned()
            }
            MergeKind::Deep => {
                "Struct[{strategy=>Optional[Pattern[deep]],knockout_prefix=>Optional[String],\
                           merge_debug=>Optional[Boolean],merge_hash_arrays=>Optional[Boolean],\
                           sort_merged_arrays=>Optional[Boolean]}]"
                    .to_owned()
            }
            _ => format!("Struct[{{strategy=>Optional[Pattern[/{name}/]]}}]"),
        };
        let expected = type_of(context, &expected)?;
        assert_instance(
            context,
            "The merge options",
            &expected,
            &Value::from(self.options.clone()),
        )
    }

    /// Whether the first value found is the result.
    pub(crate) fn takes_first(&self) -> bool {
        matches!(self.kind, MergeKind::Default | MergeKind::First)
    }

    /// The result of a single level.
    pub(crate) fn single(&self, value: Value) -> Value {
        match (self.kind, &value) {
            (MergeKind::Unique, Value::Array(items)) => Value::array(unique(items.iter().cloned())),
            _ => value,
        }
    }

    /// The first of several values.
    pub(crate) fn first(&self, value: Value) -> Value {
        match self.kind {
            MergeKind::Unique => Value::array(flat(&value)),
            _ => value,
        }
    }

    /// Two values, of which the first is of a higher level.
    pub(crate) fn merge(
        &self,
        context: &dyn TypeContext,
        first: Value,
        second: Value,
    ) -> Outcome<Value> {
        let expected = match self.kind {
            MergeKind::Hash => Some("Hash[String,Data]"),
            MergeKind::Unique => Some("Variant[Scalar,Array[Data]]"),
            _ => None,
        };
        if let Some(expected) = expected {
            let expected = type_of(context, expected)?;
            assert_instance(context, "The first element of the merge", &expected, &first)?;
            assert_instance(
                context,
                "The second element of the merge",
                &expected,
                &second,
            )?;
        }
        match (self.kind, first, second) {
            (MergeKind::Hash, Value::Hash(first), Value::Hash(second)) => {
                let mut merged = (*second).clone();
                merged.extend(
                    first
                        .iter()
                        .map(|(key, value)| (key.clone(), value.clone())),
                );
                Ok(Value::from(merged))
            }
            (MergeKind::Unique, first, second) => Ok(Value::array(unique(
                flat(&first).into_iter().chain(flat(&second)),
            ))),
            (MergeKind::ReverseDeep, first, second) => deep::merge(&self.options, &second, &first),
            (_, first, second) => deep::merge(&self.options, &first, &second),
        }
    }
}

/// The elements of nested lists, or the value alone.
fn flat(value: &Value) -> Vec<Value> {
    value.flattened().cloned().collect()
}

fn unique(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    values.filter(|value| seen.insert(value.clone())).collect()
}

/// The type that a text names.
pub(crate) fn type_of(context: &dyn TypeContext, text: &str) -> Outcome<Type> {
    puppet_eval::type_of_text(context, text)
        .map_err(|cause| LookupStop::from_cause(cause, ErrorKind::Puppet))
}

/// `TypeAsserter.assert_instance_of`
pub(crate) fn assert_instance(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    value: &Value,
) -> Outcome<()> {
    let relate = Relate::new(context);
    let fits = relate.is_instance(expected, value);
    if relate.doubt().is_some() {
        return LookupStop::unknown("the type of the value names what is not known");
    }
    if fits {
        return Ok(());
    }
    let actual = infer_set(context, value);
    let subject = format!("{subject} has wrong type,");
    let message = describe_mismatch(context, &subject, expected, &actual);
    LookupStop::failed(ErrorKind::Puppet, message)
}
