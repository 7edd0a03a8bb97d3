//! Assist `convert_if_to_case`.

use crate::utils::selectors::pattern;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Block, Expr, IfExpr};

use crate::assist_context::{AssistContext, calls};
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Converts an `if` that compares one variable to a `case`.
///
/// ```puppet
/// i$0f $a == 'b' or $a == 'c' {
///   f(1)
/// } elsif $a =~ Integer {
///   f(2)
/// } else {
///   f(3)
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// case $a {
///   'b', 'c': {
///     f(1)
///   }
///   Integer: {
///     f(2)
///   }
///   default: {
///     f(3)
///   }
/// }
/// ```
pub fn convert_if_to_case(site: &AssistContext<'_>) -> Option<CodeAction> {
    let start: IfExpr = site.node()?;
    let is_if = start.keyword_token()?.kind() == SyntaxKind::IF_KW;
    let in_head = site.selection.end() <= start.then()?.syntax().text_range().start();
    // A single condition is not clearer as a `case`.
    start.else_clause()?.if_expr()?;
    if !is_if || !in_head || has_comments_between(start.syntax()) {
        return None;
    }
    let range = trimmed_range(start.syntax());
    let indent = site.indentation(range.start());
    let deeper = format!("{indent}{}", site.step());
    let mut subject = None;
    let mut text = String::new();
    let mut option = |patterns: &str, block: &Block| {
        let block = reindent(block.syntax(), indent, &deeper)?;
        text.push_str(&format!("{deeper}{patterns}: {block}\n"));
        Some(())
    };
    let mut conditional = start.clone();
    loop {
        let patterns = compared(site, &conditional.condition()?, &mut subject)?;
        option(&patterns.join(", "), &conditional.then()?)?;
        let Some(clause) = conditional.else_clause() else {
            break;
        };
        match clause.if_expr() {
            Some(next) => conditional = next,
            None => {
                option("default", &clause.block()?)?;
                break;
            }
        }
    }
    let text = format!("case {} {{\n{text}{indent}}}", subject?);
    let edit = TextEdit::replace(range, text);
    site.action("Convert to `case`", ActionKind::Rewrite, vec![edit])
}

/// What a condition compares its subject with: `$a == 1 or $a == 2`. The subject is the same each time.
fn compared(
    site: &AssistContext<'_>,
    condition: &Expr,
    subject: &mut Option<String>,
) -> Option<Vec<String>> {
    let comparison = match condition {
        Expr::ParenExpr(paren) => return compared(site, &paren.expr()?, subject),
        Expr::BinExpr(comparison) => comparison,
        _ => return None,
    };
    if comparison.op_token()?.kind() == SyntaxKind::OR_KW {
        let mut patterns = compared(site, &comparison.lhs()?, subject)?;
        patterns.extend(compared(site, &comparison.rhs()?, subject)?);
        return Some(patterns);
    }
    if calls(comparison.syntax()) {
        return None;
    }
    let (compared, pattern) = pattern(site, comparison)?;
    (*subject.get_or_insert_with(|| compared.clone()) == compared).then(|| vec![pattern])
}

/// Whether there are comments that stand in no block: they would be lost.
pub(super) fn has_comments_between(node: &puppet_syntax::SyntaxNode) -> bool {
    let tokens = node.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let mut comments =
        tokens.filter(|it| matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT));
    comments.any(|comment| {
        let mut around = comment.parent_ancestors();
        around
            .find(|it| it == node || Block::can_cast(it.kind()))
            .is_none_or(|it| it == *node)
    })
}
