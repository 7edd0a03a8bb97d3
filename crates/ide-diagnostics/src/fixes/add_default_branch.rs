//! `default` where a `case` or selector leaves something out.

use puppet_syntax::ast::{AstNode, CaseExpr, SelectorExpr};
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Of the `case` or selector that a diagnostic is about.
pub fn add(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let case: Option<CaseExpr> = site.node();
    let is_subject = |case: &CaseExpr| {
        let subject = case.subject();
        subject.is_some_and(|it| trimmed_range(it.syntax()).contains_range(diagnostic.place.range))
    };
    let Some(case) = case.filter(is_subject) else {
        return add_to_selector(site, diagnostic);
    };
    let indent = site.indentation(trimmed_range(case.syntax()).start());
    let edit = line_before(
        site,
        case.r_brace_token()?.text_range(),
        indent,
        "default: {}",
    );
    Some(crate::fixes::proposed_fix::ProposedFix::safe(
        "Add an empty `default`",
        vec![edit],
    ))
}

/// `default => undef`: what fails gives nothing.
pub fn add_to_selector(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let selector: SelectorExpr = site.node()?;
    let last = trimmed_range(selector.entries().last()?.syntax()).end();
    let close = selector.r_brace_token()?.text_range();
    let gap = site.slice(TextRange::new(last, close.start()));
    if gap.contains(['#', '*']) {
        return None;
    }
    let mut edits = Vec::new();
    if !gap.contains(',') {
        edits.push(TextEdit::insert(last, ","));
    }
    let indent = site.indentation(trimmed_range(selector.syntax()).start());
    edits.push(line_before(site, close, indent, "default => undef,"));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Add `default => undef`",
        edits,
    ))
}

/// A line before a closing brace, or the same in front of it where it ends a line.
fn line_before(site: &AssistContext<'_>, brace: TextRange, indent: &str, text: &str) -> TextEdit {
    let line = site.line_start(brace.start());
    let before = site.slice(TextRange::new(line, brace.start()));
    match before.trim().is_empty() {
        true => TextEdit::insert(line, format!("{indent}{}{text}\n", site.step())),
        false => {
            let spaces = before.len() - before.trim_end().len();
            let spaces = TextSize::try_from(spaces).unwrap_or_default();
            let text = text.trim_end_matches(',');
            let range = TextRange::new(brace.start() - spaces, brace.start());
            TextEdit::replace(range, format!(" {text} "))
        }
    }
}
