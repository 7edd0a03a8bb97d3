//! Assist `expand_splat`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Attribute, AttributeSplat, Expr};

use crate::assist_context::{AssistContext, is_tied_down};
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{string_of, trimmed_range};

/// Replaces `* => {…}` by single attributes.
///
/// ```puppet
/// file { '/a':
///   *$0 => { 'owner' => 'x', 'group' => 'y' },
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// file { '/a':
///   owner => 'x',
///   group => 'y',
/// }
/// ```
pub fn expand_splat(site: &AssistContext<'_>) -> Option<CodeAction> {
    let splat: AttributeSplat = site.node()?;
    let in_head = site.selection.end() <= splat.fat_arrow_token()?.text_range().end();
    let Expr::HashExpr(hash) = splat.value()? else {
        return None;
    };
    if !in_head || is_tied_down(splat.syntax()) {
        return None;
    }
    let siblings = splat.syntax().parent()?;
    let given = siblings.children().filter_map(Attribute::cast);
    let mut names: Vec<String> = given
        .filter_map(|it| Some(it.attribute_name()?.token()?.text().to_owned()))
        .collect();
    let range = trimmed_range(splat.syntax());
    let indent = site.indentation(range.start());
    let mut attributes = Vec::new();
    for entry in hash.entries() {
        let (name, _) = string_of(&entry.key()?)?;
        if !is_name(&name) || names.contains(&name) {
            return None;
        }
        let value = entry.value()?;
        let from = site.indentation(trimmed_range(entry.syntax()).start());
        attributes.push(format!(
            "{name} => {}",
            reindent(value.syntax(), from, indent)?
        ));
        names.push(name);
    }
    let is_alone = site.slice(puppet_text::TextRange::new(
        site.line_start(range.start()),
        range.start(),
    ));
    let between = match is_alone.trim().is_empty() {
        true => format!(",\n{indent}"),
        false => ", ".to_owned(),
    };
    if attributes.is_empty() {
        return None;
    }
    let edit = TextEdit::replace(range, attributes.join(&between));
    site.action(
        "Replace `* =>` with single attributes",
        ActionKind::Rewrite,
        vec![edit],
    )
}

/// Whether a key can be written as the name of an attribute.
fn is_name(key: &str) -> bool {
    let token = puppet_syntax::parse(
        &format!("x {{ 'x': {key} => 1 }}"),
        puppet_syntax::Entry::Manifest,
    );
    let is_word = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let root = token.syntax();
    let names = root
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::ATTRIBUTE_NAME);
    is_word && token.errors().is_empty() && names.count() == 1
}
