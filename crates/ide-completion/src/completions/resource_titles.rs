//! Titles of resources, and references to the resources of a file.

use puppet_syntax::ast::{AstNode as _, Expr, ResourceBody};
use puppet_text::{TextSize, capitalized};

use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{resource_titles, resource_type};
use puppet_ide_db::syntax_ext::{self, one_line};

/// The titles of a resource type that the environment declares.
pub fn titles(context: FileContext<'_>, of: &str, typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let titles = resource_titles::titles(context, of).into_iter();
    let best = typed.best(titles, |title| title, |_| false);
    best.into_iter()
        .map(|title| CompletionItem::new(title, CompletionKind::Value).rank(40))
        .collect()
}

/// References to the resources of a file, but for the one at an offset: it does not depend on itself.
pub fn declared_resources(context: FileContext<'_>, offset: TextSize) -> Vec<CompletionItem> {
    let root = syntax_ext::root(context.db, context.file);
    let bodies = root.descendants().filter_map(ResourceBody::cast);
    let bodies = bodies.filter(|it| !it.syntax().text_range().contains_inclusive(offset));
    let mut references: Vec<String> = bodies
        .filter_map(|body| {
            let ty = resource_type(&body)?;
            let title = body.title()?;
            let is_one = matches!(
                title,
                Expr::StringExpr(_)
                    | Expr::NameExpr(_)
                    | Expr::InterpolatedString(_)
                    | Expr::VariableExpr(_)
            );
            is_one.then(|| format!("{}[{}]", capitalized(&ty), one_line(title.syntax())))
        })
        .collect();
    references.sort();
    references.dedup();
    let items = references.into_iter();
    items
        .map(|label| CompletionItem::new(label, CompletionKind::Value).rank(5))
        .collect()
}
