//! Variables: the top scope, local scopes of lambdas and functions, and what matches captured (`Puppet::Parser::Scope`).

use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::operators::matching::Groups;

/// The variables that are visible somewhere.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    top: FxHashMap<SmolStr, Value>,
    frames: Vec<Frame>,
}

#[derive(Debug, Clone)]
enum Frame {
    /// The variables of a lambda or function.
    Local(FxHashMap<SmolStr, Value>),
    /// What the last match captured.
    Match(Groups),
}

/// The local scopes that a call of a named function put away.
#[derive(Debug)]
pub struct SuspendedScope(Vec<Frame>);

impl Scope {
    /// The value of a variable; the name may start with `::`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        if let Some(top) = name.strip_prefix("::") {
            return self.top.get(top);
        }
        let local = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Local(variables) => variables.get(name),
            Frame::Match(_) => None,
        });
        local.or_else(|| self.top.get(name))
    }

    /// What the innermost match captured as this group; `undef` without a match.
    pub fn group(&self, number: usize) -> Value {
        let groups = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Match(groups) => Some(groups),
            Frame::Local(_) => None,
        });
        match groups.and_then(|groups| groups.get(number)) {
            Some(Some(text)) => Value::from(text.as_str()),
            _ => Value::Undef,
        }
    }

    /// Whether the innermost local scope has the variable: it cannot be assigned again.
    pub fn is_bound(&self, name: &str) -> bool {
        self.innermost().map_or_else(
            || self.top.contains_key(name),
            |variables| variables.contains_key(name),
        )
    }

    /// Sets a variable of the innermost local scope.
    pub fn set(&mut self, name: SmolStr, value: Value) {
        let local = self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Local(variables) => Some(variables),
            Frame::Match(_) => None,
        });
        local.unwrap_or(&mut self.top).insert(name, value);
    }

    fn innermost(&self) -> Option<&FxHashMap<SmolStr, Value>> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Local(variables) => Some(variables),
            Frame::Match(_) => None,
        })
    }

    /// Makes the captures of a match visible.
    pub fn push_match(&mut self, groups: Groups) {
        self.frames.push(Frame::Match(groups));
    }

    /// Begins a local scope with these variables.
    pub fn push_local(&mut self, variables: impl IntoIterator<Item = (SmolStr, Value)>) {
        self.frames
            .push(Frame::Local(variables.into_iter().collect()));
    }

    /// The variables of the outermost local scope.
    pub fn outermost(&self) -> FxHashMap<SmolStr, Value> {
        let local = self.frames.iter().find_map(|frame| match frame {
            Frame::Local(variables) => Some(variables.clone()),
            Frame::Match(_) => None,
        });
        local.unwrap_or_default()
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
        scope.set("x".into(), Value::Integer(1));
        let depth = scope.depth();
        scope.push_local([("y".into(), Value::Integer(2))]);
        scope.push_match(vec![Some("abc".into()), None]);
        assert!(!scope.is_bound("x") && scope.is_bound("y"));
        scope.set("x".into(), Value::Integer(3));
        assert_eq!(scope.get("x"), Some(&Value::Integer(3)));
        assert_eq!(scope.get("::x"), Some(&Value::Integer(1)));
        assert_eq!(
            (scope.group(0), scope.group(1), scope.group(2)),
            (Value::from("abc"), Value::Undef, Value::Undef)
        );
        let suspended = scope.suspend();
        assert_eq!(
            (scope.get("x"), scope.get("y")),
            (Some(&Value::Integer(1)), None)
        );
        scope.resume(suspended);
        scope.truncate(depth);
        assert_eq!(
            (scope.get("x"), scope.get("y")),
            (Some(&Value::Integer(1)), None)
        );
    }
}
