//! Targets of assignments: variables of the scope, and arrays of them.

use crate::model::{AssignmentOperator, Expr, ExprId, Step};

use super::{BodyScope, Checker, IssueAnchor, IssueCode, names};
use crate::label::a_an;

impl<'a> Checker<'a> {
    /// An assignment.
    pub(super) fn assignment(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        operator: AssignmentOperator,
        left: ExprId,
        right: ExprId,
    ) {
        if operator != AssignmentOperator::Assign {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::AppendsDeletesNoLongerSupported,
                |_| {
                    format!(
                        "The operator '{}' is no longer supported. See http://links.puppet.com/remove-plus-equals",
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
    fn targets(&mut self, scope: &BodyScope<'a>, left: ExprId) {
        let mut open = vec![left];
        while let Some(target) = open.pop() {
            match scope.body.expr(target) {
                Expr::LiteralList(values) => open.extend(values.iter().rev()),
                Expr::Variable(name) => self.assigned_variable(scope, target, *name),
                Expr::Access { .. } => {
                    self.report(
                        scope,
                        IssueAnchor::Expr(target),
                        IssueCode::IllegalIndexedAssignment,
                        |_| {
                            "Illegal attempt to assign via [index/key]. Not an assignable reference"
                                .to_owned()
                        },
                    );
                }
                Expr::Missing => {}
                _ => self.report(
                    scope,
                    IssueAnchor::Expr(target),
                    IssueCode::IllegalAssignment,
                    |labels| {
                        format!(
                            "Illegal attempt to assign to '{}'. Not an assignable reference",
                            a_an(&labels.expr(target))
                        )
                    },
                ),
            }
        }
    }

    fn assigned_variable(&mut self, scope: &BodyScope<'a>, id: ExprId, name: ExprId) {
        let (Expr::QualifiedName(name) | Expr::QualifiedReference(name)) = scope.body.expr(name)
        else {
            return;
        };
        if names::is_decimal(name) {
            self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalNumericAssignment, |_| {
                format!("Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable")
            });
        }
        if name.contains("::") {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::CrossScopeAssignment,
                |_| format!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"),
            );
        }
    }

    /// Default values cannot contain assignments, except within a lambda.
    pub(super) fn no_assignment(&mut self, scope: &BodyScope<'a>, value: ExprId) {
        let mut walk = scope.body.preorder(value);
        while let Some(step) = walk.next() {
            let Step::Enter(id) = step else { continue };
            match scope.body.expr(id) {
                Expr::Lambda { .. } => walk.skip_children(),
                Expr::Assignment { .. } => {
                    walk.skip_children();
                    self.report(
                        scope,
                        IssueAnchor::Expr(id),
                        IssueCode::IllegalAssignmentContext,
                        |_| "Assignment not allowed here".to_owned(),
                    );
                }
                _ => {}
            }
        }
    }
}
