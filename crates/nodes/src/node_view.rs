//! The view of the chosen node at one moment: its modules, its data and the values of code.
//!
//! A [`NodeView`] computes nothing before it is asked, and keeps its answers. After a change of the files a
//! [renewed](NodeView::renewed) one takes its place: it only shares what was parsed.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use puppet_catalog::{
    DataSources, ModuleSet, ObservedFile, ParsedFiles, STACK_SIZE, observe_module_file,
    observe_site_file,
};
use puppet_db::{Db, Environment, File, HieraData};
use puppet_eval::Target;
use puppet_lookup::{Answer, LookupSettings, Node};
use puppet_text::TextRange;
use rustc_hash::FxHashMap;

use crate::chosen_node::ChosenNode;
use crate::node_definition::NodeMatches;
use crate::project_files::{ProjectFiles, modules_with_code};
use crate::site::site_nodes;

/// The chosen node, and what was computed for it.
#[derive(Debug)]
pub struct NodeView {
    chosen: ChosenNode,
    parsed: Arc<ParsedFiles>,
    environments: Cache<(Environment, Target), Option<Arc<EnvironmentView>>>,
    files: Cache<(File, Target), Arc<ObservedFile>>,
}

/// What was computed, by what it is for.
type Cache<K, V> = Mutex<FxHashMap<K, V>>;

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
    pub target: Target,
}

impl NodeView {
    /// Nothing is computed yet.
    #[must_use]
    pub fn new(chosen: ChosenNode) -> Self {
        Self {
            chosen,
            parsed: Arc::default(),
            environments: Mutex::default(),
            files: Mutex::default(),
        }
    }

    /// The same node after files have changed.
    #[must_use]
    pub fn renewed(&self) -> Self {
        Self {
            parsed: Arc::clone(&self.parsed),
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
            Arc::new(view.observe(db, source).unwrap_or_default())
        }))
    }

    /// The lookup of a key as the automatic lookup of a parameter does it, or as a function does; none if the node is gone.
    #[must_use]
    pub fn look_up(
        &self,
        db: &dyn Db,
        source: ObservedSource,
        key: &str,
        is_automatic: bool,
    ) -> Option<Answer> {
        let view = self.environment(db, source.environment, source.target)?;
        view.data.look_up(&view.node, key, is_automatic)
    }

    fn environment(
        &self,
        db: &dyn Db,
        environment: Environment,
        target: Target,
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

impl EnvironmentView {
    /// Evaluates a file on a thread with the stack that this needs.
    fn observe(&self, db: &dyn Db, source: ObservedSource) -> Option<ObservedFile> {
        let path = source.file.path(db);
        let text = source.file.text(db);
        let definition = source.is_site.then(|| self.definition(db, source));
        let (node, target) = (&self.node, source.target);
        let work = || match definition {
            Some(definition) => {
                observe_site_file(&self.modules, &self.data, node, target, text, definition)
            }
            None => observe_module_file(&self.modules, &self.data, node, target, path),
        };
        thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            builder.spawn_scoped(scope, work).ok()?.join().ok()
        })
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
fn cached<K: Eq + Hash, V: Clone>(known: &Cache<K, V>, key: K, compute: impl FnOnce() -> V) -> V {
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = lock().get(&key) {
        return value.clone();
    }
    let value = compute();
    lock().entry(key).or_insert(value).clone()
}

/// The modules of an environment that are on disk, as the database has them.
#[must_use]
pub fn module_set(
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
