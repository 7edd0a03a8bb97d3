//! Assists: changes that rewrite, extract or inline code without changing its behaviour. One file each, named after it.

use puppet_db::File;
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use super::site::{self, AssistContext};
use super::{
    align, attributes, bare_word, call_style, case_selector, chain, create_file, documentation,
    extract_alias, extract_definition, extract_variable, fill_parameters, heredoc, if_case,
    if_selector, inline_variable, list_layout, merge_if, negation, parameter_type, quotes, splat,
    split_resource,
};
use crate::code_action::CodeAction;
use crate::context::Context;
use crate::source_change::SourceChange;
use crate::syntax;

/// An assist: the change that it offers for a selection, if it applies there.
type Assist = fn(&AssistContext<'_>) -> Option<CodeAction>;

/// The assists in the order in which they are offered.
const ASSISTS: [Assist; 31] = [
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

/// The assists that apply to a selection.
pub(crate) fn assists(
    context: Context<'_>,
    file: File,
    selection: TextRange,
) -> impl Iterator<Item = CodeAction> {
    let site = AssistContext::new(context, file, selection);
    let offered = ASSISTS.iter().filter_map(move |assist| assist(&site));
    offered.filter(move |action| {
        is_readable(context, &action.change) && keeps_heredocs(context, &action.change)
    })
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
