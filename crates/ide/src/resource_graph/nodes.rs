//! Nodes of the resource graph: the resources that a file declares and refers to.

use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{
    AccessExpr, AstNode, CallExpr, CollectExpr, Definition, Expr, ResourceBody, ResourceExpr,
    StatementCall,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::capitalized;
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::resource_graph::{GraphNode, GraphNodeKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resource_type;
use puppet_ide_db::position::NavigationTarget;
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext::one_line;
use puppet_ide_db::syntax_ext::{enclosing_definition, string_of, trimmed_range};

/// A reference resolves to no more resources of one name than this; branches declare the same resource more than once.
const MOST_OF_A_NAME: usize = 8;

/// The identity of a resource: its type in small letters, and its title.
type NodeKey = (String, NodeTitle);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum NodeTitle {
    /// A text.
    Known(String),
    /// The source of an expression.
    Source(String),
}

/// The nodes of a graph while it is built.
pub(super) struct Nodes<'a> {
    context: FileContext<'a>,
    pub(super) all: Vec<GraphNode>,
    by_key: FxHashMap<NodeKey, Vec<usize>>,
    /// Definitions by where they start.
    containers: FxHashMap<TextSize, usize>,
    /// What resource expressions, collectors and calls of `include` declare, by where these start.
    declared_at: FxHashMap<TextRange, Vec<usize>>,
}

impl<'a> Nodes<'a> {
    /// Everything that a file declares.
    pub(super) fn collect(context: FileContext<'a>, root: &SyntaxNode) -> Self {
        let mut nodes = Self {
            context,
            all: Vec::new(),
            by_key: FxHashMap::default(),
            containers: FxHashMap::default(),
            declared_at: FxHashMap::default(),
        };
        for node in root.descendants() {
            match node.kind() {
                SyntaxKind::RESOURCE_EXPR => nodes.resource(&node),
                SyntaxKind::COLLECT_EXPR => nodes.collector(&node),
                SyntaxKind::STATEMENT_CALL | SyntaxKind::CALL_EXPR => nodes.classes(&node),
                kind if Definition::can_cast(kind) => nodes.definition(&node),
                _ => {}
            }
        }
        nodes
    }

    fn add(&mut self, node: GraphNode, key: Option<NodeKey>) -> usize {
        let id = self.all.len();
        self.all.push(node);
        if let Some(key) = key {
            self.by_key.entry(key).or_default().push(id);
        }
        id
    }

    fn definition(&mut self, node: &SyntaxNode) {
        let Some(definition) = Definition::cast(node.clone()) else {
            return;
        };
        let Some((kind, name, range)) = named_definition(&definition) else {
            return;
        };
        let word = match kind {
            SymbolKind::Class => "class",
            SymbolKind::DefinedType => "define",
            SymbolKind::Node => "node",
            SymbolKind::Plan => "plan",
            // Functions and types hold nothing.
            _ => return,
        };
        let node = GraphNode {
            kind: GraphNodeKind::Definition,
            label: format!("{word} {name}"),
            container: None,
            range,
            is_declared: true,
            is_virtual: false,
            definition: None,
        };
        let id = self.add(node, None);
        self.containers
            .insert(definition.syntax().text_range().start(), id);
        if kind == SymbolKind::Class {
            self.by_key.entry(class_key(&name)).or_default().push(id);
        }
    }

    /// The definition around a node.
    pub(super) fn container(&self, node: &SyntaxNode) -> Option<usize> {
        let around = enclosing_definition(node)?;
        self.containers
            .get(&around.syntax().text_range().start())
            .copied()
    }

    fn resource(&mut self, node: &SyntaxNode) {
        let Some(resource) = ResourceExpr::cast(node.clone()) else {
            return;
        };
        let is_virtual = node
            .parent()
            .is_some_and(|parent| parent.kind() == SyntaxKind::VIRTUAL_EXPR);
        let mut ids = Vec::new();
        for body in resource.bodies() {
            ids.extend(self.body(&body, is_virtual));
        }
        self.declared_at.insert(node.text_range(), ids);
    }

    fn body(&mut self, body: &ResourceBody, is_virtual: bool) -> Vec<usize> {
        let (Some(ty), Some(title)) = (resource_type(body), body.title()) else {
            return Vec::new();
        };
        let container = self.container(body.syntax());
        let mut ids = Vec::new();
        for title in flat(title) {
            if matches!(title, Expr::DefaultExpr(_)) {
                continue;
            }
            let (mut node, key) = self.thing(&ty, &title);
            node.container = container;
            node.is_declared = true;
            node.is_virtual = is_virtual;
            ids.push(self.add(node, Some(key)));
        }
        self.declared_at
            .insert(body.syntax().text_range(), ids.clone());
        ids
    }

    fn collector(&mut self, node: &SyntaxNode) {
        let Some(collector) = CollectExpr::cast(node.clone()) else {
            return;
        };
        let (Some(ty), Some(query)) = (collector.type_expr(), collector.query()) else {
            return;
        };
        let label = format!("{} {}", one_line(ty.syntax()), one_line(query.syntax()));
        let container = self.container(node);
        // The same query at the same place finds the same things.
        let key = (
            format!("<| {container:?}"),
            NodeTitle::Source(label.clone()),
        );
        let same = self.by_key.get(&key).and_then(|ids| ids.first().copied());
        let node = GraphNode {
            kind: GraphNodeKind::Collector,
            label,
            container,
            range: TextRange::new(
                trimmed_range(ty.syntax()).start(),
                trimmed_range(query.syntax()).end(),
            ),
            is_declared: true,
            is_virtual: false,
            definition: None,
        };
        let id = same.unwrap_or_else(|| self.add(node, Some(key)));
        self.declared_at
            .insert(collector.syntax().text_range(), vec![id]);
    }

    /// `include a`, `contain('a')`
    fn classes(&mut self, node: &SyntaxNode) {
        let Some((_, arguments)) = class_call(node) else {
            return;
        };
        let container = self.container(node);
        let mut ids = Vec::new();
        for title in arguments.into_iter().flat_map(flat) {
            if string_of(&title).is_none() {
                continue;
            }
            let (mut class, key) = self.thing("class", &title);
            class.container = container;
            class.is_declared = true;
            let there = self.by_key.get(&key).into_iter().flatten();
            let same = there.copied().find(|id| {
                self.all
                    .get(*id)
                    .is_some_and(|it| it.kind == GraphNodeKind::Class && it.container == container)
            });
            ids.push(match same {
                Some(id) => id,
                None => self.add(class, Some(key)),
            });
        }
        self.declared_at.insert(node.text_range(), ids);
    }

    /// A thing of a type with a title, not yet declared.
    fn thing(&self, ty: &str, title: &Expr) -> (GraphNode, NodeKey) {
        let ty = canonical(ty).to_string();
        let source = one_line(title.syntax());
        let known = string_of(title).map(|(text, _)| text);
        let is_class = ty == "class";
        let key = match known {
            Some(name) if is_class => class_key(&name),
            Some(text) => (ty.clone(), NodeTitle::Known(text)),
            None => (ty.clone(), NodeTitle::Source(source.clone())),
        };
        let definition = match &key.1 {
            NodeTitle::Known(name) if is_class => self.target(SymbolKind::Class, name),
            _ if is_class => None,
            _ => self.target(SymbolKind::DefinedType, &ty),
        };
        let shown = match &key.1 {
            NodeTitle::Known(name) => format!("'{name}'"),
            NodeTitle::Source(source) => source.clone(),
        };
        let kind = match is_class {
            true => GraphNodeKind::Class,
            false => GraphNodeKind::Resource,
        };
        let node = GraphNode {
            kind,
            label: format!("{}[{shown}]", capitalized(&ty)),
            container: None,
            range: trimmed_range(title.syntax()),
            is_declared: false,
            is_virtual: false,
            definition,
        };
        (node, key)
    }

    fn target(&self, kind: SymbolKind, name: &str) -> Option<NavigationTarget> {
        let found = resolve::item(self.context, kind, name)?;
        found.declaration(*self.context)
    }

    /// The resources of an operand of a relationship: those that it declares, and those that it refers to.
    pub(super) fn operands(&mut self, expr: Expr) -> Vec<usize> {
        let mut ids = Vec::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr {
                Expr::ParenExpr(inner) => open.extend(inner.expr()),
                // `a -> b -> c`: what comes after `b` comes after this one.
                Expr::RelationshipExpr(relation) => open.extend(relation.rhs()),
                Expr::ListExpr(list) => {
                    let mut elements: Vec<Expr> = list.elements().collect();
                    elements.reverse();
                    open.extend(elements);
                }
                Expr::VirtualExpr(inner) => {
                    open.extend(inner.syntax().children().find_map(Expr::cast));
                }
                Expr::AccessExpr(reference) => ids.extend(self.referred(reference)),
                expr => {
                    let declared = self.declared_at.get(&expr.syntax().text_range());
                    ids.extend(declared.into_iter().flatten());
                }
            }
        }
        ids
    }

    /// What a body of a resource, or a call, declares.
    pub(super) fn declared_by(&self, body: &SyntaxNode) -> Vec<usize> {
        let declared = self.declared_at.get(&body.text_range());
        declared.cloned().unwrap_or_default()
    }

    /// `File['a', 'b']`
    fn referred(&mut self, reference: &AccessExpr) -> Vec<usize> {
        let (Some(Expr::TypeRef(ty)), Some(keys)) = (reference.base(), reference.access_keys())
        else {
            return Vec::new();
        };
        let container = self.container(reference.syntax());
        let mut ids = Vec::new();
        for title in keys.keys().flat_map(flat) {
            let (node, key) = self.thing(&ty.text(), &title);
            let known = self.by_key.get(&key).cloned().unwrap_or_default();
            let is_here = |id: &usize| {
                let node = self.all.get(*id);
                node.is_some_and(|it| it.container == container && it.is_declared)
            };
            let mut here: Vec<usize> = known.iter().copied().filter(is_here).collect();
            if here.is_empty() {
                here.extend(known.first());
            }
            here.truncate(MOST_OF_A_NAME);
            match here.is_empty() {
                true => ids.push(self.add(node, Some(key))),
                false => ids.extend(here),
            }
        }
        ids
    }
}

/// The function and the arguments of a call that declares classes.
pub(super) fn class_call(node: &SyntaxNode) -> Option<(String, Vec<Expr>)> {
    let (name, arguments) = match node.kind() {
        SyntaxKind::STATEMENT_CALL => {
            let call = StatementCall::cast(node.clone())?;
            (call.function()?.text(), call.arguments().collect())
        }
        _ => {
            let call = CallExpr::cast(node.clone())?;
            let list = node
                .children()
                .find(|it| it.kind() == SyntaxKind::ARG_LIST)?;
            let arguments = list.children().filter_map(Expr::cast).collect();
            (call.function_name()?, arguments)
        }
    };
    let name = name.trim_start_matches("::").to_owned();
    matches!(&*name, "include" | "contain" | "require").then_some((name, arguments))
}

fn class_key(name: &str) -> NodeKey {
    let name = canonical(name.strip_prefix("::").unwrap_or(name)).to_string();
    ("class".to_owned(), NodeTitle::Known(name))
}

/// The elements of a list of any depth; of any other expression, itself.
fn flat(expr: Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr {
            Expr::ListExpr(list) => {
                let mut elements: Vec<Expr> = list.elements().collect();
                elements.reverse();
                open.extend(elements);
            }
            _ => all.push(expr),
        }
    }
    all
}
