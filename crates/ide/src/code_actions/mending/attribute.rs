//! Attributes that a resource lacks.

use puppet_syntax::ast::{AstNode, ResourceBody, ResourceExpr};

use super::{Diagnostic, ProposedFix};
use crate::code_actions::chain::addition;
use crate::code_actions::fill_parameters::{RequiredArguments, filled};
use crate::code_actions::site::AssistContext;
use crate::syntax::trimmed_range;

/// What must be given.
pub(super) fn required(site: &AssistContext<'_>, diagnostic: &Diagnostic) -> Option<ProposedFix> {
    let body: ResourceBody = site.node()?;
    let title = trimmed_range(body.title()?.syntax());
    let RequiredArguments { title, edit } = title
        .contains_range(diagnostic.place.range)
        .then(|| filled(site, &body, diagnostic.missing()))??;
    Some(ProposedFix::placeholder(title, vec![edit]))
}

pub(super) fn refresh_only(site: &AssistContext<'_>, _: &Diagnostic) -> Option<ProposedFix> {
    add(site, "refreshonly => true", "Add `refreshonly => true`")
}

pub(super) fn path(site: &AssistContext<'_>, _: &Diagnostic) -> Option<ProposedFix> {
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
    is_only.then(|| ProposedFix::unsafe_(title, vec![edit]))
}
