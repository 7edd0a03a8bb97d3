//! The node that an editor is asked about.

use std::sync::Arc;

use puppet_catalog::{System, systems};
use puppet_db::{Db, Workspace};
use puppet_eval::PuppetVersion;
use puppet_lookup::Node;

use crate::fact_sets::{NodeFacts, facts_of_file, system_title};
use crate::node_definition::{NodeMatch, NodeMatches};
use crate::site::{claims, site_nodes};

/// A node that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChosenNode {
    /// A node that a manifest names, of which no facts are known.
    Name(String),
    /// A node that a file with facts describes.
    FactSet {
        /// The path of the file.
        path: Arc<str>,
        /// The name of the node.
        name: String,
    },
    /// Any node with an operating system of the table, by its id.
    System(String),
}

/// A node with what a list says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeChoice {
    /// The node.
    pub node: ChosenNode,
    /// Its name.
    pub title: String,
    /// What is known of it: the system, the file, the node definition.
    pub detail: String,
}

impl ChosenNode {
    /// The text by which it is chosen.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Name(name) => format!("node:{name}"),
            Self::FactSet { path, name } => format!("facts:{name}:{path}"),
            Self::System(id) => format!("system:{id}"),
        }
    }

    /// Its name.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Name(name) | Self::FactSet { name, .. } => name.clone(),
            Self::System(id) => {
                System::find(id).map_or_else(|| id.clone(), |system| system.title.clone())
            }
        }
    }

    /// The node itself; none if there is no such node any more.
    #[must_use]
    pub fn resolve(&self, db: &dyn Db, target: PuppetVersion) -> Option<Arc<Node>> {
        match self {
            Self::Name(name) => Some(Arc::new(Node::new(name))),
            Self::FactSet { path, name } => Some(facts_at(db, path, name)?.node),
            Self::System(id) => Some(Arc::new(System::find(id)?.partial_node(target))),
        }
    }
}

/// The facts of a node in a file.
pub(crate) fn facts_at(db: &dyn Db, path: &str, name: &str) -> Option<NodeFacts> {
    let environments = Workspace::try_get(db)?.environments(db);
    let mut files = environments.iter().flat_map(|it| it.fact_sets(db).iter());
    let file = files.find(|file| &**file.path(db) == path)?;
    let facts = facts_of_file(db, *file);
    let facts = facts.as_ref().as_ref().ok()?;
    facts.iter().rfind(|it| it.node.name == name).cloned()
}

/// All nodes that can be chosen: those with facts, those that manifests name, the systems that modules claim, all others.
#[must_use]
pub fn node_choices(db: &dyn Db) -> Vec<NodeChoice> {
    let mut choices: Vec<NodeChoice> = Vec::new();
    let mut claimed: Vec<&'static str> = Vec::new();
    let Some(workspace) = Workspace::try_get(db) else {
        return choices;
    };
    for environment in workspace.environments(db).iter() {
        let site = site_nodes(db, *environment);
        for facts in &site.fact_sets {
            let name = &facts.node.name;
            let definition = match site.definition_of(name) {
                NodeMatches::One(definition) => Some(format!("node {}", definition.matches)),
                NodeMatches::None | NodeMatches::Unknown => None,
            };
            let path = Arc::clone(facts.file.path(db));
            let known = [
                system_title(&facts.node),
                definition,
                Some(path.to_string()),
            ];
            add(
                &mut choices,
                ChosenNode::FactSet {
                    path,
                    name: name.clone(),
                },
                known.into_iter().flatten().collect::<Vec<_>>().join(", "),
            );
        }
        for definition in &site.definitions {
            if let NodeMatch::Name(name) = &definition.matches
                && site.facts_of(name).is_none()
            {
                let detail = format!("no facts, {}", definition.file.path(db));
                add(&mut choices, ChosenNode::Name(name.to_string()), detail);
            }
        }
        for (_, claims) in claims(db, *environment) {
            claimed.extend(claims.systems);
        }
    }
    let is_claimed = |system: &&System| claimed.contains(&&*system.id);
    let (first, others): (Vec<_>, Vec<_>) = systems().iter().partition(is_claimed);
    for (systems, detail) in [(first, "claimed by metadata.json"), (others, "")] {
        for system in systems {
            let node = ChosenNode::System(system.id.clone());
            add(&mut choices, node, detail.to_owned());
        }
    }
    choices
}

fn add(choices: &mut Vec<NodeChoice>, node: ChosenNode, detail: String) {
    if choices.iter().any(|it| it.node == node) {
        return;
    }
    choices.push(NodeChoice {
        title: node.title(),
        node,
        detail,
    });
}
