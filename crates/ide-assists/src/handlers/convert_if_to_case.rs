//! `if` that compares one thing with several into `case`, and back.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Block, CaseExpr, Expr, IfExpr};

use crate::assist_context::{AssistContext, calls, is_operand};
use crate::handlers::convert_if_to_selector::{condition, pattern};
use crate::utils::reindent::moved;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `if $a == 'b' { } elsif $a == 'c' { } else { }` to `case $a { 'b': { } 'c': { } default: { } }`
pub fn to_case(site: &AssistContext<'_>) -> Option<CodeAction> {
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
        let block = moved(block.syntax(), indent, &deeper)?;
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

/// `case $a { 'b': { } default: { } }` to `if $a == 'b' { } else { }`
pub fn to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let case: CaseExpr = site.node()?;
    let in_head = site.selection.end() <= case.l_brace_token()?.text_range().end();
    let subject = case.subject()?;
    let is_simple = is_operand(&subject) && !calls(subject.syntax());
    if !in_head || !is_simple || has_comments_between(case.syntax()) {
        return None;
    }
    let range = trimmed_range(case.syntax());
    let indent = site.indentation(range.start());
    let mut text = String::new();
    let mut ends = false;
    for option in case.options() {
        // What stands behind `default` is compared before it.
        if ends {
            return None;
        }
        let own = site.indentation(trimmed_range(option.syntax()).start());
        let block = moved(option.block()?.syntax(), own, indent)?;
        let patterns: Vec<Expr> = option.values().collect();
        ends = matches!(&*patterns, [Expr::DefaultExpr(_)]);
        if ends {
            if text.is_empty() {
                return None;
            }
            text.push_str(&format!(" else {block}"));
            continue;
        }
        let conditions: Option<Vec<String>> = patterns
            .iter()
            .map(|pattern| condition(site, &subject, site.source(subject.syntax()), pattern))
            .collect();
        let keyword = if text.is_empty() { "if" } else { " elsif" };
        text.push_str(&format!("{keyword} {} {block}", conditions?.join(" or ")));
    }
    let edit = TextEdit::replace(range, text);
    site.action("Convert to `if`", ActionKind::Rewrite, vec![edit])
}

/// Whether there are comments that stand in no block: they would be lost.
fn has_comments_between(node: &puppet_syntax::SyntaxNode) -> bool {
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
