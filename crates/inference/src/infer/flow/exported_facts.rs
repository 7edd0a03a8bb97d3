//! The narrowed types at the end of a chunk of a body, for the chunks after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use puppet_hir::model::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::flow::environment::{Binding, EnvironmentKind, FlowEnv};

/// The narrowed type of a variable or an access at the end of a chunk.
#[derive(Debug, Clone, Eq)]
pub(crate) struct ExportedFact(Arc<Binding>);

impl PartialEq for ExportedFact {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl ExportedFact {
    /// The expressions, wherever they are, whose tests tell whether the variable is there.
    pub(crate) fn branch_points(&self) -> impl Iterator<Item = ExprId> {
        self.0
            .conditions
            .iter()
            .flatten()
            .map(|(branch_point, _)| *branch_point)
    }
}

impl FlowEnv {
    /// The environment of a chunk, at whose start these facts hold. Its variables get numbers from `count` on.
    pub(crate) fn with_facts(known: &[ExportedFact], count: usize) -> Self {
        let mut scopes = Self {
            count,
            ..Self::default()
        };
        for learned in known {
            scopes.add(Binding::clone(&learned.0));
        }
        scopes
    }

    /// What became known after the first so many bindings.
    pub(crate) fn exported_facts(&self, after: usize) -> Box<[ExportedFact]> {
        let bindings = self.bindings.iter().skip(after);
        let learned = bindings.map(|binding| {
            ExportedFact(Arc::new(Binding {
                hidden: None,
                ..binding.clone()
            }))
        });
        learned.collect()
    }
}

/// The facts that all chunks so far have exported.
#[derive(Debug, Default)]
pub(crate) struct ExportedFacts {
    all: Vec<ExportedFact>,
    latest: FxHashMap<SmolStr, ExportedFact>,
    /// What is known of accesses to each variable.
    paths: FxHashMap<SmolStr, Vec<ExportedFact>>,
    /// Names that copies, and the implications of accesses, connect with each name.
    connected: FxHashMap<SmolStr, BTreeSet<SmolStr>>,
    /// The variables that entries of each variable copy.
    copied_in_entries: FxHashMap<SmolStr, BTreeSet<SmolStr>>,
}

impl ExportedFacts {
    /// The facts about the variables that a chunk names, and about those on which they depend.
    pub(crate) fn needed_by<'n>(
        &self,
        names: impl Iterator<Item = &'n SmolStr>,
    ) -> Box<[ExportedFact]> {
        let mut seen = FxHashSet::default();
        let mut needed = self.connected_with(names, &mut seen);
        // An access reaches one step into a variable that an entry copies, so the entries of that one are not followed.
        let copied = |name: &SmolStr| self.copied_in_entries.get(name).into_iter().flatten();
        let more = self.connected_with(needed.iter().flat_map(copied), &mut seen);
        needed.extend(more);
        let facts_of = |name: &SmolStr| {
            let paths = self.paths.get(name).into_iter().flatten();
            self.latest.get(name).into_iter().chain(paths).cloned()
        };
        needed.iter().flat_map(facts_of).collect()
    }

    /// The names, and all that are connected with them, which were not seen before.
    fn connected_with<'n>(
        &self,
        names: impl Iterator<Item = &'n SmolStr>,
        seen: &mut FxHashSet<SmolStr>,
    ) -> Vec<SmolStr> {
        let mut open: Vec<SmolStr> = names
            .filter(|it| seen.insert((*it).clone()))
            .cloned()
            .collect();
        open.reverse();
        let mut found = Vec::new();
        while let Some(name) = open.pop() {
            let more = self.connected.get(&name).into_iter().flatten();
            open.extend(more.filter(|name| seen.insert((*name).clone())).cloned());
            found.push(name);
        }
        found
    }

    /// Adds the facts at the end of a chunk.
    pub(crate) fn add(&mut self, learned: &[ExportedFact]) {
        for one in learned {
            let Binding { name, kind, .. } = &*one.0;
            self.latest.insert(name.clone(), one.clone());
            if *kind == EnvironmentKind::Path {
                self.add_path(one);
            }
            if let Some((of, _)) = &one.0.copied {
                let (copies, variable) = match name.split_once('#') {
                    Some((variable, _)) => (&mut self.copied_in_entries, variable),
                    None => (&mut self.connected, name.as_str()),
                };
                copies
                    .entry(variable.into())
                    .or_default()
                    .insert(of.clone());
            }
        }
        self.all.extend_from_slice(learned);
    }

    fn add_path(&mut self, path: &ExportedFact) {
        if let Some((variable, _)) = path.0.name.split_once('#') {
            let of_variable = self.paths.entry(variable.into()).or_default();
            of_variable.push(path.clone());
        }
        let Some(implication) = &path.0.implication else {
            return;
        };
        let names: BTreeSet<SmolStr> = implication.names().map(SmolStr::from).collect();
        for name in &names {
            let connected = self.connected.entry(name.clone()).or_default();
            connected.extend(names.iter().filter(|it| *it != name).cloned());
        }
    }

    /// Everything, in its order.
    pub(crate) fn all(&self) -> &[ExportedFact] {
        &self.all
    }
}
