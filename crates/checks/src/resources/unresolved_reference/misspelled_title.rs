//! References to titles that no code writes, beside one that is meant.
//!
//! A module can refer to what only its user declares. It does not where its own code writes nearly the same title, or
//! declares a resource of another type under a title that no other module would choose.

use puppet_diagnostics::Severity;
use puppet_hir::model::{Expr, ExprId};

use crate::resources::unresolved_reference::UNRESOLVED_REFERENCE;
use puppet_inference::body_context::Context;
use puppet_inference::catalog::interpolated_titles::{InterpolatedTitle, interpolated_titles};
use puppet_inference::catalog::similar_titles::{SHORTEST_TYPO, similar_resource};
use puppet_inference::catalog::written_titles::{bodies_around, is_title_written, titles_around};
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, canonical};
use puppet_text::{capitalized, typo_of};

/// The diagnostic as a warning, with what is meant; `None` if something may declare the resource.
pub(super) fn weighed(
    context: &Context<'_>,
    at: ExprId,
    (ty, title): (&str, &str),
    diagnostic: BodyDiagnostic,
) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    if is_title_written(db, environment, ty, title) {
        return None;
    }
    let module = owner(db, context.item.file)?.module;
    let titles = titles_around(db, environment, module);
    let diagnostic = diagnostic.with_severity(Severity::Warning);
    if is_quoted_variable(context, at, title) {
        let help = format!("In single quotes, '{title}' is a text: use double quotes");
        return Some(diagnostic.with_help(help));
    }
    let bodies = bodies_around(db, environment, module);
    let (ty_meant, title_meant) = similar_resource(db, environment, &titles, &bodies, (ty, title))?;
    let meant = format!("{}[{title_meant}]", capitalized(ty_meant));
    // No title that is computed is by chance a typo of one that is written.
    let is_typo = title.len() >= SHORTEST_TYPO && typo_of(title, [title_meant]).is_some();
    let may_be_computed = || bodies.may_have(db, environment, ty, title);
    (is_typo || !may_be_computed())
        .then(|| diagnostic.with_help(format!("Did you mean '{meant}'?")))
}

/// A reference with variables in its title, where the same definition declares a resource whose title has the same
/// variables, and of which it is a typo.
pub(super) fn interpolated(context: &Context<'_>, at: ExprId) -> Option<BodyDiagnostic> {
    let Expr::Access { left, keys } = context.body.expr(at) else {
        return None;
    };
    let (Expr::QualifiedReference(ty), [key]) = (context.body.expr(*left), &**keys) else {
        return None;
    };
    let (db, environment, ty) = (context.db, context.environment(), canonical(ty));
    let title = InterpolatedTitle::from_expr(context.body, *key)?;
    let key = (ty, title.variables.clone());
    let own = interpolated_titles(db, environment, context.item);
    let meant = title.typo_of(own.get(&key)?)?;
    let module = owner(db, context.item.file)?.module;
    let bodies = bodies_around(db, environment, module);
    let mut others = bodies.items.iter();
    let declares = |item: &Item| {
        let titles = interpolated_titles(db, environment, *item);
        titles.get(&key).is_some_and(|it| it.contains(&title.text))
    };
    if others.any(declares) {
        return None;
    }
    let label = |title: &InterpolatedTitle| format!("{}[{}]", capitalized(&key.0), title.source());
    let message = format!("Could not find resource '{}'", label(&title));
    let diagnostic = BodyDiagnostic::new(&UNRESOLVED_REFERENCE, Anchor::Expr(at), message);
    Some(
        diagnostic
            .with_severity(Severity::Warning)
            .with_help(format!("Did you mean '{}'?", label(&meant))),
    )
}

/// Whether a title is a variable of the body in single quotes: `User['$user']`.
fn is_quoted_variable(context: &Context<'_>, at: ExprId, title: &str) -> bool {
    let Some(name) = title.strip_prefix('$') else {
        return false;
    };
    let name = name
        .strip_prefix('{')
        .and_then(|it| it.strip_suffix('}'))
        .unwrap_or(name);
    let own = item_bindings(context.db, context.environment(), context.item);
    let mut exprs = context.body.preorder(at).entered();
    own.is_some_and(|names| names.contains(name))
        && exprs.any(|(_, expr)| matches!(expr, Expr::LiteralString(text) if text == title))
}
