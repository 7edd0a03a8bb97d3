//! Assists: changes that rewrite, extract or inline code without changing its behaviour. One file each, named after it.

pub mod assist_context;
pub mod handlers;
#[cfg(test)]
pub(crate) mod rewrite_tests;
#[cfg(test)]
pub(crate) mod semantics_preserving_tests;
#[cfg(test)]
pub(crate) mod tests;
pub mod utils;

use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::CodeAction;
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::source_change::SourceChange;
use puppet_ide_db::syntax_ext;

/// An assist: a change that keeps the behaviour of the code. Its file bears its id.
pub struct Assist {
    /// The id.
    pub id: &'static str,
    /// The change for a selection, if it applies there.
    run: fn(&AssistContext<'_>) -> Option<CodeAction>,
}

macro_rules! assists {
    ($($name:ident),* $(,)?) => {
        [$(Assist { id: stringify!($name), run: handlers::$name::$name }),*]
    };
}

/// The assists in the order in which they are offered.
pub const ASSISTS: [Assist; 31] = assists![
    create_missing_file,
    fill_required_parameters,
    extract_variable,
    extract_definition,
    extract_type_alias,
    inline_variable,
    add_parameter_type,
    convert_if_to_selector,
    convert_selector_to_if,
    convert_case_to_selector,
    convert_selector_to_case,
    convert_if_to_case,
    convert_case_to_if,
    invert_if,
    convert_unless_to_if,
    convert_if_to_unless,
    merge_nested_if,
    convert_to_method_call,
    convert_to_function_call,
    convert_arrow_to_metaparameter,
    split_resource,
    expand_splat,
    split_list,
    join_list,
    convert_to_heredoc,
    quote_bare_word,
    unquote_string,
    convert_quotes,
    sort_attributes,
    generate_doc_comment,
    align_arrows,
];

/// The assists that apply to a selection.
pub fn assists(context: FileContext<'_>, selection: TextRange) -> impl Iterator<Item = CodeAction> {
    let site = AssistContext::new(context, selection);
    let offered = ASSISTS.iter().filter_map(move |assist| {
        let action = (assist.run)(&site)?;
        Some(CodeAction {
            assist: Some(assist.id),
            ..action
        })
    });
    offered.filter(move |action| {
        is_readable(*context, &action.change) && keeps_heredocs(*context, &action.change)
    })
}

/// Whether a change replaces only what could be read: of a statement that is incomplete it is not known yet what it will
/// be.
fn is_readable(context: IdeContext<'_>, change: &SourceChange) -> bool {
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
fn keeps_heredocs(context: IdeContext<'_>, change: &SourceChange) -> bool {
    change.edits.iter().all(|(id, edits)| {
        let Some(file) = context.files.input(*id) else {
            return true;
        };
        let root = syntax_ext::root(context.db, file);
        let text = file.text(context.db);
        edits.iter().all(|edit| {
            let replaced = text.get(std::ops::Range::<usize>::from(edit.range));
            let has_break =
                edit.text.contains('\n') || replaced.is_some_and(|it| it.contains('\n'));
            !has_break || !is_after_heredoc_tag(&root, edit.range.start())
        })
    })
}

/// Whether the text of a heredoc starts on the next line.
fn is_after_heredoc_tag(root: &SyntaxNode, at: TextSize) -> bool {
    let before = puppet_syntax::tokens_at(root, at).left_biased();
    let before = before.filter(|it| it.text_range().start() < at);
    let line = std::iter::successors(before, syntax_ext::previous_token);
    line.take_while(|it| !it.text().contains('\n'))
        .any(|it| it.kind() == SyntaxKind::HEREDOC_TAG)
}

/// The statement in which a range starts; none for comments.
fn statement_at(root: &SyntaxNode, range: TextRange) -> Option<TextRange> {
    let mut tokens = puppet_syntax::tokens_at(root, range.start());
    let token = tokens.find(|it| it.text_range().end() > range.start())?;
    let word = std::iter::successors(Some(token), syntax_ext::next_token)
        .find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
    let statement = assist_context::statement(&word.parent()?)?;
    (!word.kind().is_trivia()).then(|| statement.text_range())
}
