//! Code outside of classes and defined types.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;

declare_rule! {
    /// Code is outside of classes and defined types.
    pub CODE_ON_TOP_SCOPE = {
        code: "L103", name: "code-on-top-scope",
        level: Off, no_fix: "the code has to be moved into a class", puppet_lint: ["code_on_top_scope"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let mut bodies: Vec<_> = manifest
        .definitions
        .iter()
        .map(|it| it.tokens.clone())
        .collect();
    bodies.sort_by_key(|body| body.start);
    let mut bodies = bodies.into_iter().peekable();
    let (mut end, mut last_line) = (0, None);
    for index in manifest.tokens.positions_where(|kind| !kind.is_trivia()) {
        while let Some(body) = bodies.next_if(|body| body.start <= index) {
            end = end.max(body.end);
        }
        let line = manifest.line(index);
        if index >= end && last_line.replace(line) != Some(line) {
            let message = "Code outside of classes and defined types";
            let found = manifest.report(&CODE_ON_TOP_SCOPE, index, message);
            out.push(found.with_help("Move it into a class"));
        }
    }
}
