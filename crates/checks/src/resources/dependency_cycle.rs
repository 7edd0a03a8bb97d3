//! Relationships of one body that lead back to where they start: no agent can apply them.
//!
//! Source: `Puppet::Graph::SimpleGraph#find_cycles_in_graph`. Only what is certain counts: references whose titles are
//! known, in statements that are evaluated whenever the body is.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{DefinitionKind, Expr, ExprId, RelationshipOperator, ResourceForm};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::unresolved_reference::{RELATIONSHIPS, referenced};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::definite::title_key;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{Declaration, body_declarations};
use puppet_text::capitalized;

declare_rule! {
    /// Resources depend on each other in a cycle.
    pub DEPENDENCY_CYCLE = { code: "R307", name: "dependency-cycle", levels: [Off, Warning, Error] }
}

/// A resource: its type in lower case, its title, and whether it is the end of the class that the body is of. All that
/// the class contains is between its start and its end.
type ResourceNode = (SmolStr, SmolStr, bool);

/// Relationships between lists can be many; more are not looked at.
const MAX_EDGES: usize = 5_000;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut graph = DependencyGraph::default();
    add_resources(context, &mut graph);
    add_operators(context, &mut graph);
    if graph.is_full() {
        return;
    }
    for mut cycle in graph.cycles() {
        // What was written last closes the cycle.
        let written = cycle.iter().map(|(_, at)| at.map(ExprId::index));
        let last = written.enumerate().max_by_key(|(_, at)| *at);
        let Some((last, at)) = last.and_then(|(last, _)| Some((last, cycle.get(last)?.1?))) else {
            continue;
        };
        cycle.rotate_left(last + 1);
        let path = cycle.iter().chain(cycle.first());
        let path: Vec<String> = path.map(|(node, _)| graph.label(*node)).collect();
        let message = format!("Found 1 dependency cycle: ({})", path.join(" => "));
        let diagnostic = BodyDiagnostic::new(&DEPENDENCY_CYCLE, Anchor::Expr(at), message);
        out.push(diagnostic.with_help(
            "Remove one of these relationships: the agent skips every resource of a cycle",
        ));
    }
}

/// The name of the class that the body is of.
fn own_class(context: &Context<'_>) -> Option<SmolStr> {
    let definition = context.body.definition();
    let is_class = definition.kind() == DefinitionKind::Class;
    let name = definition.name().filter(|_| is_class)?;
    Some(title_key("class", name))
}

fn add_resources(context: &Context<'_>, graph: &mut DependencyGraph) {
    let own = own_class(context);
    let resources = body_declarations(context.db, context.item).resources();
    for resource in resources.filter(|it| it.path.is_certain()) {
        // Classes are not contained in what declares them; what is virtual may never be there.
        let is_contained = resource.ty.as_deref() != Some("class");
        if resource.form != ResourceForm::Regular
            || context.inference.is_unreachable(resource.title_at)
        {
            continue;
        }
        for node in nodes_of_resource(context, resource) {
            if let Some(own) = own.as_ref().filter(|_| is_contained) {
                graph.add(("class".into(), own.clone(), false), node.clone(), None);
                graph.add(node.clone(), ("class".into(), own.clone(), true), None);
            }
            for (attribute, value) in &resource.attributes {
                if !RELATIONSHIPS.contains(&attribute.as_str()) {
                    continue;
                }
                for other in nodes_of_value(context, *value) {
                    match attribute.as_str() {
                        "require" | "subscribe" => graph.relate(&own, other, node.clone(), *value),
                        _ => graph.relate(&own, node.clone(), other, *value),
                    }
                }
            }
        }
    }
}

fn add_operators(context: &Context<'_>, graph: &mut DependencyGraph) {
    let own = own_class(context);
    for (id, expr) in context.unconditional() {
        let Expr::Relationship {
            operator,
            left,
            right,
        } = expr
        else {
            continue;
        };
        let (left, right) = (operand(context, *left), operand(context, *right));
        let (sources, targets) = match operator {
            RelationshipOperator::Before | RelationshipOperator::Notify => (left, right),
            RelationshipOperator::Require | RelationshipOperator::Subscribe => (right, left),
        };
        for source in &sources {
            for target in &targets {
                graph.relate(&own, source.clone(), target.clone(), id);
            }
        }
    }
}

/// The resources that an operand stands for: for a chain, those at its right end.
fn operand(context: &Context<'_>, mut id: ExprId) -> Vec<ResourceNode> {
    loop {
        id = context.body.without_parentheses(id);
        match context.body.expr(id) {
            Expr::Relationship { right, .. } => id = *right,
            Expr::Resource { .. } => {
                let resources = body_declarations(context.db, context.item).resources();
                let own = resources.filter(|it| it.expr == id);
                return own.flat_map(|it| nodes_of_resource(context, it)).collect();
            }
            _ => return nodes_of_value(context, id),
        }
    }
}

fn nodes_of_resource(context: &Context<'_>, resource: &Declaration) -> Vec<ResourceNode> {
    let (Some(ty), Some(value)) = (
        &resource.ty,
        context.inference.result(resource.title_at).value(),
    ) else {
        return Vec::new();
    };
    let titles = value.flattened().filter_map(puppet_types::Value::as_str);
    titles
        .map(|title| (ty.clone(), title_key(ty, title), false))
        .collect()
}

fn nodes_of_value(context: &Context<'_>, id: ExprId) -> Vec<ResourceNode> {
    let Some(value) = context.inference.result(id).value() else {
        return Vec::new();
    };
    value
        .flattened()
        .filter_map(|value| referenced(context, value))
        .map(|(ty, title)| {
            let title = title_key(&ty, &title);
            (ty, title, false)
        })
        .collect()
}

/// What comes before what, each with the expression that says so.
#[derive(Default)]
struct DependencyGraph {
    nodes: Vec<ResourceNode>,
    numbers: FxHashMap<ResourceNode, usize>,
    after: Vec<Vec<(usize, Option<ExprId>)>>,
    edges: usize,
}

impl DependencyGraph {
    fn is_full(&self) -> bool {
        self.edges >= MAX_EDGES
    }

    /// Notes a relationship. One resource comes before the start of the body's own class, and another after its end.
    fn relate(
        &mut self,
        own: &Option<SmolStr>,
        mut from: ResourceNode,
        to: ResourceNode,
        at: ExprId,
    ) {
        from.2 = from.0 == "class" && own.as_ref() == Some(&from.1);
        self.add(from, to, Some(at));
    }

    fn add(&mut self, from: ResourceNode, to: ResourceNode, at: Option<ExprId>) {
        if self.is_full() {
            return;
        }
        let (from, to) = (self.number(from), self.number(to));
        if let Some(after) = self.after.get_mut(from) {
            after.push((to, at));
            self.edges += 1;
        }
    }

    fn number(&mut self, node: ResourceNode) -> usize {
        *self.numbers.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.after.push(Vec::new());
            self.nodes.len() - 1
        })
    }

    fn label(&self, node: usize) -> String {
        match self.nodes.get(node) {
            Some((ty, title, _)) if ty == "class" => format!("Class[{}]", capitalized(title)),
            Some((ty, title, _)) => format!("{}[{title}]", capitalized(ty)),
            None => String::new(),
        }
    }

    /// Cycles that have no resource in common, each as its resources with the expression that leads on to the next.
    fn cycles(&self) -> Vec<Vec<(usize, Option<ExprId>)>> {
        let mut search = CycleSearch {
            places: vec![None; self.nodes.len()],
            is_done: vec![false; self.nodes.len()],
            is_reported: vec![false; self.nodes.len()],
            cycles: Vec::new(),
        };
        for start in 0..self.nodes.len() {
            search.from(self, start);
        }
        search.cycles
    }
}

/// A depth-first search.
struct CycleSearch {
    /// Where each resource is on the path.
    places: Vec<Option<usize>>,
    is_done: Vec<bool>,
    is_reported: Vec<bool>,
    cycles: Vec<Vec<(usize, Option<ExprId>)>>,
}

impl CycleSearch {
    fn from(&mut self, graph: &DependencyGraph, start: usize) {
        // Each resource of the path, with how many of its relationships were followed.
        let mut path = vec![(start, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let (node, next) = (*node, *followed);
            *followed += 1;
            if self.is_done.get(node) == Some(&true) {
                path.pop();
                continue;
            }
            let depth = path.len() - 1;
            if let Some(place) = self.places.get_mut(node) {
                *place = Some(depth);
            }
            match graph.after.get(node).and_then(|after| after.get(next)) {
                Some((to, _)) => match self.places.get(*to).copied().flatten() {
                    Some(place) => self.report(graph, path.get(place..).unwrap_or_default()),
                    None => path.push((*to, 0)),
                },
                None => {
                    if let (Some(place), Some(done)) =
                        (self.places.get_mut(node), self.is_done.get_mut(node))
                    {
                        (*place, *done) = (None, true);
                    }
                    path.pop();
                }
            }
        }
    }

    fn report(&mut self, graph: &DependencyGraph, path: &[(usize, usize)]) {
        let is_known = |node: &usize| self.is_reported.get(*node) == Some(&true);
        if path.iter().any(|(node, _)| is_known(node)) {
            return;
        }
        let mut cycle = Vec::with_capacity(path.len());
        for (node, followed) in path {
            let edge = followed.checked_sub(1);
            let after = graph.after.get(*node);
            let edge = after.zip(edge).and_then(|(after, edge)| after.get(edge));
            cycle.push((*node, edge.and_then(|(_, at)| *at)));
            if let Some(flag) = self.is_reported.get_mut(*node) {
                *flag = true;
            }
        }
        self.cycles.push(cycle);
    }
}
