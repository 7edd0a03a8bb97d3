//! Calls, lambdas, and `apply`.

use puppet_syntax::ast::{
    ApplyExpr, ArgList, AstNode, CallExpr, Lambda, MethodCallExpr, StatementCall,
};
use text_size::TextRange;

use super::{Lowerer, span, token_range};
use crate::model::{Expr, ExprId};

impl Lowerer {
    pub(super) fn call(&mut self, call: &CallExpr, functor: ExprId) -> ExprId {
        let node = call.syntax();
        let arguments = self.argument_list(call.arg_list());
        let lambda = call.lambda().map(|it| self.lambda(&it));
        let expr = Expr::CallNamedFunction {
            rval_required: true,
            functor,
            arguments,
            lambda,
        };
        self.add(expr, self.reported_from(functor, node), node.text_range())
    }

    pub(super) fn argument_list(&mut self, list: Option<ArgList>) -> Box<[ExprId]> {
        list.map(|it| self.arguments(it.args())).unwrap_or_default()
    }

    /// `x.f(y)`: the place of the call are its parentheses, or the dot and the name without them.
    pub(super) fn method_call(&mut self, call: &MethodCallExpr, receiver: ExprId) -> ExprId {
        let node = call.syntax();
        let dot = token_range(call.dot_token(), node);
        let name_node = call.method_name();
        let name_range = name_node
            .as_ref()
            .map_or(TextRange::empty(dot.end()), |it| it.syntax().text_range());
        let name = name_node.map_or_else(String::new, |it| it.syntax().text().to_string());
        let right = self.synthetic_name(&name, dot.start(), name_range);
        let named_access = span(dot.start(), name_range.end());
        let full = span(node.text_range().start(), name_range.end());
        let functor = self.add(
            Expr::NamedAccess {
                left: receiver,
                right,
            },
            named_access,
            full,
        );
        let list = call.arg_list();
        let reported = list.as_ref().map_or(named_access, reported_arguments);
        let arguments = self.argument_list(list);
        let lambda = call.lambda().map(|it| self.lambda(&it));
        let expr = Expr::CallMethod {
            rval_required: true,
            functor,
            arguments,
            lambda,
        };
        self.add(expr, reported, node.text_range())
    }

    pub(super) fn lambda(&mut self, lambda: &Lambda) -> ExprId {
        let range = lambda.syntax().text_range();
        let parameters = self.parameters(lambda.param_list());
        let return_type = lambda.return_type().and_then(|it| self.return_type(&it));
        let body = self.body(lambda.block(), range.start());
        let expr = Expr::Lambda {
            parameters,
            return_type,
            body,
        };
        self.add(expr, range, range)
    }

    /// `include a, b`
    pub(super) fn statement_call(&mut self, call: &StatementCall) -> ExprId {
        let node = call.syntax();
        let functor = match call.function() {
            Some(name) => self.name(&name),
            None => self.missing(node.text_range().start()),
        };
        let arguments: Box<[ExprId]> = call
            .arguments()
            .collect::<Vec<_>>()
            .iter()
            .map(|it| self.expr(it))
            .collect();
        let end = arguments
            .last()
            .map_or(node.text_range().end(), |it| self.reported(*it).end());
        let reported = span(self.reported(functor).start(), end);
        let expr = Expr::CallNamedFunction {
            rval_required: false,
            functor,
            arguments,
            lambda: None,
        };
        self.add(expr, reported, node.text_range())
    }

    pub(super) fn apply(&mut self, apply: &ApplyExpr) -> ExprId {
        let range = apply.syntax().text_range();
        let arguments = self.argument_list(apply.arg_list());
        let body = apply.block().map(|block| {
            let statements = self.statements(block.statements());
            self.add(
                Expr::ApplyBlock(statements.into()),
                TextRange::empty(range.start()),
                block.syntax().text_range(),
            )
        });
        self.add(Expr::Apply { arguments, body }, range, range)
    }
}

/// Where Puppet reports a call of a method: at its parentheses, of which it counts the first only if they are empty.
fn reported_arguments(list: &ArgList) -> TextRange {
    match list.args().next() {
        Some(_) => list.syntax().text_range(),
        None => token_range(list.l_paren_token(), list.syntax()),
    }
}
