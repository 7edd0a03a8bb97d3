//! The check of a module on all operating systems that it claims, apart from the database: it takes longer than a writer
//! of the database may wait.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use puppet_catalog::{Claims, DataSources, Matrix, ModuleSet, ParsedFiles, System, SystemFailure};
use puppet_db::{Db, Environment, Module};
use puppet_eval::PuppetVersion;
use puppet_lookup::LookupSettings;
use rustc_hash::FxHashMap;

use crate::node_view::module_set;
use puppet_text::TextChange;

/// A module to check, with the files of the moment.
#[derive(Debug)]
pub struct ModuleCheck {
    name: Arc<str>,
    root: Arc<str>,
    modules: Arc<ModuleSet>,
    systems: Vec<&'static System>,
    target: PuppetVersion,
}

/// The failures of a module by the paths of its files, each with the text that it was found in.
type FailuresByPath = FxHashMap<String, (Arc<str>, Vec<SystemFailure>)>;

/// The failures of modules that were checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemFailures(FxHashMap<Arc<str>, Arc<FailuresByPath>>);

impl ModuleCheck {
    /// The check of a module; none if its metadata claim no system that is known.
    #[must_use]
    pub fn new(
        db: &dyn Db,
        environment: Environment,
        module: Module,
        target: PuppetVersion,
        parsed: &Arc<ParsedFiles>,
    ) -> Option<Self> {
        let claims = Claims::read(module.metadata(db)?.text(db));
        let systems: Vec<_> = claims
            .systems
            .iter()
            .filter_map(|id| System::find(id))
            .collect();
        (!systems.is_empty()).then(|| Self {
            name: Arc::clone(module.name(db)),
            root: Arc::clone(module.root(db)),
            modules: module_set(db, environment, parsed),
            systems,
            target,
        })
    }

    /// Checks the module on one thread. None when it is stopped.
    #[must_use]
    pub fn run(&self, stop: &AtomicBool) -> Option<SystemFailures> {
        let settings = LookupSettings::default();
        let report = Matrix {
            modules: &self.modules,
            data: &Arc::new(DataSources::new(&self.modules, None, settings)),
            module: &self.name,
            systems: &self.systems,
            others: &[],
            target: self.target,
            strict: self.target.strict(),
            threads: NonZeroUsize::MIN,
            stop: Some(stop),
        }
        .run();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut by_path = FailuresByPath::default();
        for failure in report.failures {
            if let Ok(text) = self.modules.files().read(&failure.file) {
                let (_, failures) = by_path
                    .entry(failure.file.clone())
                    .or_insert_with(|| (text, Vec::new()));
                failures.push(failure);
            }
        }
        let module = (Arc::clone(&self.root), Arc::new(by_path));
        Some(SystemFailures([module].into_iter().collect()))
    }
}

impl SystemFailures {
    /// Takes those of other modules over. Returns whether something is different then.
    pub fn update(&mut self, newer: Self) -> bool {
        let mut is_different = false;
        for (root, failures) in newer.0 {
            let is_same = match self.0.get(&root) {
                Some(known) => *known == failures,
                None => failures.is_empty(),
            };
            is_different |= !is_same;
            self.0.insert(root, failures);
        }
        is_different
    }

    /// The failures of a file, where its text has them now. Those whose code was edited are left out.
    #[must_use]
    pub fn file_failures(&self, path: &str, text: &str) -> Vec<SystemFailure> {
        let mut modules = self.0.values();
        let Some((old, failures)) = modules.find_map(|files| files.get(path)) else {
            return Vec::new();
        };
        let edit = TextChange::new(old, text);
        let moved = failures.iter().filter_map(|failure| {
            let range = edit.new_range(failure.range)?;
            Some(SystemFailure {
                range,
                ..failure.clone()
            })
        });
        moved.collect()
    }
}
