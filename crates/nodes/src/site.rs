//! The nodes of an environment.

use puppet_catalog::Claims;
use puppet_db::{Db, Environment, File, Module, ModuleOrigin};
use puppet_lookup::FactsError;
use puppet_project::discover::describes_nodes;

use crate::fact_sets::{NodeFacts, facts_of_file};
use crate::node_definition::{NodeDefinition, NodeMatches, definition_of, node_definitions};

/// What manifests and files with facts say about nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteNodes {
    /// The node definitions, in the order in which Puppet loads them.
    pub definitions: Vec<NodeDefinition>,
    /// The nodes with facts, in the order of their files.
    pub fact_sets: Vec<NodeFacts>,
    /// The files with facts that cannot be read.
    pub problems: Vec<(File, FactsError)>,
}

impl SiteNodes {
    /// The definition that a node with this name gets.
    #[must_use]
    pub fn definition_of(&self, name: &str) -> NodeMatches<'_> {
        definition_of(&self.definitions, name)
    }

    /// The facts of a node: the last ones of its name count.
    #[must_use]
    pub fn facts_of(&self, name: &str) -> Option<&NodeFacts> {
        self.fact_sets.iter().rfind(|it| it.node.name == name)
    }
}

/// The nodes of an environment.
#[must_use]
pub fn site_nodes(db: &dyn Db, environment: Environment) -> SiteNodes {
    let mut site = SiteNodes::default();
    for file in environment.manifests(db).iter() {
        let definitions = node_definitions(db, *file);
        site.definitions.extend(definitions.iter().cloned());
    }
    for file in environment.fact_sets(db).iter() {
        if !describes_nodes(file.path(db)) {
            continue;
        }
        match &*facts_of_file(db, *file) {
            Ok(facts) => site.fact_sets.extend(facts.iter().cloned()),
            Err(error) => site.problems.push((*file, error.clone())),
        }
    }
    site
}

/// The operating systems that the user's own modules of an environment claim.
#[must_use]
pub fn claims(db: &dyn Db, environment: Environment) -> Vec<(Module, Claims)> {
    let modules = environment.modules(db).iter().copied();
    let own = modules.filter(|module| module.origin(db) == ModuleOrigin::Workspace);
    let claims = own.filter_map(|module| {
        let metadata = module.metadata(db)?;
        Some((module, Claims::read(metadata.text(db))))
    });
    claims.collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use puppet_db::{RootDatabase, Workspace};
    use puppet_project::ProjectInputs;
    use puppet_project::fs::Memory;

    use super::*;
    use crate::system_title;

    fn site(files: &[(&str, &str)]) -> (RootDatabase, SiteNodes) {
        let memory: Memory = files.iter().copied().collect();
        let (db, _) = ProjectInputs::open(&memory, Path::new("/c"));
        let environment = Workspace::get(&db).environments(&db)[0];
        let site = site_nodes(&db, environment);
        (db, site)
    }

    #[test]
    fn a_node_gets_the_definition_that_puppet_gives_it() {
        // Puppet's answers for a node `oracle.example.org`.
        for (manifest, expected) in [
            (
                "node /oracle/ {} node 'Oracle.Example.ORG' {}",
                "oracle.example.org",
            ),
            ("node 'oracle' {} node default {}", "default"),
            ("node 'oracle' {}", "none"),
            ("node oracle.example.org, /x/ {}", "oracle.example.org"),
            ("node 'default' {}", "default"),
            ("node /ORACLE/ {} node default {}", "default"),
            ("node /(?i)ORACLE/ {} node default {}", "/(?i)ORACLE/"),
            ("node default {} node /org$/ {} node /oracle/ {}", "/org$/"),
        ] {
            let files = [
                ("/c/environment.conf", ""),
                ("/c/manifests/site.pp", manifest),
            ];
            let (_db, site) = site(&files);
            let found = match site.definition_of("Oracle.example.org") {
                NodeMatches::One(definition) => definition.matches.to_string(),
                NodeMatches::None => "none".to_owned(),
                NodeMatches::Unknown => "unknown".to_owned(),
            };
            assert_eq!(found, expected, "{manifest}");
        }
    }

    #[test]
    fn manifests_come_in_the_order_of_their_paths() {
        let (_db, site) = site(&[
            ("/c/environment.conf", ""),
            ("/c/manifests/b.pp", "node /web/ {}"),
            ("/c/manifests/a/z.pp", "node /web1/ {}"),
        ]);
        let NodeMatches::One(found) = site.definition_of("web1") else {
            panic!("{site:?}");
        };
        assert_eq!(found.matches.to_string(), "/web1/");
    }

    #[test]
    fn fact_sets_are_listed_and_broken_ones_told() {
        let (db, site) = site(&[
            ("/c/environment.conf", ""),
            (
                "/c/facts/web01.yaml",
                "os:\n  name: Ubuntu\n  release: {major: '22', full: '22.04'}\n",
            ),
            ("/c/facts/broken.json", "{\"os\": "),
            ("/c/facts.d/own.yaml", "rack: 1\n"),
            ("/c/spec/default_facts.yml", "ipaddress: 10.0.0.1\n"),
            (
                "/c/all.facts.json",
                "[{\"certname\": \"a\", \"facts\": {\"x\": 1}},\n {\"certname\": \"b\", \"facts\": {}}]",
            ),
        ]);
        let listed: Vec<(&str, Option<String>, usize)> = site
            .fact_sets
            .iter()
            .map(|facts| {
                let node = &facts.node;
                (&*node.name, system_title(node), facts.range.start().into())
            })
            .collect();
        assert_eq!(
            listed,
            [
                ("a", None, 1),
                ("b", None, 40),
                ("web01", Some("Ubuntu 22.04".to_owned()), 0)
            ]
        );
        let [(file, error)] = &site.problems[..] else {
            panic!("{:?}", site.problems);
        };
        assert_eq!(&**file.path(&db), "/c/facts/broken.json");
        assert!(error.range.is_some(), "{error:?}");
        assert!(site.facts_of("web01").is_some() && site.facts_of("web").is_none());
    }
}
