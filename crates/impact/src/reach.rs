//! From what has changed to all that can differ.

use std::collections::VecDeque;

use puppet_db::{Db, Environment, Workspace};
use rustc_hash::FxHashMap;

use crate::entity::{EntityKey, EntityKind, EntityPlace};
use crate::graph::{Entity, EntityGraph, GraphReader};
use crate::mention::Mention;
use crate::names::Names;
use crate::version::Version;

/// How an entity itself has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntityChange {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It says something else.
    Changed,
}

/// An entity whose result can differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affected {
    /// The entity.
    pub key: EntityKey,
    /// Where it is, in the later version if it is there.
    pub place: Option<EntityPlace>,
    /// How it has changed itself; none if only something that it uses has.
    pub change: Option<EntityChange>,
    /// What leads from it to the change, without itself: one uses the next, and the last has changed.
    pub path: Vec<EntityKey>,
}

/// All that a change touches, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Impact {
    /// The entities whose results can differ.
    pub affected: Vec<Affected>,
}

/// Compares two versions.
#[must_use]
pub fn impact(before: Version<'_>, after: Version<'_>) -> Impact {
    let mut impact = Impact::default();
    let roots = |version: Version<'_>| -> Vec<(String, Environment)> {
        let environments = Workspace::try_get(version.db);
        let environments = environments.map(|it| it.environments(version.db).to_vec());
        let environments = environments.unwrap_or_default().into_iter();
        environments
            .map(|it| (it.root(version.db).to_string(), it))
            .collect()
    };
    let (old, new) = (roots(before), roots(after));
    let mut all: Vec<&String> = old.iter().chain(&new).map(|(root, _)| root).collect();
    all.sort_unstable();
    all.dedup();
    let graph = |version: Version<'_>, environments: &[(String, Environment)], root: &String| {
        let environment = environments.iter().find(|(it, _)| it == root);
        environment.map_or_else(EntityGraph::default, |(_, environment)| {
            GraphReader::read(version.db as &dyn Db, *environment, version.files)
        })
    };
    for root in all {
        let old = graph(before, &old, root);
        let new = graph(after, &new, root);
        impact.affected.extend(Reach::new(&old, &new).affected());
    }
    impact
}

/// The entities of two versions, and which uses which.
struct Reach<'a> {
    old: &'a EntityGraph,
    new: &'a EntityGraph,
    names: Names,
    /// The users of each entity.
    users: Vec<Vec<usize>>,
}

impl<'a> Reach<'a> {
    fn new(old: &'a EntityGraph, new: &'a EntityGraph) -> Self {
        let mut keys: Vec<EntityKey> = old
            .entities
            .keys()
            .chain(new.entities.keys())
            .cloned()
            .collect();
        let mentions = [old, new]
            .into_iter()
            .flat_map(|graph| graph.entities.values());
        for mention in mentions.flat_map(|entity| &entity.mentions.0) {
            if let Mention::Computed(kind) = mention {
                keys.push(EntityKey::new(EntityKind::Computed, kind.describe()));
            }
        }
        keys.push(EntityKey::new(
            EntityKind::Computed,
            EntityKind::Module.describe(),
        ));
        let names = Names::new(keys);
        let users = vec![Vec::new(); names.keys.len()];
        let mut reach = Self {
            old,
            new,
            names,
            users,
        };
        reach.join();
        reach
    }

    /// Finds the users of each entity in both versions.
    fn join(&mut self) {
        let graphs = [self.old, self.new];
        for (key, entity) in graphs.into_iter().flat_map(|graph| &graph.entities) {
            let Some(user) = self.names.index_of(key) else {
                continue;
            };
            self.join_mentions(user, entity);
        }
        // What has a computed name may be any of its kind.
        for at in 0..self.names.keys.len() {
            let kind = self.names.keys[at].kind;
            let computed = EntityKey::new(EntityKind::Computed, kind.describe());
            if let Some(user) = self.names.index_of(&computed) {
                self.users[at].push(user);
            }
        }
    }

    fn join_mentions(&mut self, user: usize, entity: &Entity) {
        let mut used = Vec::new();
        for mention in &entity.mentions.0 {
            self.names.resolve(mention, &mut used);
        }
        used.sort_unstable();
        used.dedup();
        for at in used {
            if at != user && self.users[at].last() != Some(&user) {
                self.users[at].push(user);
            }
        }
    }

    fn change(&self, key: &EntityKey) -> Option<EntityChange> {
        let contents = |graph: &'a EntityGraph| {
            let entity = graph.entities.get(key);
            entity
                .map(|entity| &entity.contents)
                .filter(|it| !it.is_empty())
        };
        match (contents(self.old), contents(self.new)) {
            (None, None) => None,
            (None, Some(_)) => Some(EntityChange::Added),
            (Some(_), None) => Some(EntityChange::Removed),
            (Some(old), Some(new)) => (old != new).then_some(EntityChange::Changed),
        }
    }

    /// The shortest ways, level by level.
    fn affected(&self) -> Vec<Affected> {
        let changes: Vec<Option<EntityChange>> =
            self.names.keys.iter().map(|it| self.change(it)).collect();
        let mut next: FxHashMap<usize, Option<usize>> = FxHashMap::default();
        let mut waiting = VecDeque::new();
        for (at, change) in changes.iter().enumerate() {
            if change.is_some() {
                next.insert(at, None);
                waiting.push_back(at);
            }
        }
        while let Some(at) = waiting.pop_front() {
            for user in &self.users[at] {
                if let std::collections::hash_map::Entry::Vacant(entry) = next.entry(*user) {
                    entry.insert(Some(at));
                    waiting.push_back(*user);
                }
            }
        }
        let mut reached: Vec<usize> = next.keys().copied().collect();
        reached.sort_unstable();
        let is_result = |at: &usize| {
            let key = &self.names.keys[*at];
            key.kind.is_result() && self.place(key).is_some()
        };
        let affected = reached.into_iter().filter(is_result).map(|at| {
            let key = self.names.keys[at].clone();
            let steps = std::iter::successors(next[&at], |step| next[step]);
            Affected {
                place: self.place(&key),
                change: changes[at],
                path: steps.map(|step| self.names.keys[step].clone()).collect(),
                key,
            }
        });
        affected.collect()
    }

    fn place(&self, key: &EntityKey) -> Option<EntityPlace> {
        let graphs = [self.new, self.old].into_iter();
        graphs
            .filter_map(|graph| graph.entities.get(key))
            .find_map(|entity| entity.place.clone())
    }
}
