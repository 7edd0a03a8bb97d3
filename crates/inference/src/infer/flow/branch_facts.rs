//! Facts of the branches of a branch point, one of which was taken.

use smol_str::SmolStr;

use puppet_types::inferred::Inferred;

/// What is known of a variable, or of an access, where a branch was taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct BranchFact {
    /// Its key among the scopes.
    pub(crate) name: SmolStr,
    /// Which variable of the name it is.
    pub(crate) variable: Option<usize>,
    pub(crate) known: Inferred,
}

/// What is known in each of several branches, one of which was taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Implication {
    pub(super) branches: Box<[Vec<BranchFact>]>,
}

impl Implication {
    /// The names of the variables that it is about.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.branches.iter().flatten().map(|fact| {
            let name = fact.name.as_str();
            name.split_once('#').map_or(name, |(name, _)| name)
        })
    }

    /// The keys among the scopes that it is about, each once: those of accesses, and the variables that they start from.
    pub(crate) fn keys(&self) -> Vec<SmolStr> {
        let facts = self.branches.iter().flatten();
        let mut keys: Vec<SmolStr> = facts.map(|fact| fact.name.clone()).collect();
        keys.extend(self.names().map(SmolStr::from));
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}
