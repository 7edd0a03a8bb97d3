//! The guard against endless recursion through aliases that refer to themselves.

use smol_str::SmolStr;

/// Which side of a relation has come back to where it was. The combination decides what Puppet answers
/// (RecursionGuard), so it is kept exactly as Puppet keeps it, oddities included.
pub(crate) type RecursionState = u8;

/// Neither side.
const NONE: RecursionState = 0;
/// The left side: the type that asks.
pub(crate) const IN_THIS: RecursionState = 1;
/// The right side: the type or value asked about.
pub(crate) const IN_THAT: RecursionState = 2;
/// Both sides.
pub(crate) const IN_BOTH: RecursionState = IN_THIS | IN_THAT;

/// What can come back: an alias by its name, or something shared by its address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Name(SmolStr),
    Address(usize),
}

impl Key {
    pub(crate) fn new<T>(thing: &T) -> Key {
        Key::Address(std::ptr::from_ref(thing) as usize)
    }
}

/// What has been seen on the way to where we are.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Guard {
    state: RecursionState,
    this: Vec<Key>,
    that: Vec<Key>,
}

impl Guard {
    /// Runs `body` with the key on the left side.
    pub(crate) fn with_this<R>(
        &mut self,
        key: &Key,
        body: impl FnOnce(&mut Guard, RecursionState) -> R,
    ) -> R {
        if self.state & IN_THIS == NONE {
            if !self.this.contains(key) {
                self.this.push(key.clone());
                let result = body(self, self.state);
                self.state &= !IN_THIS;
                self.this.retain(|other| other != key);
                return result;
            }
            self.state |= IN_THIS;
        }
        body(self, self.state)
    }

    /// Is the key the first that comes back on the left side?
    pub(crate) fn is_first_to_come_back(&self, key: &Key) -> bool {
        self.state & IN_THIS == NONE && self.this.contains(key)
    }

    /// Runs `body` with the key on the right side.
    pub(crate) fn with_that<R>(&mut self, key: &Key, body: impl FnOnce(&mut Guard) -> R) -> R {
        if self.state & IN_THAT == NONE {
            if !self.that.contains(key) {
                self.that.push(key.clone());
                let result = body(self);
                self.state &= !IN_THAT;
                self.that.retain(|other| other != key);
                return result;
            }
            self.state |= IN_THAT;
        }
        body(self)
    }

    /// Adds the key on the right side for good.
    pub(crate) fn add_that(&mut self, key: Key) -> RecursionState {
        if self.state & IN_THAT == NONE {
            if self.that.contains(&key) {
                self.state |= IN_THAT;
            } else {
                self.that.push(key);
            }
        }
        self.state
    }
}
