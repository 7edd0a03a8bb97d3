//! Assist `invert_if`.

use crate::utils::negation::{is_if, negated};
use crate::utils::selectors::is_in_head;
use puppet_syntax::ast::{AstNode, IfExpr};

use crate::assist_context::{AssistContext, holds_its_heredocs};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Negates the condition of an `if` and swaps its branches.
///
/// ```puppet
/// i$0f !$a { f(1) } else { f(2) }
/// ```
///
/// becomes
///
/// ```puppet
/// if $a { f(2) } else { f(1) }
/// ```
pub fn invert_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: IfExpr = site.node()?;
    let then = conditional.then()?;
    let otherwise = conditional.else_clause()?.block()?;
    let is_whole = holds_its_heredocs(then.syntax()) && holds_its_heredocs(otherwise.syntax());
    if !is_if(&conditional) || !is_in_head(site, &then) || !is_whole {
        return None;
    }
    let condition = conditional.condition()?;
    let edits = vec![
        TextEdit::replace(
            trimmed_range(condition.syntax()),
            negated(site, &condition)?,
        ),
        TextEdit::replace(
            trimmed_range(then.syntax()),
            site.source(otherwise.syntax()),
        ),
        TextEdit::replace(
            trimmed_range(otherwise.syntax()),
            site.source(then.syntax()),
        ),
    ];
    site.action("Invert the condition", ActionKind::Rewrite, edits)
}
