//! Assist `fill_required_parameters`.

use puppet_checks::rules;
use puppet_library::Library;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Attribute, ResourceBody};
use puppet_text::capitalize_first;
use puppet_text::{TextRange, TextSize};

use crate::assist_context::AssistContext;
use crate::utils::placeholder_value;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, attribute_owner};
use puppet_ide_db::parameters::required_name;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_ide_db::workspace_files::diagnostic_at;

/// Adds the required parameters of a class or defined type with placeholders, also where Hiera gives them values.
///
/// ```puppet
/// #- /environment.conf
/// #- /data/common.yaml
/// web::port: 80
/// web::host: 'a'
/// #- /hiera.yaml
/// version: 5
/// #- /modules/web/manifests/init.pp
/// class web(Integer $port, String $host) { }
/// #- /manifests/site.pp
/// class { 'web$0': }
/// ```
///
/// becomes
///
/// ```puppet
/// class { 'web':
///   port => 0,
///   host => '',
/// }
/// ```
pub fn fill_required_parameters(site: &AssistContext<'_>) -> Option<CodeAction> {
    let rule = &rules::MISSING_REQUIRED_ATTRIBUTE;
    if diagnostic_at(site.context, site.selection, rule).is_some() {
        return None;
    }
    let body: ResourceBody = site.node()?;
    let of = attribute_owner(body.syntax())?;
    let children = || body.syntax().children();
    if children().any(|it| it.kind() == SyntaxKind::ATTRIBUTE_SPLAT) {
        return None;
    }
    let there: Vec<String> = children()
        .filter_map(Attribute::cast)
        .filter_map(|it| Some(it.attribute_name()?.token()?.text().to_owned()))
        .collect();
    let mut missing = wanted(site, &of);
    missing.retain(|name| !there.contains(name));
    let RequiredArguments { title, edit } = filled(site, &body, &missing)?;
    site.action(capitalize_first(&title), ActionKind::QuickFix, vec![edit])
}

/// The edit that adds required attributes to a resource.
pub struct RequiredArguments {
    /// The title of the action.
    pub title: String,
    /// The edit.
    pub edit: TextEdit,
}

/// Attributes of some names, each with a value that its type allows.
pub fn filled(
    site: &AssistContext<'_>,
    body: &ResourceBody,
    missing: &[impl AsRef<str>],
) -> Option<RequiredArguments> {
    let title = match missing {
        [] => return None,
        [only] => format!("add `{}`", only.as_ref()),
        _ => "Add the required attributes".to_owned(),
    };
    let of = attribute_owner(body.syntax())?;
    let indent = site.indentation(trimmed_range(body.syntax()).start());
    let missing = || missing.iter().map(AsRef::as_ref);
    let width = missing().map(str::len).max().unwrap_or(0);
    let step = site.step();
    let lines = missing().map(|name| {
        let value = placeholder_value::attribute_placeholder(site, &of, name);
        format!("\n{indent}{step}{name:width$} => {value},")
    });
    let edit = after_colon(site, body.colon_token()?.text_range(), lines.collect());
    Some(RequiredArguments { title, edit })
}

/// Lines after the colon of a title; a brace that closes there gets a line of its own.
fn after_colon(site: &AssistContext<'_>, colon: TextRange, mut lines: String) -> TextEdit {
    let after = site.text().get(usize::from(colon.end())..);
    let after = after.unwrap_or_default();
    let rest = after.trim_start_matches([' ', '\t']);
    if !rest.starts_with('}') {
        return TextEdit::insert(colon.end(), lines);
    }
    lines.push('\n');
    lines.push_str(site.indentation(colon.start()));
    let spaces = TextSize::try_from(after.len() - rest.len()).unwrap_or_default();
    TextEdit::replace(TextRange::at(colon.end(), spaces), lines)
}

/// What must be given, in the order of the definition.
fn wanted(site: &AssistContext<'_>, of: &AttributeOwner) -> Vec<String> {
    if let Some((_, definition)) = resolve::attribute_holder(site.context, of) {
        // A class may get its parameters from Hiera.
        return definition.parameters().filter_map(required_name).collect();
    }
    let AttributeOwner::ResourceType(name) = of else {
        return Vec::new();
    };
    if let Some(stub) = Library.resource_type(&name.to_ascii_lowercase()) {
        let attributes = stub.attributes.iter();
        let required = attributes.filter(|it| it.required && !it.namevar);
        return required.map(|it| it.name.clone()).collect();
    }
    let attributes = definitions::attributes(site.context, name).unwrap_or_default();
    let required = attributes
        .into_iter()
        .filter(|it| it.required && !it.namevar);
    required.map(|it| it.name).collect()
}
