//! Changes that an editor offers at a place: fixes of what is wrong there, and refactorings. One file for each.

pub(crate) mod align;
mod assists;
mod assured;
mod attributes;
mod bare_word;
mod call_style;
mod case_selector;
mod chain;
pub(crate) mod create_file;
mod documentation;
#[cfg(test)]
mod exactness_tests;
mod extract_alias;
mod extract_definition;
mod extract_variable;
mod fill_parameters;
pub(crate) mod fixes;
mod heredoc;
mod if_case;
mod if_selector;
mod inline_variable;
mod layout;
mod line_ends;
mod list_layout;
pub(crate) mod mending;
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
use puppet_text::TextRange;

use crate::context::Context;

/// What is offered for a selection or, where it is empty, at a cursor.
pub(crate) fn code_actions(
    context: Context<'_>,
    file: File,
    selection: TextRange,
) -> Vec<CodeAction> {
    let mut actions = fixes::fixes(context, file, selection);
    actions.extend(assists::assists(context, file, selection));
    actions.extend(suppress::suppress(context, file, selection));
    for action in &mut actions {
        line_ends::keep(context, file, action);
    }
    actions
}
