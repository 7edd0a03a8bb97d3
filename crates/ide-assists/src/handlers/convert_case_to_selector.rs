//! Assist `convert_case_to_selector`.

use crate::utils::selectors::{assignment, selector};
use puppet_syntax::ast::{AstNode, CaseExpr, Expr};

use crate::assist_context::{AssistContext, is_operand, is_tied_down};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Converts a `case` whose options assign the same variable to a selector.
///
/// ```puppet
/// ca$0se $a {
///   'b': { $x = 1 }
///   default: { $x = 2 }
/// }
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
pub fn convert_case_to_selector(site: &AssistContext<'_>) -> Option<CodeAction> {
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
