//! One more rule in a comment that suppresses others.

use puppet_db::{Db, File};
use puppet_diagnostics::Rule;
use puppet_text::TextSize;

use crate::suppression::comments::{Style, Suppression, may_have_any, suppressions};

/// How far a comment reaches that suppresses a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentScope {
    /// One line, from 0.
    Line(u32),
    /// The whole file.
    File,
}

/// What to insert, and where, so that a comment which is there already suppresses one more rule; none if no comment
/// reaches just so far.
#[must_use]
pub fn extension(
    db: &dyn Db,
    file: File,
    rule: &Rule,
    reach: CommentScope,
) -> Option<(TextSize, String)> {
    if !may_have_any(file.text(db)) {
        return None;
    }
    let all = suppressions(db, file);
    let mut fitting = all.iter().filter(|it| !it.word.is_empty());
    let comment = fitting.find(|it| reaches(it, reach))?.comment;
    let last = all.iter().rfind(|it| it.comment == comment)?;
    let added = match last.style {
        Style::Own => format!(", {}", rule.code),
        Style::Lint => format!(" lint:ignore:{}", rule.code),
    };
    Some((last.range.end(), added))
}

/// Whether a comment is about a line and not about a block around it, or about the whole file.
fn reaches(it: &Suppression, reach: CommentScope) -> bool {
    let is_about_file = *it.lines.end() == u32::MAX;
    match (it.style, reach) {
        (Style::Own, CommentScope::File) => is_about_file,
        (Style::Own, CommentScope::Line(line)) => !is_about_file && it.lines.contains(&line),
        (Style::Lint, CommentScope::Line(line)) => it.lines == (line..=line),
        (Style::Lint, CommentScope::File) => false,
    }
}
