//! The entities of one version, and what they mention.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use puppet_data::{DataEntry, DataValue};
use puppet_db::{
    Db, Environment, File, FileKind, HieraData, Module, line_index, program, source_map,
};
use puppet_hir::{Body, BodyId, BodyOwner, canonical};
use puppet_nodes::node_definitions;
use puppet_project::hiera::HieraConfig;
use puppet_scalars::Regexp;
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::lookup_options;
use puppet_text::{Column, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::entity::{EntityKey, EntityKind, EntityPlace};
use crate::mention::{Mentions, code, data, text};
use crate::version::VersionFile;

/// What an entity says: two versions of it are the same if this is equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// Code, without its positions.
    Body(Arc<Body>),
    /// The hash of a text.
    Text(u64),
}

impl Content {
    pub(crate) fn hash_text(text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self::Text(hasher.finish())
    }
}

/// An entity of one version.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entity {
    pub(crate) contents: Vec<Content>,
    pub(crate) place: Option<EntityPlace>,
    pub(crate) mentions: Mentions,
}

/// All entities of one version of an environment.
#[derive(Debug, Default)]
pub(crate) struct EntityGraph {
    pub(crate) entities: FxHashMap<EntityKey, Entity>,
}

/// The folders of Ruby code in a module, and what their files define.
const RUBY: [(&str, EntityKind); 6] = [
    ("lib/puppet/functions/", EntityKind::Function),
    ("lib/puppet/parser/functions/", EntityKind::Function),
    ("lib/puppet/datatypes/", EntityKind::TypeAlias),
    ("lib/puppet/type/", EntityKind::ResourceType),
    ("lib/puppet/provider/", EntityKind::ResourceType),
    ("lib/facter/", EntityKind::Fact),
];

/// The entity that a file of a module is, by its path in the module; none for manifests, data and what is not used.
pub(crate) fn entity_of_file(module: &str, path: &str) -> Option<EntityKey> {
    for (folder, kind) in RUBY {
        if let Some(rest) = path.strip_prefix(folder) {
            let rest = rest.strip_suffix(".rb").unwrap_or(rest);
            let name = match (kind, folder) {
                (_, "lib/puppet/provider/") => rest.split('/').next().unwrap_or(rest).to_owned(),
                _ => rest.replace('/', "::"),
            };
            return Some(EntityKey::new(kind, canonical(&name)));
        }
    }
    let key = |kind, name: String| Some(EntityKey::new(kind, name));
    if let Some(rest) = path.strip_prefix("lib/") {
        let rest = rest.strip_suffix(".rb").unwrap_or(rest);
        return key(EntityKind::RubyCode, rest.to_owned());
    }
    if let Some(rest) = path.strip_prefix("templates/") {
        return key(EntityKind::Template, format!("{module}/{rest}"));
    }
    if let Some(rest) = path.strip_prefix("files/") {
        return key(EntityKind::File, format!("{module}/{rest}"));
    }
    if let Some(rest) = path.strip_prefix("facts.d/") {
        let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
        return key(EntityKind::Fact, stem.to_owned());
    }
    None
}

/// Reads all entities of an environment.
pub(crate) struct GraphReader<'a> {
    db: &'a dyn Db,
    graph: EntityGraph,
}

impl<'a> GraphReader<'a> {
    pub(crate) fn read(
        db: &'a dyn Db,
        environment: Environment,
        files: &[VersionFile],
    ) -> EntityGraph {
        let mut reader = Self {
            db,
            graph: EntityGraph::default(),
        };
        for file in environment.manifests(db).iter() {
            reader.add_site(*file);
        }
        for module in environment.modules(db).iter() {
            if !module.origin(db).is_stub() {
                reader.add_module(*module);
            }
        }
        reader.add_data("", environment.data(db));
        reader.add_files(environment, files);
        reader.add_unread_data(environment, files);
        if let Some(conf) = environment.conf(db) {
            reader.add_text(EntityKey::new(EntityKind::Environment, ""), conf);
        }
        for file in environment.declaring(db).iter() {
            if file.kind(db) == FileKind::Puppetfile {
                reader.add_puppetfile(*file);
            }
        }
        reader.graph
    }

    fn place(&self, file: File, start: TextSize) -> EntityPlace {
        let lines = line_index(self.db, file);
        EntityPlace {
            path: file.path(self.db).to_string(),
            line: lines.line_col(start, Column::Chars).line + 1,
        }
    }

    fn entity(&mut self, key: EntityKey, place: EntityPlace, content: Content) -> &mut Entity {
        let entity = self.graph.entities.entry(key).or_default();
        entity.place.get_or_insert(place);
        entity.contents.push(content);
        entity
    }

    fn add_text(&mut self, key: EntityKey, file: File) -> &mut Entity {
        let place = self.place(file, TextSize::default());
        let content = Content::hash_text(file.text(self.db));
        self.entity(key, place, content)
    }

    /// Adds the definitions of a manifest, and its own statements where they are more than definitions.
    fn add_manifest(&mut self, file: File) {
        let program = program(self.db, file);
        let statements = program.file().filter(|body| code::has_statements(body));
        let nodes = node_definitions(self.db, file);
        for (id, body) in program.bodies() {
            let kind = match body.definition() {
                BodyOwner::Class { .. } => EntityKind::Class,
                BodyOwner::DefinedType { .. } => EntityKind::DefinedType,
                BodyOwner::Function { .. } => EntityKind::Function,
                BodyOwner::Plan { .. } => EntityKind::Plan,
                BodyOwner::TypeAlias { .. } | BodyOwner::TypeDefinition { .. } => {
                    EntityKind::TypeAlias
                }
                BodyOwner::Node { .. } => EntityKind::Node,
                BodyOwner::File | BodyOwner::TypeMapping { .. } => continue,
            };
            let range = self.range(file, id);
            let names: Vec<SmolStr> = match (kind, body.name()) {
                (EntityKind::Node, _) => nodes
                    .iter()
                    .filter(|node| range.contains_range(node.range))
                    .map(|node| node.matches.to_string().into())
                    .collect(),
                (_, Some(name)) => vec![canonical(name)],
                (_, None) => continue,
            };
            let mut mentions = Mentions::default();
            code::add_body(body, &mut mentions);
            if let Some(statements) = statements {
                code::add_body(statements, &mut mentions);
            }
            mentions.add_entity(EntityKind::Environment, "");
            if kind == EntityKind::Node {
                mentions.add_entity(EntityKind::Site, "");
            }
            for name in names {
                let place = self.place(file, range.start());
                let content = Content::Body(Arc::clone(body));
                let entity = self.entity(EntityKey::new(kind, name), place, content);
                entity.mentions.extend(&mentions);
                entity
                    .contents
                    .extend(statements.map(|it| Content::Body(Arc::clone(it))));
            }
        }
    }

    fn range(&self, file: File, body: BodyId) -> TextRange {
        let map = source_map(self.db, file);
        let definition = map.definition(body);
        definition.map_or(TextRange::default(), |it| it.span.full)
    }

    /// Adds a manifest of the site: what stands outside of definitions counts for every node.
    fn add_site(&mut self, file: File) {
        self.add_manifest(file);
        let program = program(self.db, file);
        let Some(body) = program.file().filter(|body| code::has_statements(body)) else {
            return;
        };
        let place = self.place(file, TextSize::default());
        let site = EntityKey::new(EntityKind::Site, "");
        let entity = self.entity(site, place.clone(), Content::Body(Arc::clone(body)));
        code::add_body(body, &mut entity.mentions);
        let (variables, types) = code::set_at_top(body);
        let mentions = code::mentions_of_values(&entity.mentions);
        let variables = variables.into_iter().map(|it| (EntityKind::Variable, it));
        let types = types
            .into_iter()
            .map(|it| (EntityKind::ResourceDefaults, it));
        for (kind, name) in variables.chain(types) {
            let content = Content::Body(Arc::clone(body));
            let entity = self.entity(EntityKey::new(kind, name), place.clone(), content);
            entity.mentions.extend(&mentions);
        }
    }

    fn add_module(&mut self, module: Module) {
        let (name, root) = (module.name(self.db), module.root(self.db));
        for file in module.files(self.db).iter().copied() {
            let path = file.path(self.db).strip_prefix(&**root).unwrap_or_default();
            let path = path.trim_start_matches('/');
            let key = entity_of_file(name, path);
            match (file.kind(self.db), key) {
                (FileKind::Manifest, _) => self.add_manifest(file),
                (FileKind::Epp, Some(key)) => {
                    let program = program(self.db, file);
                    let entity = self.add_text(key, file);
                    for (_, body) in program.bodies() {
                        code::add_body(body, &mut entity.mentions);
                    }
                }
                (_, Some(key)) => self.add_ruby(name, key, file),
                (_, None) => {}
            }
        }
        self.add_data(name, module.data(self.db));
    }

    fn add_ruby(&mut self, module: &str, key: EntityKey, file: File) {
        let text = Arc::clone(file.text(self.db));
        self.add_text(key.clone(), file);
        self.add_mentions_of_ruby(module, &key, &text);
    }

    fn add_mentions_of_ruby(&mut self, module: &str, key: &EntityKey, text: &str) {
        // Ruby code may use all other code of its module that defines nothing for Puppet itself.
        let all = EntityKey::new(EntityKind::RubyCode, format!("{module} (all)"));
        if key.kind == EntityKind::RubyCode {
            let all = self.graph.entities.entry(all).or_default();
            all.mentions.add_entity(key.kind, key.name.clone());
        } else if let Some(entity) = self.graph.entities.get_mut(key)
            && key.kind != EntityKind::Template
        {
            entity.mentions.add_entity(all.kind, all.name);
        }
        if let Some(entity) = self.graph.entities.get_mut(key) {
            text::add_ruby(text, &mut entity.mentions);
        }
    }

    /// Adds the files of modules that are no files of the database: templates with other names, Ruby code that others use,
    /// and files that agents fetch.
    fn add_files(&mut self, environment: Environment, files: &[VersionFile]) {
        let modules: FxHashMap<&str, Module> = environment
            .modules(self.db)
            .iter()
            .map(|module| (&**module.root(self.db), *module))
            .collect();
        for file in files {
            let mut folders = file
                .path
                .match_indices('/')
                .map(|(at, _)| file.path.split_at(at));
            let Some((module, path)) =
                folders.find_map(|(root, path)| Some((modules.get(root)?, path)))
            else {
                continue;
            };
            let name = module.name(self.db);
            let Some(key) = entity_of_file(name, path.trim_start_matches('/')) else {
                continue;
            };
            let known = self.graph.entities.get(&key);
            if known.is_some_and(|it| it.place.as_ref().is_some_and(|it| it.path == file.path)) {
                continue;
            }
            let place = EntityPlace {
                path: file.path.clone(),
                line: 1,
            };
            self.entity(key.clone(), place, Content::hash_text(&file.id));
            // What agents fetch is not evaluated.
            if let Some(text) = file.text.as_ref().filter(|_| key.kind != EntityKind::File) {
                self.add_mentions_of_ruby(name, &key, text);
            }
        }
    }

    /// Adds the data files that are not read: those that are too large, and those beyond the number that is read.
    fn add_unread_data(&mut self, environment: Environment, files: &[VersionFile]) {
        let own = (environment.root(self.db), "", environment.data(self.db));
        let modules = environment.modules(self.db).iter();
        let modules = modules.map(|it| (it.root(self.db), &**it.name(self.db), it.data(self.db)));
        let owners: Vec<_> = modules.chain([own]).collect();
        let is_cut = owners.iter().any(|(.., data)| data.is_cut);
        let is_candidate = |file: &&VersionFile| {
            let is_data = FileKind::from_path(&file.path) == FileKind::Data;
            is_data && (is_cut || file.text.is_none())
        };
        let candidates: Vec<&VersionFile> = files.iter().filter(is_candidate).collect();
        for (root, owner, data) in owners {
            let known: FxHashSet<&str> = match data.is_cut {
                true => data
                    .files
                    .iter()
                    .map(|file| &**file.path(self.db))
                    .collect(),
                false => FxHashSet::default(),
            };
            let is_unread = |file: &&&VersionFile| {
                let below = file.path.strip_prefix(&**root);
                let is_missing = data.is_cut && !known.contains(&*file.path);
                below.is_some_and(|it| it.starts_with('/')) && (file.text.is_none() || is_missing)
            };
            for file in candidates.iter().filter(is_unread) {
                let place = EntityPlace {
                    path: file.path.clone(),
                    line: 1,
                };
                let content = Content::hash_text(&format!("{}: {}", file.path, file.id));
                self.entity(
                    EntityKey::new(EntityKind::UnreadData, owner),
                    place,
                    content,
                );
            }
        }
    }

    /// Adds the data of the environment (no module), or of a module.
    fn add_data(&mut self, module: &str, data: &HieraData) {
        let hierarchy = EntityKey::new(EntityKind::Hierarchy, module);
        if let Some(config) = data.config {
            let document = document_of(self.db, config);
            let place = self.place(config, TextSize::default());
            let content = match document.error {
                None => Content::hash_text(&data::canonical_value(&document.root)),
                Some(_) => Content::hash_text(config.text(self.db)),
            };
            let entity = self.entity(hierarchy.clone(), place.clone(), content.clone());
            data::add_value(&document.root, false, &mut entity.mentions);
            if HieraConfig::parse(config.text(self.db)).is_open {
                self.entity(
                    EntityKey::new(EntityKind::UnreadData, module),
                    place,
                    content,
                );
            }
        }
        // A backend in Ruby may find keys below those of other names, such as those of hosts.
        let is_open = data
            .config
            .is_none_or(|it| HieraConfig::parse(it.text(self.db)).is_open);
        let top = if is_open {
            self.top_keys(data)
        } else {
            FxHashSet::default()
        };
        let mut options = Vec::new();
        let mut keys = Vec::new();
        for file in data.files.iter().copied() {
            let document = document_of(self.db, file);
            if document.error.is_some() || document.root.as_mapping().is_none() {
                self.add_text(hierarchy.clone(), file);
            }
            for entry in document.entries() {
                let place = self.place(file, entry.key_range.start());
                if entry.key == lookup_options::KEY {
                    self.add_options(&entry.value, &place, &mut options);
                    continue;
                }
                let inner = entry.value.as_mapping().filter(|_| is_open);
                for inner in inner.unwrap_or_default() {
                    if inner.key.contains("::") || top.contains(&*inner.key) {
                        let place = self.place(file, inner.key_range.start());
                        keys.push(self.add_key(module, inner, place));
                    }
                }
                keys.push(self.add_key(module, entry, place));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        self.join_options(&options, &keys);
    }

    fn top_keys(&self, data: &HieraData) -> FxHashSet<String> {
        let files = data.files.iter();
        let documents = files.map(|file| document_of(self.db, *file));
        documents
            .flat_map(|it| {
                it.entries()
                    .iter()
                    .map(|entry| entry.key.clone())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn add_key(&mut self, module: &str, entry: &DataEntry, place: EntityPlace) -> EntityKey {
        let key = EntityKey::new(EntityKind::DataKey, entry.key.trim_start_matches("::"));
        let text = format!("{}: {}", place.path, data::canonical_value(&entry.value));
        let entity = self.entity(key.clone(), place, Content::hash_text(&text));
        data::add_entry(&entry.key, &entry.value, &mut entity.mentions);
        entity.mentions.add_entity(EntityKind::Hierarchy, module);
        for owner in ["", module] {
            entity.mentions.add_entity(EntityKind::UnreadData, owner);
        }
        key
    }

    fn add_options(
        &mut self,
        value: &DataValue,
        place: &EntityPlace,
        options: &mut Vec<(EntityKey, Option<Regexp>)>,
    ) {
        for entry in value.as_mapping().unwrap_or_default() {
            let key = EntityKey::new(EntityKind::LookupOption, &*entry.key);
            let text = format!("{}: {}", place.path, data::canonical_value(&entry.value));
            self.entity(key.clone(), place.clone(), Content::hash_text(&text));
            let pattern = entry
                .key
                .starts_with('^')
                .then(|| Regexp::new(&entry.key).ok());
            options.push((key, pattern.flatten()));
        }
    }

    /// Makes keys depend on the options that are theirs.
    fn join_options(&mut self, options: &[(EntityKey, Option<Regexp>)], keys: &[EntityKey]) {
        for (option, pattern) in options {
            for key in keys {
                let is_meant = match pattern {
                    Some(pattern) => pattern.is_match(&key.name).unwrap_or(true),
                    None => option.name == key.name || option.name.starts_with('^'),
                };
                if is_meant && let Some(entity) = self.graph.entities.get_mut(key) {
                    entity.mentions.add_entity(option.kind, option.name.clone());
                }
            }
        }
    }

    /// Adds the modules of a `Puppetfile`, each with the text that declares it.
    fn add_puppetfile(&mut self, file: File) {
        let text = file.text(self.db);
        let modules = puppet_ruby::declared_modules(text);
        for (index, module) in modules.iter().enumerate() {
            let start = module.range.start();
            let end = modules.get(index + 1).map(|next| next.range.start());
            let end = end.unwrap_or(TextSize::of(&**text));
            let declared = text.get(usize::from(start)..usize::from(end));
            let lines = declared.unwrap_or_default().lines();
            let lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
            let declared = lines.collect::<Vec<_>>().join(" ");
            let name = module.name.rsplit(['/', '-']).next().unwrap_or_default();
            let key = EntityKey::new(EntityKind::Module, canonical(name));
            let place = self.place(file, start);
            self.entity(key, place, Content::hash_text(declared.trim()));
        }
    }
}
