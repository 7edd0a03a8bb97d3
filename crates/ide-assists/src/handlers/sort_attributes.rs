//! Assist `sort_attributes`.

use puppet_syntax::ast::{AstNode, Attribute, AttributeOperation, ResourceBody};

use crate::assist_context::{AssistContext, is_tied_down};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Sorts the attributes of a resource by name, with `ensure` first.
///
/// ```puppet
/// file { '/a':
///   mode$0   => '0644',
///   ensure => file,
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// file { '/a':
///   ensure => file,
///   mode   => '0644',
/// }
/// ```
pub fn sort_attributes(site: &AssistContext<'_>) -> Option<CodeAction> {
    let body: ResourceBody = site.node()?;
    let operations: Vec<AttributeOperation> = body.operations().collect();
    if is_tied_down(body.syntax()) || operations.len() < 2 {
        return None;
    }
    let mut sorted: Vec<(u8, String, &AttributeOperation)> = operations
        .iter()
        .map(|operation| {
            let (rank, name) = key(operation);
            (rank, name, operation)
        })
        .collect();
    sorted.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let edits = operations
        .iter()
        .zip(&sorted)
        .map(|(there, (_, _, here))| {
            let text = site.source(here.syntax());
            TextEdit::replace(trimmed_range(there.syntax()), text)
        })
        .collect();
    site.action("Sort the attributes", ActionKind::Rewrite, edits)
}

fn key(operation: &AttributeOperation) -> (u8, String) {
    let name = Attribute::cast(operation.syntax().clone())
        .and_then(|it| it.attribute_name()?.token())
        .map(|name| name.text().to_owned());
    match name {
        Some(name) if name == "ensure" => (0, name),
        Some(name) => (1, name),
        None => (2, String::new()),
    }
}
