//! The hierarchies of an environment as a tree: layers, levels, files, and the keys in them.

use puppet_checks_hiera::hiera_unused_key::unused_keys;
use puppet_data::DataValue;
use puppet_db::{Db, Environment, File, HieraData};
use puppet_project::hiera::{HieraConfig, HierarchyLevel, join, level};
use puppet_semantic::hiera::LOCATION_KEYS;
use puppet_semantic::hiera::document::document_of;
use puppet_text::TextRange;

use crate::hiera::node_files::root_of;

/// The hierarchy of an environment, or of a module. `F` stands for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyLayer<F = File> {
    /// The module; none for the environment.
    pub module: Option<String>,
    /// The `hiera.yaml`.
    pub config: F,
    /// The levels in their order, those of a `default_hierarchy` last.
    pub levels: Vec<HierarchyLevelNode<F>>,
    /// Why it is not known which files the node reads, if a node is asked about.
    pub unknown: Option<String>,
}

/// A level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyLevelNode<F = File> {
    /// Its name.
    pub name: String,
    /// Where it stands in `hiera.yaml`.
    pub range: TextRange,
    /// Where its data is, as written.
    pub locations: Vec<String>,
    /// The files that it may read; none if code decides that.
    pub files: Option<Vec<HierarchyFileNode<F>>>,
    /// The paths of files that the node looks for and that are not there.
    pub missing: Vec<String>,
}

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyFileNode<F = File> {
    /// The file.
    pub file: F,
    /// How many keys it has.
    pub keys: usize,
    /// Where the keys are that nothing looks up; none if that is not known.
    pub unused: Option<Vec<TextRange>>,
}

impl HierarchyLayer {
    /// The same with other names for the files.
    #[must_use]
    pub fn with_files<F>(self, name: impl Fn(File) -> F) -> HierarchyLayer<F> {
        let file = |node: HierarchyFileNode| HierarchyFileNode {
            file: name(node.file),
            keys: node.keys,
            unused: node.unused,
        };
        let level = |level: HierarchyLevelNode| HierarchyLevelNode {
            name: level.name,
            range: level.range,
            locations: level.locations,
            files: level
                .files
                .map(|files| files.into_iter().map(file).collect()),
            missing: level.missing,
        };
        HierarchyLayer {
            module: self.module,
            config: name(self.config),
            levels: self.levels.into_iter().map(level).collect(),
            unknown: self.unknown,
        }
    }
}

/// The hierarchies of an environment and of its modules, without those that are only looked up in.
pub fn hierarchy_layers(db: &dyn Db, environment: Environment) -> Vec<HierarchyLayer> {
    let own = environment.data(db);
    let modules = environment.modules(db).iter();
    let modules = modules.map(|it| (Some(it.name(db).to_string()), it.data(db)));
    let layers = std::iter::once((None, own)).chain(modules);
    layers
        .filter_map(|(module, data)| layer(db, module, data))
        .collect()
}

fn layer(db: &dyn Db, module: Option<String>, data: &HieraData) -> Option<HierarchyLayer> {
    let config = data.config?;
    let document = document_of(db, config);
    let defaults = document.root.get("defaults");
    let reader = LayerReader { db, config, data };
    let mut levels = Vec::new();
    if document.root.get("hierarchy").is_none() {
        levels.extend(reader.usual(document.root.range));
    }
    for key in ["hierarchy", "default_hierarchy"] {
        let entries = document.root.get(key).and_then(DataValue::as_sequence);
        for entry in entries.unwrap_or_default() {
            let name = entry.get("name").and_then(DataValue::as_str);
            levels.push(HierarchyLevelNode {
                name: name.unwrap_or_default().to_owned(),
                range: entry.range,
                locations: locations(entry),
                files: level(entry, defaults).map(|it| reader.files(&it)),
                missing: Vec::new(),
            });
        }
    }
    Some(HierarchyLayer {
        module,
        config,
        levels,
        unknown: None,
    })
}

/// Where a level has its data, as written.
fn locations(entry: &DataValue) -> Vec<String> {
    let values = LOCATION_KEYS.iter().filter_map(|key| entry.get(key));
    let texts = values.flat_map(|value| value.as_sequence().unwrap_or(std::slice::from_ref(value)));
    texts
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect()
}

/// The files of a layer.
struct LayerReader<'a> {
    db: &'a dyn Db,
    config: File,
    data: &'a HieraData,
}

impl LayerReader<'_> {
    /// The level that a configuration without a hierarchy has.
    fn usual(&self, range: TextRange) -> Option<HierarchyLevelNode> {
        let config = HieraConfig::parse(self.config.text(self.db));
        let level = config.levels.first()?;
        Some(HierarchyLevelNode {
            name: level.name.clone(),
            range,
            locations: vec!["common.yaml".to_owned()],
            files: Some(self.files(level)),
            missing: Vec::new(),
        })
    }

    /// The files that a level may read.
    fn files(&self, level: &HierarchyLevel) -> Vec<HierarchyFileNode> {
        let root = root_of(self.config.path(self.db));
        let directory = join(root, &level.directory);
        let is_read = |file: &File| {
            let path = file.path(self.db).strip_prefix(&*directory);
            let path = path.and_then(|it| it.strip_prefix('/'));
            path.is_some_and(|path| level.paths.iter().any(|pattern| pattern.may_match(path)))
        };
        let files = self.data.files.iter().copied().filter(is_read);
        let files = files.map(|file| HierarchyFileNode {
            file,
            keys: document_of(self.db, file).entries().len(),
            unused: unused_keys(self.db, file),
        });
        files.collect()
    }
}
