//! The report of a run, printed and written.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::Write,
};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::{
    case::Case,
    exceptions::Exceptions,
    figures::{self, Figure},
    kinds::{CaseAnswer, checker},
    options::ConformanceOptions,
    run::Verdict,
};

/// Longest part of an answer that is shown in a list of failures, in characters.
const SHOWN: usize = 300;

/// Says why the run could not be made.
pub fn complain(text: &str) {
    eprintln!("conformance: {text}");
}

/// Says which cases could not run, because what they are about is not on this machine.
pub fn absent(cases: &[Case]) {
    let packages: BTreeSet<&str> = cases
        .iter()
        .map(|case| case.text("package").unwrap_or(&case.kind))
        .collect();
    if !packages.is_empty() {
        let packages = Vec::from_iter(packages).join(", ");
        println!(
            "not compared: {} files of packages that are not installed ({packages})",
            cases.len()
        );
    }
}

/// The outcome of a run.
pub struct Summary {
    /// By kind: all verdicts.
    kinds: BTreeMap<String, KindCounts>,
    /// Exceptions whose cases all pass.
    stale: Vec<String>,
    /// How much of the parts of cases is equal.
    figures: Vec<Figure>,
    verdicts: Vec<Verdict>,
}

#[derive(Default)]
struct KindCounts {
    total: usize,
    passed: usize,
    excepted: usize,
    /// Positions of the failures in the list of verdicts.
    failed: Vec<usize>,
}

impl Summary {
    /// Counts the verdicts.
    pub fn new(verdicts: Vec<Verdict>, exceptions: &Exceptions) -> Summary {
        let mut kinds: BTreeMap<String, KindCounts> = BTreeMap::new();
        let (mut covered, mut needed) = (
            vec![false; exceptions.list.len()],
            vec![false; exceptions.list.len()],
        );
        for (index, verdict) in verdicts.iter().enumerate() {
            let counts = kinds.entry(verdict.case.kind.clone()).or_default();
            counts.total += 1;
            let exception = exceptions.covering(verdict);
            let passed = verdict.differences.is_empty();
            if let Some(exception) = exception {
                covered[exception] = true;
                needed[exception] |= !passed;
            }
            match (passed, exception) {
                (true, _) => counts.passed += 1,
                (false, Some(_)) => counts.excepted += 1,
                (false, None) => counts.failed.push(index),
            }
        }
        let unneeded = exceptions
            .list
            .iter()
            .enumerate()
            .filter(|(index, _)| covered[*index] && !needed[*index]);
        let stale = unneeded
            .map(|(_, exception)| format!("{} ({})", exception.name(), exception.reason))
            .collect();
        Summary {
            kinds,
            stale,
            figures: figures::measure(&verdicts, exceptions),
            verdicts,
        }
    }

    /// Whether nothing but listed exceptions failed, and what is allowed to be open.
    pub fn passes(&self, options: &ConformanceOptions) -> Result<bool> {
        let mut open: BTreeMap<String, usize> = BTreeMap::new();
        if let Some(path) = &options.open {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            open = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        }
        let may_fail = |kind: &str| open.get(kind).copied().unwrap_or(0);
        let surplus = self
            .kinds
            .iter()
            .filter(|(kind, counts)| counts.failed.len() > may_fail(kind));
        let surplus: Vec<&String> = surplus.map(|(kind, _)| kind).collect();
        if options.open.is_some() && !surplus.is_empty() {
            println!("more failures than {open:?} allow: {surplus:?}");
        }
        Ok(surplus.is_empty() && self.figures.iter().all(Figure::passes))
    }

    /// Prints a line for each kind and the first failures, and writes the report that the options ask for.
    pub fn print(&self, options: &ConformanceOptions) -> Result<()> {
        for (kind, counts) in &self.kinds {
            let excepted = if counts.excepted > 0 {
                format!(" ({} listed exceptions)", counts.excepted)
            } else {
                String::new()
            };
            let found = self.found(kind);
            println!("{kind} {}/{}{excepted}{found}", counts.passed, counts.total);
        }
        for figure in &self.figures {
            println!("{figure}");
        }
        for exception in &self.stale {
            println!("stale exception: {exception} passes");
        }
        if options.id.is_some() {
            self.verdicts.iter().for_each(print_whole);
        } else {
            self.print_failures(options.show);
        }
        self.write(options)
    }

    /// How many of Puppet's errors the checker finds, for the kinds that ask it.
    fn found(&self, kind: &str) -> String {
        let of_kind = self.verdicts.iter().filter(|it| it.case.kind == kind);
        let found: Vec<bool> = of_kind
            .filter_map(|it| checker::finds_error(&it.case, &it.answer))
            .collect();
        if found.is_empty() {
            return String::new();
        }
        let count = found.iter().filter(|found| **found).count();
        format!(", {count} of {} errors found", found.len())
    }

    fn print_failures(&self, show: usize) {
        for (kind, counts) in &self.kinds {
            if counts.failed.is_empty() || show == 0 {
                continue;
            }
            println!("\n{kind}: {} failed", counts.failed.len());
            let failed = counts
                .failed
                .iter()
                .filter_map(|index| self.verdicts.get(*index));
            for verdict in failed.take(show) {
                println!("  {}", verdict.case.id);
                println!("    asked    {}", shorten(&inputs(verdict).to_string()));
                println!("    expected {}", shorten(&verdict.case.expect.to_string()));
                println!("    got      {}", shorten(&answer(verdict).to_string()));
                for difference in verdict.differences.iter().take(3) {
                    println!("    differs  {}", shorten(difference));
                }
            }
        }
    }

    fn write(&self, options: &ConformanceOptions) -> Result<()> {
        let Some(path) = &options.report else {
            return Ok(());
        };
        let mut file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        for index in self.kinds.values().flat_map(|counts| &counts.failed) {
            let Some(verdict) = self.verdicts.get(*index) else {
                continue;
            };
            let row = json!({
                "id": verdict.case.id,
                "kind": verdict.case.kind,
                "asked": inputs(verdict),
                "expect": verdict.case.expect,
                "answer": answer(verdict),
                "differences": verdict.differences,
            });
            writeln!(file, "{row}")?;
        }
        Ok(())
    }
}

fn print_whole(verdict: &Verdict) {
    println!("\n{}", verdict.case.id);
    for (name, value) in verdict
        .case
        .fields
        .iter()
        .filter(|(name, _)| !is_answer(&verdict.case, name))
    {
        println!(
            "  {name}: {}",
            value
                .as_str()
                .map_or_else(|| value.to_string(), |text| text.replace('\n', "\n    "))
        );
    }
    println!("  expected {:#}", verdict.case.expect);
    println!("  got      {:#}", answer(verdict));
    for difference in &verdict.differences {
        println!("  differs  {difference}");
    }
}

/// The inputs of a case: all fields but what Puppet answered.
fn inputs(verdict: &Verdict) -> Value {
    let fields =
        verdict.case.fields.iter().filter(|(name, _)| {
            !is_answer(&verdict.case, name) && *name != "id" && *name != "kind"
        });
    Value::Object(
        fields
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}

/// Whether a field of a case belongs to Puppet's answer.
fn is_answer(case: &Case, field: &str) -> bool {
    let corpus = [
        "ok",
        "ok_elsewhere",
        "errors",
        "warnings",
        "definitions",
        "puppet8",
        "sha256",
    ];
    matches!(field, "expect" | "expect_other" | "puppet_says")
        || case.kind == "corpus" && corpus.contains(&field)
        || case.kind.starts_with("plugin-") && !matches!(field, "module" | "file" | "name")
}

fn answer(verdict: &Verdict) -> Value {
    match &verdict.answer {
        CaseAnswer::Json(value) => value.clone(),
        CaseAnswer::NotImplemented => Value::Null,
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
