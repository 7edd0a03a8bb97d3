//! A worker: answers its share of the cases.

use std::{
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    thread,
};

use anyhow::{Context, Result, anyhow};

use super::WorkerLine;
use crate::{
    case::Case,
    kinds::{self, CaseAnswer},
    options::Share,
};

/// Bytes of stack for the thread that runs cases: what the threads of the product have.
const STACK: usize = 16 << 20;

/// Answers the cases of a share, and prints a line for each.
pub fn run(cases: Vec<Case>, share: Share) -> Result<()> {
    panic::set_hook(Box::new(|_| {}));
    let work = move || {
        let mut mine = cases
            .iter()
            .enumerate()
            .skip(share.start)
            .step_by(share.step);
        mine.try_for_each(|(index, case)| print(&answer(index, case)))
    };
    let thread = thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .context("cannot start a thread")?;
    thread.join().map_err(|_| anyhow!("the worker panicked"))?
}

fn print(line: &WorkerLine) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, line)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Asks the kind of the case, and compares.
fn answer(index: usize, case: &Case) -> WorkerLine {
    let judged = panic::catch_unwind(AssertUnwindSafe(|| {
        let kind = kinds::find(case.asks());
        let answer = kind.map_or(CaseAnswer::NotImplemented, |kind| kind.answer(case));
        let differences = match (&answer, kind) {
            (CaseAnswer::Json(ours), Some(kind)) if case.kind == "seed" => {
                kinds::seed::differences(kind, case, ours)
            }
            (CaseAnswer::Json(ours), Some(kind)) => kind.differences(case, ours),
            _ => vec!["not implemented".to_owned()],
        };
        (answer, differences)
    }));
    let (answer, differences) = judged.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or_default();
        (CaseAnswer::NotImplemented, vec![format!("panic: {text}")])
    });
    let answer = match answer {
        CaseAnswer::Json(value) => Some(value),
        CaseAnswer::NotImplemented => None,
    };
    WorkerLine {
        index,
        answer,
        differences,
    }
}
