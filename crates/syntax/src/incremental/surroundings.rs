//! The surroundings of the reparsed region.

use puppet_text::{TextRange, TextSize};

use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::incremental::region::Region;
use crate::incremental::reparse::RegionReparse;
use crate::parser::shift_offset;
use crate::tokens_at;

/// What is around the part that is read again: it is read as before.
pub(super) struct BlockSurroundings<'a> {
    /// The errors before the part.
    before: &'a [SyntaxError],
    /// The errors after it.
    after: &'a [SyntaxError],
    /// Opening parentheses minus closing ones.
    pub(super) open_parentheses: isize,
    pub(super) heredocs: usize,
}

impl<'a> BlockSurroundings<'a> {
    /// What is around a part of a text; nothing if it may depend on the part.
    pub(super) fn new(
        reparse: &RegionReparse<'a>,
        region: &Region,
    ) -> Option<BlockSurroundings<'a>> {
        let (old, block) = (reparse.edit.old, &reparse.block);
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
            && braces_are_in(reparse, region);
        if !is_apart {
            return None;
        }
        let first = region.first_token(block)?;
        let last_before = end_before(reparse, region, first)?;
        let after = start_after(reparse, region)?;
        let errors = old.errors();
        let start = errors.partition_point(|it| it.range.end() < last_before);
        let held = errors.get(start..)?;
        let count = held.iter().take_while(|it| region.holds(it, first)).count();
        let (before, after_it) = (errors.get(..start)?, held.get(count..)?);
        let is_after = |it: &SyntaxError| it.range.start() > after;
        let is_before = |it: &SyntaxError| it.range.end() < last_before;
        if !after_it.iter().all(is_after) || !before.iter().all(is_before) {
            return None;
        }
        Some(BlockSurroundings {
            before,
            after: after_it,
            open_parentheses: facts.open_parentheses - contents.open_parentheses,
            heredocs: facts.heredocs.checked_sub(contents.heredocs)?,
        })
    }

    /// Whether nothing changes here if so many braces and parentheses are open in the new text: where too many are closed,
    /// mistakes are understood in other ways.
    pub(super) fn bears(
        &self,
        reparse: &RegionReparse<'_>,
        region: &Region,
        braces: isize,
        parentheses: isize,
    ) -> bool {
        let facts = reparse.edit.old.facts();
        let is_clean = self.before.is_empty() && self.after.is_empty();
        let same_braces = (facts.open_braces < 0) == (braces < 0);
        let same_parentheses = facts.open_parentheses.signum() == parentheses.signum();
        (is_clean || same_braces && same_parentheses)
            && (same_braces || !has_choices(reparse, region))
    }

    /// The errors of the new text, with those of the part.
    pub(super) fn join_errors(&self, read: Vec<SyntaxError>, region: &Region) -> Vec<SyntaxError> {
        let after = self.after.iter().map(|error| moved_error(error, region));
        self.before
            .iter()
            .cloned()
            .chain(read)
            .chain(after)
            .collect()
    }

    /// Whether Puppet stops at something around the part, if not before.
    pub(super) fn has_stop(&self) -> bool {
        self.before.iter().chain(self.after).any(stops)
    }
}

fn stops(error: &SyntaxError) -> bool {
    !matches!(error.kind, SyntaxErrorKind::Lexical(kind) if kind.is_warning())
}

/// Whether all braces without partners are in a part of the old text.
fn braces_are_in(reparse: &RegionReparse<'_>, region: &Region) -> bool {
    let facts = reparse.edit.old.facts();
    match facts.braces.get() {
        Some(braces) => {
            let range = region.with_end(region.range);
            braces.plan.is_within(&braces.layout.marks_in(range))
        }
        None => facts.open_braces == 0,
    }
}

/// Whether a `?` ends a line outside of a part. If a brace may be missing, what follows it is read in another way.
fn has_choices(reparse: &RegionReparse<'_>, region: &Region) -> bool {
    let Some(braces) = reparse.edit.old.facts().braces.get() else {
        return true;
    };
    let inside = braces.layout.marks_in(region.range);
    let marks = braces.layout.marks().iter().enumerate();
    let mut outside = marks.filter(|(index, _)| !inside.contains(index));
    outside.any(|(_, mark)| mark.is_choice())
}

/// Errors before a part that end before this do not depend on it. That is the end of the last token before the part that
/// is no trivia; or the start of the line if it has the first token of the part, too, since recovery looks ahead within a
/// line.
fn end_before(reparse: &RegionReparse<'_>, region: &Region, first: TextSize) -> Option<TextSize> {
    let mut token = tokens_at(&reparse.edit.old.syntax(), region.range.start()).left_biased()?;
    while token.kind().is_trivia() || token.text_range().end() > region.range.start() {
        token = token.prev_token()?;
    }
    let end = token.text_range().end();
    let gap = reparse.edit.old_text.get(end.into()..first.into())?;
    if gap.contains('\n') || region.starts_block() {
        return Some(end);
    }
    let line = reparse.edit.old_text.get(..first.into())?.rfind('\n');
    TextSize::try_from(line.unwrap_or(0)).ok()
}

/// The end of the first token after a part that is no trivia.
fn start_after(reparse: &RegionReparse<'_>, region: &Region) -> Option<TextSize> {
    let mut token = tokens_at(&reparse.edit.old.syntax(), region.range.end()).right_biased()?;
    while token.kind().is_trivia() || token.text_range().start() < region.range.end() {
        token = token.next_token()?;
    }
    Some(token.text_range().end())
}

/// An error after a part, in the new text.
fn moved_error(error: &SyntaxError, region: &Region) -> SyntaxError {
    let offset = |it: TextSize| match it < region.range.end() {
        true => it,
        false => shift_offset(it, region.growth),
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
