//! Attributes that a resource lacks.

use puppet_syntax::ast::{AstNode, ResourceBody, ResourceExpr};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_assists::handlers::convert_arrow_to_metaparameter::addition;
use puppet_ide_assists::handlers::fill_required_parameters::{RequiredArguments, filled};
use puppet_ide_db::syntax_ext::trimmed_range;

/// What must be given.
pub fn required(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let body: ResourceBody = site.node()?;
    let title = trimmed_range(body.title()?.syntax());
    let RequiredArguments { title, edit } = title
        .contains_range(diagnostic.place.range)
        .then(|| filled(site, &body, diagnostic.missing_names()))??;
    Some(crate::fixes::proposed_fix::ProposedFix::placeholder(
        title,
        vec![edit],
    ))
}

pub fn refresh_only(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    add(site, "refreshonly => true", "Add `refreshonly => true`")
}

pub fn path(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let path =
        "path => ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']";
    add(site, path, "Add the usual `path`")
}

fn add(site: &AssistContext<'_>, attribute: &str, title: &str) -> Option<ProposedFix> {
    let body: ResourceBody = site.node()?;
    let resource = ResourceExpr::cast(body.syntax().parent()?)?;
    let mut bodies = resource.bodies();
    let is_only = bodies.next().is_some() && bodies.next().is_none();
    let edit = addition(site, &resource, &body, attribute)?;
    is_only.then(|| crate::fixes::proposed_fix::ProposedFix::unsafe_(title, vec![edit]))
}
