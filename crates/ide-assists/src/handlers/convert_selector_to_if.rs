//! Assist `convert_selector_to_if`.

use crate::assist_context::{AssistContext, calls};
use crate::utils::selectors::{assigned_selector, condition};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, Expr, SelectorEntry};

/// Converts a selector that is assigned to a variable to an `if`.
///
/// ```puppet
/// $x = $a $0? { 'b' => 1, default => 2 }
/// ```
///
/// becomes
///
/// ```puppet
/// if $a == 'b' {
///   $x = 1
/// } else {
///   $x = 2
/// }
/// ```
pub fn convert_selector_to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let (assignment, selector) = assigned_selector(site)?;
    let variable = site.source(assignment.lhs()?.syntax());
    let subject = selector.subject()?;
    let subject_text = site.source(subject.syntax());
    let entries: Vec<SelectorEntry> = selector.entries().collect();
    let (last, others) = entries.split_last()?;
    if others.len() > 1 && calls(subject.syntax()) {
        return None;
    }
    if !matches!(last.pattern()?, Expr::DefaultExpr(_)) || others.is_empty() {
        return None;
    }
    let range = trimmed_range(assignment.syntax());
    let indent = site.indentation(range.start());
    let step = site.step();
    let mut text = String::new();
    for entry in others {
        let condition = condition(site, &subject, subject_text, &entry.pattern()?)?;
        let keyword = if text.is_empty() { "if" } else { " elsif" };
        let value = site.source(entry.value()?.syntax());
        text.push_str(&format!(
            "{keyword} {condition} {{\n{indent}{step}{variable} = {value}\n{indent}}}"
        ));
    }
    let value = site.source(last.value()?.syntax());
    text.push_str(&format!(
        " else {{\n{indent}{step}{variable} = {value}\n{indent}}}"
    ));
    site.action(
        "Convert to if",
        ActionKind::Rewrite,
        vec![TextEdit::replace(range, text)],
    )
}
