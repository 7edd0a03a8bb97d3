//! URLs of files outside of modules.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::{TextRange, TextSize};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A `puppet://` URL does not name a file of a module.
    pub PUPPET_URL_WITHOUT_MODULES = {
        code: "L303", name: "puppet-url-without-modules",
        level: Off, fix: Unsafe, puppet_lint: ["puppet_url_without_modules"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let is_string = |kind| {
        matches!(
            kind,
            LintTokenKind::SingleQuoted | LintTokenKind::DoubleQuoted | LintTokenKind::StringStart
        )
    };
    for string in manifest.tokens.positions_where(is_string) {
        let Some(rest) = manifest.tokens.value(string).strip_prefix("puppet://") else {
            continue;
        };
        let path = rest.split_once('/').map(|(_, path)| path);
        if path.is_some_and(|path| path.starts_with("modules/")) {
            continue;
        }
        let message = "The path of the 'puppet://' URL does not start with 'modules/'";
        let found = manifest.report(&PUPPET_URL_WITHOUT_MODULES, string, message);
        let mut found = found.with_help("Move the file into a module");
        if let (Some(path), Some(token)) = (path, manifest.tokens.get(string)) {
            let start = TextRange::empty(token.value.end() - TextSize::of(path));
            let fix = vec![manifest.edit(start, "modules/")];
            found = found.with_fix(manifest.unsafe_fix("Insert `modules/`", fix));
        }
        out.push(found);
    }
}
