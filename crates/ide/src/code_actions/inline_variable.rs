//! The value of a variable in all its places.

use puppet_syntax::ast::{AssignExpr, AstNode, Expr, Interpolation};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;

use super::site::{Site, is_operand, is_tied_down, statement};
use super::{ActionKind, CodeAction};
use crate::name_at::{Name, name_of};
use crate::references::{identities, mentions, occurrences, puppet_files};
use crate::resolve::{self, Found};
use crate::scope::BindingKind;
use crate::source_change::TextEdit;
use crate::syntax::trimmed_range;

pub(super) fn inline_variable(site: &Site<'_>) -> Option<CodeAction> {
    let at = name_of(site.token.as_ref()?)?;
    let Name::Variable(name) = &at.name else {
        return None;
    };
    let found = resolve::find(site.context, site.file, &at);
    let [Found::Binding(file, binding)] = &found[..] else {
        return None;
    };
    let BindingKind::Assignment(assignment) = &binding.kind else {
        return None;
    };
    if *file != site.file || name.contains("::") {
        return None;
    }
    let value = plain_value(assignment)?;
    let wanted = identities(&found);
    let elsewhere = puppet_files(site.context).into_iter().any(|file| {
        file != site.file
            && mentions(file.text(site.context.db), name)
            && !occurrences(site.context, file, name, &wanted).is_empty()
    });
    if elsewhere {
        return None;
    }
    let text = site.source(value.syntax());
    let mut edits = Vec::new();
    for usage in occurrences(site.context, site.file, name, &wanted) {
        if usage.token == binding.token {
            continue;
        }
        edits.push(replaced(&usage.token.parent()?, &value, text)?);
    }
    // Several calls might give several values.
    let calls = value.syntax().descendants().any(|it| {
        matches!(
            it.kind(),
            SyntaxKind::CALL_EXPR | SyntaxKind::METHOD_CALL_EXPR
        )
    });
    if edits.is_empty() || (calls && edits.len() > 1) {
        return None;
    }
    let range = trimmed_range(assignment.syntax());
    edits.push(TextEdit::replace(site.with_line(range), ""));
    site.action(format!("Inline `${name}`"), ActionKind::Inline, edits)
}

/// The right side of `$x = value`, as a statement of its own.
fn plain_value(assignment: &AssignExpr) -> Option<Expr> {
    let node = assignment.syntax();
    let is_plain = assignment.op_token()?.kind() == SyntaxKind::EQ
        && matches!(assignment.lhs()?, Expr::VariableExpr(_))
        && statement(node).as_ref() == Some(node)
        && !is_tied_down(node);
    // A branch may not be taken.
    let in_definition = node
        .ancestors()
        .skip(1)
        .find(|it| it.kind() == SyntaxKind::BLOCK);
    let is_always = in_definition.is_none_or(|block| {
        block.parent().is_some_and(|parent| {
            puppet_syntax::ast::Definition::can_cast(parent.kind())
                || parent.kind() == SyntaxKind::LAMBDA
        })
    });
    (is_plain && is_always).then(|| assignment.rhs())?
}

fn replaced(variable: &SyntaxNode, value: &Expr, text: &str) -> Option<TextEdit> {
    let range = trimmed_range(variable);
    let parent = variable.parent()?;
    let in_string = matches!(
        parent.kind(),
        SyntaxKind::INTERPOLATED_STRING | SyntaxKind::HEREDOC_BODY
    );
    if in_string {
        return Some(TextEdit::replace(range, format!("${{{text}}}")));
    }
    let is_alone = Interpolation::can_cast(parent.kind())
        || matches!(
            parent.kind(),
            SyntaxKind::ARG_LIST
                | SyntaxKind::ATTRIBUTE
                | SyntaxKind::HASH_ENTRY
                | SyntaxKind::LIST_EXPR
                | SyntaxKind::PAREN_EXPR
        )
        || is_right_side(&parent, range);
    Some(match is_alone || is_operand(value) {
        true => TextEdit::replace(range, text),
        false => TextEdit::replace(range, format!("({text})")),
    })
}

fn is_right_side(parent: &SyntaxNode, range: TextRange) -> bool {
    AssignExpr::cast(parent.clone())
        .and_then(|it| it.rhs())
        .is_some_and(|rhs| trimmed_range(rhs.syntax()) == range)
}
