//! Assist `convert_if_to_selector`.

use crate::utils::selectors::{assignment, comparison, is_in_head, selector};
use puppet_syntax::ast::{AstNode, IfExpr};

use crate::assist_context::{AssistContext, calls, is_tied_down};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Converts an `if` whose branches assign the same variable to a selector.
///
/// ```puppet
/// i$0f $a == 'b' { $x = 1 } else { $x = 2 }
/// ```
///
/// becomes
///
/// ```puppet
/// $x = $a ? {
///   'b'     => 1,
///   default => 2,
/// }
/// ```
pub fn convert_if_to_selector(site: &AssistContext<'_>) -> Option<CodeAction> {
    let mut conditional: IfExpr = site.node()?;
    if !is_in_head(site, &conditional.then()?) {
        return None;
    }
    let start = conditional.clone();
    if is_tied_down(start.syntax()) || start.keyword_token()?.text() != "if" {
        return None;
    }
    let mut subject: Option<String> = None;
    let mut variable: Option<String> = None;
    let mut entries: Vec<(String, String)> = Vec::new();
    loop {
        let condition = conditional.condition()?;
        // A selector asks once for what it compares.
        if !entries.is_empty() && calls(condition.syntax()) {
            return None;
        }
        let (compared, pattern) = comparison(site, &condition)?;
        if subject.get_or_insert_with(|| compared.clone()) != &compared {
            return None;
        }
        let (assigned, value) = assignment(site, &conditional.then()?)?;
        if variable.get_or_insert_with(|| assigned.clone()) != &assigned {
            return None;
        }
        entries.push((pattern, value));
        let otherwise = conditional.else_clause()?;
        if let Some(next) = otherwise.if_expr() {
            conditional = next;
            continue;
        }
        let (assigned, value) = assignment(site, &otherwise.block()?)?;
        if variable.as_ref() != Some(&assigned) {
            return None;
        }
        entries.push(("default".to_owned(), value));
        break;
    }
    let text = selector(site, start.syntax(), &variable?, &subject?, &entries);
    site.action(
        "Convert to selector",
        ActionKind::Rewrite,
        vec![TextEdit::replace(trimmed_range(start.syntax()), text)],
    )
}
