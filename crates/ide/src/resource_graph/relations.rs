//! Edges of the resource graph: relationship metaparameters, arrows, and the function `require`.

use puppet_syntax::ast::{
    AstNode, Attribute, CollectExpr, Expr, RelationshipExpr, ResourceOverride,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;
use rustc_hash::FxHashSet;

use crate::resource_graph::GraphEdge;
use crate::resource_graph::nodes::{Nodes, class_call};

/// More edges than this can be neither drawn nor read.
const MOST_EDGES: usize = 10_000;

/// A way to say that one thing comes before another.
struct EdgeOrigin {
    written: &'static str,
    /// What is written first comes first.
    is_forward: bool,
    refreshes: bool,
}

const fn way(written: &'static str, is_forward: bool, refreshes: bool) -> EdgeOrigin {
    EdgeOrigin {
        written,
        is_forward,
        refreshes,
    }
}

const METAPARAMETERS: [EdgeOrigin; 4] = [
    way("before", true, false),
    way("require", false, false),
    way("notify", true, true),
    way("subscribe", false, true),
];

const REQUIRE: EdgeOrigin = way("require", false, false);

fn arrow(kind: SyntaxKind) -> Option<EdgeOrigin> {
    match kind {
        SyntaxKind::IN_EDGE => Some(way("->", true, false)),
        SyntaxKind::IN_EDGE_SUB => Some(way("~>", true, true)),
        SyntaxKind::OUT_EDGE => Some(way("<-", false, false)),
        SyntaxKind::OUT_EDGE_SUB => Some(way("<~", false, true)),
        _ => None,
    }
}

/// The edges of a file, in its order. References to what the file does not declare add nodes.
pub(super) fn edges(nodes: &mut Nodes<'_>, root: &SyntaxNode) -> Vec<GraphEdge> {
    let mut edges = Edges::default();
    for node in root.descendants() {
        if edges.all.len() >= MOST_EDGES {
            break;
        }
        match node.kind() {
            SyntaxKind::RELATIONSHIP_EXPR => edges.arrows(nodes, node),
            SyntaxKind::ATTRIBUTE => edges.metaparameter(nodes, node),
            SyntaxKind::STATEMENT_CALL | SyntaxKind::CALL_EXPR => {
                edges.function_require(nodes, &node);
            }
            _ => {}
        }
    }
    edges.all
}

#[derive(Default)]
struct Edges {
    all: Vec<GraphEdge>,
    seen: FxHashSet<(usize, usize, &'static str)>,
}

impl Edges {
    /// Each of `left` and each of `right`, in the order of the source.
    fn between(&mut self, left: &[usize], way: &EdgeOrigin, right: &[usize], range: TextRange) {
        for left in left {
            for right in right {
                let (from, to) = match way.is_forward {
                    true => (*left, *right),
                    false => (*right, *left),
                };
                let is_full = self.all.len() >= MOST_EDGES;
                if !is_full && self.seen.insert((from, to, way.written)) {
                    self.all.push(GraphEdge {
                        from,
                        to,
                        refreshes: way.refreshes,
                        written: way.written,
                        range,
                    });
                }
            }
        }
    }

    /// `a -> b`
    fn arrows(&mut self, nodes: &mut Nodes<'_>, node: SyntaxNode) {
        let Some(relation) = RelationshipExpr::cast(node) else {
            return;
        };
        let (Some(left), Some(op), Some(right)) =
            (relation.lhs(), relation.op_token(), relation.rhs())
        else {
            return;
        };
        if let Some(way) = arrow(op.kind()) {
            let (left, right) = (nodes.operands(left), nodes.operands(right));
            self.between(&left, &way, &right, op.text_range());
        }
    }

    /// `require => File['a']`
    fn metaparameter(&mut self, nodes: &mut Nodes<'_>, node: SyntaxNode) {
        let Some(attribute) = Attribute::cast(node) else {
            return;
        };
        let name = attribute.attribute_name().and_then(|it| it.name_token());
        let (Some(name), Some(value)) = (name, attribute.value()) else {
            return;
        };
        let mut ways = METAPARAMETERS.iter();
        let Some(way) = ways.find(|it| it.written == name.text()) else {
            return;
        };
        let Some(holder) = attribute.syntax().parent() else {
            return;
        };
        let owners = match holder.kind() {
            SyntaxKind::RESOURCE_BODY => nodes.declared_by(&holder),
            SyntaxKind::COLLECT_EXPR => CollectExpr::cast(holder)
                .map(|it| nodes.operands(Expr::CollectExpr(it)))
                .unwrap_or_default(),
            SyntaxKind::RESOURCE_OVERRIDE => ResourceOverride::cast(holder)
                .and_then(|it| it.reference())
                .map(|it| nodes.operands(it))
                .unwrap_or_default(),
            _ => return,
        };
        let others = nodes.operands(value);
        self.between(&owners, way, &others, name.text_range());
    }

    /// `require a`: the class comes before what holds the call.
    fn function_require(&mut self, nodes: &mut Nodes<'_>, node: &SyntaxNode) {
        let Some((name, _)) = class_call(node) else {
            return;
        };
        if name == "require"
            && let Some(container) = nodes.container(node)
        {
            let classes = nodes.declared_by(node);
            self.between(&[container], &REQUIRE, &classes, node.text_range());
        }
    }
}
