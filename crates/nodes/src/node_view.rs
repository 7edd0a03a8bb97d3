//! The view of the chosen node at one moment: its modules, its data and the values of code.
//!
//! A [`NodeView`] computes nothing before it is asked, and keeps its answers. After a change of the files a
//! [renewed](NodeView::renewed) one takes its place: it only shares what was parsed.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use puppet_catalog::{
    DataSources, ModuleSet, Observation, ObservedFile, ParsedFiles, STACK_SIZE, UnusedBranch,
};
use puppet_db::{Db, Environment, File, HieraData};
use puppet_eval::PuppetVersion;
use puppet_lookup::{Answer, LookupSettings, Node};
use puppet_text::TextRange;
use rustc_hash::FxHashMap;

use crate::chosen_node::ChosenNode;
use crate::node_definition::NodeMatches;
use crate::project_files::{ProjectFiles, modules_with_code};
use crate::site::site_nodes;
use puppet_text::TextChange;

/// How often a waiting evaluation looks whether the database is to be written.
const POLL: Duration = Duration::from_millis(2);

/// The chosen node, and what was computed for it.
#[derive(Debug)]
pub struct NodeView {
    chosen: ChosenNode,
    parsed: Arc<ParsedFiles>,
    /// What each file was the last time.
    last: Arc<NodeViewCache<File, LastObserved>>,
    environments: NodeViewCache<(Environment, PuppetVersion), Option<Arc<EnvironmentView>>>,
    files: NodeViewCache<(File, PuppetVersion), Arc<ObservedFile>>,
}

/// A file as it was the last time, with its text.
#[derive(Debug, Clone)]
struct LastObserved {
    /// Its path: when it is gone, its input can become that of another file.
    path: Arc<str>,
    text: Arc<str>,
    observed: Arc<ObservedFile>,
}

/// What was computed, by what it is for.
type NodeViewCache<K, V> = Mutex<FxHashMap<K, V>>;

/// An environment as the node sees it.
#[derive(Debug)]
struct EnvironmentView {
    node: Arc<Node>,
    modules: Arc<ModuleSet>,
    data: Arc<DataSources>,
}

/// A file whose values are asked for.
#[derive(Debug, Clone, Copy)]
pub struct ObservedSource {
    /// The file.
    pub file: File,
    /// Its environment.
    pub environment: Environment,
    /// Whether it is a manifest of the site, and not of a module.
    pub is_site: bool,
    /// The version whose rules apply.
    pub target: PuppetVersion,
}

impl NodeView {
    /// Nothing is computed yet.
    #[must_use]
    pub fn new(chosen: ChosenNode) -> Self {
        Self {
            chosen,
            parsed: Arc::default(),
            last: Arc::default(),
            environments: Mutex::default(),
            files: Mutex::default(),
        }
    }

    /// The same node after files have changed.
    #[must_use]
    pub fn renewed(&self) -> Self {
        Self {
            parsed: Arc::clone(&self.parsed),
            last: Arc::clone(&self.last),
            ..Self::new(self.chosen.clone())
        }
    }

    /// The node.
    #[must_use]
    pub fn chosen(&self) -> &ChosenNode {
        &self.chosen
    }

    /// What the expressions of a file are; none if the node is gone.
    #[must_use]
    pub fn observed(&self, db: &dyn Db, source: ObservedSource) -> Option<Arc<ObservedFile>> {
        let view = self.environment(db, source.environment, source.target)?;
        let key = (source.file, source.target);
        Some(cached(&self.files, key, || {
            let observed = Arc::new(view.observe(db, source).unwrap_or_default());
            let last = LastObserved {
                path: Arc::clone(source.file.path(db)),
                text: Arc::clone(source.file.text(db)),
                observed: Arc::clone(&observed),
            };
            lock(&self.last).insert(source.file, last);
            observed
        }))
    }

    /// The branches of a file that the node does not use. After an edit they are those from before, in their new places, so
    /// that diagnostics do not wait for an evaluation.
    #[must_use]
    pub fn unused(&self, db: &dyn Db, source: ObservedSource) -> Vec<UnusedBranch> {
        let now = lock(&self.files)
            .get(&(source.file, source.target))
            .cloned();
        let last = lock(&self.last).get(&source.file).cloned();
        let last = last.filter(|last| last.path == *source.file.path(db));
        match (now, last) {
            (Some(now), _) => now.unused.clone(),
            (None, Some(last)) => last.unused_in(source.file.text(db)),
            (None, None) => match self.observed(db, source) {
                Some(observed) => observed.unused.clone(),
                None => Vec::new(),
            },
        }
    }

    /// Evaluates a file after an edit. Returns whether other branches are unused then.
    #[must_use]
    pub fn refresh(&self, db: &dyn Db, source: ObservedSource) -> bool {
        let before = self.unused(db, source);
        let now = self.observed(db, source);
        now.is_some_and(|now| now.unused != before)
    }

    /// The lookup of a key as the automatic lookup of a parameter does it, or as a function does; none if the node is gone.
    #[must_use]
    pub fn look_up(
        &self,
        db: &dyn Db,
        (environment, target): (Environment, PuppetVersion),
        key: &str,
        is_automatic: bool,
    ) -> Option<Answer> {
        let view = self.environment(db, environment, target)?;
        view.data.look_up(&view.node, key, is_automatic)
    }

    fn environment(
        &self,
        db: &dyn Db,
        environment: Environment,
        target: PuppetVersion,
    ) -> Option<Arc<EnvironmentView>> {
        cached(&self.environments, (environment, target), || {
            let node = self.chosen.resolve(db, target)?;
            let modules = module_set(db, environment, &self.parsed);
            let data = Arc::new(data_sources(db, environment, &modules));
            Some(Arc::new(EnvironmentView {
                node,
                modules,
                data,
            }))
        })
    }
}

impl LastObserved {
    fn unused_in(&self, text: &str) -> Vec<UnusedBranch> {
        let change = TextChange::new(&self.text, text);
        let moved = self.observed.unused.iter().filter_map(|branch| {
            Some(UnusedBranch {
                range: change.new_range(branch.range)?,
                condition: change.new_range(branch.condition)?,
                value: branch.value.clone(),
            })
        });
        moved.collect()
    }
}

/// Ends an evaluation whose caller is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl EnvironmentView {
    /// Evaluates a file, on a thread with the stack that this needs. A write of the database does not wait for it.
    fn observe(&self, db: &dyn Db, source: ObservedSource) -> Option<ObservedFile> {
        let stop = StopOnDrop(Arc::default());
        let observation = Observation {
            modules: Arc::clone(&self.modules),
            data: Arc::clone(&self.data),
            node: Arc::clone(&self.node),
            target: source.target,
            stop: Arc::clone(&stop.0),
        };
        let path = Arc::clone(source.file.path(db));
        let text = Arc::clone(source.file.text(db));
        let definition = source.is_site.then(|| self.definition(db, source));
        let (sender, receiver) = mpsc::channel();
        let work = move || {
            let observed = match definition {
                Some(definition) => observation.site_file(&text, definition),
                None => observation.module_file(&path),
            };
            // Without a receiver the answer is of no use.
            let _ = sender.send(observed);
        };
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        builder.spawn(work).ok()?;
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(observed) => return Some(observed),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => db.unwind_if_revision_cancelled(),
            }
        }
    }

    /// The node definition that the node gets, if it is in the file.
    fn definition(&self, db: &dyn Db, source: ObservedSource) -> Option<TextRange> {
        if self.node.name.is_empty() {
            return None;
        }
        match site_nodes(db, source.environment).definition_of(&self.node.name) {
            NodeMatches::One(definition) => {
                (definition.file == source.file).then_some(definition.range)
            }
            NodeMatches::None | NodeMatches::Unknown => None,
        }
    }
}

/// What is known for a key, computed the first time.
fn cached<K: Eq + Hash, V: Clone>(
    known: &NodeViewCache<K, V>,
    key: K,
    compute: impl FnOnce() -> V,
) -> V {
    if let Some(value) = lock(known).get(&key) {
        return value.clone();
    }
    let value = compute();
    lock(known).entry(key).or_insert(value).clone()
}

fn lock<K, V>(known: &NodeViewCache<K, V>) -> MutexGuard<'_, FxHashMap<K, V>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The modules of an environment that are on disk, as the database has them.
pub(crate) fn module_set(
    db: &dyn Db,
    environment: Environment,
    parsed: &Arc<ParsedFiles>,
) -> Arc<ModuleSet> {
    let roots: BTreeMap<String, String> = modules_with_code(db, environment)
        .map(|module| (module.name(db).to_string(), module.root(db).to_string()))
        .collect();
    let files = Arc::new(ProjectFiles::new(db, environment));
    Arc::new(ModuleSet::with_parsed(
        files,
        roots,
        false,
        Arc::clone(parsed),
    ))
}

/// The data of an environment and of its modules. Data that are not all read, or whose hierarchy is that of the server, are
/// not known.
fn data_sources(db: &dyn Db, environment: Environment, modules: &Arc<ModuleSet>) -> DataSources {
    let own = environment.data(db);
    let is_cut = |data: &HieraData| data.is_cut;
    let mut of_modules = modules_with_code(db, environment);
    if is_cut(own)
        || own.config.is_none() && !own.files.is_empty()
        || of_modules.any(|module| is_cut(module.data(db)))
    {
        return DataSources::unknown(modules);
    }
    let root = own.config.map(|_| &**environment.root(db));
    DataSources::new(modules, root, LookupSettings::default())
}
