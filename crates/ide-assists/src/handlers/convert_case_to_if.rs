//! Assist `convert_case_to_if`.

use super::convert_if_to_case::has_comments_between;
use crate::assist_context::{AssistContext, calls, is_operand};
use crate::utils::reindent::reindent;
use crate::utils::selectors::condition;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, CaseExpr, Expr};

/// Converts a `case` to an `if`.
///
/// ```puppet
/// ca$0se $a {
///   'b', 'c': {
///     f(1)
///   }
///   default: {
///     f(3)
///   }
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// if $a == 'b' or $a == 'c' {
///   f(1)
/// } else {
///   f(3)
/// }
/// ```
pub fn convert_case_to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let case: CaseExpr = site.node()?;
    let in_head = site.selection.end() <= case.l_brace_token()?.text_range().end();
    let subject = case.subject()?;
    let is_simple = is_operand(&subject) && !calls(subject.syntax());
    if !in_head || !is_simple || has_comments_between(case.syntax()) {
        return None;
    }
    let range = trimmed_range(case.syntax());
    let indent = site.indentation(range.start());
    let mut text = String::new();
    let mut ends = false;
    for option in case.options() {
        // What follows `default` is compared before it.
        if ends {
            return None;
        }
        let own = site.indentation(trimmed_range(option.syntax()).start());
        let block = reindent(option.block()?.syntax(), own, indent)?;
        let patterns: Vec<Expr> = option.values().collect();
        ends = matches!(&*patterns, [Expr::DefaultExpr(_)]);
        if ends {
            if text.is_empty() {
                return None;
            }
            text.push_str(&format!(" else {block}"));
            continue;
        }
        let conditions: Option<Vec<String>> = patterns
            .iter()
            .map(|pattern| condition(site, &subject, site.source(subject.syntax()), pattern))
            .collect();
        let keyword = if text.is_empty() { "if" } else { " elsif" };
        text.push_str(&format!("{keyword} {} {block}", conditions?.join(" or ")));
    }
    let edit = TextEdit::replace(range, text);
    site.action("Convert to `if`", ActionKind::Rewrite, vec![edit])
}
