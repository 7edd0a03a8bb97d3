//! Changes that an editor offers at a place: fixes of what is wrong there, and refactorings. One file for each.

mod align;
mod attributes;
mod case_selector;
mod create_file;
mod documentation;
mod extract_alias;
mod extract_variable;
mod fill_parameters;
mod fixes;
mod if_selector;
mod inline_variable;
mod parameter_type;
mod quotes;
mod site;
#[cfg(test)]
mod tests;

use puppet_db::File;
use puppet_text::TextRange;

use crate::analysis::Context;
use crate::source_change::SourceChange;
use site::Site;

pub(crate) use align::aligned;

/// A change that is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as an order.
    pub title: String,
    /// What kind of change it is.
    pub kind: ActionKind,
    /// The change.
    pub change: SourceChange,
    /// The finding that it mends: its code and its place.
    pub mends: Option<(&'static str, TextRange)>,
    /// The one that is usually wanted.
    pub is_preferred: bool,
}

/// What kind of change a [`CodeAction`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Mends something that is wrong.
    QuickFix,
    /// Gives a part of the code a name.
    Extract,
    /// Puts a thing in the places of its name.
    Inline,
    /// Says the same in another way.
    Rewrite,
    /// Mends everything in a file that can be mended without a look at it.
    FixAll,
}

/// What is offered for a selection or, where it is empty, at a cursor.
pub(crate) fn code_actions(
    context: Context<'_>,
    file: File,
    selection: TextRange,
) -> Vec<CodeAction> {
    const REFACTORINGS: [fn(&Site<'_>) -> Option<CodeAction>; 13] = [
        create_file::create_file,
        fill_parameters::fill_parameters,
        extract_variable::extract_variable,
        extract_alias::extract_alias,
        inline_variable::inline_variable,
        parameter_type::parameter_type,
        if_selector::to_selector,
        if_selector::to_if,
        case_selector::to_selector,
        case_selector::to_case,
        quotes::other_quotes,
        attributes::sort,
        documentation::sync,
    ];
    let mut actions = fixes::fixes(context, file, selection);
    let site = Site::new(context, file, selection);
    actions.extend(
        REFACTORINGS
            .iter()
            .filter_map(|refactoring| refactoring(&site)),
    );
    actions.extend(align::align(&site));
    actions
}
