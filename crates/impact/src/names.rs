//! Names to entities.

use puppet_hir::canonical;
use puppet_inference::functions::callable::is_core_function;
use puppet_library::Library;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::entity::{EntityKey, EntityKind};
use crate::mention::Mention;

/// The kinds that a string may name.
const NAMED: [EntityKind; 9] = [
    EntityKind::Class,
    EntityKind::DefinedType,
    EntityKind::Function,
    EntityKind::Plan,
    EntityKind::ResourceType,
    EntityKind::DataKey,
    EntityKind::Template,
    EntityKind::File,
    EntityKind::RubyCode,
];

/// The kinds that a string in data may name: keys have interpolations for others.
const NAMED_IN_DATA: [EntityKind; 6] = [
    EntityKind::Class,
    EntityKind::DefinedType,
    EntityKind::Function,
    EntityKind::ResourceType,
    EntityKind::Template,
    EntityKind::File,
];

/// The kinds that a name of a type may mean.
const TYPES: [EntityKind; 5] = [
    EntityKind::Class,
    EntityKind::DefinedType,
    EntityKind::TypeAlias,
    EntityKind::ResourceType,
    EntityKind::ResourceDefaults,
];

/// Whether a type is one of Puppet itself, which no module is expected to replace.
fn is_core_type(name: &str) -> bool {
    let mut of_language = Library.language_types().iter();
    of_language.any(|it| it.name.eq_ignore_ascii_case(name))
        || Library.data_type(name).is_some()
        || matches!(name, "class" | "resource")
        || Library
            .resource_type(name)
            .is_some_and(|it| it.module.is_none())
}

/// All entities of two versions by their names.
pub(crate) struct Names {
    pub(crate) keys: Vec<EntityKey>,
    index: FxHashMap<EntityKey, usize>,
    /// The names of the kinds that strings may name, in order, for those that start in one way.
    sorted: Vec<(SmolStr, usize)>,
    /// The answers for patterns, which many entities share.
    patterns: FxHashMap<(SmolStr, SmolStr), Vec<usize>>,
}

impl Names {
    pub(crate) fn new(mut keys: Vec<EntityKey>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        let index = keys.iter().cloned().enumerate().map(|(at, key)| (key, at));
        let named = keys
            .iter()
            .enumerate()
            .filter(|(_, key)| NAMED.contains(&key.kind));
        let mut sorted: Vec<(SmolStr, usize)> =
            named.map(|(at, key)| (key.name.clone(), at)).collect();
        sorted.sort_unstable();
        Self {
            index: index.collect(),
            sorted,
            patterns: FxHashMap::default(),
            keys,
        }
    }

    pub(crate) fn index_of(&self, key: &EntityKey) -> Option<usize> {
        self.index.get(key).copied()
    }

    fn find(&self, kinds: &[EntityKind], name: &str, out: &mut Vec<usize>) -> bool {
        let count = out.len();
        let keys = kinds.iter().map(|kind| EntityKey::new(*kind, name));
        out.extend(keys.filter_map(|key| self.index_of(&key)));
        out.len() > count
    }

    /// The entities that a mention means.
    pub(crate) fn resolve(&mut self, mention: &Mention, out: &mut Vec<usize>) {
        match mention {
            Mention::Entity(key) => self.resolve_entity(key, out),
            Mention::Computed(kind) => {
                let key = EntityKey::new(EntityKind::Computed, kind.describe());
                out.extend(self.index_of(&key));
            }
            Mention::Name(name) => self.resolve_name(&NAMED, name, out),
            Mention::NameInData(name) => self.resolve_name(&NAMED_IN_DATA, name, out),
            Mention::Call(name) => {
                if !self.find(&[EntityKind::Function], name, out) && !is_core_function(name) {
                    self.resolve_module(name, out);
                }
            }
            Mention::Type(name) => {
                if !self.find(&TYPES, name, out) && !is_core_type(name) {
                    self.resolve_module(name, out);
                }
            }
            Mention::Variable(name) => match name.rsplit_once("::") {
                Some((class, _)) => {
                    if !self.find(&[EntityKind::Class], class, out) {
                        self.resolve_module(name, out);
                    }
                }
                None => {
                    self.find(&[EntityKind::Variable, EntityKind::Fact], name, out);
                }
            },
            Mention::Pattern(start, end) => out.extend(self.pattern(start, end)),
        }
    }

    /// An entity; a key that no data has may be in what is not read.
    fn resolve_entity(&self, key: &EntityKey, out: &mut Vec<usize>) {
        let found = self.index_of(key);
        if found.is_none() && key.kind == EntityKind::DataKey {
            let module = key.name.split("::").next().unwrap_or_default();
            self.find(&[EntityKind::UnreadData], "", out);
            self.find(&[EntityKind::UnreadData], module, out);
        }
        out.extend(found);
    }

    fn resolve_name(&self, kinds: &[EntityKind], name: &str, out: &mut Vec<usize>) {
        let is_found = self.find(kinds, name, out);
        match name.rsplit_once("::").filter(|_| !is_found) {
            // The name of a variable, as `getvar` takes it.
            Some((class, _)) if !self.find(&[EntityKind::Class], class, out) => {
                self.resolve_module(name, out);
            }
            None if !is_found => self.resolve_data_of(name, out),
            _ => {}
        }
        if name.contains('/') {
            // A folder whose files are fetched.
            out.extend(self.starting_with(&format!("{name}/")));
        }
    }

    /// The module of a name that nothing here has; a name without a module may come from any.
    fn resolve_module(&self, name: &str, out: &mut Vec<usize>) {
        match name.split_once("::") {
            Some((module, _)) => {
                self.find(&[EntityKind::Module], &canonical(module), out);
                self.resolve_data_of(module, out);
            }
            None => out.extend(self.index_of(&EntityKey::new(
                EntityKind::Computed,
                EntityKind::Module.describe(),
            ))),
        }
    }

    /// What the classes of a module that is not here get from data: all keys of the module, and the hierarchy. Without such
    /// keys, it is a module if the `Puppetfile` names it.
    fn resolve_data_of(&self, module: &str, out: &mut Vec<usize>) {
        let module = canonical(module);
        let count = out.len();
        let own = format!("{module}::");
        for at in self.starting_with(&own) {
            match self.keys[at].kind {
                EntityKind::DataKey => out.push(at),
                // The module is here.
                _ => return out.truncate(count),
            }
        }
        let is_declared = || {
            self.index_of(&EntityKey::new(EntityKind::Module, module))
                .is_some()
        };
        if out.len() > count || is_declared() {
            self.find(&[EntityKind::Hierarchy, EntityKind::UnreadData], "", out);
        }
    }

    fn starting_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = usize> + 'a {
        let first = self
            .sorted
            .partition_point(|(name, _)| name.as_str() < start);
        let rest = self.sorted.get(first..).unwrap_or_default().iter();
        rest.take_while(move |(name, _)| name.starts_with(start))
            .map(|(_, at)| *at)
    }

    fn pattern(&mut self, start: &SmolStr, end: &SmolStr) -> Vec<usize> {
        let key = (start.clone(), end.clone());
        if let Some(found) = self.patterns.get(&key) {
            return found.clone();
        }
        let fits = |at: &usize| {
            let name = self.keys.get(*at).map_or("", |key| &*key.name);
            name.len() >= start.len() + end.len() && name.ends_with(&**end)
        };
        let found: Vec<usize> = self.starting_with(start).filter(fits).collect();
        self.patterns.insert(key, found.clone());
        found
    }
}
