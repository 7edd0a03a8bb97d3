//! Tokens that are missing: the text with them has fewer errors.

use puppet_db::{parse, parse_options};
use puppet_syntax::{SyntaxKind, parse_with, reparse};
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::source_change::apply_edits;

/// The token that the parser misses.
pub fn insert(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let [token] = diagnostic.missing_names() else {
        return None;
    };
    let text = match &**token {
        "}" | "{" | "=>" => format!(" {token}"),
        _ => token.to_string(),
    };
    let edit = TextEdit::insert(diagnostic.place.range.start(), text);
    is_fix(site, &edit).then(|| {
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            format!("Add the missing `{token}`"),
            vec![edit],
        )
    })
}

/// The line that ends a heredoc, at the end of the file.
pub fn end_heredoc(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let tag = site.token.as_ref()?;
    if tag.kind() != SyntaxKind::HEREDOC_TAG {
        return None;
    }
    let name = tag.text().strip_prefix("@(")?.strip_suffix(')')?;
    let name = name.split([':', '/']).next()?.trim().trim_matches('"');
    let text = site.text();
    let end = TextSize::of(text);
    let is_ended = text.ends_with('\n');
    let before = if is_ended { "" } else { "\n" };
    let edit = TextEdit::insert(end, format!("{before}  | {name}\n"));
    is_fix(site, &edit).then(|| {
        let title = format!("End the heredoc with `| {name}`");
        crate::fixes::proposed_fix::ProposedFix::unsafe_(title, vec![edit])
    })
}

/// `%>` at the end of the line.
pub fn close_tag(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let rest = site
        .text()
        .get(usize::from(diagnostic.place.range.end())..)?;
    let line = rest.split('\n').next()?.trim_end();
    let at = diagnostic.place.range.end() + TextSize::of(line);
    let edit = TextEdit::insert(at, " %>");
    is_fix(site, &edit).then(|| {
        crate::fixes::proposed_fix::ProposedFix::unsafe_("Close the tag with `%>`", vec![edit])
    })
}

/// `@(END:json)` to `@(END)`
pub fn without_syntax(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let before = std::iter::successors(
        site.token.clone(),
        puppet_ide_db::syntax_ext::previous_token,
    );
    let tag = before
        .filter(|it| it.text_range().start() <= diagnostic.place.range.start())
        .find(|it| it.kind() == SyntaxKind::HEREDOC_TAG)?;
    let colon = tag.text().find(':')?;
    let end = tag.text().find(['/', ')'])?;
    let at = |offset: usize| TextSize::try_from(offset).map(|it| tag.text_range().start() + it);
    let range = TextRange::new(at(colon).ok()?, at(end.max(colon)).ok()?);
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Remove the syntax from the tag",
        vec![TextEdit::replace(range, "")],
    ))
}

/// Whether the file has fewer errors after an edit.
fn is_fix(site: &AssistContext<'_>, edit: &TextEdit) -> bool {
    let (db, text) = (site.context.db, site.text());
    let Some(options) = parse_options(db, site.context.file) else {
        return false;
    };
    let old = parse(db, site.context.file);
    let fixed = apply_edits(text, std::slice::from_ref(edit));
    // A long file may have hundreds of errors: it is not read as a whole for each.
    let new = reparse(old, text, &fixed, options);
    let new = new.unwrap_or_else(|| parse_with(&fixed, options));
    new.errors().len() < old.errors().len()
}
