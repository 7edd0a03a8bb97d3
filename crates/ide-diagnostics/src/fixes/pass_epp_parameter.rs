//! Parameters that a template is not given.

use puppet_syntax::ast::{AstNode, CallExpr, Expr};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_assists::utils::placeholder_value;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{string_of, trimmed_range};

/// `epp('a/b.epp')` to `epp('a/b.epp', { 'name' => undef })`
pub fn give(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let name = diagnostic.missing_names().first()?;
    let call: CallExpr = site.node()?;
    let list = call.arg_list()?;
    let arguments: Vec<Expr> = list.args().collect();
    let template = string_of(arguments.first()?).map(|(name, _)| AttributeOwner::Template(name));
    let value = template.map(|it| placeholder_value::attribute_placeholder(site, &it, name));
    let entry = format!("'{name}' => {}", value.as_deref().unwrap_or("undef"));
    let edit = match &arguments[..] {
        [template] => {
            let end = trimmed_range(template.syntax()).end();
            TextEdit::insert(end, format!(", {{ {entry} }}"))
        }
        [_, Expr::HashExpr(given)] => {
            let open = given.l_brace_token()?.text_range().end();
            let comma = if given.entries().next().is_some() {
                ","
            } else {
                " "
            };
            TextEdit::insert(open, format!(" {entry}{comma}"))
        }
        _ => return None,
    };
    Some(crate::fixes::proposed_fix::ProposedFix::placeholder(
        format!("Pass '{name}'"),
        vec![edit],
    ))
}
