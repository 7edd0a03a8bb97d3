//! The classes and defined types of a module on all systems that it claims.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use puppet_eval::{Issue, PuppetVersion, Strict};
use puppet_lookup::Node;
use puppet_text::TextRange;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::compile::{CompileFailure, CompileVerdict, Request, STACK_SIZE, compile};
use crate::modules::{ModuleFile, ModuleSet};
use crate::node_modules::DataSources;
use crate::systems::System;

/// What is asked about a module.
#[derive(Debug, Clone)]
pub struct Matrix<'a> {
    /// The modules that can be seen.
    pub modules: &'a Arc<ModuleSet>,
    /// Their data.
    pub data: &'a Arc<DataSources>,
    /// The name of the module.
    pub module: &'a str,
    /// The systems.
    pub systems: &'a [&'static System],
    /// Other systems. What fails on them as well does not depend on the system; nothing else is reported for them.
    pub others: &'a [&'static System],
    /// The version whose rules apply.
    pub target: PuppetVersion,
    /// The setting `strict`.
    pub strict: Strict,
    /// On how many threads it is evaluated.
    pub threads: NonZeroUsize,
    /// Ends the evaluation when it is set: the report is then no answer.
    pub stop: Option<&'a AtomicBool>,
}

/// An error that some of the systems have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemFailure {
    /// What is wrong, with the systems that have it.
    pub message: String,
    /// The path of the file.
    pub file: String,
    /// The range in it.
    pub range: TextRange,
    /// The classes and defined types that fail so.
    pub definitions: Vec<SmolStr>,
}

/// The answer for a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatrixReport {
    /// The errors that some systems have, and others have not.
    pub failures: Vec<SystemFailure>,
    /// How many classes and defined types there are.
    pub definitions: usize,
    /// How many verdicts there are: one for each of them on each system.
    pub cells: usize,
    /// How many verdicts are unknown.
    pub unknown: usize,
    /// How many classes and defined types fail on all systems: they are not meant to be declared alone.
    pub failing_everywhere: usize,
}

/// A class or defined type with its file.
struct MatrixSubject {
    name: SmolStr,
    file: Arc<ModuleFile>,
}

/// An error with its systems, as indexes.
struct MatrixRow {
    file: String,
    range: TextRange,
    what: String,
    systems: Vec<usize>,
    definitions: Vec<SmolStr>,
}

impl Matrix<'_> {
    /// Evaluates all definitions on all systems.
    #[must_use]
    pub fn run(&self) -> MatrixReport {
        let subjects = self.subjects();
        let systems = self.systems.iter().chain(self.others);
        let nodes: Vec<Node> = systems.map(|it| it.node(self.target)).collect();
        let main = self.main_verdicts(&subjects, &nodes);
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(usize, Vec<CompileVerdict>)>> = Mutex::default();
        let work = || {
            while let Some((index, subject)) = take(&next, &subjects) {
                let verdicts = self.verdicts(subject, &nodes, &main);
                if let Ok(mut results) = results.lock() {
                    results.push((index, verdicts));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let builder = thread::Builder::new().stack_size(STACK_SIZE);
                // Without a thread its share of the work is done by the others.
                let _ = builder.spawn_scoped(scope, work);
            }
        });
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_unstable_by_key(|(index, _)| *index);
        let mut report = self.report(&subjects, results, &main);
        report.failures.extend(self.missing_data(&nodes));
        report
    }

    /// The classes and defined types that can be used by themselves. A class that others of the module declare is
    /// evaluated with them, under their conditions.
    fn subjects(&self) -> Vec<MatrixSubject> {
        let mut subjects = Vec::new();
        let files = self.modules.manifests(self.module);
        let declared: FxHashSet<SmolStr> = files
            .iter()
            .flat_map(|file| file.declared_classes())
            .collect();
        for file in files {
            for name in file.names() {
                if name == self.module || !declared.contains(&name) {
                    let file = Arc::clone(&file);
                    subjects.push(MatrixSubject { name, file });
                }
            }
        }
        subjects
    }

    /// The verdicts on the main class; none without one, or if it fails everywhere, and therefore says nothing.
    fn main_verdicts(&self, subjects: &[MatrixSubject], nodes: &[Node]) -> Vec<CompileVerdict> {
        if !subjects.iter().any(|it| it.name == self.module) {
            return Vec::new();
        }
        let verdicts = thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            let work = || {
                let all = nodes
                    .iter()
                    .map(|node| self.compiled(&[self.module.into()], node));
                all.collect::<Vec<_>>()
            };
            builder.spawn_scoped(scope, work).ok()?.join().ok()
        });
        verdicts
            .filter(|verdicts| !verdicts.iter().all(is_failure))
            .unwrap_or_default()
    }

    /// The verdicts on a definition alone or, where it does not compile alone, after the main class of the module.
    fn verdicts(
        &self,
        subject: &MatrixSubject,
        nodes: &[Node],
        main: &[CompileVerdict],
    ) -> Vec<CompileVerdict> {
        if subject.name == self.module && !main.is_empty() {
            return main.to_vec();
        }
        let mut main = main.iter();
        let verdicts = nodes.iter().map(|node| {
            let main = main.next();
            let alone = self.compiled(std::slice::from_ref(&subject.name), node);
            match main {
                Some(_) if !is_failure(&alone) => alone,
                // What needs the main class fails where it fails.
                Some(main @ CompileVerdict::Fails(_)) => main.clone(),
                Some(_) => self.compiled(&[self.module.into(), subject.name.clone()], node),
                None => alone,
            }
        });
        verdicts.collect()
    }

    fn compiled(&self, subjects: &[SmolStr], node: &Node) -> CompileVerdict {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return CompileVerdict::Unknown(Vec::new());
        }
        let request = Request {
            code: "",
            subjects,
            node,
            target: self.target,
            strict: self.strict,
        };
        compile(self.modules, self.data, &request)
    }

    fn report(
        &self,
        subjects: &[MatrixSubject],
        results: Vec<(usize, Vec<CompileVerdict>)>,
        main: &[CompileVerdict],
    ) -> MatrixReport {
        let mut report = MatrixReport {
            definitions: subjects.len(),
            ..MatrixReport::default()
        };
        let mut rows: Vec<MatrixRow> = Vec::new();
        for (index, verdicts) in results {
            let Some(subject) = subjects.get(index) else {
                continue;
            };
            let asked = verdicts.iter().take(self.systems.len());
            let is_unknown =
                |verdict: &&CompileVerdict| matches!(verdict, CompileVerdict::Unknown(_));
            report.cells += asked.len();
            report.unknown += asked.clone().filter(is_unknown).count();
            // What fails everywhere does not depend on the system: it is not meant to stand alone.
            if verdicts.iter().all(is_failure) {
                report.failing_everywhere += 1;
                continue;
            }
            let is_main = subject.name == self.module;
            for (system, verdict) in asked.enumerate() {
                // An error of the main class is reported there.
                let is_of_main = !is_main && main.get(system) == Some(verdict);
                if let (CompileVerdict::Fails(failure), false) = (verdict, is_of_main) {
                    self.add(&mut rows, subject, system, failure);
                }
            }
        }
        report.failures = rows.into_iter().map(|row| self.failure(row)).collect();
        report
    }

    fn add(
        &self,
        rows: &mut Vec<MatrixRow>,
        subject: &MatrixSubject,
        system: usize,
        failure: &CompileFailure,
    ) {
        let is_selector = failure.issue == Some(Issue::UnmatchedSelector.code());
        let root = self.modules.root(self.module).unwrap_or_default();
        let own = failure.file.as_ref().filter(|file| file.starts_with(root));
        let (file, range, what) = match (own, failure.range) {
            (Some(file), Some(range)) if is_selector => (file.clone(), range, String::new()),
            (Some(file), Some(range)) => (file.clone(), range, plain(&failure.message)),
            // It is in another module, or has no place: what is declared is to be looked at.
            _ => {
                let range = subject.file.head(&subject.name).unwrap_or_default();
                let what = format!("{}{}", plain(&failure.message), place_of(failure));
                (subject.file.path.clone(), range, what)
            }
        };
        // A text may name the system: the first one stands for all at its place.
        let same = |row: &&mut MatrixRow| {
            row.file == file && row.range == range && (own.is_some() || row.what == what)
        };
        match rows.iter_mut().find(same) {
            Some(row) => {
                if !row.systems.contains(&system) {
                    row.systems.push(system);
                }
                if !row.definitions.contains(&subject.name) {
                    row.definitions.push(subject.name.clone());
                }
            }
            None => rows.push(MatrixRow {
                file,
                range,
                what,
                systems: vec![system],
                definitions: vec![subject.name.clone()],
            }),
        }
    }

    fn failure(&self, mut row: MatrixRow) -> SystemFailure {
        row.systems.sort_unstable();
        let titles = row
            .systems
            .iter()
            .filter_map(|index| self.systems.get(*index));
        let titles: Vec<&str> = titles.map(|system| system.title.as_str()).collect();
        let systems = titles.join(", ");
        let message = match row.what.as_str() {
            "" => format!("The selector has no entry for {systems}"),
            what => format!("Fails on {systems}: {what}"),
        };
        SystemFailure {
            message,
            file: row.file,
            range: row.range,
            definitions: row.definitions,
        }
    }
}

fn is_failure(verdict: &CompileVerdict) -> bool {
    matches!(verdict, CompileVerdict::Fails(_))
}

fn take<'s>(
    next: &AtomicUsize,
    subjects: &'s [MatrixSubject],
) -> Option<(usize, &'s MatrixSubject)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    subjects.get(index).map(|subject| (index, subject))
}

/// A message without the statements around its place, on one line and without a full stop.
fn plain(message: &str) -> String {
    let mut text = message;
    for around in [
        "Error while evaluating a Resource Statement, ",
        "Error while evaluating a Function Call, ",
    ] {
        text = text.strip_prefix(around).unwrap_or(text);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ").trim_end_matches('.').to_owned()
}

/// Where an error in another module is.
fn place_of(failure: &CompileFailure) -> String {
    match (&failure.file, failure.position) {
        (Some(file), Some(position)) => format!(" ({file}:{})", position.line),
        _ => String::new(),
    }
}
