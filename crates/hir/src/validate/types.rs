//! Definitions of types, and references to types.

use crate::model::{Expr, ExprId};

use super::{Anchor, Checker, IssueCode, Scope, names, reserved_word::FUTURE_RESERVED_WORD};

/// What stands left of `=` in a type mapping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mapped {
    /// Something that cannot be mapped.
    Other,
    /// `Runtime[ruby, 'Name']`
    Single,
    /// `Runtime[ruby, [/pattern/, 'replacement']]`
    Pattern,
}

impl<'a> Checker<'a> {
    /// `type Name = Type`
    pub(super) fn type_alias(&mut self, scope: &Scope<'a>, name: &str, type_expr: Option<ExprId>) {
        self.check_nesting(scope);
        if !names::is_type_name(name) {
            self.report(scope, Anchor::Definition, IssueCode::IllegalDefinitionName, |_| {
                format!("Name '{name}' is not allowed for a type alias: each part must start with a capital letter")
            });
        }
        self.no_reserved_type_name(scope, name);
        if let Some(type_expr) = type_expr {
            self.type_reference(scope, type_expr);
        }
    }

    /// `type Name inherits Parent { … }`: Puppet parses it, but knows nothing to do with it.
    pub(super) fn type_definition(&mut self, scope: &Scope<'a>, name: &str) {
        self.check_nesting(scope);
        self.no_reserved_type_name(scope, name);
        self.report(
            scope,
            Anchor::Definition,
            IssueCode::UnsupportedExpression,
            |_| "Types with a body are not supported: write type Name = …".to_owned(),
        );
    }

    /// `type Runtime[ruby, 'Name'] = Type`
    pub(super) fn type_mapping(
        &mut self,
        scope: &Scope<'a>,
        left: Option<ExprId>,
        right: Option<ExprId>,
    ) {
        self.check_nesting(scope);
        let mapped = left.map_or(Mapped::Other, |left| self.mapped(scope, left));
        if mapped == Mapped::Other {
            self.report(
                scope,
                Anchor::Definition,
                IssueCode::UnsupportedExpression,
                |_| {
                    "Invalid type alias: the left side must be a name, as in type Name = …"
                        .to_owned()
                },
            );
            return;
        }
        let Some(right) = right else { return };
        let is_pattern = is_pattern_with_replacement(scope, right);
        let fits = match mapped {
            Mapped::Pattern => {
                is_pattern || !is_reference(scope, right) && is_missing(scope, right)
            }
            _ => !is_pattern && (is_reference(scope, right) || is_missing(scope, right)),
        };
        if !fits {
            let wanted = if mapped == Mapped::Pattern {
                "an array of a regular expression and a string"
            } else {
                "a type"
            };
            self.report(
                scope,
                Anchor::Definition,
                IssueCode::IllegalTypeMapping,
                |_| format!("Invalid type mapping: the right side must be {wanted}"),
            );
        }
    }

    fn mapped(&self, scope: &Scope<'a>, left: ExprId) -> Mapped {
        let Expr::Access { left, keys } = scope.body.expr(left) else {
            return Mapped::Other;
        };
        if !matches!(scope.body.expr(*left), Expr::QualifiedReference(name) if name == "Runtime") {
            return Mapped::Other;
        }
        match **keys {
            [_, key] if is_pattern_with_replacement(scope, key) => Mapped::Pattern,
            _ => Mapped::Single,
        }
    }

    /// The type of a function's value, or the right side of an alias: a name of a type, possibly with parameters.
    pub(super) fn type_reference(&mut self, scope: &Scope<'a>, id: ExprId) {
        match reference_of(scope, id) {
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case(FUTURE_RESERVED_WORD) => {
                self.future_reserved_word(scope, Anchor::Expr(id), FUTURE_RESERVED_WORD);
            }
            Expr::QualifiedReference(_) | Expr::Missing => {}
            _ => self.report(
                scope,
                Anchor::Expr(id),
                IssueCode::IllegalExpression,
                |labels| format!("Expected a type, found {}", labels.expr(id)),
            ),
        }
    }
}

/// The expression, or what is in front of its `[…]`.
fn reference_of<'a>(scope: &Scope<'a>, id: ExprId) -> &'a Expr {
    match scope.body.expr(id) {
        Expr::Access { left, .. } => scope.body.expr(*left),
        other => other,
    }
}

fn is_reference(scope: &Scope<'_>, id: ExprId) -> bool {
    matches!(reference_of(scope, id), Expr::QualifiedReference(_))
}

fn is_missing(scope: &Scope<'_>, id: ExprId) -> bool {
    matches!(scope.body.expr(id), Expr::Missing)
}

fn is_pattern_with_replacement(scope: &Scope<'_>, id: ExprId) -> bool {
    let Expr::LiteralList(values) = scope.body.expr(id) else {
        return false;
    };
    let [pattern, replacement] = **values else {
        return false;
    };
    matches!(scope.body.expr(pattern), Expr::LiteralRegularExpression(_))
        && matches!(scope.body.expr(replacement), Expr::LiteralString(_))
}
