//! Assist `convert_selector_to_case`.

use crate::assist_context::AssistContext;
use crate::utils::selectors::assigned_selector;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, Expr};

/// Converts a selector that is assigned to a variable to a `case`.
///
/// ```puppet
/// $x = $a $0? { 'b' => 1, default => 2 }
/// ```
///
/// becomes
///
/// ```puppet
/// case $a {
///   'b': {
///     $x = 1
///   }
///   default: {
///     $x = 2
///   }
/// }
/// ```
pub fn convert_selector_to_case(site: &AssistContext<'_>) -> Option<CodeAction> {
    let (assignment, selector) = assigned_selector(site)?;
    let variable = site.source(assignment.lhs()?.syntax());
    let subject = site.source(selector.subject()?.syntax());
    let range = trimmed_range(assignment.syntax());
    let indent = site.indentation(range.start());
    let step = site.step();
    let deeper = format!("{indent}{step}");
    let mut text = format!("case {subject} {{\n");
    let mut has_default = false;
    for entry in selector.entries() {
        let pattern = entry.pattern()?;
        has_default |= matches!(pattern, Expr::DefaultExpr(_));
        let pattern = site.source(pattern.syntax());
        let value = site.source(entry.value()?.syntax());
        text.push_str(&format!(
            "{deeper}{pattern}: {{\n{deeper}{step}{variable} = {value}\n{deeper}}}\n"
        ));
    }
    text.push_str(&format!("{indent}}}"));
    has_default.then(|| {
        site.action(
            "Convert to case",
            ActionKind::Rewrite,
            vec![TextEdit::replace(range, text)],
        )
    })?
}
