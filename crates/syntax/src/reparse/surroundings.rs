//! What is around the part that is read again.

use puppet_text::{TextRange, TextSize};

use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::parser::moved;
use crate::reparse::Reread;
use crate::reparse::region::Region;
use crate::tokens_at;

/// What is around the part that is read again: it is read as before.
pub(super) struct Outside<'a> {
    /// The errors before the part.
    before: &'a [SyntaxError],
    /// The errors behind it.
    behind: &'a [SyntaxError],
    /// Opening parentheses minus closing ones.
    pub(super) open_parentheses: isize,
    pub(super) heredocs: usize,
}

impl<'a> Outside<'a> {
    /// What is around a part of a text; nothing if it may depend on the part.
    pub(super) fn of(reread: &Reread<'a>, region: &Region) -> Option<Outside<'a>> {
        let (old, block) = (reread.edit.old, &reread.block);
        let contents = region.contents(block);
        let facts = old.facts();
        let touches = |apart: TextRange| {
            let mut errors = old.errors().iter();
            errors.any(|it| apart.intersect(it.range).is_some())
        };
        let is_faulty = region.apart.is_some_and(touches);
        let is_apart = !is_faulty
            && facts.open_braces == contents.open_braces
            && contents.open_heredocs == 0
            && !contents.has_foreign_text
            && braces_are_in(reread, region);
        if !is_apart {
            return None;
        }
        let first = region.first_token(block)?;
        let last_before = end_before(reread, region, first)?;
        let behind = start_behind(reread, region)?;
        let errors = old.errors();
        let start = errors.partition_point(|it| it.range.end() < last_before);
        let held = errors.get(start..)?;
        let count = held.iter().take_while(|it| region.holds(it, first)).count();
        let (before, behind_it) = (errors.get(..start)?, held.get(count..)?);
        let is_behind = |it: &SyntaxError| it.range.start() > behind;
        let is_before = |it: &SyntaxError| it.range.end() < last_before;
        if !behind_it.iter().all(is_behind) || !before.iter().all(is_before) {
            return None;
        }
        Some(Outside {
            before,
            behind: behind_it,
            open_parentheses: facts.open_parentheses - contents.open_parentheses,
            heredocs: facts.heredocs.checked_sub(contents.heredocs)?,
        })
    }

    /// Whether nothing changes here if so many braces and parentheses are open in the new text: where too many are closed,
    /// mistakes are understood in other ways.
    pub(super) fn bears(
        &self,
        reread: &Reread<'_>,
        region: &Region,
        braces: isize,
        parentheses: isize,
    ) -> bool {
        let facts = reread.edit.old.facts();
        let is_clean = self.before.is_empty() && self.behind.is_empty();
        let same_braces = (facts.open_braces < 0) == (braces < 0);
        let same_parentheses = facts.open_parentheses.signum() == parentheses.signum();
        (is_clean || same_braces && same_parentheses)
            && (same_braces || !has_choices(reread, region))
    }

    /// The errors of the new text, with those of the part.
    pub(super) fn with(&self, read: Vec<SyntaxError>, region: &Region) -> Vec<SyntaxError> {
        let behind = self.behind.iter().map(|error| moved_error(error, region));
        self.before
            .iter()
            .cloned()
            .chain(read)
            .chain(behind)
            .collect()
    }

    /// Whether Puppet stops at something around the part, if not before.
    pub(super) fn stops(&self) -> bool {
        self.before.iter().chain(self.behind).any(stops)
    }
}

fn stops(error: &SyntaxError) -> bool {
    !matches!(error.kind, SyntaxErrorKind::Lexical(kind) if kind.is_warning())
}

/// Whether all braces without partners are in a part of the old text.
fn braces_are_in(reread: &Reread<'_>, region: &Region) -> bool {
    let facts = reread.edit.old.facts();
    match facts.braces.get() {
        Some(braces) => {
            let range = region.with_end(region.range);
            braces.plan.is_within(&braces.layout.within(range))
        }
        None => facts.open_braces == 0,
    }
}

/// Whether a `?` ends a line outside of a part. If a brace may be missing, what follows it is read in another way.
fn has_choices(reread: &Reread<'_>, region: &Region) -> bool {
    let Some(braces) = reread.edit.old.facts().braces.get() else {
        return true;
    };
    let inside = braces.layout.within(region.range);
    let marks = braces.layout.marks().iter().enumerate();
    let mut outside = marks.filter(|(index, _)| !inside.contains(index));
    outside.any(|(_, mark)| mark.is_choice())
}

/// Errors before a part that end before this do not depend on it. That is the end of the last token before the part that
/// is no trivia; or the start of the line if it has the first token of the part, too, since recovery looks ahead within a
/// line.
fn end_before(reread: &Reread<'_>, region: &Region, first: TextSize) -> Option<TextSize> {
    let mut token = tokens_at(&reread.edit.old.syntax(), region.range.start()).left_biased()?;
    while token.kind().is_trivia() || token.text_range().end() > region.range.start() {
        token = token.prev_token()?;
    }
    let end = token.text_range().end();
    let gap = reread.edit.old_text.get(end.into()..first.into())?;
    if gap.contains('\n') || region.starts_block() {
        return Some(end);
    }
    let line = reread.edit.old_text.get(..first.into())?.rfind('\n');
    TextSize::try_from(line.unwrap_or(0)).ok()
}

/// The end of the first token behind a part that is no trivia.
fn start_behind(reread: &Reread<'_>, region: &Region) -> Option<TextSize> {
    let mut token = tokens_at(&reread.edit.old.syntax(), region.range.end()).right_biased()?;
    while token.kind().is_trivia() || token.text_range().start() < region.range.end() {
        token = token.next_token()?;
    }
    Some(token.text_range().end())
}

/// An error behind a part, in the new text.
fn moved_error(error: &SyntaxError, region: &Region) -> SyntaxError {
    let offset = |it: TextSize| match it < region.range.end() {
        true => it,
        false => moved(it, region.growth),
    };
    let range = |it: TextRange| TextRange::new(offset(it.start()), offset(it.end()));
    SyntaxError {
        range: range(error.range),
        opener: error.opener.map(range),
        kind: error.kind,
        missing: error.missing.clone(),
        message: error.message.clone(),
    }
}
