//! Facts that are read as variables of the top scope.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;
use crate::variables::legacy_facts::is_legacy;

declare_rule! {
    /// A fact is read as a variable of the top scope.
    pub TOP_SCOPE_FACTS = {
        code: "L402", name: "top-scope-facts",
        level: Off, fix: Unsafe, puppet_lint: ["top_scope_facts"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for variable in manifest.tokens.positions_where(LintTokenKind::is_variable) {
        let Some(rest) = manifest.tokens.value(variable).strip_prefix("::") else {
            continue;
        };
        let name = rest.split('[').next().unwrap_or_default();
        // The facts of old are a rule of their own.
        if name.contains("::") || matches!(name, "facts" | "trusted") || is_legacy(name) {
            continue;
        }
        let message = format!("'$::{name}' is read as a variable of the top scope, as facts are");
        let found = manifest.report(&TOP_SCOPE_FACTS, variable, message);
        let hash = format!("facts['{name}']{}", &rest[name.len()..]);
        let edit = manifest.replace_variable((variable, variable), &hash);
        let fix = manifest.unsafe_fix("Read `$facts`", vec![edit]);
        out.push(
            found
                .with_help(format!("Write ${hash} if it is a fact"))
                .with_fix(fix),
        );
    }
}
