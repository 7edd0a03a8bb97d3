//! Parameters to which the data give a value on some systems only.

use std::sync::Arc;

use puppet_eval::{Place, Site};
use puppet_hir::{Body, BodyId, BodyOwner};
use puppet_lookup::{LookupStop, Node};

use crate::matrix::{Matrix, SystemFailure};
use crate::modules::ModuleFile;

impl Matrix<'_> {
    /// A failure for each parameter without a default that gets a value from data on one system and none on another: what
    /// no system has must be given where the class is declared.
    pub(crate) fn missing_data(&self, nodes: &[Node]) -> Vec<SystemFailure> {
        let mut failures = Vec::new();
        for file in self.modules.manifests(self.module) {
            for (id, body) in file.program.bodies() {
                if matches!(body.definition(), BodyOwner::Class { .. }) {
                    self.missing_in_class(&file, (id, body), nodes, &mut failures);
                }
            }
        }
        failures
    }

    fn missing_in_class(
        &self,
        file: &Arc<ModuleFile>,
        (id, body): (BodyId, &Body),
        nodes: &[Node],
        failures: &mut Vec<SystemFailure>,
    ) {
        let Some(class) = body.name().map(|name| name.to_lowercase()) else {
            return;
        };
        let required = body.parameters().iter().filter(|it| it.value.is_none());
        for parameter in required {
            let key = format!("{class}::{}", parameter.name);
            let given: Vec<Option<bool>> =
                nodes.iter().map(|node| self.is_given(node, &key)).collect();
            let asked = self.systems.iter().zip(&given);
            let without = asked.filter(|(_, given)| **given == Some(false));
            let without: Vec<&str> = without.map(|(system, _)| system.title.as_str()).collect();
            if without.is_empty() || !given.contains(&Some(true)) {
                continue;
            }
            let place = Place {
                body: id,
                site: Site::Part(parameter.part),
            };
            failures.push(SystemFailure {
                message: format!(
                    "No data for parameter '{}' on {}; other systems have a value",
                    parameter.name,
                    without.join(", ")
                ),
                file: file.path.clone(),
                range: file.range(place).unwrap_or_default(),
                definitions: vec![class.as_str().into()],
            });
        }
    }

    /// Whether the data give a value to a key; none if that is not known.
    fn is_given(&self, node: &Node, key: &str) -> Option<bool> {
        match self.data.look_up(node, key, true)?.found {
            Ok(found) => Some(found.is_some()),
            Err(LookupStop::NotFound) => Some(false),
            Err(LookupStop::Failed(_) | LookupStop::Unknown(_)) => None,
        }
    }
}
