//! A statement in a condition under which its value fits.

use puppet_diagnostics::Subject;
use puppet_ide_assists::assist_context::{AssistContext, gives_value, statement};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::SyntaxKind;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};

/// `m::f($s)` to `if $s { m::f($s) }`
pub fn wrap(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let Some(Subject::Guard(condition)) = diagnostic.subject.as_deref() else {
        return None;
    };
    let statement = statement(&site.token.as_ref()?.parent()?)?;
    // What is assigned is read further down, and a value that is asked for would be undef.
    if statement.kind() == SyntaxKind::ASSIGN_EXPR || gives_value(&statement) {
        return None;
    }
    let range = trimmed_range(&statement);
    let text = site.slice(range);
    let has_heredoc = text.contains("@(");
    let condition_is_inside = |variable: &str| text.contains(&format!("|{variable}|"));
    let variable = condition.split([' ', '[']).next()?;
    if has_heredoc || condition_is_inside(variable) {
        return None;
    }
    let (outer, step) = (site.indentation(range.start()), site.step());
    let inner = text.replace('\n', &format!("\n{step}"));
    let wrapped = format!("if {condition} {{\n{outer}{step}{inner}\n{outer}}}");
    Some(ProposedFix::unsafe_(
        format!("Wrap in `if {condition}`"),
        vec![TextEdit::replace(range, wrapped)],
    ))
}
