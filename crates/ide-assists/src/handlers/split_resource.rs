//! Assist `split_resource`.

use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, Expr, ResourceBody, ResourceExpr, VirtualExpr};

use crate::assist_context::{AssistContext, calls, gives_value, is_tied_down, statement};
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Splits a resource expression with several titles or bodies into one for each resource.
///
/// ```puppet
/// file {
///   '/$0a':
///     mode => '0644';
///   '/b':
///     mode => '0600',
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// file { '/a':
///   mode => '0644',
/// }
/// file { '/b':
///   mode => '0600',
/// }
/// ```
pub fn split_resource(site: &AssistContext<'_>) -> Option<CodeAction> {
    let resource: ResourceExpr = site.node()?;
    let whole = match resource.syntax().parent().and_then(VirtualExpr::cast) {
        Some(around) => around.syntax().clone(),
        None => resource.syntax().clone(),
    };
    let is_statement = statement(&whole).as_ref() == Some(&whole);
    // As a value, it is all of them.
    if !is_statement || is_tied_down(&whole) || gives_value(&whole) {
        return None;
    }
    let bodies: Vec<ResourceBody> = resource.bodies().collect();
    let mut titles: Vec<(SyntaxNode, &ResourceBody)> = Vec::new();
    for body in &bodies {
        match body.title()? {
            // What it says is said of all others.
            Expr::DefaultExpr(_) => return None,
            Expr::ListExpr(list) => {
                let elements: Vec<Expr> = list.elements().collect();
                let is_list = |it: &Expr| matches!(it, Expr::PrefixExpr(_) | Expr::ListExpr(_));
                // Two calls may give two values.
                if elements.iter().any(is_list) || calls(body.syntax()) {
                    return None;
                }
                titles.extend(elements.iter().map(|it| (it.syntax().clone(), body)));
            }
            title => titles.push((title.syntax().clone(), body)),
        }
    }
    if titles.len() < 2 {
        return None;
    }
    let range = trimmed_range(&whole);
    let indent = site.indentation(range.start());
    let type_name = resource.type_name()?;
    let head = site.slice(puppet_text::TextRange::new(
        range.start(),
        trimmed_range(type_name.syntax()).end(),
    ));
    let texts: Option<Vec<String>> = titles
        .iter()
        .map(|(title, body)| {
            let title = reindent(title, "", "")?;
            Some(format!(
                "{head} {{ {title}:{}}}",
                operations(site, body, indent)?
            ))
        })
        .collect();
    let text = texts?.join(&format!("\n{indent}"));
    let edit = TextEdit::replace(range, text);
    site.action(
        "Split into single resources",
        ActionKind::Rewrite,
        vec![edit],
    )
}

/// The attributes of a body, each on a line.
fn operations(site: &AssistContext<'_>, body: &ResourceBody, indent: &str) -> Option<String> {
    let mut text = String::new();
    let to = format!("{indent}{}", site.step());
    for operation in body.operations() {
        let from = site.indentation(trimmed_range(operation.syntax()).start());
        text.push_str(&format!(
            "\n{to}{},",
            reindent(operation.syntax(), from, &to)?
        ));
    }
    text.push_str(&match text.is_empty() {
        true => " ".to_owned(),
        false => format!("\n{indent}"),
    });
    Some(text)
}
