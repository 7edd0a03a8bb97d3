//! Signatures of functions: which arguments they accept, and what is said about others.

pub use puppet_types::Signature as Callee;
use puppet_types::{CallableType, Range, TupleType, Type, TypeContext, Value};
use smol_str::SmolStr;

use super::function::Call;
use crate::error::{ErrorCause, Operation};
use crate::evaluator::{EvalResult, Unwind};
use crate::type_queries::{self, LocalAlias};
use puppet_hir::validate::PuppetVersion;

/// One way to call a function, in Puppet's notation of types.
#[derive(Debug, Clone, Copy)]
pub struct BuiltinSignature {
    parameters: &'static [BuiltinParameter],
    block: BuiltinBlock,
    since: Option<PuppetVersion>,
    local: Option<(&'static str, &'static str)>,
    refusal: Option<fn(&[Value]) -> String>,
}

/// A [`BuiltinSignature`] as types.
#[derive(Debug)]
pub struct SignatureParser {
    callee: Callee,
    local: LocalAlias,
}

/// A parameter of a [`BuiltinSignature`].
#[derive(Debug, Clone, Copy)]
pub struct BuiltinParameter {
    ty: &'static str,
    name: &'static str,
    count: Count,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    ZeroOrOne,
    Any,
    OneOrMore,
}

#[derive(Debug, Clone, Copy)]
enum BuiltinBlock {
    None,
    Required(&'static str),
    Optional(&'static str),
}

/// A parameter that must be given.
pub const fn required(ty: &'static str, name: &'static str) -> BuiltinParameter {
    BuiltinParameter {
        ty,
        name,
        count: Count::One,
    }
}

/// A parameter that may be left out.
pub const fn optional(ty: &'static str, name: &'static str) -> BuiltinParameter {
    BuiltinParameter {
        ty,
        name,
        count: Count::ZeroOrOne,
    }
}

/// A parameter that takes any number of arguments.
pub const fn repeated(ty: &'static str, name: &'static str) -> BuiltinParameter {
    BuiltinParameter {
        ty,
        name,
        count: Count::Any,
    }
}

/// A parameter that takes one argument or more.
pub const fn required_repeated(ty: &'static str, name: &'static str) -> BuiltinParameter {
    BuiltinParameter {
        ty,
        name,
        count: Count::OneOrMore,
    }
}

impl BuiltinSignature {
    /// A signature without a lambda.
    pub const fn new(parameters: &'static [BuiltinParameter]) -> Self {
        BuiltinSignature {
            parameters,
            block: BuiltinBlock::None,
            since: None,
            local: None,
            refusal: None,
        }
    }

    /// With a lambda of this type.
    pub const fn block(mut self, ty: &'static str) -> Self {
        self.block = BuiltinBlock::Required(ty);
        self
    }

    /// With a lambda of this type that may be left out.
    pub const fn optional_block(mut self, ty: &'static str) -> Self {
        self.block = BuiltinBlock::Optional(ty);
        self
    }

    /// With a type alias of its own.
    pub const fn local(mut self, name: &'static str, ty: &'static str) -> Self {
        self.local = Some((name, ty));
        self
    }

    /// There only from this version on.
    pub const fn with_first_version(mut self, target: PuppetVersion) -> Self {
        self.since = Some(target);
        self
    }

    /// Calls with these arguments are refused, with this reason.
    pub const fn refused_by(mut self, refusal: fn(&[Value]) -> String) -> Self {
        self.refusal = Some(refusal);
        self
    }

    /// The signature as types, or why its notation is wrong.
    pub fn read(&self) -> Result<SignatureParser, String> {
        let context = LocalAlias::new(self.local);
        let read = |text: &str| {
            type_queries::parse(&context, text).map_err(|trouble| format!("{text}: {trouble:?}"))
        };
        let types: Result<Vec<Type>, String> =
            self.parameters.iter().map(|it| read(it.ty)).collect();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let from = count(
            self.parameters
                .iter()
                .filter(|it| matches!(it.count, Count::One | Count::OneOrMore))
                .count(),
        );
        let repeats = self
            .parameters
            .iter()
            .any(|it| matches!(it.count, Count::Any | Count::OneOrMore));
        let to = (!repeats).then(|| count(self.parameters.len()));
        let size = Range::new(Some(from), to).unwrap_or(Range::UNBOUNDED);
        let block = match self.block {
            BuiltinBlock::None => None,
            BuiltinBlock::Required(text) => Some(read(text)?),
            BuiltinBlock::Optional(text) => Some(Type::optional(read(text)?)),
        };
        let callee = Callee {
            callable: CallableType::new(Some(TupleType::new(types?, size)), block, None),
            parameter_names: self
                .parameters
                .iter()
                .map(|it| SmolStr::new_static(it.name))
                .collect(),
            block_name: SmolStr::new_static("block"),
        };
        Ok(SignatureParser {
            callee,
            local: context,
        })
    }
}

/// The index of the first signature that fits the call.
pub fn dispatch(
    call: &mut Call<'_, '_, '_>,
    signatures: &[BuiltinSignature],
    readings: &[SignatureParser],
) -> EvalResult<usize> {
    let context = call.evaluator.definitions.clone();
    let block = match call.block {
        Some(block) => Some(call.evaluator.block_type(block)?),
        None => None,
    };
    let target = call.evaluator.options.target;
    let there = |signature: &BuiltinSignature| signature.since.is_none_or(|since| since <= target);
    let candidates = signatures.iter().zip(readings).enumerate();
    let candidates = candidates.filter(|(_, (signature, _))| there(signature));
    for (index, (signature, reading)) in candidates.clone() {
        let context = reading.local.shadow(&*context);
        if accepts(
            &context,
            &reading.callee.callable,
            &call.arguments,
            block.as_ref(),
        )? {
            return match signature.refusal {
                Some(refusal) => Err(Unwind::Raised(format!(
                    "'{}' {}",
                    call.name,
                    refusal(&call.arguments)
                ))),
                None => Ok(index),
            };
        }
    }
    let callees: Vec<Callee> = candidates
        .filter(|(_, (signature, _))| signature.refusal.is_none())
        .map(|(_, (_, reading))| reading.callee.clone())
        .collect();
    let local = readings
        .iter()
        .map(|reading| &reading.local)
        .find(|local| local.is_some());
    let none = LocalAlias::default();
    let context = local.unwrap_or(&none).shadow(&*context);
    let text = mismatch(
        &context,
        call.name,
        &callees,
        &call.arguments,
        block.as_ref(),
    )?;
    Err(Unwind::Raised(text))
}

/// Whether a callable accepts the arguments and the lambda (`PCallableType#callable_with?`).
pub fn accepts(
    context: &dyn TypeContext,
    callable: &CallableType,
    arguments: &[Value],
    block: Option<&Type>,
) -> Operation<bool> {
    let Some(parameters) = &callable.params else {
        return Ok(true);
    };
    let count = i64::try_from(arguments.len()).unwrap_or(i64::MAX);
    if !parameters.size_range().contains(&count) {
        return Ok(false);
    }
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(ty) = parameters.type_at(index)
            && !type_queries::instance(context, ty, argument)?
        {
            return Ok(false);
        }
    }
    match (&callable.block, block) {
        (None, None) => Ok(true),
        (None, Some(_)) => Ok(false),
        (Some(expected), None) => Ok(matches!(expected, Type::Optional(_))),
        (Some(expected), Some(given)) => type_queries::assignable(context, expected, given),
    }
}

/// What is wrong with a call (`TypeMismatchDescriber.describe_signatures`).
pub fn mismatch(
    context: &dyn TypeContext,
    name: &str,
    callees: &[Callee],
    arguments: &[Value],
    block: Option<&Type>,
) -> Result<String, ErrorCause> {
    let mut types: Vec<Type> = arguments
        .iter()
        .map(|argument| type_queries::infer_set(context, argument))
        .collect();
    types.extend(block.cloned());
    let given = match types.is_empty() {
        true => Type::empty_array(),
        false => Type::tuple_of(types, Range::UNBOUNDED),
    };
    type_queries::describe_signatures(context, name, callees, &given)
}
