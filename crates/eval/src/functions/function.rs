//! A function of Puppet's core, and a call of it.

use std::sync::OnceLock;

use puppet_hir::ExprId;
use puppet_types::Value;

use super::signature::{ArgumentRefusal, SignatureDispatch, SignatureSource};
use crate::error::Unknown;
use crate::evaluator::{Block, EvalResult, Evaluator};

/// A function of Puppet's core.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub kind: CallKind,
}

/// A function with its signatures as types.
#[derive(Debug)]
pub struct Known {
    /// The function.
    pub function: &'static Function,
    dispatch: OnceLock<Option<SignatureDispatch>>,
}

impl Known {
    /// A function whose signatures were not read yet.
    pub const fn new(function: &'static Function) -> Self {
        Known {
            function,
            dispatch: OnceLock::new(),
        }
    }

    /// The signatures as types; none for a function without, and where they cannot be read, which tests rule out.
    pub fn dispatch(&self) -> Option<&SignatureDispatch> {
        let read = || match &self.function.kind {
            CallKind::Dispatched {
                signatures,
                refusals,
                ..
            } => SignatureDispatch::read(self.function.name, signatures, refusals),
            _ => None,
        };
        self.dispatch.get_or_init(read).as_ref()
    }
}

/// How a function is called.
#[derive(Debug)]
pub enum CallKind {
    /// By one of its signatures.
    Dispatched {
        /// The signatures in the order in which they are tried.
        signatures: SignatureSource,
        /// What it refuses that no signature takes.
        refusals: &'static [ArgumentRefusal],
        /// What it does once a signature fits.
        run: Run,
    },
    /// With any arguments, as functions for Puppet 3: `undef` becomes the empty string, and rich values become strings.
    Legacy {
        /// The number of arguments; negative for at least `-arity - 1`.
        arity: i32,
        /// What it does.
        run: Run,
    },
    /// With arguments that it checks itself.
    Any(Run),
    /// It depends on more than its arguments.
    Opaque(Unknown),
}

/// What a function does.
pub type Run = fn(&mut EvalCall<'_, '_, '_>) -> EvalResult<Value>;

/// One call of a function.
pub struct EvalCall<'c, 'o, 'b> {
    /// The evaluation that calls.
    pub evaluator: &'c mut Evaluator<'o>,
    /// The expression that calls.
    pub id: ExprId,
    /// The name of the function.
    pub name: &'static str,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The lambda.
    pub block: Option<&'b Block>,
    /// Which of the signatures fits.
    pub signature: usize,
}

impl EvalCall<'_, '_, '_> {
    /// An argument; `undef` if it is not given.
    pub fn argument(&self, index: usize) -> &Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    /// An argument that is a string; empty if it is none.
    pub fn text(&self, index: usize) -> &str {
        self.argument(index).as_str().unwrap_or_default()
    }

    /// Calls the lambda.
    pub fn yield_with(&mut self, arguments: Vec<Value>) -> EvalResult<Value> {
        match self.block {
            Some(block) => self.evaluator.call_block(block, arguments),
            None => Ok(Value::Undef),
        }
    }

    /// Calls the lambda and returns whether its value counts as true.
    pub fn yield_true(&mut self, arguments: Vec<Value>) -> EvalResult<bool> {
        self.yield_with(arguments)
            .map(|value| crate::operators::is_true(&value))
    }
}

/// A function that is not evaluated, with the reason.
pub(super) const fn opaque(name: &'static str, reason: Unknown) -> Function {
    Function {
        name,
        kind: CallKind::Opaque(reason),
    }
}

/// A function with the signatures of its stub.
pub(super) const fn builtin(name: &'static str, run: Run) -> Function {
    refusing(name, &[], run)
}

/// A function with the signatures of its stub that says itself why it refuses some arguments.
pub(super) const fn refusing(
    name: &'static str,
    refusals: &'static [ArgumentRefusal],
    run: Run,
) -> Function {
    Function {
        name,
        kind: CallKind::Dispatched {
            signatures: SignatureSource::Stub,
            refusals,
            run,
        },
    }
}

/// A function with signatures, in the notation of stubs.
pub const fn dispatched(
    name: &'static str,
    signatures: &'static [&'static str],
    run: Run,
) -> Function {
    Function {
        name,
        kind: CallKind::Dispatched {
            signatures: SignatureSource::Written(signatures),
            refusals: &[],
            run,
        },
    }
}

/// A function for Puppet 3.
pub const fn legacy(name: &'static str, arity: i32, run: Run) -> Function {
    Function {
        name,
        kind: CallKind::Legacy { arity, run },
    }
}
