//! Assist `convert_to_method_call`.

use crate::assist_context::{AssistContext, is_operand};
use crate::utils::receivers::has_no_members;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, CallExpr, Expr};
use puppet_syntax::{SyntaxKind, is_statement_function};
use puppet_text::TextRange;

/// Converts a function call to a method call: `f($x)` to `$x.f`.
///
/// ```puppet
/// spl$0it('a,b', ',')
/// ```
///
/// becomes
///
/// ```puppet
/// 'a,b'.split(',')
/// ```
pub fn convert_to_method_call(site: &AssistContext<'_>) -> Option<CodeAction> {
    let call: CallExpr = site.node()?;
    let Expr::NameExpr(functor) = call.functor()? else {
        return None;
    };
    let list = call.arg_list()?;
    let in_head = site.selection.end() <= list.l_paren_token()?.text_range().end();
    let name = functor.text();
    if !in_head || is_statement_function(&name) || name.starts_with("::") {
        return None;
    }
    let mut arguments = list.args();
    let receiver = arguments.next()?;
    let takes_dot = match &receiver {
        // `1.f` is no call, and `{` would start a block.
        Expr::NumberExpr(_) | Expr::HashExpr(_) | Expr::NameExpr(_) | Expr::DefaultExpr(_) => false,
        Expr::PrefixExpr(prefix) => prefix.op_token()?.kind() != SyntaxKind::STAR,
        _ => true,
    };
    if !takes_dot || !has_no_members(site, &receiver) {
        return None;
    }
    let source = site.source(receiver.syntax());
    let source = match is_operand(&receiver) {
        true => source.to_owned(),
        false => format!("({source})"),
    };
    let rest = match arguments.next() {
        Some(second) => {
            let start = trimmed_range(second.syntax()).start();
            let close = list.r_paren_token()?.text_range().end();
            format!("({}", site.slice(TextRange::new(start, close)))
        }
        None => String::new(),
    };
    let range = TextRange::new(
        trimmed_range(call.syntax()).start(),
        list.r_paren_token()?.text_range().end(),
    );
    let before_second = TextRange::new(trimmed_range(receiver.syntax()).end(), range.end());
    let lost = site
        .slice(before_second)
        .strip_suffix(rest.trim_start_matches('('))?;
    if lost.contains('#') || lost.contains("/*") {
        return None;
    }
    let edit = TextEdit::replace(range, format!("{source}.{name}{rest}"));
    site.action("Convert to method call", ActionKind::Rewrite, vec![edit])
}
