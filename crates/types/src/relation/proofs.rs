//! The table of what one query has decided about aliases: each question is answered once.
//!
//! Aliases that refer to others several times form a graph with exponentially many paths. Puppet's answer to a question
//! depends on the types and on its guard, and a question also changes the guard, so both are part of what is kept.

use rustc_hash::FxHashMap;

use crate::recursion_guard::Guard;
use crate::relation::instance::Sure;
use crate::relation::relate::{MaybeGuard, Relate};
use crate::ty::Type;
use crate::value::Value;

/// How many steps a query takes before answers are kept: most queries end sooner.
const FIRST_STEP: u32 = 256;
/// How many answers are kept.
const MAX_PROOFS: usize = 20_000;

/// The answers of a query.
#[derive(Default)]
pub(super) struct Proofs {
    answers: FxHashMap<(Question, Option<Guard>), (Sure, Option<Guard>)>,
}

/// What is decided.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// Does the first type accept the second?
    Accepts(Type, Type),
    /// Is the value an instance of the alias?
    Instance(Type, Value),
}

impl Relate<'_> {
    /// The answer to a question: the one that was given before with the same guard, or that of `decide`.
    pub(super) fn prove(
        &self,
        question: impl FnOnce() -> Question,
        mut guard: MaybeGuard<'_>,
        decide: impl FnOnce(MaybeGuard<'_>) -> Sure,
    ) -> Sure {
        if self.steps() < FIRST_STEP {
            return decide(guard);
        }
        let key = (question(), guard.as_deref().cloned());
        if let Some((answer, after)) = self.proofs.borrow().answers.get(&key) {
            if let (Some(guard), Some(after)) = (guard, after) {
                guard.clone_from(after);
            }
            return *answer;
        }
        let answer = decide(guard.as_deref_mut());
        let answers = &mut self.proofs.borrow_mut().answers;
        if answers.len() < MAX_PROOFS {
            answers.insert(key, (answer, guard.as_deref().cloned()));
        }
        answer
    }
}
