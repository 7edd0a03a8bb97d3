//! The walk over a body: in the order of evaluation, without recursion.

use puppet_eval::{Blame, Issue};
use puppet_hir::model::{
    Body, CaseOption, DefinitionKind, Expr, ExprId, Parameter, SelectorEntry, Step,
};
use puppet_types::{IntegerRange, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::call::{self, LambdaFrame, Passed};
use super::known::Known;
use super::scope::{Assigned, Mark, Presence, Scopes};
use super::{Failure, Inference, operator};
use crate::names::Names;

/// Variables that nothing may assign (`Puppet::Parser::Scope::RESERVED_VARIABLE_NAMES`).
const RESERVED: [&str; 3] = ["trusted", "facts", "server_facts"];

/// The state of a walk.
pub(super) struct Walk<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) body: &'a Body,
    exprs: Vec<Known>,
    unreachable: Vec<bool>,
    failures: Vec<Failure>,
    scopes: Scopes,
    forks: Vec<Fork>,
    /// How many branches that are never taken are around the current expression.
    dead: usize,
    /// How many lambdas are around it.
    lambdas: usize,
    /// The variables that are assigned by assignments that were entered.
    targets: FxHashSet<ExprId>,
    absent: Vec<ExprId>,
    /// The calls with lambdas that were entered and not left.
    calls: Vec<ExprId>,
    /// The lambdas that were entered and not left.
    frames: Vec<LambdaFrame>,
    /// What lambdas give, and whether they may end the iteration.
    results: FxHashMap<ExprId, (Known, bool)>,
    passed: FxHashMap<ExprId, Passed>,
}

/// An expression whose parts are not all evaluated, while it is walked.
struct Fork {
    expr: ExprId,
    /// The branches that were walked and may be taken: what they assign, and what they evaluate to.
    taken: Vec<(Assigned, Known)>,
    /// The branch that is walked now.
    current: Option<Branch>,
    /// A branch that is always taken was met: those after it never are.
    decided: bool,
    /// For a lambda: where its own variables start.
    scope: Option<Mark>,
}

impl Fork {
    fn new(expr: ExprId, scope: Option<Mark>) -> Self {
        Self {
            expr,
            taken: Vec::new(),
            current: None,
            decided: false,
            scope,
        }
    }
}

struct Branch {
    root: ExprId,
    mark: Mark,
    is_dead: bool,
}

/// Whether a branch is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chance {
    Never,
    Maybe,
    Always,
}

impl Chance {
    fn of(condition: Option<bool>) -> Self {
        match condition {
            Some(true) => Self::Always,
            Some(false) => Self::Never,
            None => Self::Maybe,
        }
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(names: &'a Names<'a>, body: &'a Body) -> Self {
        Self {
            names,
            body,
            exprs: vec![Known::UNKNOWN; body.len()],
            unreachable: Vec::new(),
            failures: Vec::new(),
            scopes: Scopes::default(),
            forks: Vec::new(),
            dead: 0,
            lambdas: 0,
            targets: FxHashSet::default(),
            absent: Vec::new(),
            calls: Vec::new(),
            frames: Vec::new(),
            results: FxHashMap::default(),
            passed: FxHashMap::default(),
        }
    }

    pub(super) fn known(&self, expr: ExprId) -> &Known {
        const UNKNOWN: &Known = &Known::UNKNOWN;
        self.exprs.get(expr.index()).unwrap_or(UNKNOWN)
    }

    /// Binds a parameter whose declared type is known.
    pub(super) fn bind_parameter(&mut self, parameter: &Parameter, declared: Known) {
        let known = match declared {
            Known::Type(ty) if parameter.captures_rest => match ty {
                Type::Unknown => Known::UNKNOWN,
                Type::Array(_) => Known::Type(ty),
                element => Known::Type(Type::array_of(element, IntegerRange::UNBOUNDED)),
            },
            // A parameter without type, or of any type, may be anything.
            Known::Type(Type::Any) => Known::UNKNOWN,
            known => known,
        };
        self.bind_known(parameter, known);
    }

    /// Binds a parameter whose value is known.
    pub(super) fn bind_known(&mut self, parameter: &Parameter, known: Known) {
        self.scopes
            .bind(parameter.name.clone(), known, self.lambdas);
    }

    /// The call that a lambda, which is entered now, is handed to.
    pub(super) fn call_of_lambda(&self, lambda: ExprId) -> Option<ExprId> {
        let call = *self.calls.last()?;
        (lambda_of(self.body.expr(call)) == Some(lambda)).then_some(call)
    }

    /// Remembers what a function hands to a lambda.
    pub(super) fn note_passed(&mut self, lambda: ExprId, passed: Passed) {
        if self.dead == 0 {
            self.passed.insert(lambda, passed);
        }
    }

    /// Notes that the innermost lambda may end here with a value.
    pub(super) fn end_lambda(&mut self, value: Known) {
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

    /// What a lambda gives, once it was walked.
    pub(super) fn lambda_result(&self, lambda: ExprId) -> Known {
        self.results
            .get(&lambda)
            .map_or(Known::UNKNOWN, |(known, _)| known.clone())
    }

    /// Whether a lambda may end the iteration before all elements were seen.
    pub(super) fn breaks(&self, lambda: ExprId) -> bool {
        self.results.get(&lambda).is_none_or(|(_, breaks)| *breaks)
    }

    /// Walks an expression with all below it.
    pub(super) fn run(&mut self, root: ExprId) {
        for step in self.body.preorder(root) {
            match step {
                Step::Enter(id) => self.enter(id),
                Step::Leave(id) => self.leave(id),
            }
        }
    }

    pub(super) fn finish(self) -> Inference {
        Inference {
            exprs: self.exprs.into(),
            unreachable: self.unreachable.into(),
            failures: self.failures.into(),
            absent: self.absent.into(),
            passed: self.passed,
        }
    }

    fn enter(&mut self, id: ExprId) {
        self.enter_branch(id);
        if self.dead > 0 {
            if self.unreachable.is_empty() {
                self.unreachable = vec![false; self.body.len()];
            }
            if let Some(flag) = self.unreachable.get_mut(id.index()) {
                *flag = true;
            }
        }
        let body = self.body;
        match body.expr(id) {
            Expr::Assignment { left, .. } => self.add_targets(*left),
            Expr::Lambda { parameters, .. } => {
                let mark = self.scopes.mark();
                self.lambdas += 1;
                self.frames.push(LambdaFrame::default());
                for parameter in parameters {
                    self.bind_parameter(parameter, Known::UNKNOWN);
                }
                self.forks.push(Fork::new(id, Some(mark)));
            }
            expr if is_fork(expr) => self.forks.push(Fork::new(id, None)),
            expr if lambda_of(expr).is_some() => self.calls.push(id),
            _ => {}
        }
    }

    fn add_targets(&mut self, target: ExprId) {
        match self.body.expr(target) {
            Expr::Variable(_) => drop(self.targets.insert(target)),
            Expr::LiteralList(targets) => {
                self.targets.extend(
                    targets
                        .iter()
                        .filter(|it| matches!(self.body.expr(**it), Expr::Variable(_))),
                );
            }
            _ => {}
        }
    }

    fn leave(&mut self, id: ExprId) {
        let known = match self.forks.pop_if(|fork| fork.expr == id) {
            Some(fork) => self.leave_fork(fork),
            None => operator::infer(self, id),
        };
        self.calls.pop_if(|call| *call == id);
        if let Some(place) = self.exprs.get_mut(id.index()) {
            *place = known;
        }
        self.leave_branch(id);
    }

    /// Starts a branch, if the expression is one of the innermost fork.
    fn enter_branch(&mut self, id: ExprId) {
        let Some(fork) = self.forks.last() else {
            return;
        };
        let Some(chance) = self.chance(fork, id) else {
            return;
        };
        let is_dead = chance == Chance::Never || fork.decided;
        let mark = self.scopes.mark();
        if let Some(fork) = self.forks.last_mut() {
            fork.current = Some(Branch {
                root: id,
                mark,
                is_dead,
            });
            fork.decided |= chance == Chance::Always;
        }
        self.dead += usize::from(is_dead);
        if let Some(lambda) = self
            .forks
            .last()
            .filter(|fork| fork.scope.is_some())
            .map(|fork| fork.expr)
        {
            call::bind_parameters(self, lambda);
        }
    }

    fn leave_branch(&mut self, id: ExprId) {
        let Some(fork) = self.forks.last_mut() else {
            return;
        };
        let Some(branch) = fork.current.take_if(|branch| branch.root == id) else {
            return;
        };
        let assigned = self.scopes.take_since(branch.mark);
        self.dead -= usize::from(branch.is_dead);
        if !branch.is_dead {
            let known = self
                .exprs
                .get(id.index())
                .cloned()
                .unwrap_or(Known::UNKNOWN);
            fork.taken.push((assigned, known));
        }
    }

    /// Whether `id` is taken as a branch of the fork; `None` if it is no branch of it.
    fn chance(&self, fork: &Fork, id: ExprId) -> Option<Chance> {
        match self.body.expr(fork.expr) {
            Expr::If {
                test,
                then,
                otherwise,
            } => self.chance_of_if(id, *then, *otherwise, self.truth(*test)),
            Expr::Unless {
                test,
                then,
                otherwise,
            } => self.chance_of_if(id, *then, *otherwise, self.truth(*test).map(|truth| !truth)),
            Expr::And { left, right } => (id == *right).then(|| Chance::of(self.truth(*left))),
            Expr::Or { left, right } => {
                (id == *right).then(|| Chance::of(self.truth(*left).map(|truth| !truth)))
            }
            Expr::Case { test, options } => {
                let option = options.iter().find(|option| option.then == Some(id))?;
                Some(self.chance_of_option(*test, option))
            }
            Expr::Selector { left, selectors } => {
                let entry = selectors.iter().find(|entry| entry.value == id)?;
                Some(self.chance_of_entry(*left, entry))
            }
            Expr::Lambda { body, .. } => (*body == Some(id)).then_some(Chance::Maybe),
            _ => None,
        }
    }

    fn chance_of_if(
        &self,
        id: ExprId,
        then: Option<ExprId>,
        otherwise: Option<ExprId>,
        truth: Option<bool>,
    ) -> Option<Chance> {
        if then == Some(id) {
            Some(Chance::of(truth))
        } else if otherwise == Some(id) {
            Some(Chance::of(truth.map(|truth| !truth)))
        } else {
            None
        }
    }

    fn chance_of_option(&self, test: ExprId, option: &CaseOption) -> Chance {
        let chances: Vec<Chance> = option
            .values
            .iter()
            .map(|value| self.chance_of_match(test, *value))
            .collect();
        if chances.contains(&Chance::Always) {
            Chance::Always
        } else if chances.iter().all(|chance| *chance == Chance::Never) {
            Chance::Never
        } else {
            Chance::Maybe
        }
    }

    fn chance_of_entry(&self, test: ExprId, entry: &SelectorEntry) -> Chance {
        self.chance_of_match(test, entry.matching)
    }

    /// The default option is taken when nothing else is; here that is as good as "maybe".
    fn chance_of_match(&self, test: ExprId, option: ExprId) -> Chance {
        let (Some(value), Some(option)) = (self.known(test).value(), self.known(option).value())
        else {
            return Chance::Maybe;
        };
        if *option == Value::Default {
            return Chance::Maybe;
        }
        match puppet_eval::operators::matching::matches_option(self.names, value, option) {
            Ok(matched) => Chance::of(Some(matched.matched)),
            Err(_) => Chance::Maybe,
        }
    }

    /// Whether a condition always has the same truth.
    fn truth(&self, condition: ExprId) -> Option<bool> {
        match self.known(condition) {
            Known::Value(value) => Some(puppet_eval::operators::is_true(value)),
            Known::Type(_) => None,
        }
    }

    /// What a fork evaluates to, when all its branches were walked.
    fn leave_fork(&mut self, fork: Fork) -> Known {
        if let Some(mark) = fork.scope {
            self.lambdas -= 1;
            let _ = self.scopes.take_since(mark);
            self.leave_lambda(&fork);
            return Known::Type(Type::CALLABLE);
        }
        let expr = self.body.expr(fork.expr);
        let known = match expr {
            Expr::And { left, .. } | Expr::Or { left, .. } => {
                return self.leave_logic(matches!(expr, Expr::And { .. }), *left, fork);
            }
            _ => {
                let mut all: Vec<Known> =
                    fork.taken.iter().map(|(_, known)| known.clone()).collect();
                all.extend(std::iter::repeat_n(
                    Known::UNDEF,
                    self.empty_branches(&fork),
                ));
                Known::union(self.names, &all)
            }
        };
        let empty = self.empty_branches(&fork);
        let mut branches: Vec<Assigned> = fork
            .taken
            .into_iter()
            .map(|(assigned, _)| assigned)
            .collect();
        branches.extend(std::iter::repeat_n(Assigned::new(), empty));
        self.scopes.merge(self.names, branches, self.lambdas);
        known
    }

    fn leave_lambda(&mut self, fork: &Fork) {
        let frame = self.frames.pop().unwrap_or_default();
        let end = match (self.body.expr(fork.expr), fork.taken.first()) {
            (Expr::Lambda { body: None, .. }, _) => Known::UNDEF,
            (_, Some((_, known))) => known.clone(),
            (_, None) => Known::UNKNOWN,
        };
        let known = Known::union(self.names, std::iter::once(&end).chain(&frame.nexts));
        self.results.insert(fork.expr, (known, frame.breaks));
    }

    /// `and`, `or`: the right side is a branch, the other one does nothing.
    fn leave_logic(&mut self, is_and: bool, left: ExprId, fork: Fork) -> Known {
        let left = self.truth(left);
        let right = fork.taken.first().and_then(|(_, known)| match known {
            Known::Value(value) => Some(puppet_eval::operators::is_true(value)),
            Known::Type(_) => None,
        });
        let mut branches: Vec<Assigned> = fork
            .taken
            .into_iter()
            .map(|(assigned, _)| assigned)
            .collect();
        if left != Some(is_and) {
            branches.push(Assigned::new());
        }
        self.scopes.merge(self.names, branches, self.lambdas);
        let decided = match (left, right) {
            (Some(left), _) if left != is_and => Some(left),
            (Some(_), right) => right,
            _ => None,
        };
        decided.map_or(Known::Type(Type::BOOLEAN), |truth| {
            Known::Value(Value::Boolean(truth))
        })
    }

    /// How many ways there are through the fork that evaluate nothing.
    fn empty_branches(&self, fork: &Fork) -> usize {
        match self.body.expr(fork.expr) {
            Expr::If {
                test,
                then,
                otherwise,
            } => self.empty_of_if(*then, *otherwise, self.truth(*test)),
            Expr::Unless {
                test,
                then,
                otherwise,
            } => self.empty_of_if(*then, *otherwise, self.truth(*test).map(|truth| !truth)),
            Expr::Case { options, .. } => {
                let empty = options
                    .iter()
                    .filter(|option| option.then.is_none())
                    .count();
                let has_default = options
                    .iter()
                    .flat_map(|option| &option.values)
                    .any(|value| matches!(self.body.expr(*value), Expr::LiteralDefault));
                empty + usize::from(!has_default && !fork.decided)
            }
            _ => 0,
        }
    }

    fn empty_of_if(
        &self,
        then: Option<ExprId>,
        otherwise: Option<ExprId>,
        truth: Option<bool>,
    ) -> usize {
        usize::from(then.is_none() && truth != Some(false))
            + usize::from(otherwise.is_none() && truth != Some(true))
    }

    /// What is known of a variable that is read.
    pub(super) fn variable(&mut self, expr: ExprId, name: &str) -> Known {
        let is_read = self.dead == 0 && !self.targets.contains(&expr);
        if is_read && self.scopes.presence(name) == Presence::Absent {
            self.absent.push(expr);
        }
        self.scopes.get(name).cloned().unwrap_or(Known::UNKNOWN)
    }

    pub(super) fn assign(&mut self, target: ExprId, known: &Known) {
        match self.body.expr(target) {
            Expr::Variable(_) => {
                if let Some(name) = self.body.variable_name(target) {
                    self.assign_variable(target, name.clone(), known);
                }
            }
            // Assignments to several variables at once: from an array or hash.
            Expr::LiteralList(targets) => {
                for target in targets {
                    self.assign(*target, &Known::UNKNOWN);
                }
            }
            _ => {}
        }
    }

    fn assign_variable(&mut self, target: ExprId, name: SmolStr, known: &Known) {
        let refusal = if RESERVED.contains(&&*name) {
            Some((
                Issue::IllegalReservedAssignment,
                format!("Attempt to assign to a reserved variable name: '${name}'"),
            ))
        } else if self.scopes.is_taken(&name, self.lambdas) || self.is_given(&name) {
            Some((
                Issue::IllegalReassignment,
                match &*name {
                    "title" | "name" => {
                        format!("Cannot reassign built in (or already assigned) variable '${name}'")
                    }
                    _ => format!("Cannot reassign variable '${name}'"),
                },
            ))
        } else {
            None
        };
        if let Some((issue, message)) = refusal {
            self.fail(Failure {
                expr: target,
                blame: Blame::Whole,
                issue,
                message,
            });
        }
        self.scopes.bind(name, known.clone(), self.lambdas);
    }

    /// Whether Puppet has set the variable before the body is evaluated.
    fn is_given(&self, name: &str) -> bool {
        let kind = self.body.definition().kind();
        self.lambdas == 0
            && match name {
                "title" | "name" | "module_name" => matches!(
                    kind,
                    DefinitionKind::Class
                        | DefinitionKind::DefinedType
                        | DefinitionKind::File
                        | DefinitionKind::Node
                ),
                "caller_module_name" => {
                    matches!(kind, DefinitionKind::Class | DefinitionKind::DefinedType)
                }
                "environment" => kind == DefinitionKind::File,
                _ => false,
            }
    }

    pub(super) fn fail(&mut self, failure: Failure) {
        if self.dead == 0 {
            self.failures.push(failure);
        }
    }
}

/// What a parameter is whose type is what was evaluated.
pub(crate) fn declared_type(evaluated: &Known) -> Known {
    match evaluated {
        Known::Value(Value::Type(ty)) => Known::Type(ty.clone()),
        _ => Known::UNKNOWN,
    }
}

/// The lambda of a call.
fn lambda_of(expr: &Expr) -> Option<ExprId> {
    match expr {
        Expr::CallNamedFunction { lambda, .. } | Expr::CallMethod { lambda, .. } => *lambda,
        _ => None,
    }
}

fn is_fork(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If { .. }
            | Expr::Unless { .. }
            | Expr::And { .. }
            | Expr::Or { .. }
            | Expr::Case { .. }
            | Expr::Selector { .. }
    )
}
