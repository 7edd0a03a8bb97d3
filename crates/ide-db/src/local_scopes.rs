//! Scopes of variables within a file, with their assignments.

use std::collections::HashMap;

use puppet_syntax::ast::{AssignExpr, AstNode, Definition, Expr, Param, VariableExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, nodes_of};
use puppet_text::TextRange;

use crate::syntax_ext::tokens_with;

/// A place that gives a variable its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalBinding {
    /// The name without `$`.
    pub name: String,
    /// The variable with its `$`.
    pub token: SyntaxToken,
    /// What does it.
    pub kind: BindingKind,
}

/// How a variable gets its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BindingKind {
    /// A parameter of a class, defined type, function, plan or template.
    Parameter(Param),
    /// A parameter of a lambda.
    LambdaParameter(Param),
    /// `$x = …`, also in `[$x, $y] = …`.
    Assignment(AssignExpr),
}

impl LocalBinding {
    /// All of it.
    pub fn full_range(&self) -> TextRange {
        match &self.kind {
            BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => {
                crate::syntax_ext::trimmed_range(parameter.syntax())
            }
            BindingKind::Assignment(assignment) => {
                crate::syntax_ext::trimmed_range(assignment.syntax())
            }
        }
    }
}

/// The bindings of a file by the bodies and lambdas in which they can be seen. One walk over the file finds them all.
#[derive(Debug, Default)]
pub struct Scopes {
    scopes: HashMap<SyntaxNode, LocalScope>,
}

/// What one body or lambda binds.
#[derive(Debug, Default)]
struct LocalScope {
    /// In the order of the source, parameters first.
    bindings: Vec<LocalBinding>,
    /// The places of each name in `bindings`.
    by_name: HashMap<String, Vec<usize>>,
}

impl Scopes {
    /// The scopes in a file, or in one body of it.
    pub fn new(root: &SyntaxNode) -> Self {
        let mut scopes = Self::default();
        for node in nodes_of(root, may_bind) {
            if let Some(parameter) = Param::cast(node.clone()) {
                scopes.enter(parameter_binding(parameter));
            } else if let Some(assignment) = AssignExpr::cast(node) {
                bindings_of_assignment(&assignment)
                    .into_iter()
                    .for_each(|binding| scopes.enter(Some(binding)));
            }
        }
        scopes
    }

    /// The bindings of one name, made of the tokens that hold it.
    pub fn from_tokens(tokens: &[SyntaxToken], name: &str) -> Self {
        let mut scopes = Self::default();
        for binding in tokens.iter().filter_map(bound_by) {
            if binding.name == name {
                scopes.enter(Some(binding));
            }
        }
        scopes
    }

    fn enter(&mut self, binding: Option<LocalBinding>) {
        if let Some(binding) = binding
            && let Some(scope) = binding.token.parent().map(|node| scope_of(&node))
        {
            let scope = self.scopes.entry(scope).or_default();
            let places = scope.by_name.entry(binding.name.clone()).or_default();
            places.push(scope.bindings.len());
            scope.bindings.push(binding);
        }
    }

    /// The bindings of a body or lambda itself.
    pub fn bindings_of(&self, scope: &SyntaxNode) -> &[LocalBinding] {
        self.scopes
            .get(scope)
            .map(|scope| scope.bindings.as_slice())
            .unwrap_or_default()
    }

    /// The bindings of a name that a body itself has.
    pub fn own(&self, body: &SyntaxNode, name: &str) -> Vec<LocalBinding> {
        let all = self.bindings_of(body).iter();
        that_count(all.filter(|binding| binding.name == name))
    }

    /// Where a variable that is named at a node gets its value: the parameter, or all assignments in the nearest scope
    /// that has any.
    pub fn find(&self, node: &SyntaxNode, name: &str) -> Vec<LocalBinding> {
        let found = scopes_around(node).find_map(|scope| {
            let scope = self.scopes.get(&scope)?;
            let places = scope.by_name.get(name)?;
            Some(places.iter().filter_map(|place| scope.bindings.get(*place)))
        });
        found.map_or_else(Vec::new, that_count)
    }

    /// The first of these, without the others: enough to know what a name is.
    pub fn first(&self, node: &SyntaxNode, name: &str) -> Option<&LocalBinding> {
        scopes_around(node).find_map(|scope| {
            let scope = self.scopes.get(&scope)?;
            scope.bindings.get(*scope.by_name.get(name)?.first()?)
        })
    }
}

/// The bodies and lambdas whose variables can be seen from a node, the nearest first.
pub fn scopes_around(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    let next = |scope: &SyntaxNode| {
        let is_lambda = scope.kind() == SyntaxKind::LAMBDA;
        let outside = scope.parent().filter(|_| is_lambda)?;
        Some(scope_of(&outside))
    };
    std::iter::successors(Some(scope_of(node)), next)
}

/// Of the bindings of a name those that count: a parameter, or else all assignments.
fn that_count<'a>(bindings: impl Iterator<Item = &'a LocalBinding>) -> Vec<LocalBinding> {
    let mut found: Vec<LocalBinding> = bindings.cloned().collect();
    if found
        .first()
        .is_some_and(|first| !matches!(first.kind, BindingKind::Assignment(_)))
    {
        found.truncate(1);
    }
    found
}

/// The lambda, definition or file whose variables a node can set: for a parameter that to which it belongs.
fn scope_of(node: &SyntaxNode) -> SyntaxNode {
    let mut last = node.clone();
    for ancestor in node.ancestors() {
        if ancestor.kind() == SyntaxKind::LAMBDA || Definition::can_cast(ancestor.kind()) {
            return ancestor;
        }
        last = ancestor;
    }
    last
}

/// Whether nodes of a kind give variables their values.
fn may_bind(kind: SyntaxKind) -> bool {
    Param::can_cast(kind) || AssignExpr::can_cast(kind)
}

/// The variables of a class or another body, parameters first: what `$class::name` can reach.
pub fn body_bindings(body: &SyntaxNode) -> Vec<LocalBinding> {
    let mut bindings = Vec::new();
    for node in nodes_of(body, may_bind) {
        if let Some(parameter) = Param::cast(node.clone()) {
            bindings.extend(parameter_binding(parameter));
        } else if let Some(assignment) = AssignExpr::cast(node) {
            bindings.extend(bindings_of_assignment(&assignment));
        }
    }
    bindings.retain(|binding| {
        binding
            .token
            .parent()
            .is_some_and(|node| scope_of(&node) == *body)
    });
    bindings
}

/// The variable of a class or another body with a name.
pub fn body_variable(text: &str, body: &SyntaxNode, name: &str) -> Vec<LocalBinding> {
    let tokens = tokens_with(text, body, name);
    Scopes::from_tokens(&tokens, name).own(body, name)
}

/// The binding that a token makes: that of a parameter, or on the left side of an assignment.
fn bound_by(token: &SyntaxToken) -> Option<LocalBinding> {
    let node = token.parent()?;
    if let Some(parameter) = Param::cast(node.clone()) {
        return parameter_binding(parameter).filter(|binding| binding.token == *token);
    }
    let assignment = node
        .ancestors()
        .skip(1)
        .take_while(|it| matches!(it.kind(), SyntaxKind::LIST_EXPR | SyntaxKind::ASSIGN_EXPR))
        .find_map(AssignExpr::cast)?;
    let mut bindings = bindings_of_assignment(&assignment).into_iter();
    bindings.find(|binding| binding.token == *token)
}

fn parameter_binding(parameter: Param) -> Option<LocalBinding> {
    let in_lambda = scope_of(parameter.syntax()).kind() == SyntaxKind::LAMBDA;
    Some(LocalBinding {
        name: parameter.name()?,
        token: parameter.name_token()?,
        kind: match in_lambda {
            true => BindingKind::LambdaParameter(parameter),
            false => BindingKind::Parameter(parameter),
        },
    })
}

/// The variables on the left side of an assignment.
pub fn bindings_of_assignment(assignment: &AssignExpr) -> Vec<LocalBinding> {
    let Some(lhs) = assignment.lhs() else {
        return Vec::new();
    };
    let variables: Vec<VariableExpr> = match &lhs {
        Expr::VariableExpr(variable) => vec![variable.clone()],
        Expr::ListExpr(list) => list
            .syntax()
            .descendants()
            .filter_map(VariableExpr::cast)
            .collect(),
        _ => Vec::new(),
    };
    let bindings = variables.into_iter().filter_map(|variable| {
        Some(LocalBinding {
            name: variable.name()?,
            token: variable.name_token()?,
            kind: BindingKind::Assignment(assignment.clone()),
        })
    });
    bindings.collect()
}

/// The classes from which a class inherits variables, as written.
pub fn parent_class(definition: &Definition) -> Option<String> {
    match definition {
        Definition::ClassDef(class) => Some(class.inherits_clause()?.name()?.text().to_owned()),
        _ => None,
    }
}
