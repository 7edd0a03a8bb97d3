//! Links whose target is the value of `ensure`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;

declare_rule! {
    /// The target of a link is the value of `ensure`.
    pub ENSURE_NOT_SYMLINK_TARGET = {
        code: "L202", name: "ensure-not-symlink-target",
        level: Off, fix: Safe, puppet_lint: ["ensure_not_symlink_target"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    let files = manifest.resources.iter();
    for file in files.filter(|it| tokens.value(it.type_name) == "file") {
        let named = |name: &'static str| {
            let all = file.attributes.iter().copied();
            all.filter(move |it| tokens.value(*it) == name)
        };
        for ensure in named("ensure") {
            let value = tokens
                .code_after(ensure)
                .and_then(|arrow| tokens.code_after(arrow));
            let Some(value) = value.filter(|it| tokens.value(*it).starts_with('/')) else {
                continue;
            };
            let message = "The target of a link is the value of 'ensure'";
            let mut found = manifest.report(&ENSURE_NOT_SYMLINK_TARGET, value, message);
            found = found.with_help("Write 'ensure => link', and the target as 'target'");
            if named("target").next().is_none() {
                let indent = " ".repeat(manifest.column(ensure) - 1);
                let start = TextRange::empty(manifest.range(value).start());
                let edit = manifest.edit(start, format!("link,\n{indent}target => "));
                found = found.with_fix(manifest.fix("Use `target`", vec![edit]));
            }
            out.push(found);
        }
    }
}
