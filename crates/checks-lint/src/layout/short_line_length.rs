//! Lines of more than 80 characters.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::layout::line_length::long_lines;
use crate::manifest::Manifest;

declare_rule! {
    /// A line has more than 80 characters.
    pub SHORT_LINE_LENGTH = {
        code: "L605", name: "short-line-length",
        level: Off, no_fix: "where a line can be broken depends on what it says", puppet_lint: ["80chars"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    out.extend(long_lines(manifest, &SHORT_LINE_LENGTH, 80));
}
