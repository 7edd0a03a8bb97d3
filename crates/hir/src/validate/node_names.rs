//! Nodes and the names of hosts.

use crate::model::{Expr, ExprId};

use crate::label::definition_label;
use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode, names};

impl<'a> Checker<'a> {
    /// A node definition.
    pub(super) fn node(
        &mut self,
        scope: &BodyScope<'a>,
        parent: Option<ExprId>,
        host_matches: &[ExprId],
    ) {
        for host in host_matches {
            self.host_name(scope, *host);
        }
        self.check_nesting(scope);
        self.no_idempotent_end(scope);
        if let Some(parent) = parent {
            self.report(
                scope,
                IssueAnchor::Expr(parent),
                IssueCode::IllegalNodeInheritance,
                |_| {
                    "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation"
                        .to_owned()
                },
            );
        }
    }

    fn host_name(&mut self, scope: &BodyScope<'a>, id: ExprId) {
        match scope.body.expr(id) {
            Expr::LiteralString(name)
            | Expr::QualifiedName(name)
            | Expr::QualifiedReference(name) => {
                if !names::is_host_name(name) {
                    self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalHostnameChars, |_| {
                        format!("The hostname '{name}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)")
                    });
                }
            }
            Expr::ConcatenatedString(segments) => {
                self.host_name_with_interpolation(scope, id, segments)
            }
            Expr::LiteralInteger { .. }
            | Expr::LiteralFloat(_)
            | Expr::LiteralBoolean(_)
            | Expr::LiteralDefault
            | Expr::LiteralRegularExpression(_)
            | Expr::ReservedWord { .. }
            | Expr::Missing => {}
            _ => {
                let container = definition_label(scope.body.definition());
                self.illegal_expression_in(scope, id, "hostname", container);
            }
        }
    }

    fn host_name_with_interpolation(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        segments: &[ExprId],
    ) {
        let interpolated = segments
            .iter()
            .find_map(|segment| match scope.body.expr(*segment) {
                Expr::Text(inner) => Some(*inner),
                _ => None,
            });
        if interpolated.is_some() || segments.len() != 1 {
            let anchor = IssueAnchor::Expr(interpolated.unwrap_or(id));
            self.report(
                scope,
                anchor,
                IssueCode::IllegalHostnameInterpolation,
                |_| "An interpolated expression is not allowed in a hostname of a node".to_owned(),
            );
        }
    }
}
