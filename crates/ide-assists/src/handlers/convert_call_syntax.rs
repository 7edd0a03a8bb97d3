//! `f($x, 1)` into `$x.f(1)`, and back.

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::{NameResolver, type_at};
use puppet_syntax::ast::{AstNode, CallExpr, Expr, MethodCallExpr, PrefixExpr};
use puppet_syntax::{SyntaxKind, is_statement_function};
use puppet_text::TextRange;
use puppet_types::Type;

use crate::assist_context::{AssistContext, is_operand};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::dataflow::type_path::below;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `split($x, ',')` to `$x.split(',')`
pub fn to_method(site: &AssistContext<'_>) -> Option<CodeAction> {
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

/// `$x.split(',')` to `split($x, ',')`
pub fn to_function(site: &AssistContext<'_>) -> Option<CodeAction> {
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

/// Whether a value is certainly none whose own members Puppet would find behind the dot before functions.
fn has_no_members(site: &AssistContext<'_>, receiver: &Expr) -> bool {
    let db = site.context.db;
    let ty = type_at(db, site.file, trimmed_range(receiver.syntax()));
    let Some((ty, owner)) = ty.zip(owner(db, site.file)) else {
        return false;
    };
    let names = NameResolver::new(db, owner.environment, site.file);
    let types = below(&names, &ty, &[]);
    !types.is_empty() && types.iter().all(is_plain)
}

fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Undef
            | Type::Default
            | Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Type(_)
    )
}
