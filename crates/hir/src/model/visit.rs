//! Walks over a body: children, parts, and the whole tree in the order of the source.

use crate::incremental::chunk::ExprKinds;
use crate::model::body::Body;
use crate::model::expr::Expr;
use crate::model::ids::ExprId;
use crate::model::sub_node::SubNode;

impl Expr {
    /// Calls `visit` for each direct operand, in the order of the source; those of its parts included.
    pub fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        self.children(&mut visit);
    }

    /// Calls `visit` for each part of this expression, in the order of the source; a resource's body comes before
    /// its operations.
    pub fn for_each_part<'a>(&'a self, mut visit: impl FnMut(SubNode<'a>)) {
        match self {
            Expr::LiteralHash(entries) => {
                entries.iter().for_each(|it| visit(SubNode::KeyedEntry(it)))
            }
            Expr::Case { options, .. } => {
                options.iter().for_each(|it| visit(SubNode::CaseOption(it)))
            }
            Expr::Selector { selectors, .. } => selectors
                .iter()
                .for_each(|it| visit(SubNode::SelectorEntry(it))),
            Expr::Lambda { parameters, .. } => parameters
                .iter()
                .for_each(|it| visit(SubNode::Parameter(it))),
            Expr::Resource { bodies, .. } => {
                for body in bodies {
                    visit(SubNode::ResourceBody(body));
                    body.operations
                        .iter()
                        .for_each(|it| visit(SubNode::Operation(it)));
                }
            }
            Expr::ResourceDefaults { operations, .. }
            | Expr::ResourceOverride { operations, .. } => {
                operations
                    .iter()
                    .for_each(|it| visit(SubNode::Operation(it)));
            }
            Expr::Collect {
                query, operations, ..
            } => {
                visit(SubNode::Query(query));
                operations
                    .iter()
                    .for_each(|it| visit(SubNode::Operation(it)));
            }
            _ => {}
        }
    }

    fn children(&self, visit: &mut dyn FnMut(ExprId)) {
        match self {
            Expr::Missing
            | Expr::Nop
            | Expr::Definition(_)
            | Expr::LiteralUndef
            | Expr::LiteralDefault
            | Expr::LiteralBoolean(_)
            | Expr::LiteralInteger { .. }
            | Expr::LiteralFloat(_)
            | Expr::LiteralString(_)
            | Expr::LiteralRegularExpression(_)
            | Expr::QualifiedName(_)
            | Expr::QualifiedReference(_)
            | Expr::ReservedWord { .. }
            | Expr::RenderString(_) => {}
            Expr::Variable(it)
            | Expr::Text(it)
            | Expr::Heredoc { text: it, .. }
            | Expr::Parenthesized(it)
            | Expr::Not(it)
            | Expr::UnaryMinus(it)
            | Expr::Unfold(it)
            | Expr::Render(it) => visit(*it),
            Expr::ConcatenatedString(list)
            | Expr::LiteralList(list)
            | Expr::Block(list)
            | Expr::ApplyBlock(list) => {
                list.iter().copied().for_each(visit);
            }
            Expr::Arithmetic { left, right, .. }
            | Expr::Comparison { left, right, .. }
            | Expr::Match { left, right, .. }
            | Expr::In { left, right }
            | Expr::And { left, right }
            | Expr::Or { left, right }
            | Expr::Assignment { left, right, .. }
            | Expr::Relationship { left, right, .. }
            | Expr::NamedAccess { left, right } => {
                visit(*left);
                visit(*right);
            }
            Expr::Access { left, keys } => {
                visit(*left);
                keys.iter().copied().for_each(visit);
            }
            Expr::CallNamedFunction {
                functor,
                arguments,
                lambda,
                ..
            }
            | Expr::CallMethod {
                functor,
                arguments,
                lambda,
                ..
            } => {
                visit(*functor);
                arguments.iter().copied().chain(*lambda).for_each(visit);
            }
            Expr::Apply { arguments, body } => {
                arguments.iter().copied().chain(*body).for_each(visit)
            }
            Expr::Epp { body, .. } => body.iter().copied().for_each(visit),
            Expr::If {
                test,
                then,
                otherwise,
            }
            | Expr::Unless {
                test,
                then,
                otherwise,
            } => {
                visit(*test);
                then.iter().chain(otherwise).copied().for_each(visit);
            }
            Expr::LiteralHash(_) => self.children_of_parts(None, visit),
            Expr::Case { test: first, .. }
            | Expr::Selector { left: first, .. }
            | Expr::Resource {
                type_name: first, ..
            }
            | Expr::ResourceOverride {
                resources: first, ..
            }
            | Expr::Collect {
                type_expr: first, ..
            } => self.children_of_parts(Some(*first), visit),
            Expr::ResourceDefaults { type_ref, .. } => self.children_of_parts(*type_ref, visit),
            Expr::Lambda {
                return_type, body, ..
            } => {
                self.children_of_parts(None, visit);
                return_type.iter().chain(body).copied().for_each(visit);
            }
        }
    }

    /// An operand, then those of the parts.
    fn children_of_parts(&self, first: Option<ExprId>, visit: &mut dyn FnMut(ExprId)) {
        first.into_iter().for_each(&mut *visit);
        self.for_each_part(|part| part.for_each_child(&mut *visit));
    }
}

impl Body {
    /// The expressions that are not operands: those of the head (parameters' types and defaults, …), then the root.
    pub fn entries(&self) -> Vec<ExprId> {
        let mut entries = Vec::new();
        for parameter in self.parameters() {
            SubNode::Parameter(parameter).for_each_child(&mut |id| entries.push(id));
        }
        entries.extend(self.definition().head_exprs());
        entries.extend(self.root());
        entries
    }

    /// The expressions that stand in nothing but the body: those of the head, then each statement.
    pub fn statements(&self) -> Vec<ExprId> {
        let mut statements = self.entries();
        if let Some(root) = self.root()
            && let Expr::Block(inner) = self.expr(root)
        {
            statements.pop();
            statements.extend(inner);
        }
        statements
    }

    /// Those of them in which there may be an expression of some kinds.
    pub fn statements_with(&self, kinds: ExprKinds) -> impl Iterator<Item = ExprId> {
        self.statements().into_iter().filter(move |statement| {
            let chunk = self.chunk_of(*statement);
            let chunk = chunk.and_then(|chunk| self.chunks().get(chunk));
            chunk.is_none_or(|chunk| chunk.kinds().has(kinds))
        })
    }

    /// Whether there is any expression of some kinds.
    pub fn has(&self, kinds: ExprKinds) -> bool {
        self.chunks().iter().any(|chunk| chunk.kinds().has(kinds))
    }

    /// A walk over the expression `from` and all below it, in the order of the source.
    pub fn preorder(&self, from: ExprId) -> Preorder<'_> {
        Preorder {
            body: self,
            stack: vec![Step::Enter(from)],
        }
    }

    /// A walk over the whole body, head included, in the order of the source.
    pub fn preorder_all(&self) -> Preorder<'_> {
        self.preorder_of(&self.entries())
    }

    /// A walk over some expressions and all below them.
    pub(crate) fn preorder_of(&self, entries: &[ExprId]) -> Preorder<'_> {
        Preorder {
            body: self,
            stack: entries.iter().rev().copied().map(Step::Enter).collect(),
        }
    }
}

/// What a walk sees: each expression twice, before and after its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Before the operands.
    Enter(ExprId),
    /// After the operands.
    Leave(ExprId),
}

/// A walk that needs no recursion. As an iterator it gives every [`Step`].
#[derive(Debug, Clone)]
pub struct Preorder<'a> {
    body: &'a Body,
    stack: Vec<Step>,
}

impl<'a> Preorder<'a> {
    /// Does not go below the expression that was entered last; its [`Step::Leave`] still comes.
    pub fn skip_children(&mut self) {
        while let Some(Step::Enter(_)) = self.stack.last() {
            self.stack.pop();
        }
    }

    /// Only the expressions, each once, before its operands.
    pub fn entered(self) -> impl Iterator<Item = (ExprId, &'a Expr)> {
        let body = self.body;
        self.filter_map(move |step| match step {
            Step::Enter(id) => Some((id, body.expr(id))),
            Step::Leave(_) => None,
        })
    }
}

impl Iterator for Preorder<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.stack.pop()?;
        if let Step::Enter(id) = step {
            self.stack.push(Step::Leave(id));
            let first = self.stack.len();
            self.body
                .expr(id)
                .for_each_child(|child| self.stack.push(Step::Enter(child)));
            if let Some(children) = self.stack.get_mut(first..) {
                children.reverse();
            }
        }
        Some(step)
    }
}
