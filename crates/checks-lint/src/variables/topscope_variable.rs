//! Qualified variables with `::` in front.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::{TextRange, TextSize};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A variable of a class is named with `::` in front.
    pub TOPSCOPE_VARIABLE = {
        code: "L403", name: "topscope-variable",
        level: Off, fix: Safe, puppet_lint: ["topscope_variable"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    if manifest.definitions.is_empty() {
        return;
    }
    for variable in manifest.tokens.positions(LintTokenKind::Variable) {
        let Some(name) = manifest.tokens.value(variable).strip_prefix("::") else {
            continue;
        };
        let is_qualified = name.split('[').next().is_some_and(|it| it.contains("::"));
        if let (true, Some(token)) = (is_qualified, manifest.tokens.get(variable)) {
            let message = format!("The variable '${name}' is named with '::' in front");
            let colons = TextRange::at(token.value.start(), TextSize::of("::"));
            let fix = manifest.fix("Remove the `::`", vec![manifest.edit(colons, "")]);
            let found = manifest.report(&TOPSCOPE_VARIABLE, variable, message);
            out.push(found.with_help("Remove the '::'").with_fix(fix));
        }
    }
}
