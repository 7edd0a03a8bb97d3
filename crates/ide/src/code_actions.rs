//! Changes that an editor offers at a place: fixes of what is wrong there, and refactorings. One file for each.

use puppet_ide_db::code_action::CodeAction;
use puppet_text::TextRange;

use puppet_ide_db::context::FileContext;

/// What is offered for a selection or, where it is empty, at a cursor.
pub(crate) fn code_actions(context: FileContext<'_>, selection: TextRange) -> Vec<CodeAction> {
    let mut actions = puppet_ide_diagnostics::quick_fixes::fixes(context, selection);
    actions.extend(puppet_ide_assists::assists(context, selection));
    actions.extend(puppet_ide_diagnostics::add_suppression::suppress(
        context, selection,
    ));
    for action in &mut actions {
        puppet_ide_assists::utils::line_endings::keep(context, action);
    }
    actions
}
