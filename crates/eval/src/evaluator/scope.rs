//! Variables: the top scope, local scopes of lambdas and functions, and what matches captured (`Puppet::Parser::Scope`).

use puppet_types::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::error::Unknown;
use crate::operators::matching::Groups;

/// A value that may be unknown.
pub type Slot = Result<Value, Unknown>;
/// The variables of one scope.
type ScopeVariables = FxHashMap<SmolStr, Slot>;

/// The variables that are visible somewhere.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    top: ScopeVariables,
    frames: Vec<ScopeFrame>,
    /// The classes that were declared, by their names in lower case.
    classes: FxHashMap<SmolStr, ClassScope>,
}

/// The scope of a class.
#[derive(Debug, Clone, Default)]
pub struct ClassScope {
    variables: ScopeVariables,
    /// The class that it inherits from.
    pub parent: Option<SmolStr>,
    /// The names of its parameters.
    pub parameters: Vec<SmolStr>,
}

#[derive(Debug, Clone)]
enum ScopeFrame {
    /// The variables of a lambda or function.
    Local(ScopeVariables),
    /// The variables of a class, and of those that it inherits from.
    Class(SmolStr),
    /// What the last match captured.
    Match(Groups),
}

/// The local scopes that a call of a named function put away.
#[derive(Debug)]
pub struct SuspendedScope(Vec<ScopeFrame>);

impl Scope {
    /// The value of a variable; the name may start with `::`.
    pub fn get(&self, name: &str) -> Option<&Slot> {
        if let Some(top) = name.strip_prefix("::") {
            return self.top.get(top);
        }
        let local = self.frames.iter().rev().find_map(|frame| match frame {
            ScopeFrame::Local(variables) => variables.get(name),
            ScopeFrame::Class(class) => self.class_variable(class, name),
            ScopeFrame::Match(_) => None,
        });
        local.or_else(|| self.top.get(name))
    }

    /// What the innermost match captured as this group; `undef` without a match.
    pub fn group(&self, number: usize) -> Value {
        let groups = self.frames.iter().rev().find_map(|frame| match frame {
            ScopeFrame::Match(groups) => Some(groups),
            ScopeFrame::Local(_) | ScopeFrame::Class(_) => None,
        });
        match groups.and_then(|groups| groups.get(number)) {
            Some(Some(text)) => Value::from(text.as_str()),
            _ => Value::Undef,
        }
    }

    /// Whether the innermost local scope has the variable: it cannot be assigned again.
    pub fn is_bound(&self, name: &str) -> bool {
        self.innermost()
            .get(name)
            .is_some_and(|slot| *slot != Err(Unknown::Noted))
    }

    /// Sets a variable of the innermost local scope.
    pub fn set(&mut self, name: SmolStr, value: Slot) {
        self.innermost_mut().insert(name, value);
    }

    /// The names that the innermost local scope has, and that no branch may set again.
    pub fn names(&self) -> FxHashSet<SmolStr> {
        let variables = self.innermost().iter();
        let bound = variables.filter(|(_, slot)| **slot != Err(Unknown::Noted));
        bound.map(|(name, _)| name.clone()).collect()
    }

    /// Makes those variables of the innermost local scope unknown that are not among `known`.
    pub fn forget_all_but(&mut self, known: &FxHashSet<SmolStr>) {
        for (name, slot) in self.innermost_mut() {
            if !known.contains(name) {
                *slot = Err(Unknown::Noted);
            }
        }
    }

    fn innermost(&self) -> &ScopeVariables {
        let local = self.frames.iter().rev().find_map(|frame| match frame {
            ScopeFrame::Local(variables) => Some(variables),
            ScopeFrame::Class(class) => self.classes.get(class).map(|class| &class.variables),
            ScopeFrame::Match(_) => None,
        });
        local.unwrap_or(&self.top)
    }

    fn innermost_mut(&mut self) -> &mut ScopeVariables {
        for frame in self.frames.iter_mut().rev() {
            match frame {
                ScopeFrame::Local(variables) => return variables,
                ScopeFrame::Class(class) => {
                    return &mut self.classes.entry(class.clone()).or_default().variables;
                }
                ScopeFrame::Match(_) => {}
            }
        }
        &mut self.top
    }

    /// Adds a class that has no variables yet.
    pub fn add_class(&mut self, name: &SmolStr) {
        self.classes.insert(name.clone(), ClassScope::default());
    }

    /// Begins the scope of a class, which stays when it ends.
    pub fn push_class(&mut self, name: &SmolStr, parent: Option<SmolStr>) {
        let scope = ClassScope {
            parent,
            ..ClassScope::default()
        };
        self.classes.insert(name.clone(), scope);
        self.frames.push(ScopeFrame::Class(name.clone()));
    }

    /// The scope of a class that was declared.
    pub fn class(&self, name: &str) -> Option<&ClassScope> {
        self.classes.get(name)
    }

    /// The scope of a class that was declared.
    pub fn class_mut(&mut self, name: &str) -> Option<&mut ClassScope> {
        self.classes.get_mut(name)
    }

    /// A variable of a declared class, or of one that it inherits from.
    pub fn class_variable(&self, class: &str, name: &str) -> Option<&Slot> {
        let mut class = self.classes.get(class)?;
        // A class that inherits from itself through others is refused before.
        for _ in 0..=self.classes.len() {
            if let Some(slot) = class.variables.get(name) {
                return Some(slot);
            }
            class = self.classes.get(class.parent.as_ref()?)?;
        }
        None
    }

    /// Makes the captures of a match visible.
    pub fn push_match(&mut self, groups: Groups) {
        self.frames.push(ScopeFrame::Match(groups));
    }

    /// Begins a local scope with these variables.
    pub fn push_local(&mut self, variables: impl IntoIterator<Item = (SmolStr, Slot)>) {
        self.frames
            .push(ScopeFrame::Local(variables.into_iter().collect()));
    }

    /// Where the scope is now, for [`Scope::truncate`].
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Drops the scopes and captures that came after.
    pub fn truncate(&mut self, depth: usize) {
        self.frames.truncate(depth);
    }

    /// Puts the local scopes away: a named function sees only the top scope.
    pub fn suspend(&mut self) -> SuspendedScope {
        SuspendedScope(std::mem::take(&mut self.frames))
    }

    /// Brings back the local scopes.
    pub fn resume(&mut self, suspended: SuspendedScope) {
        self.frames = suspended.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locals_hide_and_end() {
        let mut scope = Scope::default();
        scope.set("x".into(), Ok(Value::Integer(1)));
        let depth = scope.depth();
        scope.push_local([("y".into(), Ok(Value::Integer(2)))]);
        scope.push_match(vec![Some("abc".into()), None]);
        assert!(!scope.is_bound("x") && scope.is_bound("y"));
        scope.set("x".into(), Ok(Value::Integer(3)));
        assert_eq!(scope.get("x"), Some(&Ok(Value::Integer(3))));
        assert_eq!(scope.get("::x"), Some(&Ok(Value::Integer(1))));
        assert_eq!(
            (scope.group(0), scope.group(1), scope.group(2)),
            (Value::from("abc"), Value::Undef, Value::Undef)
        );
        let suspended = scope.suspend();
        assert_eq!(
            (scope.get("x"), scope.get("y")),
            (Some(&Ok(Value::Integer(1))), None)
        );
        scope.resume(suspended);
        scope.truncate(depth);
        assert_eq!(
            (scope.get("x"), scope.get("y")),
            (Some(&Ok(Value::Integer(1))), None)
        );
    }
}
