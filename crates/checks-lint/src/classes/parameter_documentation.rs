//! Parameters and the tags of comments that describe them.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};
use std::collections::HashMap;

use crate::manifest::Manifest;
use crate::parameters::parameters;
use crate::structure::LintDefinition;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A parameter has no tag in the comment above its definition, or the comment has a tag of another parameter.
    pub PARAMETER_DOCUMENTATION = {
        code: "L108", name: "parameter-documentation",
        level: Off, no_fix: "only a person knows what to say", puppet_lint: ["parameter_documentation"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        let tags = tags(manifest, definition);
        let parameters = parameters(manifest, definition);
        let names = parameters
            .iter()
            .map(|it| manifest.tokens.value(it.variable));
        let known: HashMap<&str, usize> =
            names.zip(parameters.iter().map(|it| it.variable)).collect();
        wrong_tags(manifest, definition, &tags, &known, out);
        if tags.is_private {
            continue;
        }
        for parameter in &parameters {
            let name = manifest.tokens.value(parameter.variable);
            if !tags.comments.contains_key(name) {
                let message = format!("The parameter '${name}' is not documented");
                let found = manifest.report(&PARAMETER_DOCUMENTATION, parameter.variable, message);
                out.push(found.with_help(format!("Add '# @param {name}' to the comment above")));
            }
        }
    }
}

/// What the comments before a definition describe.
#[derive(Default)]
struct Tags<'a> {
    /// For each parameter the comments, from the last.
    comments: HashMap<&'a str, Vec<usize>>,
    /// Whether a comment says that only the module itself uses it.
    is_private: bool,
}

fn tags<'a>(manifest: &Manifest<'a>, definition: &LintDefinition) -> Tags<'a> {
    let mut tags = Tags::default();
    let comments = (0..definition.tokens.start).rev();
    for comment in comments.filter(|it| manifest.tokens.has_kind(Some(*it), LintTokenKind::Comment))
    {
        let text = manifest.tokens.value(comment);
        if let Some(rest) = text.trim_start().strip_prefix("@api ") {
            tags.is_private |= rest.trim() == "private";
        } else if let Some(name) = described(text) {
            tags.comments.entry(name).or_default().push(comment);
        }
    }
    tags
}

/// The parameter that a line of a comment describes: `@param name`, `[*name*]` or `$name:: …`.
fn described(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let word = |text: &'_ str| {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        end.unwrap_or(text.len())
    };
    if let Some(rest) = text.strip_prefix("[*") {
        let (name, rest) = rest.split_at(word(rest));
        return (rest.starts_with("*]") && !name.is_empty()).then_some(name);
    }
    if let Some(rest) = text.strip_prefix('$') {
        let (name, rest) = rest.split_at(word(rest));
        return (rest.starts_with(":: ") && !name.is_empty()).then_some(name);
    }
    let rest = text.strip_prefix("@param ")?;
    let after_type = rest
        .starts_with('[')
        .then(|| rest.rsplit_once("] "))
        .flatten();
    let rest = after_type.map_or(rest, |(_, rest)| rest);
    let (name, rest) = rest.split_at(word(rest));
    let ends = rest.is_empty() || rest.starts_with(' ');
    (ends && !name.is_empty()).then_some(name)
}

/// The tags that no parameter has, and those that describe one twice.
fn wrong_tags(
    manifest: &Manifest<'_>,
    definition: &LintDefinition,
    tags: &Tags<'_>,
    known: &HashMap<&str, usize>,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    for (name, comments) in &tags.comments {
        let of_puppet = !definition.is_class && matches!(*name, "name" | "title");
        if let ([_, _, ..], false) = (&**comments, of_puppet) {
            out.extend(comments.iter().map(|comment| {
                let message = format!("The parameter '${name}' is documented twice");
                let found = manifest.report(&PARAMETER_DOCUMENTATION, *comment, message);
                found.with_help("Remove one of the tags")
            }));
        }
        if let (Some(first), false) = (comments.first(), of_puppet || known.contains_key(name)) {
            let message = format!("The {} has no parameter '${name}'", definition.describe());
            let found = manifest.report(&PARAMETER_DOCUMENTATION, *first, message);
            out.push(found.with_help("Remove the tag, or correct its name"));
        }
    }
}
