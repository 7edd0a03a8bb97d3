//! Assist `convert_unless_to_if`.

use crate::assist_context::AssistContext;
use crate::utils::negation::negated;
use crate::utils::selectors::is_in_head;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, UnlessExpr};

/// Converts `unless` to `if` with the negated condition.
///
/// ```puppet
/// un$0less $a { f(1) } else { f(2) }
/// ```
///
/// becomes
///
/// ```puppet
/// if !$a { f(1) } else { f(2) }
/// ```
pub fn convert_unless_to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: UnlessExpr = site.node()?;
    let condition = conditional.condition()?;
    if !is_in_head(site, &conditional.then()?) {
        return None;
    }
    let keyword = conditional.unless_token()?.text_range();
    let edits = vec![
        TextEdit::replace(keyword, "if"),
        TextEdit::replace(
            trimmed_range(condition.syntax()),
            negated(site, &condition)?,
        ),
    ];
    site.action("Convert `unless` to `if`", ActionKind::Rewrite, edits)
}
