//! Resources whose `ensure` is not the first attribute.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::structure::LintResource;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The attribute `ensure` is not the first one of its resource.
    pub ENSURE_FIRST_PARAM = {
        code: "L201", name: "ensure-first-param",
        level: Off, fix: Safe, puppet_lint: ["ensure_first_param"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for resource in &manifest.resources {
        let position = resource
            .attributes
            .iter()
            .position(|it| tokens.value(*it) == "ensure");
        let Some(position) = position.filter(|it| *it > 0) else {
            continue;
        };
        if tokens.has_kind(Some(resource.type_name), LintTokenKind::Class) {
            continue;
        }
        let message = "The attribute 'ensure' is not the first one";
        let found = manifest.report(&ENSURE_FIRST_PARAM, resource.attributes[position], message);
        let mut found = found.with_help("Move it to the front");
        let first = attribute_range(manifest, resource, 0);
        let ensure = attribute_range(manifest, resource, position);
        if let (Some(first), Some(ensure)) = (first, ensure) {
            let edits = vec![
                manifest.edit(first, &manifest.text[ensure]),
                manifest.edit(ensure, &manifest.text[first]),
            ];
            found = found.with_fix(manifest.fix("Swap it with the first attribute", edits));
        }
        out.push(found);
    }
}

/// An attribute with its value; none if it has a comment or a heredoc, which would not move with it.
fn attribute_range(
    manifest: &Manifest<'_>,
    resource: &LintResource,
    position: usize,
) -> Option<TextRange> {
    let tokens = &manifest.tokens;
    let name = *resource.attributes.get(position)?;
    let mut after = tokens.outside_brackets(name);
    let end = after.find(|it| {
        manifest.is_any(
            Some(*it),
            &[
                LintTokenKind::Comma,
                LintTokenKind::Semicolon,
                LintTokenKind::RightBrace,
            ],
        )
    })?;
    let last = tokens.code_before(end)?;
    let moves = |index: usize| {
        !manifest.is_any(
            Some(index),
            &[
                LintTokenKind::Comment,
                LintTokenKind::BlockComment,
                LintTokenKind::HeredocTag,
            ],
        )
    };
    let is_free = (name..=last).all(moves);
    is_free.then(|| TextRange::new(manifest.range(name).start(), manifest.range(last).end()))
}
