//! Chaining arrows at the end of a line.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A chaining arrow is at the end of a line.
    pub ARROW_ON_RIGHT_OPERAND_LINE = {
        code: "L210", name: "arrow-on-right-operand-line",
        level: Off, fix: Safe, puppet_lint: ["arrow_on_right_operand_line"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for arrow in tokens
        .positions_where(|kind| matches!(kind, LintTokenKind::InEdge | LintTokenKind::InEdgeSub))
    {
        let Some(right) = tokens.code_after(arrow) else {
            continue;
        };
        if manifest.line(right) == manifest.line(arrow) {
            continue;
        }
        let sign = tokens.source(arrow);
        let message = format!("The arrow '{sign}' is not on the line of its right operand");
        let found = manifest.report(&ARROW_ON_RIGHT_OPERAND_LINE, arrow, message);
        let mut found = found.with_help("Move it to the start of the next line");
        if let Some(before) = tokens.text_before(arrow) {
            let left_out =
                TextRange::new(manifest.range(before).end(), manifest.range(arrow).end());
            let inserted = TextRange::empty(manifest.range(right).start());
            let edits = vec![
                manifest.edit(left_out, ""),
                manifest.edit(inserted, format!("{sign} ")),
            ];
            found = found.with_fix(manifest.fix("Move the arrow", edits));
        }
        out.push(found);
    }
}
