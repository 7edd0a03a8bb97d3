//! Hovers of members of structs.

use puppet_db::File;
use puppet_syntax::ast::{AccessExpr, AstNode};
use puppet_text::TextSize;

use super::{Hover, inferred_at};
use crate::context::Context;
use crate::syntax::{one_line, trimmed_range};
use crate::{docs, members, syntax};

/// What to say about the member at a place: its declaration, the value where it is known, and what the comment says.
pub(crate) fn hover(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let named = members::at(context, file, offset)?;
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
        documentation: comment.and_then(|it| docs::parameter(&it, &named.name)),
    })
}

/// What is known about the value that a key reads.
fn value_at(context: Context<'_>, file: File, offset: TextSize) -> Option<String> {
    let token = syntax::word_at(&syntax::root(context.db, file), offset)?;
    let access = AccessExpr::cast(token.parent()?.parent()?.parent()?)?;
    inferred_at(context, file, trimmed_range(access.syntax()))
}
