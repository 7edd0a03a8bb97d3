//! The attributes that a resource or class must be given.

use puppet_library::Library;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Attribute, ResourceBody};
use puppet_text::TextSize;

use super::fixes::mended;
use super::site::Site;
use super::{ActionKind, CodeAction};
use crate::completion::required;
use crate::name_at::{AttributeOwner, attribute_owner};
use crate::source_change::TextEdit;
use crate::syntax::trimmed_range;
use crate::{resolve, ruby};

pub(super) fn fill_parameters(site: &Site<'_>) -> Option<CodeAction> {
    let body: ResourceBody = site.node()?;
    let of = attribute_owner(body.syntax())?;
    let has_splat = body
        .syntax()
        .children()
        .any(|it| it.kind() == SyntaxKind::ATTRIBUTE_SPLAT);
    if has_splat {
        return None;
    }
    let there: Vec<String> = body
        .syntax()
        .children()
        .filter_map(Attribute::cast)
        .filter_map(|it| Some(it.attribute_name()?.token()?.text().to_owned()))
        .collect();
    let mut missing = wanted(site, &of);
    missing.retain(|name| !there.contains(name));
    if missing.is_empty() {
        return None;
    }
    let colon = body.colon_token()?;
    let range = trimmed_range(body.syntax());
    let indent = format!("{}{}", site.indentation(range.start()), site.step());
    let width = missing.iter().map(String::len).max().unwrap_or(0);
    let lines: Vec<String> = missing
        .iter()
        .map(|name| format!("\n{indent}{name:width$} => undef,"))
        .collect();
    let title = match missing.len() {
        1 => format!("Add `{}`", missing.concat()),
        _ => "Add what must be given".to_owned(),
    };
    let after = site
        .text()
        .get(usize::from(colon.text_range().end())..)
        .unwrap_or_default();
    let closes = after.trim_start_matches([' ', '\t']).starts_with('}');
    let mut text = lines.concat();
    if closes {
        text.push_str(&format!("\n{}", site.indentation(range.start())));
    }
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let blanks = TextSize::try_from(if closes { blanks } else { 0 }).unwrap_or_default();
    let at = puppet_text::TextRange::at(colon.text_range().end(), blanks);
    let edit = TextEdit::replace(at, text);
    let mut action = site.action(title, ActionKind::QuickFix, vec![edit])?;
    action.mends = mended(site.context, site.file, site.selection, "R302");
    Some(action)
}

/// What must be given, in the order of the definition.
fn wanted(site: &Site<'_>, of: &AttributeOwner) -> Vec<String> {
    if let Some((_, definition)) = resolve::attribute_holder(site.context, site.file, of) {
        // A class may get its parameters from Hiera.
        let parameters = definition.param_list();
        let parameters = parameters.into_iter().flat_map(|list| list.parameters());
        return parameters.filter_map(required).collect();
    }
    let AttributeOwner::ResourceType(name) = of else {
        return Vec::new();
    };
    if let Some(stub) = Library.resource_type(&name.to_ascii_lowercase()) {
        let attributes = stub.attributes.iter();
        let required = attributes.filter(|it| it.required && !it.namevar);
        return required.map(|it| it.name.clone()).collect();
    }
    let attributes = ruby::attributes(site.context, site.file, name).unwrap_or_default();
    let required = attributes
        .into_iter()
        .filter(|it| it.required && !it.namevar);
    required.map(|it| it.name).collect()
}
