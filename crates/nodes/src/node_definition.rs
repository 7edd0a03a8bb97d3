//! Node definitions, and the one that a node gets (`Puppet::Parser::Compiler#evaluate_ast_node`).

use std::fmt;
use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_hir::{Body, BodyOwner, Expr, ExprId};
use puppet_scalars::Regexp;
use puppet_text::TextRange;
use smol_str::SmolStr;

/// What the name of a node is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeMatch {
    /// A name, in lower case.
    Name(SmolStr),
    /// A regular expression, without the slashes.
    Regexp(SmolStr),
    /// `default`, for the nodes that no other definition has.
    Default,
}

impl fmt::Display for NodeMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Regexp(source) => write!(f, "/{source}/"),
            Self::Default => f.write_str("default"),
        }
    }
}

/// One name or regular expression of a node definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDefinition {
    /// What names are compared with.
    pub matches: NodeMatch,
    /// The manifest.
    pub file: File,
    /// Where the name or regular expression is.
    pub range: TextRange,
}

/// The node definition that a node gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeMatches<'a> {
    /// This one.
    One(&'a NodeDefinition),
    /// None, which is an error if there are others.
    None,
    /// A regular expression of these cannot be decided.
    Unknown,
}

/// The node definitions of a manifest, in their order.
#[salsa::tracked(returns(clone))]
pub fn node_definitions(db: &dyn Db, file: File) -> Arc<[NodeDefinition]> {
    let program = puppet_db::program(db, file);
    let mut definitions = Vec::new();
    for (id, body) in program.bodies() {
        let BodyOwner::Node { host_matches, .. } = body.definition() else {
            continue;
        };
        let map = puppet_db::source_map(db, file);
        for expr in host_matches {
            let range = map.expr(id, *expr).map(|span| span.full);
            if let (Some(matches), Some(range)) = (node_match(body, *expr), range) {
                definitions.push(NodeDefinition {
                    matches,
                    file,
                    range,
                });
            }
        }
    }
    definitions.into()
}

fn node_match(body: &Body, expr: ExprId) -> Option<NodeMatch> {
    Some(match body.expr(expr) {
        Expr::LiteralDefault => NodeMatch::Default,
        Expr::LiteralRegularExpression(source) => NodeMatch::Regexp(source.as_str().into()),
        Expr::LiteralString(name) | Expr::QualifiedName(name) => match name.to_lowercase() {
            name if name == "default" => NodeMatch::Default,
            name => NodeMatch::Name(name.into()),
        },
        // Puppet refuses what is interpolated.
        _ => return None,
    })
}

/// The one of these definitions, in the order in which Puppet loads them, that a node gets: the one with its name, else the
/// first one whose regular expression matches, else the default.
pub(crate) fn definition_of<'a>(definitions: &'a [NodeDefinition], name: &str) -> NodeMatches<'a> {
    let name = name.to_lowercase();
    let find = |fits: &dyn Fn(&NodeMatch) -> bool| definitions.iter().find(|it| fits(&it.matches));
    if let Some(found) = find(&|it| matches!(it, NodeMatch::Name(other) if *other == name)) {
        return NodeMatches::One(found);
    }
    for definition in definitions {
        if let NodeMatch::Regexp(source) = &definition.matches {
            let matched = Regexp::new(source.as_str()).map(|regexp| regexp.is_match(&name));
            match matched {
                Ok(Ok(true)) => return NodeMatches::One(definition),
                Ok(Ok(false)) => {}
                Ok(Err(_)) | Err(_) => return NodeMatches::Unknown,
            }
        }
    }
    match find(&|it| *it == NodeMatch::Default) {
        Some(default) => NodeMatches::One(default),
        None => NodeMatches::None,
    }
}
