//! Statements that are of no use, or stand in the way of others.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AssignExpr, AstNode, ResourceExpr, StatementCall};
use puppet_text::TextRange;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::{AssistContext, gives_value, is_tied_down, statement};
use puppet_ide_db::defs::{AttributeOwner, attribute_owner};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, trimmed_range};

/// `$port == 80` on a line of its own.
pub fn remove(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let whole = statement(&site.token.as_ref()?.parent()?)?;
    let range = trimmed_range(&whole);
    let is_alone = range == diagnostic.place.range && whole.kind() != SyntaxKind::RENDER_EXPR;
    is_alone.then(|| {
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            "Remove the statement",
            vec![removal(site, range)],
        )
    })
}

/// `class { 'web': }` to `include web`
pub fn include_it(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let resource: ResourceExpr = site.node()?;
    let mut bodies = resource.bodies();
    let (body, None) = (bodies.next()?, bodies.next()) else {
        return None;
    };
    let title = trimmed_range(body.title()?.syntax());
    let Some(AttributeOwner::Class(class)) = attribute_owner(body.syntax()) else {
        return None;
    };
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c);
    let is_plain = body.operations().next().is_none()
        && class.chars().all(is_part)
        && title.contains_range(diagnostic.place.range)
        && statement(resource.syntax()).as_ref() == Some(resource.syntax())
        && !is_tied_down(resource.syntax())
        && !gives_value(resource.syntax());
    is_plain.then(|| {
        let text = format!("include {class}");
        let edit = TextEdit::replace(trimmed_range(resource.syntax()), text);
        crate::fixes::proposed_fix::ProposedFix::safe("Replace with `include`", vec![edit])
    })
}

/// `include web` before `class { 'web': }`
pub fn remove_include(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let call = inclusion(site, diagnostic, "include")?;
    let range = trimmed_range(call.syntax());
    let title = format!("Remove the earlier `{}`", site.slice(range));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        title,
        vec![removal(site, range)],
    ))
}

/// `contain web` before `class { 'web': }` to after it
pub fn move_after(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let call = ["contain", "require"]
        .into_iter()
        .find_map(|function| inclusion(site, diagnostic, function))?;
    let declaration = statement(&site.token.as_ref()?.parent()?)?;
    if declaration.parent() != call.syntax().parent() {
        return None;
    }
    let range = trimmed_range(call.syntax());
    let after = trimmed_range(&declaration);
    let source = site.slice(range);
    let text = format!("\n{}{source}", site.indentation(after.start()));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        format!("Move `{source}` after the declaration"),
        vec![removal(site, range), TextEdit::insert(after.end(), text)],
    ))
}

/// The last statement before a diagnostic that includes the class it is about, and only that.
fn inclusion(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
    function: &str,
) -> Option<StatementCall> {
    let bare = |text: &str| {
        let name = text.trim_matches(['\'', '"']);
        name.trim_start_matches("::").to_owned()
    };
    let class = bare(site.slice(diagnostic.place.range));
    let root = syntax_ext::root(site.context.db, site.context.file);
    let calls = root.descendants().filter_map(StatementCall::cast);
    let start = diagnostic.place.range.start();
    let before = calls.filter(|it| trimmed_range(it.syntax()).end() <= start);
    let includes = |call: &StatementCall| {
        let mut arguments = call.arguments();
        let (Some(only), None) = (arguments.next(), arguments.next()) else {
            return false;
        };
        call.function().is_some_and(|it| it.text() == function)
            && bare(site.source(only.syntax())) == class
    };
    let call = before.filter(includes).last()?;
    let is_whole = statement(call.syntax()).as_ref() == Some(call.syntax());
    is_whole.then_some(call)
}

/// `$x = User <| |>` to `User <| |>`
pub fn without_assignment(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let assignment: AssignExpr = site.node()?;
    let value = trimmed_range(assignment.rhs()?.syntax());
    let node = assignment.syntax();
    let is_whole = statement(node).as_ref() == Some(node) && value == diagnostic.place.range;
    is_whole.then(|| {
        let range = TextRange::new(trimmed_range(node).start(), value.start());
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            "Remove the assignment",
            vec![TextEdit::replace(range, "")],
        )
    })
}

fn removal(site: &AssistContext<'_>, range: TextRange) -> TextEdit {
    TextEdit::replace(site.with_gap(range), "")
}
