//! Where variables get their values, by the places in the tree.

use puppet_syntax::ast::{AssignExpr, AstNode, Definition, Expr, Lambda, Param, VariableExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::TextRange;

use crate::syntax::{enclosing_body, own_nodes, parameters_of};

/// A place that gives a variable its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binding {
    /// The name without `$`.
    pub(crate) name: String,
    /// The variable with its `$`.
    pub(crate) token: SyntaxToken,
    /// What does it.
    pub(crate) kind: BindingKind,
}

/// How a variable gets its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BindingKind {
    /// A parameter of a class, defined type, function, plan or template.
    Parameter(Param),
    /// A parameter of a lambda.
    LambdaParameter(Param),
    /// `$x = …`, also in `[$x, $y] = …`.
    Assignment(AssignExpr),
}

impl Binding {
    /// All of it.
    pub(crate) fn full_range(&self) -> TextRange {
        match &self.kind {
            BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => {
                crate::syntax::trimmed_range(parameter.syntax())
            }
            BindingKind::Assignment(assignment) => {
                crate::syntax::trimmed_range(assignment.syntax())
            }
        }
    }
}

/// The bindings that can be seen from a node, the nearest first: those of the lambdas around it, then those of the
/// definition (or file) around it.
pub(crate) fn visible_bindings(node: &SyntaxNode) -> Vec<Binding> {
    let body = enclosing_body(node);
    let mut bindings = Vec::new();
    for lambda in lambdas_around(node, &body) {
        bindings.extend(lambda_parameters(&lambda));
        bindings.extend(assignments(lambda.syntax(), &body));
    }
    bindings.extend(body_bindings(&body));
    bindings
}

/// The variables of a class or another body, parameters first: what `$class::name` can reach.
pub(crate) fn body_bindings(body: &SyntaxNode) -> Vec<Binding> {
    let mut bindings: Vec<Binding> = parameters(body).collect();
    bindings.extend(assignments(body, body));
    bindings
}

fn parameters(body: &SyntaxNode) -> impl Iterator<Item = Binding> {
    let list = parameters_of(body);
    list.into_iter()
        .flat_map(|list| list.parameters())
        .filter_map(|parameter| {
            Some(Binding {
                name: parameter.name()?,
                token: parameter.name_token()?,
                kind: BindingKind::Parameter(parameter),
            })
        })
}

fn lambda_parameters(lambda: &Lambda) -> Vec<Binding> {
    let list = lambda.param_list();
    let parameters = list.into_iter().flat_map(|list| list.parameters());
    let bindings = parameters.filter_map(|parameter| {
        Some(Binding {
            name: parameter.name()?,
            token: parameter.name_token()?,
            kind: BindingKind::LambdaParameter(parameter),
        })
    });
    bindings.collect()
}

/// The lambdas around a node, the innermost first, up to `body`.
fn lambdas_around(node: &SyntaxNode, body: &SyntaxNode) -> Vec<Lambda> {
    node.ancestors()
        .take_while(|it| it != body)
        .filter_map(Lambda::cast)
        .collect()
}

/// The assignments whose innermost lambda (or body) is `scope`.
fn assignments(scope: &SyntaxNode, body: &SyntaxNode) -> Vec<Binding> {
    let mut bindings = Vec::new();
    for node in own_nodes(scope) {
        let Some(assignment) = AssignExpr::cast(node) else {
            continue;
        };
        let innermost = assignment
            .syntax()
            .ancestors()
            .find(|it| it == body || it.kind() == SyntaxKind::LAMBDA);
        if innermost.as_ref() == Some(scope) {
            bindings.extend(assigned(&assignment));
        }
    }
    bindings
}

/// The variables on the left side of an assignment.
fn assigned(assignment: &AssignExpr) -> Vec<Binding> {
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
        Some(Binding {
            name: variable.name()?,
            token: variable.name_token()?,
            kind: BindingKind::Assignment(assignment.clone()),
        })
    });
    bindings.collect()
}

/// The classes from which a class inherits variables, as written.
pub(crate) fn parent_class(definition: &Definition) -> Option<String> {
    match definition {
        Definition::ClassDef(class) => Some(class.inherits_clause()?.name()?.text().to_owned()),
        _ => None,
    }
}
