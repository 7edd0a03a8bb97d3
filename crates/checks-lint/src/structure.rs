//! The resources and definitions of a manifest, by its tokens.

use std::ops::Range;

use crate::tokens::{LintTokenKind, Tokens};

/// One title with its attributes: `'a': ensure => present;`.
#[derive(Debug)]
pub(crate) struct LintResource {
    /// The word before the opening brace: `file`, or `class`.
    pub type_name: usize,
    /// The tokens from the `:` to the `;` or `}` that ends it.
    pub tokens: Range<usize>,
    /// The names of its attributes.
    pub attributes: Vec<usize>,
}

/// A class or a defined type.
#[derive(Debug)]
pub(crate) struct LintDefinition {
    pub is_class: bool,
    pub name: usize,
    /// What stands after `inherits`.
    pub inherited: Option<usize>,
    /// From the keyword to the closing brace.
    pub tokens: Range<usize>,
    /// Between the parentheses of the parameters.
    pub parameters: Option<Range<usize>>,
}

impl LintDefinition {
    /// What it is, to people.
    pub(crate) fn describe(&self) -> &'static str {
        match self.is_class {
            true => "class",
            false => "defined type",
        }
    }
}

/// The resources of a manifest; those in a value of another one are left out.
pub(crate) fn resources(tokens: &Tokens<'_>) -> Vec<LintResource> {
    let mut resources: Vec<LintResource> = Vec::new();
    // The word before the last brace that is not that of a selector.
    let mut type_name = None;
    let mut is_after_reference = false;
    for index in 0..tokens.len() {
        match tokens.kind(index) {
            Some(LintTokenKind::LeftBrace) => {
                let before = tokens.code_before(index);
                if !tokens.has_kind(before, LintTokenKind::Question) {
                    type_name = before;
                }
            }
            Some(LintTokenKind::Reference) => is_after_reference = true,
            Some(LintTokenKind::Name) => is_after_reference = false,
            Some(LintTokenKind::Colon) if !is_after_reference => {
                let is_inner = resources
                    .last()
                    .is_some_and(|it| it.tokens.contains(&index));
                let after = tokens.code_after(index);
                if is_inner || after.is_none() || tokens.has_kind(after, LintTokenKind::LeftBrace) {
                    continue;
                }
                if let (Some(type_name), Some(end)) = (type_name, end_of_resource(tokens, index)) {
                    resources.push(LintResource {
                        type_name,
                        tokens: index..end + 1,
                        attributes: attributes(tokens, index, end),
                    });
                }
            }
            _ => {}
        }
    }
    resources
}

fn end_of_resource(tokens: &Tokens<'_>, colon: usize) -> Option<usize> {
    let is_end = |it: &usize| {
        matches!(
            tokens.kind(*it),
            Some(LintTokenKind::Semicolon | LintTokenKind::RightBrace)
        )
    };
    tokens.outside_brackets(colon).find(is_end)
}

/// The names before a `=>` in a resource, outside of the values.
fn attributes(tokens: &Tokens<'_>, colon: usize, end: usize) -> Vec<usize> {
    let inner = tokens.outside_brackets(colon).take_while(|it| *it < end);
    let is_name = |it: &usize| {
        tokens.has_kind(Some(*it), LintTokenKind::Name)
            && tokens.has_kind(tokens.code_after(*it), LintTokenKind::Arrow)
    };
    inner.filter(is_name).collect()
}

/// The classes, and then the defined types.
pub(crate) fn definitions(tokens: &Tokens<'_>) -> Vec<LintDefinition> {
    let of = |kind| {
        tokens
            .positions(kind)
            .filter_map(|start| definition(tokens, start))
    };
    of(LintTokenKind::Class)
        .chain(of(LintTokenKind::Define))
        .collect()
}

fn definition(tokens: &Tokens<'_>, start: usize) -> Option<LintDefinition> {
    let name = tokens.code_after(start)?;
    if !matches!(
        tokens.kind(name),
        Some(LintTokenKind::Name | LintTokenKind::FunctionName)
    ) {
        return None;
    }
    let mut parameters = None;
    let mut inherited = None;
    for index in tokens.outside_brackets(start) {
        match tokens.kind(index) {
            Some(LintTokenKind::Inherits) => inherited = tokens.code_after(index),
            Some(LintTokenKind::LeftParen) if parameters.is_none() => {
                parameters = Some(index + 1..tokens.partner(index)?);
            }
            Some(LintTokenKind::LeftBrace) => {
                return Some(LintDefinition {
                    is_class: tokens.has_kind(Some(start), LintTokenKind::Class),
                    name,
                    inherited,
                    tokens: start..tokens.partner(index)? + 1,
                    parameters,
                });
            }
            _ => {}
        }
    }
    None
}
