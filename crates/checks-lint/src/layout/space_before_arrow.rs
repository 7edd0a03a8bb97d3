//! The space before `=>` in a resource of one line.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A `=>` in a resource of one line has not just one space before it.
    pub SPACE_BEFORE_ARROW = {
        code: "L606", name: "space-before-arrow",
        level: Off, fix: Safe, puppet_lint: ["space_before_arrow"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for resource in &manifest.resources {
        let arrows = resource
            .tokens
            .clone()
            .filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Arrow));
        let arrows: Vec<usize> = arrows.collect();
        let (Some(first), Some(last)) = (arrows.first(), arrows.last()) else {
            continue;
        };
        if manifest.line(*first) != manifest.line(*last) {
            continue;
        }
        for arrow in arrows {
            let before = arrow - 1;
            if tokens.source(before) == " " {
                continue;
            }
            let found = manifest.report(
                &SPACE_BEFORE_ARROW,
                before,
                "Expected one space before '=>'",
            );
            let mut found = found.with_help("Write one space before it");
            if let Some(text) = tokens
                .text_before(arrow)
                .filter(|it| manifest.line(*it) == manifest.line(arrow))
            {
                let edit = manifest.space_between(text, arrow, " ");
                found = found.with_fix(manifest.fix("Write one space", vec![edit]));
            }
            out.push(found);
        }
    }
}
