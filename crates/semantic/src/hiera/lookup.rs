//! Lookup of a key in Hiera's data files: the data of environments and modules, by the rules of `hiera.yaml`.
//!
//! The data of a server's global layer is not here and not counted: in an environment without `hiera.yaml`, an empty
//! result does not prove that there is no value ([`LookupResult::is_open`]).

use std::sync::Arc;

use puppet_db::{Db, Environment, File, HieraData, Module};
use puppet_project::autoload;
use puppet_project::hiera::{Format, HieraConfig, HierarchyLevel, join};
use puppet_types::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::hiera::document::{document, format_of};
use crate::hiera::lookup_options::{self, KeyOptions, options_in, takes_first};
use crate::hiera::value_type::literal;
use crate::resolve::module_items::{has_other_versions, module_named};
use puppet_text::closest;

/// What is known about a key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookupResult {
    /// Its values, those that Hiera finds first in front.
    pub values: Vec<LookupValue>,
    /// There may be others: a file that cannot be read, a backend that is code, an environment whose data is not here.
    pub is_open: bool,
    /// All that is not known is the data of a server's global layer.
    pub is_open_only_globally: bool,
    /// How the values are merged and converted, as far as that is known.
    pub options: KeyOptions,
}

impl LookupResult {
    /// Whether Hiera may have a value for the key.
    #[must_use]
    pub fn may_have_value(&self) -> bool {
        self.is_open || !self.values.is_empty()
    }

    /// The value that Hiera finds for every node, if that is known.
    #[must_use]
    pub fn constant(&self) -> Option<&Value> {
        let first = self.values.first().filter(|value| value.is_for_all)?;
        let is_known = !self.is_open && self.options.is_plain();
        first.value.as_ref().filter(|_| is_known)
    }

    /// The place among [`LookupResult::values`] of the one after which none is ever used: it is found for every node, and
    /// nothing is merged.
    #[must_use]
    pub fn last_used(&self) -> Option<usize> {
        let is_last = |value: &LookupValue| value.is_for_all;
        let takes_first = self.options.merge.as_deref().is_none_or(takes_first);
        self.values.iter().position(is_last).filter(|_| takes_first)
    }
}

/// The value of a key in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupValue {
    /// The file.
    pub file: File,
    /// The value, if it is written out: without interpolations, and not encrypted.
    pub value: Option<Value>,
    /// The file is read for every node.
    pub is_for_all: bool,
    /// The name of the level of the hierarchy.
    pub level: SmolStr,
}

/// What the data of an environment and of a key's module say about the key (in lower case, with `::`).
#[salsa::tracked(returns(ref))]
pub fn lookup_key(db: &dyn Db, environment: Environment, key: SmolStr) -> LookupResult {
    let has_no_config = environment.data(db).config.is_none();
    let mut found = LookupResult::default();
    collect(db, environment.data(db), &key, &mut found);
    if key.contains("::") {
        match module_named(db, environment, &autoload::module_name(&key)) {
            Some(module) => collect(db, module.data(db), &key, &mut found),
            None => found.is_open = true,
        }
    }
    found.is_open_only_globally = has_no_config && !found.is_open;
    found.is_open |= has_no_config;
    found
}

/// Whether Hiera has no value for a key (as it is looked up, without what is dug for in the value) in any file, and all
/// files that could have one are here.
#[salsa::tracked(returns(copy))]
pub fn is_key_absent(db: &dyn Db, environment: Environment, key: SmolStr) -> bool {
    let is_whole = |data: &HieraData| {
        let sources = sources_of(db, data);
        sources.is_some_and(|sources| sources.is_whole)
    };
    let is_whole_in_module = || {
        let name = autoload::module_name(&key);
        let module = module_named(db, environment, &name);
        // Other versions of a module may have other data.
        let module = module.filter(|module| !has_other_versions(db, *module));
        // A stub says nothing of the module's data.
        let module = module.filter(|module| !module.origin(db).is_stub());
        module.is_some_and(|module| match module.data(db).config {
            Some(_) => is_whole(module.data(db)),
            None => !has_data_provider(db, module),
        })
    };
    is_whole(environment.data(db))
        && (!key.contains("::") || is_whole_in_module())
        && !lookup_key(db, environment, key.clone()).may_have_value()
}

/// Whether a module has its data from a function, as before there was a `hiera.yaml` for modules.
fn has_data_provider(db: &dyn Db, module: Module) -> bool {
    let metadata = module.metadata(db);
    metadata.is_some_and(|file| file.text(db).contains("data_provider"))
}

/// Whether plans of an environment look keys up in other files than manifests.
pub fn has_plan_hierarchy(db: &dyn Db, environment: Environment) -> bool {
    let sources = sources_of(db, environment.data(db));
    sources.is_some_and(|sources| sources.has_plan_hierarchy)
}

/// The key of an environment's data, or of that of a key's module, that is most like one that is nowhere.
#[salsa::tracked(returns(clone))]
pub fn similar_key(db: &dyn Db, environment: Environment, key: SmolStr) -> Option<SmolStr> {
    let module = key
        .contains("::")
        .then(|| module_named(db, environment, &autoload::module_name(&key)));
    let of_module = module.flatten().map(|module| module.data(db));
    let all = std::iter::once(environment.data(db)).chain(of_module);
    let files: Vec<_> = all
        .filter_map(|data| sources_of(db, data))
        .flat_map(|sources| sources.files.clone())
        .map(|source| entries(db, source.file, source.format))
        .collect();
    let keys = files.iter().filter_map(|file| file.as_ref().as_ref());
    let names = keys.flat_map(|entries| entries.keys().map(SmolStr::as_str));
    closest(&key, names.filter(|name| *name != lookup_options::KEY)).map(SmolStr::from)
}

/// Whether some of the data is read in a way that we do not know, or is not here.
pub fn is_open(db: &dyn Db, data: &HieraData) -> bool {
    data.config.is_none() || sources_of(db, data).is_none_or(|sources| sources.is_open)
}

fn sources_of(db: &dyn Db, data: &HieraData) -> Option<Arc<HieraSources>> {
    let is_there = data.config.is_some() || !data.files.is_empty();
    is_there.then(|| sources(db, data.config, data.clone()))
}

/// The files of data without levels by their contents: there may be thousands of files and of keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct SourceIndex {
    /// The indices of files among the sources, by the keys in them.
    by_key: FxHashMap<SmolStr, Vec<usize>>,
    /// The same by the classes whose parameters they give.
    by_class: FxHashMap<SmolStr, Vec<usize>>,
}

#[salsa::tracked(returns(clone))]
fn source_index(db: &dyn Db, config: Option<File>, data: HieraData) -> Arc<SourceIndex> {
    let mut index = SourceIndex::default();
    for (at, source) in sources(db, config, data).files.iter().enumerate() {
        let entries = entries(db, source.file, source.format);
        for key in (*entries).iter().flat_map(FxHashMap::keys) {
            index.by_key.entry(key.clone()).or_default().push(at);
        }
        let parameters = parameters_in(db, source.file, source.format);
        for class in (*parameters).iter().flat_map(FxHashMap::keys) {
            index.by_class.entry(class.clone()).or_default().push(at);
        }
    }
    Arc::new(index)
}

/// The indices of the sources that may say something about a key.
fn sources_of_key(db: &dyn Db, data: &HieraData, sources: &HieraSources, key: &str) -> Vec<usize> {
    if data.config.is_some() {
        return (0..sources.files.len()).collect();
    }
    let index = source_index(db, data.config, data.clone());
    let mut files: Vec<usize> = [key, lookup_options::KEY]
        .into_iter()
        .filter_map(|key| index.by_key.get(key))
        .flatten()
        .copied()
        .collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The indices of the sources that may give parameters of a class.
fn sources_of_class(
    db: &dyn Db,
    data: &HieraData,
    sources: &HieraSources,
    class: &str,
) -> Vec<usize> {
    if data.config.is_some() {
        return (0..sources.files.len()).collect();
    }
    let index = source_index(db, data.config, data.clone());
    index.by_class.get(class).cloned().unwrap_or_default()
}

/// The files of a hierarchy that is not here, or not of version 5.
fn without_levels(db: &dyn Db, data: &HieraData) -> Vec<LookupSource> {
    let files = data.files.iter().map(|file| LookupSource {
        file: *file,
        format: format_of(file.path(db)),
        is_for_all: false,
        level: SmolStr::default(),
    });
    files.collect()
}

/// Which parameters of a class the data of an environment and of the class's module give.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClassLookup {
    given: FxHashSet<SmolStr>,
    /// There is data that is not known.
    pub is_open: bool,
    /// Only the data of a server's global layer is not known.
    pub is_open_only_globally: bool,
}

impl ClassLookup {
    /// Whether some of the data gives a parameter.
    #[must_use]
    pub fn gives(&self, parameter: &str) -> bool {
        self.given.contains(parameter)
    }

    fn collect(&mut self, db: &dyn Db, data: &HieraData, class: &SmolStr) {
        let Some(sources) = sources_of(db, data) else {
            return;
        };
        self.is_open |= sources.is_open;
        let files = sources_of_class(db, data, &sources, class);
        for source in files.into_iter().filter_map(|at| sources.files.get(at)) {
            match &*parameters_in(db, source.file, source.format) {
                Some(classes) => {
                    let given = classes.get(class).into_iter().flatten();
                    self.given.extend(given.cloned());
                }
                None => self.is_open = true,
            }
        }
    }
}

/// What data says about a class (in lower case): the same as [`lookup_key`] of each parameter, in a query for all of them.
#[salsa::tracked(returns(ref))]
pub fn class_data(db: &dyn Db, environment: Environment, class: SmolStr) -> ClassLookup {
    let has_no_config = environment.data(db).config.is_none();
    let mut found = ClassLookup::default();
    found.collect(db, environment.data(db), &class);
    match module_named(db, environment, &autoload::module_name(&class)) {
        Some(module) => found.collect(db, module.data(db), &class),
        None => found.is_open = true,
    }
    found.is_open_only_globally = has_no_config && !found.is_open;
    found.is_open |= has_no_config;
    found
}

/// Parameters by their classes.
type ParametersByClass = FxHashMap<SmolStr, Vec<SmolStr>>;

/// The parameters of classes that a data file gives; `None` if it cannot be read.
#[salsa::tracked(returns(clone))]
fn parameters_in(db: &dyn Db, file: File, format: Format) -> Arc<Option<ParametersByClass>> {
    let entries = entries(db, file, format);
    Arc::new((*entries).as_ref().map(|entries| {
        let mut classes = ParametersByClass::default();
        for (class, parameter) in entries.keys().filter_map(|key| key.rsplit_once("::")) {
            let parameters = classes.entry(class.into()).or_default();
            parameters.push(parameter.into());
        }
        classes
    }))
}

fn collect(db: &dyn Db, data: &HieraData, key: &SmolStr, found: &mut LookupResult) {
    let Some(sources) = sources_of(db, data) else {
        return;
    };
    found.is_open |= sources.is_open;
    let files = sources_of_key(db, data, &sources, key);
    for source in files.into_iter().filter_map(|at| sources.files.get(at)) {
        let options = options_in(db, source.file, source.format, key);
        found.options.add(&options);
        match value_in(db, source.file, source.format, key.clone()) {
            FileValue::Absent => {}
            FileValue::Unreadable => found.is_open = true,
            FileValue::Value(value) => found.values.push(LookupValue {
                file: source.file,
                value,
                is_for_all: source.is_for_all,
                level: source.level.clone(),
            }),
        }
    }
}

/// A data file as a level of the hierarchy reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LookupSource {
    file: File,
    format: Format,
    is_for_all: bool,
    level: SmolStr,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct HieraSources {
    /// In the order of the hierarchy.
    files: Vec<LookupSource>,
    is_open: bool,
    /// Nothing is missing that the hierarchy names.
    is_whole: bool,
    has_plan_hierarchy: bool,
}

/// The files that a `hiera.yaml` names; without one all files, of which it is not known what names them.
#[salsa::tracked(returns(clone))]
fn sources(db: &dyn Db, config: Option<File>, data: HieraData) -> Arc<HieraSources> {
    let Some(config) = config else {
        return Arc::new(HieraSources {
            files: without_levels(db, &data),
            is_open: true,
            is_whole: false,
            has_plan_hierarchy: false,
        });
    };
    let root = config
        .path(db)
        .rsplit_once('/')
        .map_or("", |(root, _)| root);
    let hierarchy = HieraConfig::parse(config.text(db));
    let constant = constant_files(db, root, &hierarchy, &data);
    let mut files: Vec<LookupSource> = Vec::new();
    for level in &hierarchy.levels {
        let directory = join(root, &level.directory);
        for pattern in &level.paths {
            for file in data.files.iter().copied() {
                let Some(path) = path_below(db, file, &directory) else {
                    continue;
                };
                let is_named = pattern.is_constant() || !constant.contains(&file);
                let is_new = || !files.iter().any(|source| source.file == file);
                if is_named && pattern.may_match(path) && is_new() {
                    files.push(LookupSource {
                        file,
                        format: level.format,
                        is_for_all: pattern.is_constant(),
                        level: level.name.as_str().into(),
                    });
                }
            }
        }
    }
    if hierarchy.levels.is_empty() {
        files = without_levels(db, &data);
    }
    Arc::new(HieraSources {
        files,
        is_open: hierarchy.is_open || data.is_cut || config.problem(db).is_some(),
        is_whole: hierarchy
            .levels
            .iter()
            .all(|level| is_whole(db, root, level, &data)),
        has_plan_hierarchy: hierarchy.has_plan_hierarchy,
    })
}

/// The files that levels read for every node. Such a file is that of its level, although the paths of other levels may
/// happen to fit: `%{environment}.yaml` is not meant to be `common.yaml`.
fn constant_files(
    db: &dyn Db,
    root: &str,
    hierarchy: &HieraConfig,
    data: &HieraData,
) -> FxHashSet<File> {
    let mut constant = FxHashSet::default();
    for level in &hierarchy.levels {
        let directory = join(root, &level.directory);
        for pattern in level.paths.iter().filter(|pattern| pattern.is_constant()) {
            let is_it = |file: &File| {
                path_below(db, *file, &directory).is_some_and(|path| pattern.may_match(path))
            };
            constant.extend(data.files.iter().copied().filter(is_it));
        }
    }
    constant
}

/// The path of a file from a directory.
fn path_below<'db>(db: &'db dyn Db, file: File, directory: &str) -> Option<&'db str> {
    file.path(db).strip_prefix(directory)?.strip_prefix('/')
}

/// Whether the files of a level are here: its directory has some, and those that every node reads are among them. What is
/// not here may be put there by others, as secrets are.
fn is_whole(db: &dyn Db, root: &str, level: &HierarchyLevel, data: &HieraData) -> bool {
    let directory = join(root, &level.directory);
    let in_directory = |file: &File| path_below(db, *file, &directory);
    let files: Vec<&str> = data.files.iter().filter_map(in_directory).collect();
    let mut constant = level.paths.iter().filter(|pattern| pattern.is_constant());
    !files.is_empty() && constant.all(|pattern| files.iter().any(|path| pattern.may_match(path)))
}

/// What one file says about a key.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FileValue {
    Absent,
    /// The file is broken.
    Unreadable,
    /// The value, if it is written out.
    Value(Option<Value>),
}

/// Of its own, so that an edit of another key changes nothing.
#[salsa::tracked(returns(clone))]
fn value_in(db: &dyn Db, file: File, format: Format, key: SmolStr) -> FileValue {
    match &*entries(db, file, format) {
        Some(entries) => match entries.get(&key) {
            Some(value) => FileValue::Value(value.clone()),
            None => FileValue::Absent,
        },
        None => FileValue::Unreadable,
    }
}

/// The keys of a data file, with the values that are written out; `None` if it cannot be read.
#[salsa::tracked(returns(clone))]
fn entries(
    db: &dyn Db,
    file: File,
    format: Format,
) -> Arc<Option<FxHashMap<SmolStr, Option<Value>>>> {
    if file.problem(db).is_some() {
        return Arc::new(None);
    }
    let document = document(db, file, format);
    if document.error.is_some() {
        return Arc::new(None);
    }
    let entries = document.entries().iter();
    let entries = entries.map(|entry| (SmolStr::from(&*entry.key), literal(&entry.value)));
    Arc::new(Some(entries.collect()))
}
