//! `case` that chooses a value into a selector, and back.

use puppet_syntax::ast::{AstNode, CaseExpr, Expr};

use crate::assist_context::{AssistContext, is_operand, is_tied_down};
use crate::handlers::convert_if_to_selector::{assigned_selector, assignment, selector};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `case $a { 'b': { $x = 1 } default: { $x = 2 } }` to `$x = $a ? { 'b' => 1, default => 2 }`
pub fn to_selector(site: &AssistContext<'_>) -> Option<CodeAction> {
    let case: CaseExpr = site.node()?;
    let in_head = site.selection.end() <= case.l_brace_token()?.text_range().end();
    if !in_head || is_tied_down(case.syntax()) {
        return None;
    }
    let mut variable: Option<String> = None;
    let mut entries = Vec::new();
    let mut has_default = false;
    for option in case.options() {
        let (assigned, value) = assignment(site, &option.block()?)?;
        if variable.get_or_insert_with(|| assigned.clone()) != &assigned {
            return None;
        }
        for pattern in option.values() {
            has_default |= matches!(pattern, Expr::DefaultExpr(_));
            // `*$list` matches each of its elements.
            if matches!(pattern, Expr::PrefixExpr(_)) {
                return None;
            }
            entries.push((site.source(pattern.syntax()).to_owned(), value.clone()));
        }
    }
    let subject = case.subject()?;
    if !has_default || !is_operand(&subject) {
        return None;
    }
    let subject = site.source(subject.syntax());
    let text = selector(site, case.syntax(), &variable?, subject, &entries);
    site.action(
        "Convert to selector",
        ActionKind::Rewrite,
        vec![TextEdit::replace(trimmed_range(case.syntax()), text)],
    )
}

/// `$x = $a ? { 'b' => 1, default => 2 }` to `case $a { 'b': { $x = 1 } default: { $x = 2 } }`
pub fn to_case(site: &AssistContext<'_>) -> Option<CodeAction> {
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
