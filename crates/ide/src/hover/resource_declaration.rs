//! Hover of a resource by its title: its declaration.

use puppet_syntax::ast::{AstNode as _, ResourceBody};

use crate::hover::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::resource_titles;
use puppet_ide_db::syntax_ext;

/// More lines than these are not shown.
const MOST_LINES: usize = 12;

/// The declaration of a resource; nothing if several files declare it, or none.
pub(super) fn describe(context: FileContext<'_>, ty: &str, title: &str) -> Option<Markup> {
    let declared = resource_titles::declarations(context, ty, title);
    let [only] = &*declared else {
        return None;
    };
    let file = context.files.input(only.file)?;
    let root = syntax_ext::root(context.db, file);
    let token = syntax_ext::word_at(&root, only.focus_range.start())?;
    let body = token.parent_ancestors().find_map(ResourceBody::cast)?;
    let text = body.syntax().text().to_string();
    let mut lines: Vec<&str> = text.trim().lines().collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines.push("  …");
    }
    let code = format!("{ty} {{ {}\n}}", lines.join("\n"));
    Some(Markup::new(code, None))
}
