//! Classes that are included with `::` in front of their names.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, declare_rule};

use puppet_syntax::{TextRange, TextSize};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A class is included by a name with `::` in front.
    pub RELATIVE_CLASSNAME_INCLUSION = {
        code: "L111", name: "relative-classname-inclusion",
        level: Off, fix: Safe, puppet_lint: ["relative_classname_inclusion"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for index in 0..tokens.len() {
        match tokens.kind(index) {
            Some(LintTokenKind::Name | LintTokenKind::FunctionName)
                if matches!(tokens.value(index), "include" | "contain" | "require") =>
            {
                included(manifest, index, out);
            }
            Some(LintTokenKind::Class) => declared(manifest, index, out),
            Some(LintTokenKind::Inherits) => {
                let inherited = tokens.code_after(index);
                let named = inherited.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Name));
                out.extend(
                    named.and_then(|it| absolute(manifest, &RELATIVE_CLASSNAME_INCLUSION, it)),
                );
            }
            _ => {}
        }
    }
}

/// The classes that a statement includes, on its line, but for the arguments of calls in it.
fn included(manifest: &Manifest<'_>, function: usize, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    let Some(first) = tokens.code_after(function) else {
        return;
    };
    let kind = tokens.kind(first);
    if kind == Some(LintTokenKind::Arrow) {
        return;
    }
    let mut calls = 0_usize;
    for (index, token) in manifest.tokens_from(first) {
        match token.kind {
            LintTokenKind::Newline => return,
            LintTokenKind::Name | LintTokenKind::FunctionName | LintTokenKind::SingleQuoted => {
                let after = tokens.code_after(index);
                if tokens.has_kind(after, LintTokenKind::LeftParen) {
                    calls += 1;
                } else if calls > 0 && tokens.has_kind(after, LintTokenKind::RightParen) {
                    calls -= 1;
                } else if calls == 0 {
                    out.extend(absolute(manifest, &RELATIVE_CLASSNAME_INCLUSION, index));
                }
            }
            _ => {}
        }
    }
}

/// The classes of a declaration: `class { '::a': }`.
fn declared(manifest: &Manifest<'_>, class: usize, out: &mut Vec<Diagnostic<FilePlace>>) {
    let brace = manifest.tokens.code_after(class);
    let Some(brace) = brace.filter(|it| {
        manifest
            .tokens
            .has_kind(Some(*it), LintTokenKind::LeftBrace)
    }) else {
        return;
    };
    for (index, token) in manifest.tokens_from(brace) {
        match token.kind {
            LintTokenKind::Colon | LintTokenKind::RightBrace => return,
            LintTokenKind::Name | LintTokenKind::SingleQuoted => {
                out.extend(absolute(manifest, &RELATIVE_CLASSNAME_INCLUSION, index))
            }
            _ => {}
        }
    }
}

/// A diagnostic for a name with `::` in front.
pub(crate) fn absolute(
    manifest: &Manifest<'_>,
    rule: &'static Rule,
    token: usize,
) -> Option<Diagnostic<FilePlace>> {
    let value = manifest.tokens.get(token)?.value;
    let name = manifest.tokens.value(token).strip_prefix("::")?;
    let message = format!("The name of the class '{name}' has '::' in front");
    let colons = TextRange::at(value.start(), TextSize::of("::"));
    let fix = manifest.fix("Remove the `::`", vec![manifest.edit(colons, "")]);
    let found = manifest.report(rule, token, message);
    Some(
        found
            .with_help("Names of classes are always absolute: remove the '::'")
            .with_fix(fix),
    )
}
