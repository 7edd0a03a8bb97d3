//! Signatures of functions: the arguments that they accept, and errors about others.

use puppet_library::{Availability, Library, Signature as Written, Target};
pub use puppet_types::Signature as Callee;
use puppet_types::{CallableType, LocalAliases, Range, Type, TypeContext, Value};

use super::function::EvalCall;
use crate::error::{ErrorCause, Operation};
use crate::evaluator::{EvalResult, Unwind};
use crate::type_queries;
use puppet_hir::validate::PuppetVersion;

/// Where the signatures of a function are written.
#[derive(Debug)]
pub enum SignatureSource {
    /// In its stub.
    Stub,
    /// Here, in the notation of stubs.
    Written(&'static [&'static str]),
}

/// Arguments that are refused with a reason of their own.
#[derive(Debug)]
pub struct ArgumentRefusal {
    /// The signature that takes them, in the notation of stubs.
    pub signature: &'static str,
    /// The reason.
    pub reason: RefusalReason,
}

/// Words the reason why arguments are refused.
pub type RefusalReason = fn(&[Value]) -> String;

/// The signatures of a function as types.
#[derive(Debug)]
pub struct SignatureDispatch {
    signatures: Vec<(Callee, Availability)>,
    refusals: Vec<(Callee, RefusalReason)>,
    local: LocalAliases,
}

impl SignatureDispatch {
    /// Reads the notation of a function; none if a part of it cannot be read.
    pub(super) fn read(
        name: &str,
        source: &SignatureSource,
        refusals: &[ArgumentRefusal],
    ) -> Option<Self> {
        let parse = |text: &&str| text.parse::<Written>().ok();
        let (signatures, local) = match source {
            SignatureSource::Stub => {
                let stub = Library.function(name)?;
                (
                    stub.signatures.clone(),
                    LocalAliases::read(&stub.local_types),
                )
            }
            SignatureSource::Written(texts) => (
                texts.iter().map(parse).collect::<Option<_>>()?,
                LocalAliases::default(),
            ),
        };
        let mut is_readable = true;
        let mut read = |written: &Written| {
            Callee::from_written(written, |text| {
                let ty = type_queries::parse(&local, text);
                is_readable &= ty.is_ok();
                ty.unwrap_or(Type::Unknown)
            })
        };
        let signatures = signatures
            .iter()
            .map(|written| (read(written), written.versions.clone()))
            .collect();
        let refusals = refusals
            .iter()
            .map(|it| Some((read(&parse(&it.signature)?), it.reason)))
            .collect::<Option<_>>()?;
        is_readable.then_some(SignatureDispatch {
            signatures,
            refusals,
            local,
        })
    }

    /// The index of the first signature that fits the call.
    pub(super) fn choose(&self, call: &mut EvalCall<'_, '_, '_>) -> EvalResult<usize> {
        let context = call.evaluator.definitions.clone();
        let context = self.local.shadow(&*context);
        let block = match call.block {
            Some(block) => Some(call.evaluator.block_type(block)?),
            None => None,
        };
        let (arguments, block) = (&call.arguments, block.as_ref());
        let target = match call.evaluator.options.target {
            PuppetVersion::V7 => Target::Puppet7,
            PuppetVersion::V8 => Target::Puppet8,
        };
        let candidates = self.signatures.iter().enumerate();
        let candidates = candidates.filter(|(_, (_, versions))| versions.includes(target));
        for (index, (callee, _)) in candidates.clone() {
            if accepts(&context, &callee.callable, arguments, block)? {
                return Ok(index);
            }
        }
        for (callee, reason) in &self.refusals {
            if accepts(&context, &callee.callable, arguments, block)? {
                let text = format!("'{}' {}", call.name, reason(arguments));
                return Err(Unwind::Raised(text));
            }
        }
        let callees: Vec<Callee> = candidates.map(|(_, (callee, _))| callee.clone()).collect();
        let text = mismatch(&context, call.name, &callees, arguments, block)?;
        Err(Unwind::Raised(text))
    }
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
