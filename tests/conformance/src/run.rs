//! Runs the cases in processes of their own: one for each core, started again when a case breaks it.
//!
//! A case that panics, overflows the stack, takes all memory or does not end is a failure of that one case. Worker `i` of
//! `n` does the cases `i`, `i + n`, `i + 2n`, … and prints a line for each; the [supervisor](supervise) reads them.

pub mod supervise;
pub mod worker;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{case::Case, kinds::CaseAnswer};

/// A case with our answer and what is wrong with it.
#[derive(Debug)]
pub struct Verdict {
    /// The question.
    pub case: Arc<Case>,
    /// What we answered.
    pub answer: CaseAnswer,
    /// How that differs from Puppet's answer, in words; empty if the case passed.
    pub differences: Vec<String>,
}

/// What a worker prints for a case.
#[derive(Debug, Serialize, Deserialize)]
struct WorkerLine {
    /// The position of the case in the list of all that run.
    index: usize,
    /// Our answer; none if there is no code for the kind.
    answer: Option<Value>,
    differences: Vec<String>,
}

impl Verdict {
    fn of(case: &Arc<Case>, line: WorkerLine) -> Verdict {
        let answer = line
            .answer
            .map_or(CaseAnswer::NotImplemented, CaseAnswer::Json);
        Verdict {
            case: Arc::clone(case),
            answer,
            differences: line.differences,
        }
    }

    fn broken(case: &Arc<Case>, how: &str) -> Verdict {
        Verdict {
            case: Arc::clone(case),
            answer: CaseAnswer::NotImplemented,
            differences: vec![how.to_owned()],
        }
    }
}
