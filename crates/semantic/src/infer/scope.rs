//! The variables that are visible while a body is walked.

use puppet_types::TypeContext;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::known::Known;

/// Variables with what is known about them. Later ones hide earlier ones until they are taken back.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    bindings: Vec<Binding>,
    latest: FxHashMap<SmolStr, usize>,
}

#[derive(Debug)]
struct Binding {
    name: SmolStr,
    known: Known,
    /// Whether it is assigned whenever this place is reached, and not only in some branch before.
    is_certain: bool,
    /// How many lambdas are around it.
    lambdas: usize,
    hidden: Option<usize>,
}

/// What is known of a variable at some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It is there.
    Certain,
    /// A branch before assigns it, another one does not.
    Possible,
    /// Nothing before assigns it.
    Absent,
}

/// A place to go back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

/// What one branch assigned.
pub(super) type Assigned = Vec<(SmolStr, Known, bool)>;

impl Scopes {
    /// Binds a variable in the scope of the innermost of so many lambdas.
    pub(super) fn bind(&mut self, name: SmolStr, known: Known, lambdas: usize) {
        self.push(name, known, true, lambdas);
    }

    fn push(&mut self, name: SmolStr, known: Known, is_certain: bool, lambdas: usize) {
        let hidden = self.latest.insert(name.clone(), self.bindings.len());
        self.bindings.push(Binding {
            name,
            known,
            is_certain,
            lambdas,
            hidden,
        });
    }

    fn binding(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(*self.latest.get(name)?)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Known> {
        self.binding(name).map(|binding| &binding.known)
    }

    /// Whether a variable can be read here.
    pub(super) fn presence(&self, name: &str) -> Presence {
        match self.binding(name) {
            Some(binding) if binding.is_certain => Presence::Certain,
            Some(_) => Presence::Possible,
            None => Presence::Absent,
        }
    }

    /// Whether the scope of the innermost of so many lambdas has the variable already, whatever branches were taken.
    pub(super) fn is_taken(&self, name: &str, lambdas: usize) -> bool {
        self.binding(name)
            .is_some_and(|binding| binding.is_certain && binding.lambdas == lambdas)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.bindings.len())
    }

    /// Takes back what was bound since the mark.
    pub(super) fn take_since(&mut self, mark: Mark) -> Assigned {
        let mut taken = Vec::new();
        while self.bindings.len() > mark.0
            && let Some(binding) = self.bindings.pop()
        {
            match binding.hidden {
                Some(index) => self.latest.insert(binding.name.clone(), index),
                None => self.latest.remove(&binding.name),
            };
            taken.push((binding.name, binding.known, binding.is_certain));
        }
        taken.reverse();
        taken
    }

    /// Binds what is known after one of several branches was taken. A variable that some branch does not assign may
    /// not exist: nothing is known about it.
    pub(super) fn merge(
        &mut self,
        context: &dyn TypeContext,
        branches: Vec<Assigned>,
        lambdas: usize,
    ) {
        let count = branches.len();
        let mut names: Vec<SmolStr> = Vec::new();
        let mut assigned: FxHashMap<SmolStr, (Vec<Known>, bool)> = FxHashMap::default();
        for (name, known, is_certain) in branches.into_iter().flatten() {
            let (all, are_certain) = assigned
                .entry(name.clone())
                .or_insert_with(|| (Vec::new(), true));
            if all.is_empty() {
                names.push(name);
            }
            all.push(known);
            *are_certain &= is_certain;
        }
        for name in names {
            let (all, are_certain) = assigned.remove(&name).unwrap_or_default();
            // A name may come twice from one branch, when it was uncertain before.
            let is_everywhere = all.len() >= count && are_certain;
            let known = if is_everywhere {
                Known::union(context, &all)
            } else {
                Known::UNKNOWN
            };
            self.push(name, known, is_everywhere, lambdas);
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_types::{BuiltinContext, Type, Value};

    use super::*;

    fn integer(value: i64) -> Known {
        Known::Value(Value::Integer(value))
    }

    #[test]
    fn branches_are_joined() {
        let mut scopes = Scopes::default();
        scopes.bind("a".into(), integer(1), 0);
        let mark = scopes.mark();
        scopes.bind("b".into(), integer(2), 0);
        scopes.bind("c".into(), integer(3), 0);
        let first = scopes.take_since(mark);
        assert_eq!(scopes.get("b"), None);
        scopes.bind("b".into(), Known::Type(Type::STRING), 0);
        let second = scopes.take_since(mark);
        scopes.merge(&BuiltinContext, vec![first, second], 0);
        assert_eq!(scopes.get("a"), Some(&integer(1)));
        assert!(matches!(
            scopes.get("b"),
            Some(Known::Type(Type::Variant(_)))
        ));
        assert_eq!(scopes.get("c"), Some(&Known::UNKNOWN));
        assert_eq!(
            ["a", "b", "c", "d"].map(|name| scopes.presence(name)),
            [
                Presence::Certain,
                Presence::Certain,
                Presence::Possible,
                Presence::Absent,
            ]
        );
        assert!(scopes.is_taken("b", 0) && !scopes.is_taken("b", 1) && !scopes.is_taken("c", 0));
    }
}
