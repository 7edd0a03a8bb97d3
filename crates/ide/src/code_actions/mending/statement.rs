//! Statements that are of no use, or stand in the way of others.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AssignExpr, AstNode, StatementCall};
use puppet_text::TextRange;

use super::{Diagnostic, Mending};
use crate::code_actions::site::{Site, statement};
use crate::source_change::TextEdit;
use crate::syntax::{self, trimmed_range};

/// `$port == 80` on a line of its own.
pub(super) fn remove(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let whole = statement(&site.token.as_ref()?.parent()?)?;
    let range = trimmed_range(&whole);
    let is_alone = range == diagnostic.place.range && whole.kind() != SyntaxKind::RENDER_EXPR;
    is_alone.then(|| Mending::unsafe_("remove it", vec![removal(site, range)]))
}

/// `include web` before `class { 'web': }`
pub(super) fn remove_include(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let class = site
        .slice(diagnostic.place.range)
        .trim_matches(['\'', '"', ':']);
    let root = syntax::root(site.context.db, site.file);
    let calls = root.descendants().filter_map(StatementCall::cast);
    let before =
        calls.filter(|it| trimmed_range(it.syntax()).end() <= diagnostic.place.range.start());
    let includes = |call: &StatementCall| {
        let mut arguments = call.arguments();
        let (Some(only), None) = (arguments.next(), arguments.next()) else {
            return false;
        };
        let name = site.source(only.syntax()).trim_matches(['\'', '"', ':']);
        call.function().is_some_and(|it| it.text() == "include") && name == class
    };
    let call = before.filter(includes).last()?;
    let range = trimmed_range(call.syntax());
    let is_whole = statement(call.syntax()).as_ref() == Some(call.syntax());
    is_whole.then(|| {
        let title = format!("remove `{}` before it", site.slice(range));
        Mending::unsafe_(title, vec![removal(site, range)])
    })
}

/// `$x = User <| |>` to `User <| |>`
pub(super) fn without_assignment(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let assignment: AssignExpr = site.node()?;
    let value = trimmed_range(assignment.rhs()?.syntax());
    let node = assignment.syntax();
    let is_whole = statement(node).as_ref() == Some(node) && value == diagnostic.place.range;
    is_whole.then(|| {
        let range = TextRange::new(trimmed_range(node).start(), value.start());
        Mending::unsafe_("do not assign it", vec![TextEdit::replace(range, "")])
    })
}

fn removal(site: &Site<'_>, range: TextRange) -> TextEdit {
    TextEdit::replace(site.with_gap(range), "")
}
