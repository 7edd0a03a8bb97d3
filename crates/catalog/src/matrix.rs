//! The classes and defined types of a module on all systems that it claims.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::{slice, thread};

use puppet_eval::{Issue, PuppetVersion, Strict};
use puppet_lookup::Node;
use puppet_text::TextRange;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::compile::{
    CompileFailure, CompileVerdict, LIMITS, NodeCatalog, NodeCompiler, Request, STACK_SIZE,
    options_for,
};
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

/// The verdicts on all definitions on one system.
struct SystemVerdicts {
    /// On the main class; none without one.
    main: Option<CompileVerdict>,
    /// On each definition: alone or, where it does not compile alone, after the main class if that does.
    subjects: Vec<CompileVerdict>,
}

/// An error with its systems, as indexes.
struct MatrixRow {
    file: String,
    range: TextRange,
    what: String,
    systems: Vec<usize>,
    definitions: Vec<SmolStr>,
}

/// The catalogs of one system that have a beginning in common.
struct SystemCatalogs<'a> {
    compiler: &'a NodeCompiler<'a>,
    /// The verdict on the main class of the module; none without one.
    main: Option<CompileVerdict>,
    /// The main class, as it is declared, and then with all that it gives; none if it fails.
    with_main: Option<[NodeCatalog<'a>; 2]>,
}

impl<'a> SystemCatalogs<'a> {
    fn new(compiler: &'a NodeCompiler<'a>, main: Option<SmolStr>) -> Self {
        let declared = main.map(|name| compiler.begin(&[name]));
        let with_main = declared.map(|declared| [declared.clone(), declared.evaluated()]);
        let evaluated = with_main.as_ref().map(|[_, evaluated]| evaluated.clone());
        let main = evaluated.map(NodeCatalog::compile);
        Self {
            compiler,
            with_main: with_main.filter(|_| !main.as_ref().is_some_and(is_failure)),
            main,
        }
    }

    /// The verdict on a definition alone or, where it does not compile alone, after the main class.
    fn verdict(&self, name: &SmolStr) -> CompileVerdict {
        let Some([declared, evaluated]) = &self.with_main else {
            return self.alone(name);
        };
        let after_all = evaluated.compile_with(name);
        if after_all == CompileVerdict::Compiles {
            return after_all;
        }
        let alone = self.alone(name);
        match (is_failure(&alone), is_failure(&after_all)) {
            (false, _) => alone,
            (true, false) => after_all,
            (true, true) if alone == after_all => alone,
            // Puppet evaluates defined types after it is declared: it may be what they look for.
            (true, true) => declared.compile_with(name),
        }
    }

    fn alone(&self, name: &SmolStr) -> CompileVerdict {
        self.compiler.begin(slice::from_ref(name)).compile()
    }
}

impl Matrix<'_> {
    /// Evaluates all definitions on all systems.
    #[must_use]
    pub fn run(&self) -> MatrixReport {
        let subjects = self.subjects();
        let systems = self.systems.iter().chain(self.others);
        let nodes: Vec<Node> = systems.map(|it| it.node(self.target)).collect();
        let results = self.on_systems(&subjects, &nodes);
        let mut report = self.report(&subjects, &results);
        report.failures.extend(self.missing_data(&nodes));
        report
    }

    /// The verdicts on all systems, in their order.
    fn on_systems(&self, subjects: &[MatrixSubject], nodes: &[Node]) -> Vec<SystemVerdicts> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(usize, SystemVerdicts)>> = Mutex::default();
        let work = || {
            while let Some((index, node)) = take(&next, nodes) {
                let verdicts = self.on_system(subjects, node);
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
        results.into_iter().map(|(_, verdicts)| verdicts).collect()
    }

    /// The verdicts on one system.
    fn on_system(&self, subjects: &[MatrixSubject], node: &Node) -> SystemVerdicts {
        let request = Request {
            code: "",
            subjects: &[],
            node,
            target: self.target,
            strict: self.strict,
        };
        let options = options_for(&request, LIMITS);
        let compiler = NodeCompiler::new(self.modules, self.data, &request, &options);
        let Some(compiler) = compiler else {
            return SystemVerdicts {
                main: None,
                subjects: subjects.iter().map(|_| unknown()).collect(),
            };
        };
        let has_main = subjects.iter().any(|it| it.name == self.module);
        let main = has_main.then(|| SmolStr::new(self.module));
        let catalogs = SystemCatalogs::new(&compiler, main);
        let verdicts = subjects.iter().map(|subject| match &catalogs.main {
            _ if self.is_stopped() => unknown(),
            Some(main) if subject.name == self.module => main.clone(),
            _ => catalogs.verdict(&subject.name),
        });
        SystemVerdicts {
            subjects: verdicts.collect(),
            main: catalogs.main,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
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

    fn report(&self, subjects: &[MatrixSubject], results: &[SystemVerdicts]) -> MatrixReport {
        let mut report = MatrixReport {
            definitions: subjects.len(),
            ..MatrixReport::default()
        };
        let mut rows: Vec<MatrixRow> = Vec::new();
        for (index, subject) in subjects.iter().enumerate() {
            let verdicts = verdicts_on(index, results);
            let asked = verdicts.iter().take(self.systems.len());
            let is_unknown = |(verdict, _): &&(&CompileVerdict, bool)| {
                matches!(verdict, CompileVerdict::Unknown(_))
            };
            report.cells += asked.len();
            report.unknown += asked.clone().filter(is_unknown).count();
            // What fails everywhere does not depend on the system: it is not meant to stand alone.
            if verdicts.iter().all(|(verdict, _)| is_failure(verdict)) {
                report.failing_everywhere += 1;
                continue;
            }
            let is_main = subject.name == self.module;
            for (system, (verdict, is_of_main)) in asked.enumerate() {
                // An error of the main class is reported there.
                if let (CompileVerdict::Fails(failure), true) = (verdict, is_main || !is_of_main) {
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

/// The verdicts on a definition on all systems, and whether each is that on the main class itself: what needs the main
/// class fails where it fails, unless it fails everywhere and says nothing.
fn verdicts_on(subject: usize, results: &[SystemVerdicts]) -> Vec<(&CompileVerdict, bool)> {
    let main_fails = |it: &SystemVerdicts| it.main.as_ref().is_none_or(is_failure);
    let has_main = !results.iter().all(main_fails);
    let on = results.iter().filter_map(|it| {
        let own = it.subjects.get(subject)?;
        Some(match &it.main {
            Some(main) if has_main && is_failure(main) && is_failure(own) => (main, true),
            main => (own, main.as_ref() == Some(own)),
        })
    });
    on.collect()
}

fn unknown() -> CompileVerdict {
    CompileVerdict::Unknown(Vec::new())
}

fn is_failure(verdict: &CompileVerdict) -> bool {
    matches!(verdict, CompileVerdict::Fails(_))
}

fn take<'s, T>(next: &AtomicUsize, all: &'s [T]) -> Option<(usize, &'s T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    all.get(index).map(|it| (index, it))
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
