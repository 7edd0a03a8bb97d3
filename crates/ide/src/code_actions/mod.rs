//! Changes that an editor offers at a place: fixes of what is wrong there, and refactorings. One file for each.

mod align;
mod assured;
mod attributes;
mod bare_word;
mod call_style;
mod case_selector;
mod chain;
mod create_file;
mod documentation;
#[cfg(test)]
mod exactness_tests;
mod extract_alias;
mod extract_definition;
mod extract_variable;
mod fill_parameters;
mod fixes;
mod heredoc;
mod if_case;
mod if_selector;
mod inline_variable;
mod layout;
mod line_ends;
mod list_layout;
mod mending;
mod merge_if;
mod negation;
mod parameter_type;
mod placeholder;
mod quotes;
#[cfg(test)]
mod rewrite_tests;
mod seen_elsewhere;
mod site;
mod splat;
mod split_resource;
mod suppress;
#[cfg(test)]
mod tests;

use crate::code_action::CodeAction;
use puppet_db::File;
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use crate::context::Context;
use crate::source_change::SourceChange;
use crate::syntax;
use site::AssistContext;

pub(crate) use align::aligned;
pub(crate) use create_file::created_by;
pub(crate) use fixes::merged as merged_fixes;
pub(crate) use mending::{best_fix, fixes as fixes_of};

/// What is offered for a selection or, where it is empty, at a cursor.
pub(crate) fn code_actions(
    context: Context<'_>,
    file: File,
    selection: TextRange,
) -> Vec<CodeAction> {
    const REFACTORINGS: [fn(&AssistContext<'_>) -> Option<CodeAction>; 31] = [
        create_file::create_file,
        fill_parameters::fill_parameters,
        extract_variable::extract_variable,
        extract_definition::extract,
        extract_alias::extract_alias,
        inline_variable::inline_variable,
        parameter_type::parameter_type,
        if_selector::to_selector,
        if_selector::to_if,
        case_selector::to_selector,
        case_selector::to_case,
        if_case::to_case,
        if_case::to_if,
        negation::invert,
        negation::unless_to_if,
        negation::if_to_unless,
        merge_if::merge,
        call_style::to_method,
        call_style::to_function,
        chain::to_metaparameter,
        split_resource::split,
        splat::expand,
        list_layout::spread,
        list_layout::join,
        heredoc::to_heredoc,
        bare_word::quote,
        bare_word::unquote,
        quotes::other_quotes,
        attributes::sort,
        documentation::sync,
        align::align,
    ];
    let mut actions = fixes::fixes(context, file, selection);
    let site = AssistContext::new(context, file, selection);
    let offered = REFACTORINGS
        .iter()
        .filter_map(|refactoring| refactoring(&site));
    actions.extend(offered.filter(|action| {
        is_readable(context, &action.change) && keeps_heredocs(context, &action.change)
    }));
    actions.extend(suppress::suppress(context, file, selection));
    for action in &mut actions {
        line_ends::keep(context, file, action);
    }
    actions
}

/// Whether a change replaces only what could be read: of a statement that is half-typed it is not known yet what it will
/// be.
fn is_readable(context: Context<'_>, change: &SourceChange) -> bool {
    change.edits.iter().all(|(id, edits)| {
        let Some(file) = context.files.input(*id) else {
            return true;
        };
        let parsed = puppet_db::parse(context.db, file);
        let root = parsed.syntax();
        let mut replaced = edits.iter().filter(|edit| !edit.range.is_empty());
        parsed.errors().is_empty()
            || replaced.all(|edit| {
                let around = statement_at(&root, edit.range);
                let mut errors = parsed.errors().iter();
                around.is_none_or(|around| errors.all(|it| around.intersect(it.range).is_none()))
            })
    })
}

/// Whether no line break comes or goes between a heredoc's tag and its text.
fn keeps_heredocs(context: Context<'_>, change: &SourceChange) -> bool {
    change.edits.iter().all(|(id, edits)| {
        let Some(file) = context.files.input(*id) else {
            return true;
        };
        let root = syntax::root(context.db, file);
        let text = file.text(context.db);
        edits.iter().all(|edit| {
            let replaced = text.get(std::ops::Range::<usize>::from(edit.range));
            let has_break =
                edit.text.contains('\n') || replaced.is_some_and(|it| it.contains('\n'));
            !has_break || !is_behind_heredoc_tag(&root, edit.range.start())
        })
    })
}

/// Whether the text of a heredoc starts on the next line.
fn is_behind_heredoc_tag(root: &SyntaxNode, at: TextSize) -> bool {
    let before = puppet_syntax::tokens_at(root, at).left_biased();
    let before = before.filter(|it| it.text_range().start() < at);
    let line = std::iter::successors(before, syntax::previous_token);
    line.take_while(|it| !it.text().contains('\n'))
        .any(|it| it.kind() == SyntaxKind::HEREDOC_TAG)
}

/// The statement in which a range starts; none for comments.
fn statement_at(root: &SyntaxNode, range: TextRange) -> Option<TextRange> {
    let mut tokens = puppet_syntax::tokens_at(root, range.start());
    let token = tokens.find(|it| it.text_range().end() > range.start())?;
    let word = std::iter::successors(Some(token), syntax::next_token)
        .find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
    let statement = site::statement(&word.parent()?)?;
    (!word.kind().is_trivia()).then(|| statement.text_range())
}
