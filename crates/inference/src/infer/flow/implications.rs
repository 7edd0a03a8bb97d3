//! Implications of earlier branches. One of them was taken. Where a later test excludes some of them, what was known in
//! each of the remaining branches is known again.
//!
//! Variables never change, so that this holds wherever the branches were passed.

use std::sync::Arc;

use puppet_hir::model::ExprId;
use puppet_types::{IntegerRange, Type, TypeContext, Value};
use smol_str::{SmolStr, format_smolstr};

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_facts::{BranchFact, Implication};
use crate::infer::flow::environment::{
    Definedness, EnvSnapshot, EnvironmentKind, FlowEnv, KnownName,
};
use crate::infer::path_marks::{PLACEHOLDER, PRESENT};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{intersect, restrict_size};

/// More branches are not compared.
pub(crate) const MAX_BRANCHES: usize = 6;

/// Branches in which more is known are left out.
const MAX_FACTS: usize = 12;

/// How many implications about one name are kept at a time.
const MAX_IMPLICATIONS: usize = 32;

/// How often implications are looked through for what others told.
const MAX_ROUNDS: usize = 3;

impl Implication {
    /// What follows where some of the branches are impossible: what is known in each of the others.
    fn told(&self, context: &dyn TypeContext, scopes: &FlowEnv) -> Vec<BranchFact> {
        let is_impossible = |fact: &BranchFact| {
            fact.is_about(scopes)
                && scopes.get(&fact.name).is_some_and(|here| {
                    *here != fact.known
                        && intersect(context, here, &fact.known.ty(context)).is_none()
                })
        };
        let branches = self.branches.iter();
        let possible: Vec<&Vec<BranchFact>> = branches
            .filter(|facts| !facts.iter().any(is_impossible))
            .collect();
        let Some((first, others)) = possible.split_first() else {
            return Vec::new();
        };
        if possible.len() == self.branches.len() {
            return Vec::new();
        }
        let in_all = |fact: &BranchFact| {
            let mut all = vec![&fact.known];
            for facts in others {
                all.push(&facts.iter().find(|it| it.name == fact.name)?.known);
            }
            let known = match &all[..] {
                [only] => (*only).clone(),
                _ => Inferred::union(context, all),
            };
            Some(BranchFact {
                known,
                ..fact.clone()
            })
        };
        let about = first.iter().filter(|fact| fact.is_about(scopes));
        about.filter_map(in_all).collect()
    }
}

impl BranchFact {
    /// Whether its name still stands for the same variable.
    fn is_about(&self, scopes: &FlowEnv) -> bool {
        scopes.variable_number(&self.name) == self.variable
    }
}

impl FlowEnv {
    /// Notes what the tests before tell together.
    pub(crate) fn imply(&mut self, key: SmolStr, implication: Arc<Implication>) {
        self.push(
            key,
            Inferred::UNKNOWN,
            Definedness::Absent,
            0,
            EnvironmentKind::Path,
        );
        self.note_implication(self.bindings.len() - 1, &implication);
        if let Some(binding) = self.bindings.last_mut() {
            binding.implication = Some(implication);
        }
    }

    pub(super) fn note_implication(&mut self, index: usize, implication: &Implication) {
        self.implications.push(index);
        for name in implication.keys() {
            self.mentions.entry(name).or_default().push(index);
        }
    }

    /// How many implications are about a name.
    pub(crate) fn mentions(&self, name: &str) -> usize {
        self.mentions.get(name).map_or(0, Vec::len)
    }

    /// Whether there are implications.
    pub(crate) fn has_implications(&self) -> bool {
        !self.implications.is_empty()
    }

    /// Whether something was bound that implications may follow from.
    pub(crate) fn has_changed(&self) -> bool {
        self.applied < self.bindings.len() && !self.implications.is_empty()
    }

    /// The implications that are new, or about what was bound since they were taken last; the last one first.
    pub(crate) fn take_implications(&mut self) -> Vec<Arc<Implication>> {
        let from = std::mem::replace(&mut self.applied, self.bindings.len());
        if self.implications.is_empty() {
            return Vec::new();
        }
        let changed = self.bindings.iter().skip(from);
        let mentions = changed.filter_map(|binding| self.mentions.get(&binding.name));
        let new = self.implications.iter().rev();
        let new = new.take_while(|index| **index >= from);
        let mut indices: Vec<usize> = mentions.flatten().chain(new).copied().collect();
        indices.sort_unstable();
        indices.dedup();
        let bindings = indices.into_iter().rev();
        bindings
            .filter_map(|index| self.bindings.get(index)?.implication.clone())
            .collect()
    }

    /// What became known since a mark of the parts of a variable, and of entries whose key it is: the paths, with a mark
    /// in its place.
    pub(crate) fn parts_since(&self, mark: EnvSnapshot, name: &str) -> Vec<KnownName> {
        let element = self.path(name, "");
        let bindings = self.bindings.iter().skip(mark.0);
        let mut parts: Vec<KnownName> = Vec::new();
        for path in bindings.filter(|it| it.implication.is_none()) {
            let Some((before, after)) = path.name.split_once(element.as_str()) else {
                continue;
            };
            let is_part = match before.is_empty() {
                true => after.starts_with('['),
                false => !before.contains(PRESENT) && ["", PRESENT].contains(&after),
            };
            if is_part {
                let part = format_smolstr!("{before}{PLACEHOLDER}{after}");
                // What was learned last is the most.
                parts.retain(|(other, _)| *other != part);
                parts.push((part, path.known.clone()));
            }
        }
        parts
    }

    /// The key of an implication about a variable, or an access.
    pub(crate) fn implication_key(&self, name: &str) -> SmolStr {
        match name.contains('#') {
            true => format_smolstr!("{name}=>"),
            false => self.path(name, "=>"),
        }
    }
}

/// The branches of an expression: what is known in each, and its value.
#[derive(Debug, Clone)]
pub(crate) struct Alternatives {
    pub(crate) expr: ExprId,
    pub(crate) branches: Vec<(Vec<BranchFact>, Inferred)>,
}

impl InferenceBuilder<'_> {
    /// What is known of names, with the variables that they stand for here.
    pub(crate) fn facts(&self, known: Vec<KnownName>) -> Vec<BranchFact> {
        let fact = |(name, known): KnownName| BranchFact {
            variable: self.scopes.variable_number(&name),
            name,
            known,
        };
        known.into_iter().map(fact).collect()
    }

    /// Notes what the value of a variable that was assigned tells about what it was computed from.
    pub(crate) fn note_origin(&mut self, name: &SmolStr, right: ExprId) {
        let right = self.body.without_parentheses(right);
        // What has one value has no alternatives.
        if self.result(right).value().is_some() {
            return;
        }
        let alternatives = self.alternatives.take().filter(|it| it.expr == right);
        let branches: Vec<(Vec<BranchFact>, Inferred)> = match alternatives {
            Some(alternatives) => alternatives.branches,
            None => match (self.turns(right), &self.telling_sizes(right)[..]) {
                (Some(turns), _) => turns,
                (None, []) => [true, false]
                    .into_iter()
                    .filter_map(|truth| self.where_true(right, truth))
                    .collect(),
                (None, sizes) => {
                    let sizes = sizes.iter();
                    sizes.filter_map(|it| self.where_sized(right, it)).collect()
                }
            },
        };
        // A test that has one truth only, because of the types of what it tests.
        if let [(_, value @ Inferred::Value(Value::Boolean(_)))] = &branches[..] {
            self.scopes.refine(name.clone(), value.clone());
            return;
        }
        let branches = branches.into_iter().map(|(mut facts, value)| {
            if !value.is_unknown() {
                facts.extend(self.facts(vec![(name.clone(), value)]));
            }
            facts
        });
        let branches: Vec<Vec<BranchFact>> = branches.collect();
        self.note_alternatives(&branches);
    }

    /// What is known where a test, or the value of a variable, has this truth; `None` if it cannot have it, or is neither.
    fn where_true(&mut self, expr: ExprId, truth: bool) -> Option<(Vec<BranchFact>, Inferred)> {
        let place = self.narrow_target(expr);
        if place.is_none() && *self.result(expr) != Inferred::Type(Type::BOOLEAN) {
            return None;
        }
        let mark = self.scopes.mark();
        let is_possible = self.narrow(expr, truth);
        let value = match place {
            Some(place) => self.narrowed_type(&place, expr),
            None => Inferred::Value(Value::Boolean(truth)),
        };
        let taken = self.scopes.take_since(mark);
        is_possible.then(|| (self.facts(taken.known_names()), value))
    }

    /// What is known where a filter gives so many elements; `None` if it cannot.
    fn where_sized(
        &mut self,
        filter: ExprId,
        sizes: &IntegerRange,
    ) -> Option<(Vec<BranchFact>, Inferred)> {
        let value = restrict_size(self.names, self.result(filter), sizes, |_| true)?;
        let mark = self.scopes.mark();
        let is_possible = self.narrow_length(filter, sizes);
        let taken = self.scopes.take_since(mark);
        is_possible.then(|| (self.facts(taken.known_names()), value))
    }

    /// Notes that one of several branches was taken, in each of which something is known.
    pub(crate) fn note_alternatives(&mut self, branches: &[Vec<BranchFact>]) {
        let is_known = |facts: &Vec<BranchFact>| !facts.is_empty() && facts.len() <= MAX_FACTS;
        if self.dead > 0
            || !(2..=MAX_BRANCHES).contains(&branches.len())
            || !branches.iter().all(is_known)
        {
            return;
        }
        let is_told = |index: usize, fact: &BranchFact| {
            let others = branches.iter().enumerate();
            let mut others = others.filter(|(other, _)| *other != index);
            fact.is_about(&self.scopes)
                && self.scopes.get(&fact.name) != Some(&fact.known)
                && others.all(|(_, facts)| facts.iter().any(|it| it.name != fact.name))
        };
        let mut all = branches.iter().enumerate();
        let told = all.find_map(|(index, facts)| facts.iter().find(|it| is_told(index, it)));
        let Some(name) = told.map(|fact| self.scopes.implication_key(&fact.name)) else {
            return;
        };
        let implication = Implication {
            branches: branches.into(),
        };
        let mut keys = implication.keys().into_iter();
        if keys.all(|key| self.scopes.mentions(&key) < MAX_IMPLICATIONS) {
            self.scopes.imply(name, Arc::new(implication));
        }
    }

    /// Notes what follows from what is known here.
    pub(crate) fn apply_implications(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let mut has_changed = false;
            for implication in self.scopes.take_implications() {
                for fact in implication.told(self.names, &self.scopes) {
                    has_changed |= self.apply(&fact);
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Notes a fact; whether it is new.
    pub(crate) fn apply(&mut self, fact: &BranchFact) -> bool {
        let narrower = match self.scopes.get(&fact.name) {
            Some(here) if !here.is_unknown() => {
                let ty = fact.known.ty(self.names);
                intersect(self.names, here, &ty).filter(|narrower| narrower != here)
            }
            here => (here != Some(&fact.known)).then(|| fact.known.clone()),
        };
        let Some(narrower) = narrower else {
            return false;
        };
        match fact.name.contains('#') {
            true => self.scopes.refine_path(fact.name.clone(), narrower),
            false => self.scopes.refine(fact.name.clone(), narrower),
        }
        true
    }
}
