//! The variables that are visible while a body is walked.

use std::sync::Arc;

use puppet_hir::model::ExprId;
use puppet_types::TypeContext;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::infer::assignments::{self, Assignments, Kept, Lacking, MAX_KEPT};
use crate::infer::flow::branch_facts::Implication;
use crate::infer::flow::path_conditions::{self, BranchRoot, MAX_CONDITIONS, PathConditions};
use crate::infer::flow::reaching_definitions::{self, Choices};
use puppet_text::closest;
use puppet_types::inferred::Inferred;

/// Variables with what is known about them. Later bindings hide earlier ones until they are taken back.
///
/// A variable never changes once it is assigned; what tests tell about it is a further binding, a refinement, which
/// holds where the test was passed. Refinements exist for variables, and for what constant keys access in them.
#[derive(Debug, Clone, Default)]
pub(crate) struct FlowEnv {
    pub(super) bindings: Vec<Binding>,
    pub(super) latest: FxHashMap<SmolStr, usize>,
    /// How many bindings there have been, to tell variables of the same name apart.
    pub(super) count: usize,
    /// How many of the bindings are refinements of accesses.
    pub(super) paths: usize,
    /// The bindings that are implications.
    pub(super) implications: Vec<usize>,
    /// The bindings that are implications, by each name that they are about.
    pub(super) mentions: FxHashMap<SmolStr, Vec<usize>>,
    /// The bindings before this one were looked at for what follows from them.
    pub(super) applied: usize,
}

/// A variable, or what is known more of one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Binding {
    pub(super) name: SmolStr,
    pub(super) known: Inferred,
    pub(super) choices: Option<Choices>,
    /// A variable with nearly this name that one of the branches before assigns instead.
    pub(super) instead: Option<NearMiss>,
    /// If only some branches assign it, the path conditions of its assignments; none where they are unknown.
    pub(super) conditions: PathConditions,
    /// Where it is assigned, if it is by one assignment.
    pub(super) target: Option<ExprId>,
    /// The variable whose value it is, with its number.
    pub(super) copied: Option<(SmolStr, Option<usize>)>,
    /// The same after branches: where it may have been assigned.
    pub(super) assignments: Option<Kept>,
    pub(super) presence: Definedness,
    /// How many lambdas are around it.
    pub(super) lambdas: usize,
    pub(super) hidden: Option<usize>,
    pub(super) kind: EnvironmentKind,
    /// What the tests before tell together about the variable.
    pub(super) implication: Option<Arc<Implication>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EnvironmentKind {
    /// A variable; the number tells it from all others.
    Variable(usize),
    /// What is known more about a variable: of the one with this number, or of one that is assigned outside.
    Refined(Option<usize>),
    /// What is known about an access.
    Path,
}

/// What is known of a variable at some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Definedness {
    /// It is there.
    Certain,
    /// A branch before assigns it, another one does not.
    Possible,
    /// Several such branches, one after the other, assign it: possibly one of them is always taken.
    Probable,
    /// Nothing before assigns it.
    Absent,
}

/// Branches that assign more variables are not compared name by name.
const MAX_COMPARED: usize = 200;

/// A point of the walk: the number of the innermost branch, and how many early ends were passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct ProgramPoint {
    pub(crate) branch: usize,
    pub(crate) ends: usize,
}

/// What one branch alone assigns in the place of a variable that all others assign.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct NearMiss {
    pub(crate) name: SmolStr,
    /// Where it is assigned.
    pub(crate) target: ExprId,
    /// Where the branches join.
    pub(crate) joined_at: ProgramPoint,
}

/// A place to go back to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EnvSnapshot(pub(super) usize);

/// What one branch assigned, and what is known in it about other variables.
#[derive(Debug, Clone, Default)]
pub(crate) struct EnvDelta {
    /// Which branch it is.
    pub(crate) branch: Option<BranchRoot>,
    /// The path conditions, within the branch, of what ends early: there no variable is missing after the branch.
    pub(crate) ended: PathConditions,
    assigned: Vec<Assigned>,
    pub(crate) refined: Vec<(SmolStr, Refinement)>,
}

#[derive(Debug, Clone)]
struct Assigned {
    name: SmolStr,
    known: Inferred,
    choices: Option<Choices>,
    target: Option<ExprId>,
    assignments: Option<Kept>,
    instead: Option<NearMiss>,
    conditions: PathConditions,
    is_certain: bool,
    /// The number of the variable.
    variable: usize,
    /// Which of the branches that are joined assigns it.
    number: usize,
}

/// What a test tells about a variable, or about an access.
#[derive(Debug, Clone)]
pub(crate) struct Refinement {
    pub(crate) known: Inferred,
    is_path: bool,
    pub(crate) implication: Option<Arc<Implication>>,
}

/// A variable, or the key of an access, with what is known of it.
pub(crate) type KnownName = (SmolStr, Inferred);

impl FlowEnv {
    pub(super) fn add(&mut self, binding: Binding) {
        let name = binding.name.clone();
        let hidden = self.latest.insert(name, self.bindings.len());
        self.paths += usize::from(binding.kind == EnvironmentKind::Path);
        if let Some(implication) = binding.implication.clone() {
            self.note_implication(self.bindings.len(), &implication);
        }
        self.bindings.push(Binding { hidden, ..binding });
    }

    /// Binds a variable in the scope of the innermost of so many lambdas.
    pub(crate) fn bind(&mut self, name: SmolStr, known: Inferred, lambdas: usize) {
        self.bind_as(name, known, None, Definedness::Certain, lambdas);
    }

    /// Binds a variable that is assigned, with what is known of where its value comes from.
    pub(crate) fn bind_target(
        &mut self,
        target: ExprId,
        name: SmolStr,
        known: Inferred,
        choices: Option<Choices>,
        lambdas: usize,
    ) {
        self.bind_as(name, known, choices, Definedness::Certain, lambdas);
        if let Some(binding) = self.bindings.last_mut() {
            binding.target = Some(target);
        }
    }

    /// Notes that the variable that was just assigned is a copy of another one: what tests tell of one holds for both.
    pub(crate) fn note_copy(&mut self, of: &SmolStr) {
        let number = self.variable_number(of);
        if let Some(binding) = self.bindings.last_mut() {
            binding.copied = Some((of.clone(), number));
        }
    }

    /// The variable of which a variable is a copy, or itself.
    pub(crate) fn original<'n>(&'n self, name: &'n str) -> &'n str {
        let copied = self.binding(name).and_then(|it| it.copied.as_ref());
        let copied = copied.filter(|(of, number)| self.variable_number(of) == *number);
        copied.map_or(name, |(of, _)| of)
    }

    fn bind_as(
        &mut self,
        name: SmolStr,
        known: Inferred,
        choices: Option<Choices>,
        presence: Definedness,
        lambdas: usize,
    ) {
        self.count += 1;
        let kind = EnvironmentKind::Variable(self.count);
        self.push(name, known, presence, lambdas, kind);
        if let Some(binding) = self.bindings.last_mut() {
            binding.choices = choices;
        }
    }

    /// The values that a variable may have by the branches before; none where a test tells more.
    pub(crate) fn choices(&self, name: &str) -> Option<&Choices> {
        self.binding(name)?.choices.as_ref()
    }

    pub(super) fn push(
        &mut self,
        name: SmolStr,
        known: Inferred,
        presence: Definedness,
        lambdas: usize,
        kind: EnvironmentKind,
    ) {
        let hidden = self.latest.insert(name.clone(), self.bindings.len());
        self.paths += usize::from(kind == EnvironmentKind::Path);
        self.bindings.push(Binding {
            name,
            known,
            choices: None,
            instead: None,
            conditions: PathConditions::new(),
            target: None,
            copied: None,
            assignments: None,
            presence,
            lambdas,
            hidden,
            kind,
            implication: None,
        });
    }

    /// Notes what is known more about a variable from here on.
    pub(crate) fn refine(&mut self, name: SmolStr, known: Inferred) {
        let (presence, lambdas, variable) = match self.binding(&name) {
            Some(binding) => (binding.presence, binding.lambdas, binding.variable()),
            None => (Definedness::Absent, 0, None),
        };
        let conditions = self.conditions(&name).cloned().unwrap_or_default();
        let assignments = self.assignments(&name);
        self.push(
            name,
            known,
            presence,
            lambdas,
            EnvironmentKind::Refined(variable),
        );
        if let Some(binding) = self.bindings.last_mut() {
            binding.conditions = conditions;
            binding.assignments = assignments;
        }
    }

    /// Notes that a variable exists that nothing here assigns.
    pub(crate) fn assume(&mut self, name: SmolStr) {
        let variable = self.binding(&name).and_then(Binding::variable);
        let known = self.get(&name).cloned().unwrap_or(Inferred::UNKNOWN);
        self.push(
            name,
            known,
            Definedness::Certain,
            0,
            EnvironmentKind::Refined(variable),
        );
    }

    /// Notes what is known about an access from here on; the key is that of [`FlowEnv::path`].
    pub(crate) fn refine_path(&mut self, path: SmolStr, known: Inferred) {
        self.push(path, known, Definedness::Absent, 0, EnvironmentKind::Path);
    }

    /// The number of the variable of a name; none if it is assigned outside, and for the keys of accesses.
    pub(crate) fn variable_number(&self, name: &str) -> Option<usize> {
        self.binding(name).and_then(Binding::variable)
    }

    /// The key under which refinements of an access are kept: `$name` and then the keys, as one text.
    pub(crate) fn path(&self, name: &str, keys: &str) -> SmolStr {
        let variable = self
            .binding(name)
            .and_then(Binding::variable)
            .unwrap_or_default();
        smol_str::format_smolstr!("{name}#{variable}{keys}")
    }

    /// Whether anything is known about accesses.
    pub(crate) fn has_paths(&self) -> bool {
        self.paths > 0
    }

    fn binding(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(*self.latest.get(name)?)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Inferred> {
        self.binding(name).map(|binding| &binding.known)
    }

    /// Whether a variable can be read here.
    pub(crate) fn presence(&self, name: &str) -> Definedness {
        self.binding(name)
            .map_or(Definedness::Absent, |binding| binding.presence)
    }

    /// Whether the scope of the innermost of so many lambdas has the variable already, whatever branches were taken.
    pub(crate) fn is_taken(&self, name: &str, lambdas: usize) -> bool {
        self.binding(name).is_some_and(|binding| {
            binding.presence == Definedness::Certain
                && binding.variable().is_some()
                && binding.lambdas == lambdas
        })
    }

    /// The variables that certainly exist here, outside of lambdas, with what was known when they were assigned.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&SmolStr, &Inferred)> {
        self.bindings.iter().filter_map(|binding| {
            let is_own =
                matches!(binding.kind, EnvironmentKind::Variable(_)) && binding.lambdas == 0;
            (is_own && binding.presence == Definedness::Certain)
                .then_some((&binding.name, &binding.known))
        })
    }

    pub(crate) fn mark(&self) -> EnvSnapshot {
        EnvSnapshot(self.bindings.len())
    }

    /// Takes back what was bound since the mark.
    pub(crate) fn take_since(&mut self, mark: EnvSnapshot) -> EnvDelta {
        let mut taken = EnvDelta::default();
        while self.bindings.len() > mark.0
            && let Some(binding) = self.bindings.pop()
        {
            match binding.hidden {
                Some(index) => self.latest.insert(binding.name.clone(), index),
                None => self.latest.remove(&binding.name),
            };
            let is_path = binding.kind == EnvironmentKind::Path;
            self.paths -= usize::from(is_path);
            if let Some(implication) = &binding.implication {
                self.implications.pop();
                for name in implication.keys() {
                    self.mentions.get_mut(&name).and_then(Vec::pop);
                }
            }
            match binding.kind {
                EnvironmentKind::Variable(variable) => taken.assigned.push(Assigned {
                    name: binding.name,
                    known: binding.known,
                    choices: binding.choices,
                    target: binding.target,
                    assignments: binding.assignments,
                    instead: binding.instead,
                    conditions: binding.conditions,
                    is_certain: binding.presence == Definedness::Certain,
                    variable,
                    number: 0,
                }),
                EnvironmentKind::Refined(_) | EnvironmentKind::Path => taken.refined.push((
                    binding.name,
                    Refinement {
                        known: binding.known,
                        is_path,
                        implication: binding.implication,
                    },
                )),
            }
        }
        taken.assigned.reverse();
        taken.refined.reverse();
        self.applied = self.applied.min(self.bindings.len());
        taken
    }

    /// Puts back what was known in a branch that alone leads here.
    pub(crate) fn restore(&mut self, refined: Vec<(SmolStr, Refinement)>) {
        for (name, refinement) in refined {
            if let Some(implication) = refinement.implication {
                self.imply(name, implication);
            } else if refinement.is_path {
                self.refine_path(name, refinement.known);
            } else {
                self.refine(name, refinement.known);
            }
        }
    }

    /// Binds what is known after one of several branches was taken. A variable that some branch does not assign may
    /// not exist: nothing is known about it. What tests told is still known if there is only one branch.
    pub(crate) fn merge(
        &mut self,
        context: &dyn TypeContext,
        mut branches: Vec<EnvDelta>,
        lambdas: usize,
        join: Join,
    ) {
        let count = branches.len();
        let joined_at = join.at;
        let only = match branches.as_mut_slice() {
            [only] => std::mem::take(&mut only.refined),
            _ => Vec::new(),
        };
        let by_branch: Vec<Vec<FlowTarget>> =
            match branches.iter().map(|it| it.assigned.len()).sum() {
                0..=MAX_COMPARED => branches.iter().map(EnvDelta::targets).collect(),
                _ => Vec::new(),
            };
        let mut names: Vec<SmolStr> = Vec::new();
        let mut assigned: FxHashMap<SmolStr, Vec<Assigned>> = FxHashMap::default();
        let mut taken: Vec<Option<BranchRoot>> = Vec::new();
        let mut ended: Vec<(usize, PathConditions)> = Vec::new();
        for branch in branches {
            taken.push(branch.branch);
            if !branch.ended.is_empty() {
                let conditions = path_conditions::add_branch(branch.ended, branch.branch);
                ended.push((taken.len() - 1, conditions));
            }
            for mut one in branch.assigned {
                one.number = taken.len() - 1;
                one.conditions = one.conditions_through(branch.branch);
                let all = assigned.entry(one.name.clone()).or_default();
                if all.is_empty() {
                    names.push(one.name.clone());
                }
                all.push(one);
            }
        }
        for name in names {
            let all = assigned.remove(&name).unwrap_or_default();
            let variable = all.last().filter(|_| count == 1).map(|it| it.variable);
            let choices = all.iter().filter_map(|one| one.choices.as_deref());
            let choices = reaching_definitions::join(choices.flatten());
            // A name may come twice from one branch, when it was uncertain before.
            let (known, presence) = if all.len() >= count && all.iter().all(|one| one.is_certain) {
                let known = Inferred::union(context, all.iter().map(|one| &one.known));
                (known, Definedness::Certain)
            } else if self.presence(&name) == Definedness::Absent {
                (Inferred::UNKNOWN, Definedness::Possible)
            } else {
                (Inferred::UNKNOWN, Definedness::Probable)
            };
            let before = self.assignments(&name);
            let assignments = joined(&all, &taken, join.branch_point, presence, before);
            let (instead, conditions) = match presence {
                Definedness::Possible => {
                    let is_lacking = |number: &usize| {
                        all.iter().all(|it| it.number != *number || !it.is_certain)
                    };
                    let lacking = ended.iter().filter(|(number, _)| is_lacking(number));
                    let ended = lacking.flat_map(|(_, conditions)| conditions);
                    let conditions = all.iter().flat_map(|one| &one.conditions).chain(ended);
                    let conditions = conditions.take(MAX_CONDITIONS).cloned().collect();
                    // Branches within one of the branches may have told already.
                    let instead = instead(&name, &by_branch, joined_at)
                        .or_else(|| all.into_iter().find_map(|one| one.instead));
                    (instead, conditions)
                }
                _ => (None, PathConditions::new()),
            };
            self.bind_as(name, known, choices, presence, lambdas);
            if let Some(binding) = self.bindings.last_mut() {
                // What the tests within the only branch tell is about the same variable after it.
                binding.kind = variable.map_or(binding.kind, EnvironmentKind::Variable);
                (binding.instead, binding.conditions) = (instead, conditions);
                binding.assignments = Some(assignments);
            }
        }
        self.restore(only);
    }

    /// Where a variable was assigned before, as far as it is assigned in the body.
    pub(crate) fn assignments(&self, name: &str) -> Option<Kept> {
        let binding = self.binding(name)?;
        let only = || binding.target.map(|it| Arc::new(Assignments::new(it)));
        binding.assignments.clone().or_else(only)
    }

    /// Where a variable was assigned, if several branches do it, or only some.
    pub(crate) fn assignments_of_branches(&self, name: &str) -> Option<Kept> {
        assignments::from_branches(self.binding(name)?.assignments.as_ref())
    }

    /// The same for all variables outside of lambdas.
    pub(crate) fn assignments_by_name(&self) -> impl Iterator<Item = (SmolStr, Kept)> {
        self.latest.iter().filter_map(|(name, index)| {
            let binding = self.bindings.get(*index)?;
            let is_own = binding.variable().is_some() && binding.lambdas == 0;
            let assignments = assignments::from_branches(binding.assignments.as_ref())?;
            is_own.then(|| (name.clone(), assignments))
        })
    }

    /// The path conditions of a variable that only some branches before assign.
    pub(crate) fn conditions(&self, name: &str) -> Option<&PathConditions> {
        self.binding(name).map(|binding| &binding.conditions)
    }

    /// The variable with nearly this name that one of the branches before assigns instead.
    pub(crate) fn similar_binding(&self, name: &str) -> Option<&NearMiss> {
        self.binding(name)?.instead.as_ref()
    }
}

impl Assigned {
    /// The path conditions of its assignment, as seen from outside of a branch.
    fn conditions_through(&mut self, branch: Option<BranchRoot>) -> PathConditions {
        let mut conditions = std::mem::take(&mut self.conditions);
        if self.is_certain {
            conditions = vec![Vec::new()];
        }
        path_conditions::add_branch(conditions, branch)
    }
}

impl EnvDelta {
    /// What is known in the branch of variables and accesses, with the variables that it assigns.
    pub(crate) fn known_names(&self) -> Vec<KnownName> {
        let refined = self.refined.iter();
        let refined = refined.filter(|(_, it)| it.implication.is_none());
        let refined = refined.map(|(name, it)| (name, &it.known));
        let assigned = self.assigned.iter().filter(|it| it.is_certain);
        let mut all: Vec<KnownName> = Vec::new();
        for (name, known) in refined.chain(assigned.map(|it| (&it.name, &it.known))) {
            // What was learned last is the most.
            all.retain(|(other, _)| other != name);
            all.push((name.clone(), known.clone()));
        }
        all.retain(|(_, known)| !known.is_unknown());
        all
    }

    fn targets(&self) -> Vec<FlowTarget> {
        let targets = self.assigned.iter();
        targets.map(|it| (it.name.clone(), it.target)).collect()
    }
}

/// Where branches join.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Join {
    /// What they are branches of.
    pub(crate) branch_point: ExprId,
    /// The point after them.
    pub(crate) at: ProgramPoint,
}

/// Where a variable is assigned that some of the branches assign which are joined.
fn joined(
    all: &[Assigned],
    taken: &[Option<BranchRoot>],
    branch_point: ExprId,
    presence: Definedness,
    before: Option<Kept>,
) -> Kept {
    let mut joined = Assignments::default();
    if presence == Definedness::Probable
        && let Some(before) = before
    {
        joined.add(&before, true);
    }
    for one in all {
        let only = || one.target.map(|it| Arc::new(Assignments::new(it)));
        if let Some(own) = one.assignments.clone().or_else(only) {
            joined.add(&own, one.is_certain || presence != Definedness::Possible);
        }
    }
    if presence == Definedness::Possible {
        let numbers = taken.iter().enumerate();
        let without = numbers.filter(|(number, _)| all.iter().all(|one| one.number != *number));
        let first = without.take(MAX_KEPT);
        first.for_each(|(_, branch)| joined.lack(Lacking::new(*branch, branch_point)));
    }
    Arc::new(joined)
}

/// A variable, and where it is assigned.
type FlowTarget = (SmolStr, Option<ExprId>);

/// What a branch assigns in the place of a variable that it alone does not assign: nearly the same name, which no other
/// branch has.
fn instead(name: &str, by_branch: &[Vec<FlowTarget>], joined_at: ProgramPoint) -> Option<NearMiss> {
    let has = |branch: &[FlowTarget], name: &str| branch.iter().any(|(other, _)| other == name);
    let mut without = by_branch.iter().filter(|branch| !has(branch, name));
    let (Some(branch), None) = (without.next(), without.next()) else {
        return None;
    };
    let is_own = |other: &str| by_branch.iter().filter(|it| has(it, other)).count() == 1;
    let others = branch.iter().map(|(other, _)| other.as_str());
    let similar = closest(name, others.filter(|other| is_own(other)))?;
    let (name, target) = branch.iter().find(|(other, _)| other == similar)?;
    Some(NearMiss {
        name: name.clone(),
        target: (*target)?,
        joined_at,
    })
}

impl Binding {
    /// The number of the variable that it is about; none if it is assigned outside.
    fn variable(&self) -> Option<usize> {
        match self.kind {
            EnvironmentKind::Variable(number) => Some(number),
            EnvironmentKind::Refined(number) => number,
            EnvironmentKind::Path => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_types::{BuiltinContext, Type, Value};

    use super::*;

    fn join() -> Join {
        Join {
            branch_point: ExprId::from(0_usize),
            at: ProgramPoint::default(),
        }
    }

    fn integer(value: i64) -> Inferred {
        Inferred::Value(Value::Integer(value))
    }

    #[test]
    fn branches_are_joined() {
        let mut scopes = FlowEnv::default();
        scopes.bind("a".into(), integer(1), 0);
        let mark = scopes.mark();
        scopes.bind("b".into(), integer(2), 0);
        scopes.bind("c".into(), integer(3), 0);
        let first = scopes.take_since(mark);
        assert_eq!(scopes.get("b"), None);
        scopes.bind("b".into(), Inferred::Type(Type::STRING), 0);
        let second = scopes.take_since(mark);
        scopes.merge(&BuiltinContext, vec![first, second], 0, join());
        assert_eq!(scopes.get("a"), Some(&integer(1)));
        assert!(matches!(
            scopes.get("b"),
            Some(Inferred::Type(Type::Variant(_)))
        ));
        assert_eq!(scopes.get("c"), Some(&Inferred::UNKNOWN));
        assert_eq!(
            ["a", "b", "c", "d"].map(|name| scopes.presence(name)),
            [
                Definedness::Certain,
                Definedness::Certain,
                Definedness::Possible,
                Definedness::Absent,
            ]
        );
        assert!(scopes.is_taken("b", 0) && !scopes.is_taken("b", 1) && !scopes.is_taken("c", 0));
    }

    #[test]
    fn refinements_outlive_only_the_only_branch() {
        let mut scopes = FlowEnv::default();
        scopes.bind("a".into(), Inferred::UNKNOWN, 0);
        for (branches, expected) in [(1, integer(1)), (2, Inferred::UNKNOWN)] {
            let mark = scopes.mark();
            let taken = (0..branches).map(|_| {
                let mark = scopes.mark();
                scopes.refine("a".into(), integer(1));
                assert_eq!(scopes.get("a"), Some(&integer(1)));
                assert!(scopes.is_taken("a", 0));
                scopes.take_since(mark)
            });
            let taken = taken.collect();
            scopes.merge(&BuiltinContext, taken, 0, join());
            assert_eq!(scopes.get("a"), Some(&expected));
            let _ = scopes.take_since(mark);
        }
    }

    #[test]
    fn paths_belong_to_one_variable() {
        let mut scopes = FlowEnv::default();
        scopes.bind("a".into(), Inferred::UNKNOWN, 0);
        let path = scopes.path("a", "['k']");
        scopes.refine_path(path.clone(), integer(1));
        scopes.refine("a".into(), Inferred::Type(Type::hash()));
        assert_eq!(scopes.path("a", "['k']"), path);
        assert!(scopes.has_paths());
        scopes.bind("a".into(), Inferred::UNKNOWN, 1);
        assert_ne!(scopes.path("a", "['k']"), path);
    }
}
