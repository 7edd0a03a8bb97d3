//! The nodes that files with facts describe.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_lookup::{FactsError, Node, fact_sets};
use puppet_text::TextRange;
use puppet_types::Value;

/// A node with its facts.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFacts {
    /// The node.
    pub node: Arc<Node>,
    /// The file.
    pub file: File,
    /// Where the file begins to describe it.
    pub range: TextRange,
}

/// The nodes that a file describes.
///
/// # Errors
/// Why it describes none.
#[salsa::tracked(returns(clone))]
pub fn facts_of_file(db: &dyn Db, file: File) -> Arc<Result<Vec<NodeFacts>, FactsError>> {
    let path = file.path(db);
    if let Some(problem) = file.problem(db) {
        return Arc::new(Err(FactsError {
            message: problem.to_string(),
            range: None,
        }));
    }
    let sets = fact_sets(path, file.text(db)).map(|sets| {
        let facts = sets.into_iter().map(|set| NodeFacts {
            node: Arc::new(set.node),
            file,
            range: set.range,
        });
        facts.collect()
    });
    Arc::new(sets)
}

/// The operating system of a node, as its facts tell it: `Debian 12`.
#[must_use]
pub fn system_title(node: &Node) -> Option<String> {
    let os = fact(&node.facts, "os")?;
    let name = fact(os, "name")?.as_str()?;
    let release = fact(os, "release").and_then(|release| {
        // A major release of Ubuntu is a year.
        let key = if name == "Ubuntu" { "full" } else { "major" };
        fact(release, key)?.as_str()
    });
    Some(match release {
        Some(release) => format!("{name} {release}"),
        None => name.to_owned(),
    })
}

fn fact<'a>(facts: &'a Value, name: &str) -> Option<&'a Value> {
    match facts {
        Value::Hash(facts) => facts.get(&Value::from(name)),
        _ => None,
    }
}
