//! S002 statement-without-effect: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, Expr, ExprId};
use puppet_hir::validate::IssueCode;
use puppet_text::TextRange;

declare_rule! {
    /// A statement has no effect: its value is not used.
    pub STATEMENT_WITHOUT_EFFECT = {
        code: "S002", name: "statement-without-effect",
        level: Error, fix: Unsafe, puppet_lint: ["slash_comments"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`:
/// `statement_without_effect.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IdemExpressionNotLast,
    IssueCode::IdemNotAllowedLast,
];

/// What to do where a reference is written with a space in it, which makes a name and a list of it.
pub const SPACE_IN_REFERENCE: &str = "Remove the space before `[`";

/// Whether a statement is the name of a type before a list, or the list after it, with only spaces between them.
#[must_use]
pub fn is_part_of_reference(text: &str, statement: TextRange) -> bool {
    let is_space = |c| matches!(c, ' ' | '\t');
    let before = text.get(..statement.start().into()).unwrap_or_default();
    let rest = text.get(statement.start().into()..).unwrap_or_default();
    let written = rest.get(..statement.len().into()).unwrap_or_default();
    let after = rest.strip_prefix(written).unwrap_or_default();
    let (name, spaces) = match written.starts_with('[') {
        true => (
            before.trim_end_matches(is_space),
            before.ends_with(is_space),
        ),
        false => {
            let list = after.trim_start_matches(is_space);
            (
                written,
                after.starts_with(is_space) && list.starts_with('['),
            )
        }
    };
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let last = name.rsplit(|c| !is_word(c)).next().unwrap_or_default();
    spaces && last.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether an operand is a list that starts the statement after the name of a type: `Package ['nginx'] -> …`.
#[must_use]
pub fn is_after_type(whole: &Body, operand: ExprId) -> bool {
    let first = |mut statement: ExprId| {
        while let Expr::Relationship { left, .. } = whole.expr(statement) {
            statement = *left;
        }
        statement
    };
    // The right side of the relationship before is a name as well.
    let last = |mut statement: ExprId| {
        while let Expr::Relationship { right, .. } = whole.expr(statement) {
            statement = *right;
        }
        whole.expr(statement)
    };
    matches!(whole.expr(operand), Expr::LiteralList(_))
        && whole.exprs().any(|(_, expr)| match expr {
            Expr::Block(statements) => statements.windows(2).any(|pair| match pair {
                [name, list] => {
                    first(*list) == operand && matches!(last(*name), Expr::QualifiedReference(_))
                }
                _ => false,
            }),
            _ => false,
        })
}
