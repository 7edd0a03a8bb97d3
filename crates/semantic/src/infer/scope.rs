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
    hidden: Option<usize>,
}

/// A place to go back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

/// What one branch assigned.
pub(super) type Assigned = Vec<(SmolStr, Known)>;

impl Scopes {
    pub(super) fn bind(&mut self, name: SmolStr, known: Known) {
        let hidden = self.latest.insert(name.clone(), self.bindings.len());
        self.bindings.push(Binding {
            name,
            known,
            hidden,
        });
    }

    pub(super) fn get(&self, name: &str) -> Option<&Known> {
        let index = *self.latest.get(name)?;
        self.bindings.get(index).map(|binding| &binding.known)
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
            taken.push((binding.name, binding.known));
        }
        taken.reverse();
        taken
    }

    /// Binds what is known after one of several branches was taken. A variable that some branch does not assign may
    /// not exist: nothing is known about it.
    pub(super) fn merge(&mut self, context: &dyn TypeContext, branches: Vec<Assigned>) {
        let count = branches.len();
        let mut names: Vec<SmolStr> = Vec::new();
        let mut assigned: FxHashMap<SmolStr, Vec<Known>> = FxHashMap::default();
        for (name, known) in branches.into_iter().flatten() {
            let all = assigned.entry(name.clone()).or_default();
            if all.is_empty() {
                names.push(name);
            }
            all.push(known);
        }
        for name in names {
            let all = assigned.remove(&name).unwrap_or_default();
            let known = if all.len() == count {
                Known::union(context, &all)
            } else {
                Known::UNKNOWN
            };
            self.bind(name, known);
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
        scopes.bind("a".into(), integer(1));
        let mark = scopes.mark();
        scopes.bind("b".into(), integer(2));
        scopes.bind("c".into(), integer(3));
        let first = scopes.take_since(mark);
        assert_eq!(scopes.get("b"), None);
        scopes.bind("b".into(), Known::Type(Type::STRING));
        let second = scopes.take_since(mark);
        scopes.merge(&BuiltinContext, vec![first, second]);
        assert_eq!(scopes.get("a"), Some(&integer(1)));
        assert!(matches!(
            scopes.get("b"),
            Some(Known::Type(Type::Variant(_)))
        ));
        assert_eq!(scopes.get("c"), Some(&Known::UNKNOWN));
    }
}
