//! Assist `convert_to_function_call`.

use crate::assist_context::AssistContext;
use crate::utils::receivers::has_no_members;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Expr, MethodCallExpr, PrefixExpr};
use puppet_text::TextRange;

/// Converts a method call to a function call: `$x.f` to `f($x)`.
///
/// ```puppet
/// 'a,b'.spl$0it(',')
/// ```
///
/// becomes
///
/// ```puppet
/// split('a,b', ',')
/// ```
pub fn convert_to_function_call(site: &AssistContext<'_>) -> Option<CodeAction> {
    let call: MethodCallExpr = site.node()?;
    let method = call.method_name()?;
    let receiver = call.receiver()?;
    let at_name = method.syntax().text_range().contains_range(site.selection);
    let name = site.source(method.syntax());
    let first = receiver.syntax().first_token()?;
    // `new` is told of the type in another way, and what stands first in `${…}` has no `$`.
    let is_implicit = first.kind() == SyntaxKind::IMPLICIT_VARIABLE;
    if !at_name || name == "new" || is_implicit || !has_no_members(site, &receiver) {
        return None;
    }
    let inside = match call.arg_list() {
        Some(list) => {
            let open = list.l_paren_token()?.text_range().end();
            let close = list.r_paren_token()?.text_range().start();
            site.slice(TextRange::new(open, close))
        }
        None => "",
    };
    let receiver_range = trimmed_range(receiver.syntax());
    let between = TextRange::new(receiver_range.end(), trimmed_range(method.syntax()).start());
    if site.slice(between).trim() != "." {
        return None;
    }
    let end = match call.arg_list() {
        Some(list) => list.r_paren_token()?.text_range().end(),
        None => trimmed_range(method.syntax()).end(),
    };
    let source = match &receiver {
        Expr::ParenExpr(paren) => {
            let inner = paren.expr()?;
            let is_list = |prefix: &PrefixExpr| {
                prefix
                    .op_token()
                    .is_some_and(|it| it.kind() == SyntaxKind::STAR)
            };
            if matches!(&inner, Expr::PrefixExpr(prefix) if is_list(prefix)) {
                return None;
            }
            site.source(inner.syntax())
        }
        receiver => site.source(receiver.syntax()),
    };
    let comma = if inside.trim().is_empty() { "" } else { ", " };
    let text = format!("{name}({source}{comma}{inside})");
    let edit = TextEdit::replace(TextRange::new(receiver_range.start(), end), text);
    site.action("Convert to function call", ActionKind::Rewrite, vec![edit])
}
