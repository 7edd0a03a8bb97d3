//! The state of a walk over a body.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, Parameter};
use puppet_types::{IntegerRange, StructElement, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::infer::assignments::Kept;
use crate::infer::call::lambda_frame::{LambdaArguments, LambdaFrame};
use crate::infer::call_depth::CallDepth;
use crate::infer::dig_call::RefusedStep;
use crate::infer::flow::branch_point::BranchPoint;
use crate::infer::flow::environment::FlowEnv;
use crate::infer::flow::flags::Flags;
use crate::infer::flow::implications::Alternatives;
use crate::infer::flow::reaching_definitions::{Choices, count_reads};
use crate::infer::incremental::chunk_inference::ChunkInference;
use crate::infer::inference::{Failure, MatchCoverage, MaybeUndefAccess};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{is_never_undef, subtract};

/// The state of a walk.
#[derive(Clone)]
pub(super) struct InferenceBuilder<'a> {
    pub(super) names: &'a NameResolver<'a>,
    pub(super) body: &'a Body,
    pub(super) reach: CallDepth,
    /// Whether parameters, also those of other classes, have their defaults.
    pub(super) is_by_default: bool,
    /// The same body, where it is shared.
    pub(super) shared_body: Option<Arc<Body>>,
    /// By the ids of expressions, from the first one that is walked.
    pub(super) exprs: Vec<Inferred>,
    /// The ids that are walked start here.
    pub(super) base: usize,
    pub(super) unreachable: Vec<bool>,
    pub(super) failures: Vec<Failure>,
    pub(super) scopes: FlowEnv,
    pub(super) branch_points: Vec<BranchPoint>,
    /// How many branches that are never taken are around the current expression, and ends of those around it that
    /// were passed.
    pub(super) dead: usize,
    /// How many branches are around it that may be taken, but need not be.
    pub(super) uncertain: usize,
    /// The expressions that are evaluated whenever the body is; not needed by every caller.
    pub(super) certain: Option<Vec<bool>>,
    /// How many lambdas are around it.
    pub(super) lambdas: usize,
    /// The variables that are assigned by assignments that were entered.
    pub(super) targets: FxHashSet<ExprId>,
    /// The lambdas whose ends are never reached.
    pub(super) failing: FxHashSet<ExprId>,
    /// The branches of the expression that was left last.
    pub(super) alternatives: Option<Alternatives>,
    pub(super) absent: Vec<ExprId>,
    pub(super) possible: Vec<MaybeUndefAccess>,
    pub(super) matches: Vec<MatchCoverage>,
    /// The branch around each branch, from the first one that is walked.
    pub(super) parents: Vec<usize>,
    /// How many early ends of lambdas and bodies were passed.
    pub(super) ends: usize,
    pub(super) choices: FxHashMap<ExprId, Choices>,
    /// Where variables that are read, or assigned again, were assigned before.
    pub(super) assignments: FxHashMap<ExprId, Kept>,
    /// How often each variable of the whole body is read; counted when it is first used.
    reads: OnceCell<FxHashMap<&'a str, u32>>,
    /// The assignments of the whole body, in a short one; collected when they are first asked for.
    pub(super) flags: OnceCell<Flags<'a>>,
    /// The calls with lambdas that were entered and not left.
    pub(super) calls: Vec<ExprId>,
    /// The lambdas that were entered and not left.
    pub(super) frames: Vec<LambdaFrame>,
    /// What lambdas give, and whether they may end the iteration.
    pub(super) results: FxHashMap<ExprId, (Inferred, bool)>,
    pub(super) passed: FxHashMap<ExprId, LambdaArguments>,
    /// What the parameters of lambdas are when their results are true; none if they never are.
    pub(super) kept: FxHashMap<ExprId, Option<Box<[Inferred]>>>,
    /// The same for those where it is false, of `partition`.
    pub(super) rejected: FxHashMap<ExprId, Option<Box<[Inferred]>>>,
    /// What the accesses to the elements are that lambdas of `filter` keep.
    pub(super) kept_parts: FxHashMap<ExprId, Vec<StructElement>>,
    /// The accesses whose keys are known to be there.
    pub(super) present: FxHashSet<ExprId>,
    /// What the calls of `dig`, `get` and `getvar` cannot look into.
    pub(super) refused_steps: FxHashMap<ExprId, RefusedStep>,
    /// What the memo of a `reduce` is taken to be, in a walk that finds out what its lambda gives then.
    pub(super) supposed_memo: Option<Inferred>,
}

impl<'a> InferenceBuilder<'a> {
    pub(super) fn new(names: &'a NameResolver<'a>, body: &'a Body, reach: CallDepth) -> Self {
        Self::with_ids(names, body, reach, 0..body.id_bound())
    }

    /// A walk over the expressions with these ids.
    pub(super) fn with_ids(
        names: &'a NameResolver<'a>,
        body: &'a Body,
        reach: CallDepth,
        ids: Range<usize>,
    ) -> Self {
        Self {
            names,
            body,
            reach,
            is_by_default: false,
            shared_body: None,
            exprs: vec![Inferred::UNKNOWN; ids.len()],
            base: ids.start,
            unreachable: Vec::new(),
            failures: Vec::new(),
            scopes: FlowEnv::default(),
            branch_points: Vec::new(),
            dead: 0,
            uncertain: 0,
            certain: None,
            lambdas: 0,
            targets: FxHashSet::default(),
            failing: FxHashSet::default(),
            alternatives: None,
            absent: Vec::new(),
            possible: Vec::new(),
            matches: Vec::new(),
            parents: Vec::new(),
            ends: 0,
            choices: FxHashMap::default(),
            assignments: FxHashMap::default(),
            flags: OnceCell::new(),
            reads: OnceCell::new(),
            calls: Vec::new(),
            frames: Vec::new(),
            results: FxHashMap::default(),
            passed: FxHashMap::default(),
            kept: FxHashMap::default(),
            rejected: FxHashMap::default(),
            kept_parts: FxHashMap::default(),
            present: FxHashSet::default(),
            refused_steps: FxHashMap::default(),
            supposed_memo: None,
        }
    }

    pub(super) fn result(&self, expr: ExprId) -> &Inferred {
        const UNKNOWN: &Inferred = &Inferred::UNKNOWN;
        self.exprs.get(self.index(expr)).unwrap_or(UNKNOWN)
    }

    /// The place of an expression among those that are walked; beyond all of them, if it is none.
    pub(super) fn index(&self, expr: ExprId) -> usize {
        expr.index().wrapping_sub(self.base)
    }

    /// Numbers a branch that is entered now. The body itself is number 0; branches have other numbers than those of all
    /// other chunks of the body, and greater ones than what is around them.
    pub(super) fn number_branch(&mut self) -> usize {
        self.parents.push(self.branch());
        self.base + self.parents.len()
    }

    /// The branch around a branch. Branches of another walk are in the body itself, as seen from here.
    pub(super) fn parent_branch(&self, branch: usize) -> usize {
        let index = branch.wrapping_sub(self.base + 1);
        self.parents.get(index).copied().unwrap_or(0)
    }

    /// Sets the reads of the whole body, of which this is a chunk.
    pub(super) fn set_reads(&mut self, reads: FxHashMap<&'a str, u32>) {
        self.reads = OnceCell::from(reads);
    }

    /// Whether the body reads a variable at one place only.
    pub(super) fn is_read_once(&self, name: &str) -> bool {
        let reads = self.reads.get_or_init(|| count_reads(self.body));
        reads.get(name) == Some(&1)
    }

    /// Binds a parameter whose declared type is known.
    pub(super) fn bind_parameter(&mut self, parameter: &Parameter, declared: Inferred) {
        let known = match declared {
            Inferred::Type(ty) if parameter.captures_rest => match ty {
                Type::Unknown => Inferred::UNKNOWN,
                Type::Array(_) => Inferred::Type(ty),
                element => Inferred::Type(Type::array_of(element, IntegerRange::UNBOUNDED)),
            },
            // A parameter without type, or of any type, may be anything.
            Inferred::Type(Type::Any) => Inferred::UNKNOWN,
            known => known,
        };
        self.bind_known(parameter, known);
    }

    /// Walks the head, whose parameters are bound, and the root.
    pub(super) fn run_body(&mut self) {
        self.run_body_with(|_, _| ());
    }

    /// The same, and calls a function where an expression was entered.
    pub(super) fn run_body_with(&mut self, mut entered: impl FnMut(&Self, ExprId)) {
        let body = self.body;
        let defaults = body.parameters().iter();
        let defaults: FxHashMap<_, _> = defaults.filter_map(|it| Some((it.value?, it))).collect();
        for entry in body.entries() {
            self.run_with(entry, &mut entered);
            if let Some(parameter) = defaults.get(&entry) {
                self.note_default(parameter);
            }
        }
    }

    /// The parameters of classes and defined types take their defaults in place of undef.
    pub(super) fn note_default(&mut self, parameter: &Parameter) {
        let takes_default = matches!(
            self.body.definition().kind(),
            DefinitionKind::Class | DefinitionKind::DefinedType
        );
        let never_undef = |default| is_never_undef(self.names, self.result(default));
        if takes_default
            && parameter.value.is_some_and(never_undef)
            && let Some(known) = self.scopes.get(&parameter.name)
            && let Some(given) = subtract(self.names, known, &Type::Undef)
        {
            self.bind_known(parameter, given);
        }
    }

    /// Binds a parameter whose value is known.
    pub(super) fn bind_known(&mut self, parameter: &Parameter, known: Inferred) {
        self.scopes
            .bind(parameter.name.clone(), known, self.lambdas);
    }

    /// The call that a lambda, which is entered now, is handed to.
    pub(super) fn call_of_lambda(&self, lambda: ExprId) -> Option<ExprId> {
        let call = *self.calls.last()?;
        (lambda_of(self.body.expr(call)) == Some(lambda)).then_some(call)
    }

    /// Remembers what a function hands to a lambda.
    pub(super) fn note_passed(&mut self, lambda: ExprId, passed: LambdaArguments) {
        if self.dead == 0 {
            self.passed.insert(lambda, passed);
        }
    }

    /// Notes that the innermost lambda may end here with a value.
    pub(super) fn end_lambda(&mut self, value: Inferred) {
        if self.dead == 0
            && let Some(frame) = self.frames.last_mut()
        {
            frame.nexts.push(value);
        }
    }

    /// Notes that the iteration around may end here.
    pub(super) fn end_iteration(&mut self) {
        for frame in &mut self.frames {
            frame.breaks = true;
        }
    }

    /// Whether some of these expressions is known to fail.
    pub(super) fn has_failed_in(&self, exprs: &FxHashSet<ExprId>) -> bool {
        self.failures
            .iter()
            .any(|failure| exprs.contains(&failure.expr))
    }

    /// What a lambda gives, once it was walked.
    pub(super) fn lambda_result(&self, lambda: ExprId) -> Inferred {
        self.results
            .get(&lambda)
            .map_or(Inferred::UNKNOWN, |(known, _)| known.clone())
    }

    /// Whether a lambda may end the iteration before all elements were seen.
    pub(super) fn breaks(&self, lambda: ExprId) -> bool {
        self.results.get(&lambda).is_none_or(|(_, breaks)| *breaks)
    }

    /// Starts again, as if nothing had been walked: variables are unknown, and no end was passed.
    pub(super) fn forget(&mut self) {
        self.scopes = FlowEnv::default();
        self.dead = 0;
        self.uncertain = 0;
        self.ends = 0;
        self.failures.clear();
        self.choices.clear();
        self.assignments.clear();
    }

    pub(super) fn finish(self) -> ChunkInference {
        ChunkInference {
            base: self.base,
            exprs: self.exprs.into(),
            unreachable: self.unreachable.into(),
            certain: self.certain.unwrap_or_default().into(),
            failures: self.failures.into(),
            absent: self.absent.into(),
            possible: self.possible.into(),
            matches: self.matches.into(),
            choices: self.choices,
            assignments: self.assignments,
            passed: self.passed,
            present: self.present,
            refused_steps: self.refused_steps,
        }
    }

    /// Whether a condition always has the same truth.
    pub(super) fn truth(&self, condition: ExprId) -> Option<bool> {
        truth_of(self.result(condition))
    }

    pub(super) fn fail(&mut self, failure: Failure) {
        if self.dead == 0 {
            self.failures.push(failure);
        }
    }

    /// Notes that a call always fails, with the text that Puppet raises.
    pub(super) fn fail_call(&mut self, call: ExprId, message: String) -> Inferred {
        self.fail(Failure {
            expr: call,
            blame: ErrorLocation::Whole,
            issue: Issue::RuntimeError,
            message,
        });
        Inferred::UNKNOWN
    }
}

/// Whether something is certainly true, or certainly false.
pub(super) fn truth_of(known: &Inferred) -> Option<bool> {
    let ty = match known {
        Inferred::Value(value) => return Some(puppet_eval::operators::is_true(value)),
        Inferred::Type(ty) => ty,
    };
    match ty {
        Type::Undef | Type::Boolean(Some(false)) => Some(false),
        Type::Boolean(Some(true))
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Numeric
        | Type::String(_)
        | Type::Enum(_)
        | Type::Pattern(_)
        | Type::Array(_)
        | Type::Hash(_)
        | Type::Tuple(_)
        | Type::Struct(_)
        | Type::Regexp(_)
        | Type::Sensitive(_)
        | Type::Type(_) => Some(true),
        _ => None,
    }
}

/// What a parameter is whose type is what was evaluated.
pub fn declared_type(evaluated: &Inferred) -> Inferred {
    match evaluated {
        Inferred::Value(Value::Type(ty)) => Inferred::Type(ty.clone()),
        _ => Inferred::UNKNOWN,
    }
}

/// The lambda of a call.
pub(super) fn lambda_of(expr: &Expr) -> Option<ExprId> {
    match expr {
        Expr::CallNamedFunction { lambda, .. } | Expr::CallMethod { lambda, .. } => *lambda,
        _ => None,
    }
}
