//! Hovers of members of structs.

use puppet_db::File;
use puppet_syntax::ast::{AccessExpr, AstNode};
use puppet_text::TextSize;

use super::{Hover, inferred_at};
use puppet_ide_db::context::Context;
use puppet_ide_db::syntax_ext::{one_line, trimmed_range};
use puppet_ide_db::{documentation, struct_members, syntax_ext};

/// What to say about the member at a place: its declaration, the value where it is known, and what the comment says.
pub(crate) fn hover(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let named = struct_members::member_at(context, file, offset)?;
    let member = named.members.first()?;
    let alias = member.definition();
    let comment = alias.and_then(|it| it.documentation());
    let value = match file.kind(context.db).is_puppet() {
        true => value_at(context, file, offset),
        false => None,
    };
    let declared = one_line(member.entry.syntax());
    let value = value.filter(|value| !declared.ends_with(&format!("=> {value}")));
    Some(Hover {
        range: named.range,
        code: [declared].into_iter().chain(value).collect(),
        documentation: comment.and_then(|it| documentation::parameter(&it, &named.name)),
    })
}

/// What is known about the value that a key reads.
fn value_at(context: Context<'_>, file: File, offset: TextSize) -> Option<String> {
    let token = syntax_ext::word_at(&syntax_ext::root(context.db, file), offset)?;
    let access = AccessExpr::cast(token.parent()?.parent()?.parent()?)?;
    inferred_at(context, file, trimmed_range(access.syntax()))
}
