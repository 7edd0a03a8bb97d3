//! References to what is declared under a name that is like theirs.

use puppet_syntax::ast::{AccessExpr, AstNode, Expr, ResourceExpr};
use puppet_text::closest;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use crate::fixes::wrap_in_optional::only_key;
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, string_of};

/// `Package['ngnix']` to `Package['nginx']`
pub fn spell(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let reference: AccessExpr = site.node()?;
    let (title, range) = string_of(&only_key(&reference)?)?;
    let ty = site.source(reference.base()?.syntax()).to_lowercase();
    // Classes are also declared in other ways.
    if ty == "class" {
        return None;
    }
    let root = syntax_ext::root(site.context.db, site.context.file);
    let resources = root.descendants().filter_map(ResourceExpr::cast);
    let of_type = resources.filter(|it| {
        let name = it.type_name();
        name.is_some_and(|it| site.source(it.syntax()).trim_start_matches("::") == ty)
    });
    let titles: Vec<String> = of_type.flat_map(|it| titles(&it)).collect();
    let similar = closest(&title, titles.iter().map(|it| &**it))?;
    let edit = TextEdit::replace(range, similar);
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        format!("Replace with `{similar}`"),
        vec![edit],
    ))
}

/// The titles that are written as texts.
fn titles(resource: &ResourceExpr) -> Vec<String> {
    let titles = resource.bodies().filter_map(|it| it.title());
    let each = titles.flat_map(|title| match title {
        Expr::ListExpr(list) => list.elements().collect(),
        title => vec![title],
    });
    each.filter_map(|it| Some(string_of(&it)?.0)).collect()
}
