//! Hovers of members of structs.

use puppet_syntax::ast::{AccessExpr, AstNode};
use puppet_text::TextSize;

use super::inferred_type::inferred_at;
use super::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::struct_members::member::Member;
use puppet_ide_db::syntax_ext::{one_line, trimmed_range};
use puppet_ide_db::{documentation, syntax_ext};

/// The declaration of a member, its value where that is known, and its documentation.
pub(super) fn describe(context: FileContext<'_>, offset: TextSize, member: &Member) -> Markup {
    let alias = member.definition();
    let comment = alias.and_then(|it| it.documentation());
    let declared = one_line(member.entry.syntax());
    let value = value_at(context, offset);
    let value = value.filter(|value| !declared.ends_with(&format!("=> {value}")));
    let documentation = comment.and_then(|it| documentation::parameter(&it, &member.name));
    let mut text = Markup::new(declared, documentation);
    text.code.extend(value);
    text
}

/// What is known about the value that a key reads.
fn value_at(context: FileContext<'_>, offset: TextSize) -> Option<String> {
    let token = syntax_ext::word_at(&syntax_ext::root(context.db, context.file), offset)?;
    let access = AccessExpr::cast(token.parent()?.parent()?.parent()?)?;
    inferred_at(context, trimmed_range(access.syntax()))
}
