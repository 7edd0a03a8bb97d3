//! Targets of assignments: variables of the scope, and arrays of them.

use crate::model::{AssignmentOperator, Expr, ExprId, Step};

use super::{Anchor, Checker, IssueCode, Scope, names};

impl<'a> Checker<'a> {
    /// An assignment.
    pub(super) fn assignment(
        &mut self,
        scope: &Scope<'a>,
        id: ExprId,
        operator: AssignmentOperator,
        left: ExprId,
        right: ExprId,
    ) {
        if operator != AssignmentOperator::Assign {
            self.report(
                scope,
                Anchor::Expr(id),
                IssueCode::AppendsDeletesNoLongerSupported,
                |_| {
                    format!(
                        "Operator '{}' was removed in Puppet 4: assign to a new variable",
                        operator.text()
                    )
                },
            );
            return;
        }
        self.targets(scope, left);
        self.value(scope, right);
    }

    /// The left side: with arrays, all that is in them.
    fn targets(&mut self, scope: &Scope<'a>, left: ExprId) {
        let mut open = vec![left];
        while let Some(target) = open.pop() {
            match scope.body.expr(target) {
                Expr::LiteralList(values) => open.extend(values.iter().rev()),
                Expr::Variable(name) => self.assigned_variable(scope, target, *name),
                Expr::Access { .. } => {
                    self.report(
                        scope,
                        Anchor::Expr(target),
                        IssueCode::IllegalIndexedAssignment,
                        |_| {
                            "Cannot assign to an element: arrays and hashes are immutable"
                                .to_owned()
                        },
                    );
                }
                Expr::Missing => {}
                _ => self.report(
                    scope,
                    Anchor::Expr(target),
                    IssueCode::IllegalAssignment,
                    |labels| {
                        format!(
                            "Cannot assign to {}: only variables can be assigned",
                            labels.expr(target)
                        )
                    },
                ),
            }
        }
    }

    fn assigned_variable(&mut self, scope: &Scope<'a>, id: ExprId, name: ExprId) {
        let (Expr::QualifiedName(name) | Expr::QualifiedReference(name)) = scope.body.expr(name)
        else {
            return;
        };
        if names::is_decimal(name) {
            self.report(scope, Anchor::Expr(id), IssueCode::IllegalNumericAssignment, |_| {
                format!("Cannot assign to ${name}: numeric variables are set by regular expression matches")
            });
        }
        if name.contains("::") {
            self.report(
                scope,
                Anchor::Expr(id),
                IssueCode::CrossScopeAssignment,
                |_| format!("Cannot assign to ${name}: it is a variable of another scope"),
            );
        }
    }

    /// Default values cannot contain assignments, except within a lambda.
    pub(super) fn no_assignment(&mut self, scope: &Scope<'a>, value: ExprId) {
        let mut walk = scope.body.preorder(value);
        while let Some(step) = walk.next() {
            let Step::Enter(id) = step else { continue };
            match scope.body.expr(id) {
                Expr::Lambda { .. } => walk.skip_children(),
                Expr::Assignment { .. } => {
                    walk.skip_children();
                    self.report(
                        scope,
                        Anchor::Expr(id),
                        IssueCode::IllegalAssignmentContext,
                        |_| {
                            "Cannot assign a variable in the default value of a parameter"
                                .to_owned()
                        },
                    );
                }
                _ => {}
            }
        }
    }
}
