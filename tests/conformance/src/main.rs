//! Runs the conformance cases: answers of real Puppet, compared with ours.
//!
//! A case is one JSON object on a line of a `*.jsonl` file: an `id`, a `kind`, the inputs, and what Puppet answers. Each kind
//! is one file below `kinds/` that answers a case in the same form; [`compare`] says what has to be equal. Cases run on all
//! cores, each with a bound on its time; whatever happens to one is a failure of that one.

mod case;
mod compare;
mod exceptions;
mod figures;
mod kinds;
mod literal;
mod options;
mod report;
mod run;

use std::process::ExitCode;

use clap::Parser;

use crate::{case::Case, exceptions::Exceptions, options::ConformanceOptions};

fn main() -> ExitCode {
    match conformance(&ConformanceOptions::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            report::complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Runs the chosen cases and reports them; true if nothing but listed exceptions failed.
fn conformance(options: &ConformanceOptions) -> anyhow::Result<bool> {
    let cases: Vec<Case> = case::read_folder(&options.dir(), options)?;
    let is_here = |case: &Case| kinds::find(case.asks()).is_none_or(|kind| kind.is_here(case));
    let (cases, absent): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(is_here);
    if let Some(share) = options.share {
        run::worker::run(cases, share)?;
        return Ok(true);
    }
    let exceptions = Exceptions::load(&options.exceptions())?;
    let verdicts = run::supervise::run(cases, options)?;
    let summary = report::Summary::new(verdicts, &exceptions);
    report::absent(&absent);
    summary.print(options)?;
    summary.passes(options)
}
