//! References to titles that no code writes, beside one that is meant.
//!
//! A module can refer to what only its user declares. It does not where its own code writes nearly the same title, or
//! declares a resource of another type under a title that no other module would choose.

use puppet_db::Db;
use puppet_diagnostics::Severity;
use puppet_hir::model::{Expr, ExprId};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::closure::CatalogClosure;
use puppet_inference::catalog::written_titles::{
    WrittenTitles, bodies_around, titles_around, written_titles,
};
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::body;
use puppet_text::{capitalized, differs_by_a_letter, typo_of};

/// The diagnostic as a warning, with what is meant; `None` if something may declare the resource.
pub(super) fn weighed(
    context: &Context<'_>,
    at: ExprId,
    (ty, title): (&str, &str),
    diagnostic: BodyDiagnostic,
) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    if written_titles(db, environment).has(ty, title) {
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
    let is_once = || mentions(db, &bodies, title) == 1;
    let meant = match similar(&titles, ty, title, is_once) {
        Some(similar) => format!("{}[{similar}]", capitalized(ty)),
        None => format!("{}[{title}]", capitalized(other_type(&titles, ty, title)?)),
    };
    let may_be_computed = bodies.may_have(db, environment, ty, title);
    (!may_be_computed).then(|| diagnostic.with_help(format!("Did you mean '{meant}'?")))
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

/// How often some bodies write a text.
fn mentions(db: &dyn Db, bodies: &CatalogClosure, title: &str) -> usize {
    let is_it = |expr: &Expr| match expr {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => text == title,
        _ => false,
    };
    let counts = bodies.items.iter().map(|item| {
        let body = body(db, *item);
        body.exprs().filter(|(_, expr)| is_it(expr)).count()
    });
    counts.sum()
}

/// The title of the same type that is misspelled. Paths that differ in a letter are those of two files, and only commands
/// have titles that are made up: a word less is a mistake there, unless it is missing again and again.
fn similar<'t>(
    titles: &'t WrittenTitles,
    ty: &str,
    title: &str,
    is_once: impl Fn() -> bool,
) -> Option<&'t str> {
    let is_like = |other: &&str| match ty {
        "file" => false,
        "exec" => differs_by_a_letter(title, other) || lacks_a_word(title, other) && is_once(),
        _ => differs_by_a_letter(title, other),
    };
    typo_of(title, titles.titles(ty)).or_else(|| titles.titles(ty).find(is_like))
}

/// Whether a title of two words or more is another one without one of its words.
fn lacks_a_word(title: &str, other: &str) -> bool {
    let words = |text: &'_ str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|it| !it.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (title, other) = (words(title), words(other));
    let without = |left_out: usize| {
        let kept = other
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left_out);
        kept.map(|(_, word)| word).eq(&title)
    };
    title.len() > 1 && (0..other.len()).any(without)
}

/// The type of a resource under the same title, if the title is a text or a name with a namespace, as those of commands are.
fn other_type<'t>(titles: &'t WrittenTitles, ty: &str, title: &str) -> Option<&'t str> {
    let is_own = title.contains(' ') || title.contains("::");
    let mut others = ["exec", "service", "package", "file"].into_iter();
    others.find(|other| is_own && *other != ty && titles.titles(other).any(|it| it == title))
}
