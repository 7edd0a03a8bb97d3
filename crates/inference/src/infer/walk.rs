//! The walk over a body: in the order of evaluation, without recursion.

use puppet_hir::model::{Expr, ExprId, Parameter, Step};

use crate::infer::builder::{InferenceBuilder, lambda_of};
use crate::infer::call::lambda_frame::LambdaFrame;
use crate::infer::expression;
use crate::infer::flow::branch_point::{BranchPoint, is_branch_point};
use puppet_types::inferred::Inferred;

impl InferenceBuilder<'_> {
    /// Walks an expression with all below it.
    pub(super) fn run(&mut self, root: ExprId) {
        self.run_with(root, &mut |_, _| ());
    }

    /// The same, and calls a function where an expression was entered.
    pub(super) fn run_with(&mut self, root: ExprId, entered: &mut dyn FnMut(&Self, ExprId)) {
        let mut steps = self.body.preorder(root);
        while let Some(step) = steps.next() {
            match step {
                Step::Enter(id) => {
                    self.enter(id);
                    entered(self, id);
                    if self.is_skipped(id) {
                        steps.skip_children();
                    }
                }
                Step::Leave(id) => self.leave(id),
            }
        }
    }

    /// Whether nothing asks what is known of an expression: this is a walk for one use, which never evaluates it.
    fn is_skipped(&self, id: ExprId) -> bool {
        self.certain.is_some() && self.unreachable.get(self.index(id)) == Some(&true)
    }

    fn enter(&mut self, id: ExprId) {
        if self.branch_points.is_empty() && self.scopes.has_changed() {
            self.apply_implications();
        }
        self.enter_branch(id);
        let index = self.index(id);
        if self.dead > 0 {
            if self.unreachable.is_empty() {
                self.unreachable = vec![false; self.exprs.len()];
            }
            if self.certain.is_some() {
                return self.note_unreachable(id);
            }
            if let Some(flag) = self.unreachable.get_mut(index) {
                *flag = true;
            }
        } else if self.uncertain == 0
            && self.ends == 0
            && let Some(certain) = &mut self.certain
            && let Some(flag) = certain.get_mut(index)
        {
            *flag = true;
        }
        let body = self.body;
        match body.expr(id) {
            Expr::Assignment { left, .. } => self.add_targets(*left),
            expr if is_branch_point(expr) => self.branch_points.push(BranchPoint::new(id, None)),
            expr if lambda_of(expr).is_some() => self.calls.push(id),
            expr => {
                if let Some(parameters) = expr.parameters_of_scope() {
                    self.enter_scope(id, parameters);
                }
            }
        }
    }

    /// Notes that an expression is never evaluated, nor is anything in it.
    fn note_unreachable(&mut self, id: ExprId) {
        for (inner, _) in self.body.preorder(id).entered() {
            let index = self.index(inner);
            if let Some(flag) = self.unreachable.get_mut(index) {
                *flag = true;
            }
        }
    }

    fn enter_scope(&mut self, id: ExprId, parameters: &[Parameter]) {
        let mark = self.scopes.mark();
        self.lambdas += 1;
        self.frames.push(LambdaFrame::default());
        for parameter in parameters {
            self.bind_parameter(parameter, Inferred::UNKNOWN);
        }
        self.branch_points.push(BranchPoint::new(id, Some(mark)));
    }

    fn leave(&mut self, id: ExprId) {
        if self.is_skipped(id) {
            return self.leave_branch(id);
        }
        let known = match self
            .branch_points
            .pop_if(|branch_point| branch_point.expr == id)
        {
            Some(branch_point) => self.exit_branch_point(branch_point),
            None => expression::infer(self, id),
        };
        self.calls.pop_if(|call| *call == id);
        let index = self.index(id);
        if let Some(place) = self.exprs.get_mut(index) {
            *place = known;
        }
        self.leave_branch(id);
    }
}
